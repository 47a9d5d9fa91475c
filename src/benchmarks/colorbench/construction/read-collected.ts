import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FileContentError, FileSchemaError, FileUnreadableError } from '../../../formats/file-errors.js';
import { isThere } from '../../../files/is-there.js';
import { checkSchema, parseJson, placeOf, readTextFile } from '../../../formats/read-json-file.js';

/** One collected trajectory. */
export interface CollectedTrajectory {
  readonly task: string;
  readonly steps: readonly {
    /** Path of the screenshot within the folder, forward slashes. */
    readonly screenshot: string;
    readonly action: Readonly<Record<string, unknown>>;
  }[];
}

const CollectedSchema = z.object({
  task: z.string().optional(),
  trajectory: z.array(z.looseObject({ action: z.string() })),
});

/**
 * Collected trajectories as merging takes them: `TASK/TASK.json` with `{task, trajectory: [{action: JSON text}]}`, next to it
 * `observation_0.png` and so on. Folders come in the order of their names; the published code takes them as the disk lists them.
 *
 * Source: ColorBench reference code `construct_graph.py`; colorbench.md section 6.4.
 *
 * @throws {DatasetError} for a trajectory that cannot be read, and a screenshot that is missing
 */
export async function* readCollected(
  folder: string,
  { signal }: { readonly signal: AbortSignal },
): AsyncGenerator<CollectedTrajectory> {
  for (const task of await foldersOf(folder)) {
    signal.throwIfAborted();
    const file = join(folder, task, `${task}.json`);
    if (!(await isThere(file))) continue;
    const text = await readTextFile(file, { within: folder, signal });
    const { trajectory } = checkSchema(parseJson(text, file), CollectedSchema, { file, text });
    const steps: CollectedTrajectory['steps'][number][] = [];
    for (const [index, { action }] of trajectory.entries()) {
      const screenshot = `${task}/observation_${index}.png`;
      if (!(await isThere(join(folder, screenshot)))) {
        throw new FileContentError(`step ${index} has no screenshot ${screenshot}`, {
          place: placeOf(file, text, ['trajectory', index]),
        });
      }
      steps.push({ screenshot, action: actionOf(action, { file, text, index }) });
    }
    yield { task, steps };
  }
}

async function foldersOf(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();
  } catch (error) {
    throw new FileUnreadableError('there is no such folder', { place: { file: folder }, cause: error });
  }
}

function actionOf(
  stored: string,
  { file, text, index }: { readonly file: string; readonly text: string; readonly index: number },
): Readonly<Record<string, unknown>> {
  let action: unknown;
  try {
    action = JSON.parse(stored);
  } catch {
    action = null;
  }
  if (typeof action === 'object' && action !== null && !Array.isArray(action)) {
    return action as Readonly<Record<string, unknown>>;
  }
  throw new FileSchemaError('"action" must be a text that holds a JSON object', {
    place: placeOf(file, text, ['trajectory', index, 'action']),
  });
}
