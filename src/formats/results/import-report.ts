import { z } from 'zod';

const count = z.int().nonnegative();

/** What `touchstone import test-cases --json` prints. */
export const ImportReportSchema = z.object({
  formatVersion: z.literal(1),
  /** Absolute. */
  folder: z.string(),
  /** Name of the suite's file within the folder. */
  suite: z.string(),
  dryRun: z.boolean(),
  /** Whether the suite's file was written; it is not where nothing has changed. */
  written: z.boolean(),
  /** Pages of the recorded phone that proposals were tried on; null where there is none. */
  recordedPages: count.nullable(),
  cases: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** `gone`: the file no longer has the case; the task stays. */
      status: z.enum(['added', 'changed', 'unchanged', 'gone']),
      /** What has changed, one sentence each. */
      changes: z.array(z.string()),
      /** How many of its expectations are in which state. */
      expectations: z.object({
        ready: count,
        draft: count,
        unfinished: count,
        milestone: count,
        not_checked: count,
      }),
    }),
  ),
  warnings: z.array(z.string()),
});
export type ImportReport = z.infer<typeof ImportReportSchema>;
