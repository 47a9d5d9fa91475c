import { z } from 'zod';

/** What a server is, and what it can do. */
export const ViewerAboutSchema = z
  .object({
    /** Version of Touchstone. */
    touchstone: z.string(),
    /** What its source can do, as `FEATURES` of the application names it. */
    features: z.array(z.string()).readonly(),
    isReadOnly: z.boolean(),
    /** Name of the folder of runs, without where it is. */
    folder: z.string(),
  })
  .readonly();
export type ViewerAbout = z.infer<typeof ViewerAboutSchema>;
