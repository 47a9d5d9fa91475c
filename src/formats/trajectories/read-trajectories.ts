import { createHash } from 'node:crypto';
import type { Action } from '../../domain/action.js';
import { itemKeyText } from '../../domain/episode.js';
import { FileContentError } from '../file-errors.js';
import { checkLine, parseJsonLine } from './parse-line.js';
import { readLines } from './read-lines.js';
import { TrajectoryLineSchema } from './trajectory-line.js';

/** The actions of a trajectories file by item. */
export interface RecordedTrajectories {
  /** SHA-256 of the file's bytes, hex. */
  readonly hash: string;
  /** Number of recorded attempts. */
  readonly count: number;
  /** The actions of this repeat, or those recorded for every repeat; undefined when the item was not recorded. */
  find(item: string, repeat: number): readonly Action[] | undefined;
}

/**
 * Reads a trajectories file: one line per attempt, `{"item": "…", "repeat"?: n, "actions": [Action…]}`.
 *
 * @throws {DatasetError} of `formats/file-errors.ts` naming file and line: unreadable, not UTF-8, not JSON, of the wrong
 * shape, of a newer version, or an item recorded twice.
 */
export async function readTrajectories(
  file: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<RecordedTrajectories> {
  const hash = createHash('sha256');
  const lineOf = new Map<string, number>();
  const actionsOf = new Map<string, readonly Action[]>();
  for await (const line of readLines(file, { ...options, onBytes: (bytes) => hash.update(bytes) })) {
    const value = parseJsonLine(line, file);
    const { item, repeat, actions } = checkLine(value, TrajectoryLineSchema, { file, line: line.number });
    const key = keyOf(item, repeat);
    const earlier = lineOf.get(key);
    if (earlier !== undefined) {
      const what = repeat === undefined ? `item "${item}"` : `repeat ${repeat} of item "${item}"`;
      throw new FileContentError(`${what} is recorded on line ${earlier} already`, {
        place: { file, line: line.number },
        hint: 'Keep one line per item, or number its repeats from 0.',
      });
    }
    lineOf.set(key, line.number);
    actionsOf.set(key, actions);
  }
  return {
    hash: hash.digest('hex'),
    count: actionsOf.size,
    find: (item, repeat) => actionsOf.get(keyOf(item, repeat)) ?? actionsOf.get(keyOf(item, undefined)),
  };
}

/** No item key of one repeat looks like that of all: the former end in a number. */
function keyOf(item: string, repeat: number | undefined): string {
  return repeat === undefined ? `${item}#` : itemKeyText({ item, repeat });
}
