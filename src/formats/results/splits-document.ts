import { z } from 'zod';
import { ModeSchema } from '../../domain/mode.js';
import { RunRateSchema, RunRatesSchema } from './run-rates.js';
import { TableSchema } from './table-schema.js';

/** A number averaged over splits, each weighing the same. */
const MeanSchema = RunRateSchema.omit({ n: true });

/** What `touchstone score RUN RUN … --json` prints: runs on several splits, and their averages. */
export const SplitsDocumentSchema = z.object({
  formatVersion: z.literal(1),
  benchmark: z.string(),
  mode: ModeSchema,
  /** Each agent, asked alike on several splits. */
  agents: z
    .array(
      z.object({
        agent: z.string(),
        splits: z
          .array(
            z.object({ split: z.string(), run: z.string(), directory: z.string(), rates: RunRatesSchema }),
          )
          .readonly(),
        /** Means over the splits named; the last is over all. */
        means: z
          .array(
            z.object({
              name: z.string(),
              splits: z.array(z.string()).readonly(),
              success: MeanSchema,
              main: MeanSchema.nullable(),
            }),
          )
          .readonly(),
      }),
    )
    .readonly(),
  tables: z.array(TableSchema).readonly(),
});
export type SplitsDocument = z.infer<typeof SplitsDocumentSchema>;
