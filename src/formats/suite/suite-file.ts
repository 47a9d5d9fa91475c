import { z } from 'zod';
import { TaskSchema, type Task } from '../../domain/task.js';

/** `suite.json` of a world folder, format version 2. Described in docs/formats.md. */
export const SuiteFileSchema = z.object({
  $schema: z.string().optional(),
  formatVersion: z.literal(2),
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
export const SUITE_FORMAT = {
  name: 'suite',
  // What version 1 knows means the same in version 2.
  steps: [(value: Record<string, unknown>) => ({ ...value, formatVersion: 2 })],
};

/** Fields of a task that version 1 does not have: an older Touchstone would score the task as if they were not there. */
const NEW_FIELDS = [
  'preconditions',
  'prohibitions',
  'obligations',
  'events',
  'user',
  'permits',
] as const satisfies readonly (keyof Task)[];

/** The first part of a task, as it stands in a file, that version 1 does not have; null where it has all. */
export function newInVersion2(task: unknown): readonly (string | number)[] | null {
  if (typeof task !== 'object' || task === null) return null;
  const field = NEW_FIELDS.find((name) => Object.hasOwn(task, name));
  if (field !== undefined) return [field];
  return 'milestones' in task ? alternativesIn(task.milestones, ['milestones']) : null;
}

function alternativesIn(
  milestones: unknown,
  path: readonly (string | number)[],
): readonly (string | number)[] | null {
  if (!Array.isArray(milestones)) return null;
  for (const [index, milestone] of (milestones as readonly unknown[]).entries()) {
    if (typeof milestone !== 'object' || milestone === null) continue;
    if ('order' in milestone && milestone.order === 'alternatives') return [...path, index, 'order'];
    const inner =
      'children' in milestone ? alternativesIn(milestone.children, [...path, index, 'children']) : null;
    if (inner !== null) return inner;
  }
  return null;
}
