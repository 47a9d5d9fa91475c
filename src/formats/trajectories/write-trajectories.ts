import { open } from 'node:fs/promises';
import type { Action } from '../../domain/action.js';
import { TRAJECTORIES_FORMAT_VERSION, TrajectoryLineSchema } from './trajectory-line.js';

/** The actions of one attempt, or of every repeat where it names none. */
export interface WrittenTrajectory {
  readonly item: string;
  readonly repeat?: number;
  readonly actions: readonly Action[];
}

/** Writes a trajectories file, line by line. @returns how many trajectories it holds */
export async function writeTrajectories(
  file: string,
  trajectories: AsyncIterable<WrittenTrajectory> | Iterable<WrittenTrajectory>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<number> {
  let count = 0;
  await using handle = await open(file, 'w');
  for await (const { item, repeat, actions } of trajectories) {
    options.signal?.throwIfAborted();
    const line = TrajectoryLineSchema.parse({
      formatVersion: TRAJECTORIES_FORMAT_VERSION,
      item,
      ...(repeat !== undefined && { repeat }),
      actions,
    });
    await handle.write(`${JSON.stringify(line)}\n`);
    count += 1;
  }
  return count;
}
