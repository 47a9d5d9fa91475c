import { resolve } from 'node:path';
import { canonicalJson } from '../../../formats/run/canonical-json.js';
import type { Mode } from '../../../domain/mode.js';
import { UserError } from '../../../errors.js';
import { changedTasksTable, comparisonTable } from '../../../metrics/comparison/compare-tables.js';
import { compareRuns } from '../../../metrics/comparison/compare.js';
import { comparisonSentence } from '../../../metrics/comparison/comparison-sentence.js';
import type { Table } from '../../../metrics/tables/table.js';
import { indexComparedRun, requireDistinctRuns } from '../../compare/index-compared-run.js';
import { scoredRows } from '../../results/ensure-scored.js';
import { findRun } from '../../results/find-run.js';

/** Kinds of environments that are live. */
const LIVE: ReadonlySet<string> = new Set(['chromium', 'android']);

/** A run on a recorded world against one in the live app. */
export interface FidelityRuns {
  readonly sentence: string;
  /** Success in the live app less success on the recorded world, and its interval; null where too few tasks are in both. */
  readonly difference: number | null;
  readonly interval: readonly [low: number, high: number] | null;
  readonly tables: readonly Table[];
}

/**
 * The same agent on the recorded world and in the live app: the difference in success on the tasks that both have, with its interval.
 *
 * @throws {UserError} for other than two runs, runs that there are not, and agents that differ
 */
export async function compareFidelityRuns(
  names: readonly string[],
  options: {
    /** Folder below which runs are found by name. */
    readonly runs: string;
    readonly mode: Mode;
    readonly workingDirectory: string;
    readonly signal: AbortSignal;
  },
): Promise<FidelityRuns> {
  const { mode, signal, workingDirectory } = options;
  if (names.length !== 2) {
    throw new UserError('--runs names two runs: one on the recorded world, one in the live app', {
      hint: 'Make them with the same agent: touchstone run WORLD --env recorded, then --env chromium or android.',
    });
  }
  const indexes = [];
  for (const name of names) {
    const directory = findRun(name, resolve(workingDirectory, options.runs), workingDirectory);
    indexes.push(await indexComparedRun(directory, { signal }));
  }
  requireDistinctRuns(indexes);
  const [one, other] = indexes.map(({ start }) => start.identity);
  if (one === undefined || other === undefined) throw new UserError('there are no two runs');
  if (canonicalJson([one.agent, one.models]) !== canonicalJson([other.agent, other.models])) {
    throw new UserError(
      `the runs are of different agents or models: ${one.agent.name}, ${other.agent.name}`,
      {
        hint: 'Only the same agent with the same model on both says something about the world.',
      },
    );
  }
  const recorded = indexes.filter(({ start }) => !LIVE.has(start.identity.environment?.kind ?? ''));
  const live = indexes.filter(({ start }) => LIVE.has(start.identity.environment?.kind ?? ''));
  const [base, against] = [recorded[0], live[0]];
  if (base === undefined || against === undefined) {
    throw new UserError(`both runs are ${live.length === 0 ? 'on recorded screens' : 'in live apps'}`, {
      hint: 'One has to be on the recorded world, the other in the live app (--env).',
    });
  }
  // In this order: differences are live less recorded.
  const runs = [
    { name: 'recorded', rows: await scoredRows(base, { mode, signal }) },
    { name: 'live', rows: await scoredRows(against, { mode, signal }) },
  ];
  const [comparison] = compareRuns(runs, {});
  if (comparison === undefined) throw new UserError('the runs have no task in common');
  const { difference, interval } = comparison;
  return {
    sentence: comparisonSentence(comparison),
    difference,
    interval: interval === null ? null : [interval.low, interval.high],
    tables: [comparisonTable([comparison]), changedTasksTable(comparison)],
  };
}
