import { join } from 'node:path';
import { z } from 'zod';
import type { GroundingTruth } from '../../../domain/questions/question-truth.js';
import { centreOf, parseBounds } from '../../../domain/hierarchy/bounds.js';
import { FileContentError } from '../../../formats/file-errors.js';
import { readJsonFile } from '../../../formats/read-json-file.js';
import { RecordedActionSchema, type RecordedAction } from '../saved-runs/native-action.js';
import { openScreenFolder, type ScreenFolder } from '../recordings/screen-folder.js';

const GroundingTaskSchema = z.object({
  id: z.int().nonnegative(),
  app: z.string().min(1),
  instruction: z.string().min(1),
  groundtruth: RecordedActionSchema,
});
/** One action on one screen, in words and as it was done. */
export type GroundingTask = z.infer<typeof GroundingTaskSchema>;

export interface GroundingTasks {
  readonly file: string;
  readonly tasks: readonly GroundingTask[];
  /** The screens by task id; null where the data hold none at all. Screens of tasks that were dropped lie there too. */
  readonly screens: ScreenFolder | null;
}

/**
 * The grounding tasks and the folder with their screens.
 *
 * Source: SPHINX repository, `lowlevel_tasks.json` and `lowlevel_tasks/<id>.{xml,png}`.
 *
 * @throws {DatasetError} naming file and place
 */
export async function readGroundingTasks(
  dataDirectory: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<GroundingTasks> {
  const file = join(dataDirectory, 'lowlevel_tasks.json');
  const tasks = await readJsonFile(file, z.array(GroundingTaskSchema).min(1), options);
  const seen = new Set<number>();
  for (const [index, { id }] of tasks.entries()) {
    if (seen.has(id)) {
      throw new FileContentError(`two grounding tasks have the id ${id}`, {
        place: { file, path: [index, 'id'] },
        hint: 'Each task has an id of its own, which is the name of its screen.',
      });
    }
    seen.add(id);
  }
  return {
    file,
    tasks,
    screens: await openScreenFolder(join(dataDirectory, 'lowlevel_tasks'), { within: dataDirectory }),
  };
}

/** What is right in a grounding task. */
export function groundingTruthOf(recorded: RecordedAction): GroundingTruth {
  const element = 'element' in recorded ? recorded.element : null;
  return {
    action: recorded.type,
    bounds: parseBounds(element?.['bounds'] ?? ''),
    message: recorded.type === 'input' ? recorded.message : null,
  };
}

/** The middle of what a recorded action touched; null where it touched nothing. */
export function touchedPoint(recorded: RecordedAction): readonly [number, number] | null {
  const { bounds } = groundingTruthOf(recorded);
  return bounds === null ? null : centreOf(bounds);
}
