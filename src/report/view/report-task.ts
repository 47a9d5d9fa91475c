import { z } from 'zod';

/** A task, as far as it is shown. */
export const ReportTaskSchema = z
  .object({
    id: z.string(),
    benchmark: z.string(),
    /** By language tag. */
    instructions: z.record(z.string(), z.string()).readonly(),
    apps: z.array(z.string()).readonly(),
    abilities: z.array(z.string()).readonly(),
    optimalSteps: z.number().nullable(),
  })
  .readonly();
export type ReportTask = z.infer<typeof ReportTaskSchema>;
