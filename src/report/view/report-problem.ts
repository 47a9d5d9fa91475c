import { z } from 'zod';

/** Something that is missing from the report. The viewer says what `kind` means; `message` and `hint` are an error's. */
export const ReportProblemSchema = z
  .object({
    kind: z.enum([
      'unreadable',
      'newer',
      'copy',
      'damaged',
      'no-episodes',
      'unfinished',
      /** All that is done of it is void. */
      'voided',
      'unscored',
      'pictures',
    ]),
    /** Folder or file it is about. */
    place: z.string(),
    message: z.string().nullable(),
    hint: z.string().nullable(),
    /** Items done and planned, or pictures missing. */
    counts: z.array(z.number()).readonly(),
  })
  .readonly();
export type ReportProblem = z.infer<typeof ReportProblemSchema>;
