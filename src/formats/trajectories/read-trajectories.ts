import { createHash } from 'node:crypto';
import type { Action } from '../../domain/action.js';
import { itemKeyText } from '../../domain/episode.js';
import {
  FileContentError,
  FileSchemaError,
  FormatVersionError,
  JsonDepthError,
  JsonSyntaxError,
} from '../file-errors.js';
import { findJsonProblem, lineAndColumn } from '../json-scan.js';
import { parseJson } from '../read-json-file.js';
import { readLines } from './read-lines.js';
import type { TextLine } from './read-lines.js';
import { TRAJECTORIES_FORMAT_VERSION, TrajectoryLineSchema } from './trajectory-line.js';
import type { TrajectoryLine } from './trajectory-line.js';

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
    const { item, repeat, actions } = parseLine(line, file);
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

function parseLine({ number, text }: TextLine, file: string): TrajectoryLine {
  const value = parseLineJson(text, { file, line: number });
  const result = TrajectoryLineSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
  const version = (value as { formatVersion?: unknown } | null)?.formatVersion;
  if (typeof version === 'number' && version > TRAJECTORIES_FORMAT_VERSION) {
    throw new FormatVersionError(
      `trajectories format ${version} is newer than ${TRAJECTORIES_FORMAT_VERSION}, the newest known here`,
      { place: { file, line: number, path: ['formatVersion'] }, hint: 'Install a newer Touchstone.' },
    );
  }
  throw new FileSchemaError(issue?.message ?? 'the value does not fit', {
    place: { file, line: number, path },
    hint: 'Compare the line with the trajectories format (docs/formats.md).',
  });
}

function parseLineJson(text: string, place: { file: string; line: number }): unknown {
  try {
    return parseJson(text, place.file);
  } catch (error) {
    if (error instanceof JsonDepthError) {
      throw new JsonDepthError('the line nests too deep', { place, hint: error.hint ?? '' });
    }
    if (!(error instanceof JsonSyntaxError)) throw error;
    const problem = findJsonProblem(text);
    const column = problem === null ? undefined : lineAndColumn(text, problem.offset).column;
    throw new JsonSyntaxError(problem?.message ?? 'this is not JSON', {
      place: column === undefined ? place : { ...place, column },
      hint: 'Every line is one JSON object; a cut-off last line can be deleted.',
      cause: error.cause,
    });
  }
}
