import { z } from 'zod';
import { DatasetStatisticsSchema } from '../../domain/recordings/dataset-statistics.js';
import { TableSchema } from './table-schema.js';

/** What `touchstone stats --json` prints. */
export const StatsDocumentSchema = z.object({
  formatVersion: z.literal(1),
  benchmark: z.string(),
  split: z.string(),
  dataHash: z.string(),
  statistics: DatasetStatisticsSchema,
  /** Page that was written; null without `--out`. */
  page: z.string().nullable(),
  warnings: z.array(z.string()).readonly(),
  tables: z.array(TableSchema).readonly(),
});
export type StatsDocument = z.infer<typeof StatsDocumentSchema>;
