import { z } from 'zod';
import { ListedTaskSchema, TaskListSchema } from '../../../formats/task-list/task-list.js';

export const LANGUAGES = ['en', 'zh'] as const;
export type ProbenchLanguage = (typeof LANGUAGES)[number];

/** A task: one app, one instruction; 15 steps unless it says otherwise. Source: ProBench paper, section 3. */
export const ProbenchTaskSchema = ListedTaskSchema.extend({ language: z.enum(LANGUAGES) });
export type ProbenchTask = z.infer<typeof ProbenchTaskSchema>;

/** `tasks.en.json`, `tasks.zh.json`, and one's own file of tasks. Described in docs/benchmarks/probench.md. */
export const ProbenchFileSchema = TaskListSchema.extend({
  tasks: z.array(ProbenchTaskSchema).min(1),
  /** Categories by the app's name; a proposal, since the paper shows them in a figure alone. */
  app_categories_inferred: z.object({ map: z.record(z.string(), z.string().regex(/\S/)) }).optional(),
});
