import { z } from 'zod';

/** How far an index that is being made has got. */
export const IndexCoverageSchema = z
  .object({
    /** Folders of runs that there are. */
    runs: z.int().nonnegative(),
    /** Those of them that are in the index. */
    indexed: z.int().nonnegative(),
  })
  .readonly();
export type IndexCoverage = z.infer<typeof IndexCoverageSchema>;
