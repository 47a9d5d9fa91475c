import { z } from 'zod';
import { TaskSchema } from '../../domain/task.js';

/** `suite.json` of a world folder, format version 1. Described in docs/formats.md. */
export const SuiteFileSchema = z.object({
  $schema: z.string().optional(),
  formatVersion: z.literal(1),
  name: z.string().min(1),
  version: z.string().min(1),
  title: z.string().optional(),
  /** Language tags in which tasks have instructions; the first is used unless another is asked for. */
  languages: z.array(z.string().min(1)).min(1),
  /** Steps an episode may take unless the task sets a limit. */
  defaultMaxSteps: z.int().positive(),
  tasks: z.array(TaskSchema),
});
export type SuiteFile = z.infer<typeof SuiteFileSchema>;

/** Steps from each older version of the format to the next. */
export const SUITE_FORMAT = { name: 'suite', steps: [] } as const;
