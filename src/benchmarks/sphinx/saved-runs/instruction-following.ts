import { join } from 'node:path';
import { TouchstoneError } from '../../../errors.js';
import { mapAhead } from '../../../domain/collections/map-ahead.js';
import { pairId } from './pair.js';
import { countRepetitions } from './repetition.js';
import { readSavedRun } from './saved-run.js';
import type { ScoreSavedRunsOptions } from '../score-recordings.js';
import { splitPairs } from '../splits.js';
import { z } from 'zod';
import { readJsonFile } from '../../../formats/read-json-file.js';

const RunMetaSchema = z.object({
  success: z.boolean(),
  /** Actions carried out. */
  length: z.int().nonnegative(),
  /** `none`, or the name of a Python exception, its message and a stack. */
  error_message: z.string(),
});

/** How a saved run ended, as the reference code's `meta.json` says. */
interface RunMeta {
  readonly success: boolean;
  /** Actions carried out. */
  readonly length: number;
  /** Name of the exception that ended the run; null when none did. */
  readonly exception: string | null;
}

/** Exceptions that mean an answer nobody could read: of the action grammar, and of the answer around it. */
const FORMAT_ERRORS: ReadonlySet<string> = new Set(['ActionParseError', 'ActionParsingError']);

/**
 * How well the saved runs of one model followed the instructions about form. Rates are 0–1, null where nothing was
 * counted.
 */
export interface InstructionFollowing {
  /** Runs that were counted. */
  readonly runs: number;
  /** Actions that could not be read, among all actions; a run ends at its first. */
  readonly formatErrors: { readonly errors: number; readonly total: number; readonly rate: number | null };
  readonly repetition: { readonly repeated: number; readonly total: number; readonly rate: number | null };
  /** Runs that could not be read and count nowhere. */
  readonly broken: readonly { readonly item: string; readonly error: TouchstoneError }[];
}

/**
 * Format errors and repetition over the runs of a split that the reference code saved; pairs without a run are passed
 * over.
 *
 * Source: SPHINX paper, Table 9; reference code.
 */
export async function measureInstructionFollowing(
  options: Omit<ScoreSavedRunsOptions, 'modes' | 'ownElement'>,
): Promise<InstructionFollowing> {
  const { runsDirectory, layout, signal } = options;
  const sums = { runs: 0, errors: 0, actions: 0, repeated: 0, repeatable: 0 };
  const broken: { item: string; error: TouchstoneError }[] = [];
  const pairs = splitPairs(options.dataDirectory, options.split, options);
  const read = mapAhead(pairs, 4, async (pair) => {
    const folder = join(runsDirectory, pairId(pair));
    try {
      const run = await readSavedRun(folder, { layout, signal });
      return run === null
        ? null
        : ({ type: 'run', run, meta: await readRunMeta(folder, { signal }) } as const);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TouchstoneError) || error.fault === 'bug') throw error;
      return { type: 'broken', item: pairId(pair), error } as const;
    }
  });
  for await (const result of read) {
    if (result === null) continue;
    if (result.type === 'broken') {
      broken.push({ item: result.item, error: result.error });
      continue;
    }
    const repetition = countRepetitions(result.run.actions);
    sums.runs += 1;
    sums.errors += FORMAT_ERRORS.has(result.meta.exception ?? '') ? 1 : 0;
    sums.actions += result.meta.length;
    sums.repeated += repetition.repeated;
    sums.repeatable += repetition.total;
  }
  const total = sums.actions + sums.errors;
  return {
    runs: sums.runs,
    formatErrors: { errors: sums.errors, total, rate: share(sums.errors, total) },
    repetition: {
      repeated: sums.repeated,
      total: sums.repeatable,
      rate: share(sums.repeated, sums.repeatable),
    },
    broken,
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** The end of a saved run. @throws {DatasetError} naming file and place, also when the run never ended. */
export async function readRunMeta(
  folder: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<RunMeta> {
  const meta = await readJsonFile(join(folder, 'meta.json'), RunMetaSchema, options);
  const { success, length, error_message: message } = meta;
  return { success, length, exception: message === 'none' ? null : (message.split(':', 1)[0] ?? '').trim() };
}
