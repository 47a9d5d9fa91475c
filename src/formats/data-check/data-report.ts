import { z } from 'zod';

/**
 * `present`: there, and as published where that can be checked · `altered`: there, and not as published · `incomplete`:
 * some of many are there · `unreadable`: there, and of the wrong shape.
 */
export const DataStatusSchema = z.enum(['present', 'missing', 'altered', 'incomplete', 'unreadable']);

/** A file, or many files of one kind, of a benchmark's data. */
export const DataItemSchema = z.object({
  /** Relative to the folder; a folder stands for the files in it. */
  path: z.string(),
  /** What it is for. */
  what: z.string(),
  /** Whether the benchmark cannot be used without it. */
  required: z.boolean(),
  status: DataStatusSchema,
  /** What is known of it: a version, what differs, which are missing. */
  detail: z.string(),
  /** What cannot be done while it is not whole, and where it comes from; absent where there is nothing to say. */
  without: z.string().optional(),
  /** Files of the kind that are there, and that should be; null where it is one file, or nobody knows. */
  count: z.object({ present: z.int().nonnegative(), expected: z.int().nonnegative().nullable() }).nullable(),
});
export type DataItem = z.infer<typeof DataItemSchema>;

/** What `touchstone data check --json` prints. */
export const DataReportSchema = z.object({
  formatVersion: z.literal(1),
  benchmark: z.string(),
  folder: z.string(),
  /** Whether everything required is present and as published. */
  complete: z.boolean(),
  items: z.array(DataItemSchema),
  /** How to get what is missing, one sentence each. */
  obtain: z.array(z.string()),
});
export type DataReport = z.infer<typeof DataReportSchema>;
