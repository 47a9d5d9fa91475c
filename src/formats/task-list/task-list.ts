import { z } from 'zod';
import { PackageSchema } from '../android/android-file.js';

/** What has to be right for a task to be done, as a model that writes tasks reads it. */
export const TASK_TYPES = {
  state: 'the last screen alone shows whether the task is done',
  process:
    'key operations on the way, such as a filter or an order of sorting, have to be right as well, and the instruction asks for them',
} as const;

export const TaskTypeSchema = z.enum(['state', 'process']) satisfies z.ZodType<keyof typeof TASK_TYPES>;

const TextSchema = z.string().refine((text) => text.trim() !== '', { message: 'the text is empty' });

/** A task for a live app: one app, one instruction. */
export const ListedTaskSchema = z.object({
  id: z.string().min(1),
  /** Language tag of the instruction. */
  language: z.string().min(1),
  /** Name of its app, as `apps` or the description of the phone has it. */
  app: TextSchema,
  /** Android package of its app, where `apps` names none. */
  appPackage: PackageSchema.optional(),
  category: TextSchema.optional(),
  instruction: TextSchema,
  /** `state`: the last screen shows whether it is done · `process`: key operations on the way have to be right, too. */
  type: TaskTypeSchema,
  /** Steps that an episode may take; the benchmark's own limit unless given. */
  stepLimit: z.int().positive().optional(),
  notes: z.string().optional(),
});
export type ListedTask = z.infer<typeof ListedTaskSchema>;

const AppSchema = z.object({
  package: PackageSchema,
  activity: z
    .string()
    .regex(/^[\w.$]+$/)
    .optional(),
});

/** Packages and start activities by the app's name. */
export const TaskListAppsSchema = z.object({ map: z.record(z.string(), AppSchema) });

/** A list of tasks for live apps (JSON); unknown fields are ignored. */
export const TaskListSchema = z.object({
  tasks: z.array(ListedTaskSchema).min(1),
  apps: TaskListAppsSchema.optional(),
});
