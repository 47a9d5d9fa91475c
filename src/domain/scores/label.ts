import { z } from 'zod';
import { ItemKeySchema } from '../episode.js';

/** What a person says of an episode. */
export const LabelValueSchema = z.enum(['success', 'failure', 'unsure']);
export type LabelValue = z.infer<typeof LabelValueSchema>;

/** Whether the person was shown the judge's verdict: `blind` no, `informed` yes. */
export const LabelPassSchema = z.enum(['blind', 'informed']);
export type LabelPass = z.infer<typeof LabelPassSchema>;

/** One label of one person. */
export const LabelSchema = z
  .object({
    key: ItemKeySchema.readonly(),
    label: LabelValueSchema,
    labeller: z.string().min(1),
    pass: LabelPassSchema,
    /** ISO 8601; null where nobody wrote it down. */
    at: z.iso.datetime({ offset: true }).nullable(),
    note: z.string(),
  })
  .readonly();
export type Label = z.infer<typeof LabelSchema>;
