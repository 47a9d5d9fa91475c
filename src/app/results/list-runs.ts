import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TouchstoneError } from '../../errors.js';
import { indexRun } from '../../formats/run/run-index.js';

/** One line of `touchstone list runs`. */
export interface RunLine {
  readonly id: string;
  readonly benchmark: string;
  readonly agent: string;
  readonly mode: string;
  readonly finished: number;
  readonly planned: number;
  readonly state: string;
  readonly startedAt: string;
}

/** Runs in a folder, oldest first. A folder that cannot be read as a run is listed with the reason. */
export async function listRuns(folder: string): Promise<readonly RunLine[]> {
  let names: string[];
  try {
    names = (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    // No runs folder yet: nothing was run.
    return [];
  }
  const lines: RunLine[] = [];
  for (const name of names) lines.push(await runLine(join(folder, name), name));
  return lines.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : 0));
}

async function runLine(directory: string, id: string): Promise<RunLine> {
  try {
    const { start, items, status } = await indexRun(directory);
    return {
      id,
      benchmark: start.identity.benchmark.name,
      agent: start.identity.agent.name,
      mode: start.identity.mode,
      finished: items.size,
      planned: start.planned,
      state: status ?? 'under way or killed',
      startedAt: start.at,
    };
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    const unknown = { benchmark: '', agent: '', mode: '', finished: 0, planned: 0, startedAt: '' };
    return { id, ...unknown, state: `unreadable: ${error.code}` };
  }
}
