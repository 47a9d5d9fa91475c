import { z } from 'zod';
import { PackageSchema } from '../../../formats/android/android-file.js';

export const LANGUAGES = ['en', 'zh'] as const;
export type ProbenchLanguage = (typeof LANGUAGES)[number];

const TextSchema = z.string().refine((text) => text.trim() !== '', { message: 'the text is empty' });

/** A task: one app, one instruction. Source: ProBench paper, section 3. */
export const ProbenchTaskSchema = z.object({
  id: z.string().min(1),
  language: z.enum(LANGUAGES),
  /** Name of its app, as `apps` or the description of the phone has it. */
  app: TextSchema,
  /** Android package of its app, where `apps` names none. */
  appPackage: PackageSchema.optional(),
  category: TextSchema.optional(),
  instruction: TextSchema,
  /** `state`: the last screen shows whether it is done · `process`: key operations on the way have to be right, too. */
  type: z.enum(['state', 'process']),
  /** Steps that an episode may take; 15 unless given. */
  stepLimit: z.int().positive().optional(),
  notes: z.string().optional(),
});
export type ProbenchTask = z.infer<typeof ProbenchTaskSchema>;

const AppSchema = z.object({
  package: PackageSchema,
  activity: z
    .string()
    .regex(/^[\w.$]+$/)
    .optional(),
});

/** `tasks.en.json`, `tasks.zh.json`, and one's own file of tasks. Described in docs/benchmarks/probench.md. */
export const ProbenchFileSchema = z.object({
  tasks: z.array(ProbenchTaskSchema).min(1),
  /** Packages and start activities by the app's name. */
  apps: z.object({ map: z.record(z.string(), AppSchema) }).optional(),
  /** Categories by the app's name; a proposal, since the paper shows them in a figure alone. */
  app_categories_inferred: z.object({ map: z.record(z.string(), TextSchema) }).optional(),
});
