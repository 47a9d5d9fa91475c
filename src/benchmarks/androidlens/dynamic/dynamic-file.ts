import { z } from 'zod';
import { ForbiddenKindSchema } from '../../../domain/task-fields/forbidden-kind.js';
import { PreconditionSchema } from '../../../domain/task-fields/condition.js';
import { ScriptedUserSchema } from '../../../domain/task-fields/scripted-user.js';
import { TaskEventSchema } from '../../../domain/task-fields/task-event.js';
import { LANGUAGES } from '../lens-episode.js';

const TextsSchema = z.array(z.string().min(1)).default([]);

/** A task of `dynamic.json`, without its milestones' content. */
export const DynamicTaskSchema = z.strictObject({
  id: z.string().min(1),
  language: z.enum(LANGUAGES),
  instruction: z.string().min(1),
  /** Apps that it is about, as `android.json` or `live.json` calls them. */
  apps: TextsSchema,
  /** App that is in front when it begins; the home screen is unless given. */
  start: z.string().min(1).optional(),
  /** Two-digit codes, such as `1-3`. */
  types: TextsSchema,
  domains: TextsSchema,
  interactions: TextsSchema,
  /** Steps of a known-good way. */
  referenceSteps: z.int().positive().optional(),
  /** Steps it may take; from `referenceSteps` unless given. */
  maxSteps: z.int().positive().optional(),
  /** Kinds of anomalies that its apps show by themselves, such as `ad`. */
  anomalies: TextsSchema,
  milestones: z.array(z.unknown()).default([]),
  preconditions: z.array(PreconditionSchema).optional(),
  events: z.array(TaskEventSchema).optional(),
  user: ScriptedUserSchema.optional(),
  permits: z.array(ForbiddenKindSchema).optional(),
});
export type DynamicTask = z.infer<typeof DynamicTaskSchema>;

/** `dynamic.json` of a folder, format version 1: tasks on phones whose milestones a judge looks for. */
export const DynamicFileSchema = z.strictObject({
  $schema: z.string().optional(),
  formatVersion: z.literal(1),
  tasks: z.array(z.unknown()),
});

/** Steps from each older version of the format to the next. */
export const DYNAMIC_FORMAT = { name: 'dynamic', steps: [] } as const;
