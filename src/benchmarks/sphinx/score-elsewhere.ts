import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { sphinxResultRow, type SphinxPairResult } from './saved-runs/pair-result.js';
import {
  measureInstructionFollowing,
  type InstructionFollowing,
} from './saved-runs/instruction-following.js';
import { noReadableRun } from './saved-runs/saved-attempts.js';
import { scoreSphinxRecordings, scoreSphinxSavedRuns } from './score-recordings.js';
import { scoreSphinxObserved } from './score-trajectories.js';
import { sphinxSplit } from './splits.js';
import { sphinxTables } from './tables/tables.js';
import type { Mode } from '../../domain/mode.js';
import { UserError } from '../../errors.js';
import { countScoredItems } from '../../formats/results/count-scored-items.js';
import type { ScoreDocument, ScoredItem } from '../../formats/results/score-document.js';
import { instructionFollowingRates } from '../../metrics/instruction-following-rates.js';
import type { ResultRow } from '../../metrics/result-row.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Table } from '../../metrics/tables/table.js';
import type { ElsewhereRequest, ScoredElsewhere } from '../elsewhere-scorer.js';

/** Pairs that did not succeed are listed one by one up to this many. */
const SHOWN_FAILURES = 40;

/**
 * Scores SPHINX's own recordings, or runs made elsewhere (a folder of the reference code's runs, or observed
 * trajectories as JSON Lines), in the layout of the paper's Table 4, in both modes.
 *
 * @throws {UserError} when data, split or trajectories name nothing
 */
export async function scoreSphinxElsewhere(request: ElsewhereRequest): Promise<ScoredElsewhere> {
  const { path, signal } = request;
  const dataDirectory = namedData(request);
  const own: Mode = request.mode ?? 'reference';
  const other: Mode = own === 'reference' ? 'corrected' : 'reference';
  const split = sphinxSplit(request.split ?? (path === null ? 'present' : 'all'));
  const options = { dataDirectory, split, modes: [own, other], signal };
  const isFolder = path !== null && statSync(path).isDirectory();
  const results =
    path === null
      ? scoreSphinxRecordings(options)
      : isFolder
        ? scoreSphinxSavedRuns({ ...options, runsDirectory: path, layout: 'auto' })
        : scoreSphinxObserved({ ...options, file: path });

  const rows = new Map<Mode, ResultRow[]>([
    [own, []],
    [other, []],
  ]);
  const failures: SphinxPairResult[] = [];
  const scored: ScoredItem[] = [];
  const missing: string[] = [];
  const warnings: string[] = [];
  let scoredRuns = 0;
  let firstBroken: SphinxPairResult | null = null;
  for await (const result of results) {
    if (result.type === 'scored') scoredRuns += 1;
    else if (result.type === 'broken' && result.what === 'run') firstBroken ??= result;
    for (const [mode, list] of rows) {
      const row = sphinxResultRow(result, mode);
      list.push(row);
      if (request.listsItems) scored.push(scoredPair(result, row, mode));
    }
    if (result.type === 'absent') missing.push(result.key.item);
    warnings.push(...result.warnings.map((warning) => `${result.key.item}: ${warning}`));
    if (result.type !== 'scored' || [own, other].some((mode) => result.results.get(mode)?.success !== true)) {
      failures.push(result);
    }
  }
  if (path !== null && scoredRuns === 0) throw noReadableRun(path, firstBroken);
  const agent = request.label ?? (path === null ? 'recorded trajectories' : basename(path));
  const modality = path === null ? 'recorded' : 'saved run';
  const tables = [own, other].flatMap((mode) =>
    sphinxTables([{ agent, modality, rows: rows.get(mode) ?? [] }], {
      split: `${split}, ${mode} mode`,
      published: request.published && mode === own,
    }),
  );
  const following = isFolder
    ? [followingTable(await measureInstructionFollowing({ ...options, runsDirectory: path, layout: 'auto' }))]
    : [];
  const failed = failures.length === 0 ? [] : [failuresTable(failures, own, other)];
  const document = {
    formatVersion: 1,
    benchmark: 'sphinx',
    split,
    dataHash: null,
    mode: own,
    ...countScoredItems(scored),
    results: scored,
    missing,
    warnings,
    tables: [...tables, ...following, ...failed],
  } satisfies ScoreDocument;
  return { tables: document.tables, warnings, document };
}

/** @throws {UserError} when the data are not named, or the runs are not there */
export function namedData({ path, dataDirectory }: Pick<ElsewhereRequest, 'path' | 'dataDirectory'>): string {
  if (dataDirectory === null) {
    throw new UserError('sphinx needs its data', { hint: 'Name the folder with groundtruth/ with --data.' });
  }
  if (path !== null && !existsSync(path)) {
    throw new UserError(`${path} does not exist`, { hint: '--trajectories names a file or folder.' });
  }
  return dataDirectory;
}

/** A pair as the JSON document lists it; its hits are the rules that hold. */
function scoredPair(result: SphinxPairResult, row: ResultRow, mode: Mode): ScoredItem {
  const { key, outcome, completion, steps } = row;
  const judged = result.type === 'scored' ? result.results.get(mode) : undefined;
  const held = judged?.rules.filter(({ holds }) => holds === true).length ?? 0;
  return {
    mode,
    ...key,
    outcome,
    success: judged?.success ?? null,
    completion,
    steps,
    hits: judged === undefined ? null : [held, judged.rules.length],
    milestones: [],
    end: null,
  };
}

/** The pairs that are not a success in both modes, with each entry that does not hold. */
function failuresTable(failures: readonly SphinxPairResult[], own: Mode, other: Mode): Table {
  const absent = failures.filter(({ type }) => type === 'absent').length;
  const shown = failures.filter(({ type }) => type !== 'absent');
  return {
    id: 'sphinx-failures',
    title: `Pairs that did not succeed: ${shown.length}`,
    columns: textColumns('pair', own, other, 'why'),
    rows: shown
      .slice(0, SHOWN_FAILURES)
      .map((result) => [
        { text: result.key.item, items: [result.key.item] },
        { text: verdict(result, own) },
        { text: verdict(result, other) },
        { text: why(result, own) },
      ]),
    notes: [
      ...(shown.length > SHOWN_FAILURES ? [`… and ${shown.length - SHOWN_FAILURES} more.`] : []),
      ...(absent > 0 ? [`${absent} more pairs of the split are not there at all.`] : []),
    ],
  };
}

function verdict(result: SphinxPairResult, mode: Mode): string {
  if (result.type !== 'scored') return result.type;
  const success = result.results.get(mode)?.success;
  return success === true ? 'passed' : success === false ? 'failed' : 'unknown';
}

function why(result: SphinxPairResult, mode: Mode): string {
  if (result.type === 'broken') return result.error.message;
  if (result.type === 'absent') return '';
  const rules = result.results.get(mode)?.rules ?? [];
  return rules
    .map((rule, index) => ({ rule, index }))
    .filter(({ rule }) => rule.holds !== true)
    .map(({ rule, index }) => `entry ${index + 1} (${rule.type}): ${rule.explanation}`)
    .join('; ');
}

function followingTable({ runs, formatErrors, repetition: counted }: InstructionFollowing): Table {
  const { repetition } = instructionFollowingRates([
    {
      repeated: counted.repeated,
      repeatable: counted.total,
      actions: formatErrors.total,
      formatErrors: formatErrors.errors,
    },
  ]);
  const percent = (rate: number | null): string => (rate === null ? 'n/a' : `${(rate * 100).toFixed(1)} %`);
  const { errors, total } = formatErrors;
  return {
    id: 'sphinx-instruction-following',
    title: `Instruction following over ${runs} runs`,
    columns: [...textColumns('measure'), ...numberColumns('rate', 'counted')],
    rows: [
      [
        { text: 'format error' },
        { text: percent(formatErrors.rate), value: formatErrors.rate },
        { text: `${errors}/${total}` },
      ],
      [
        { text: 'repetition' },
        { text: percent(repetition.value), value: repetition.value },
        { text: `${repetition.part}/${repetition.whole}` },
      ],
    ],
    notes: [
      'As the paper counts them: a run ends at its first format error; an action repeats when any earlier one of its run is equal. n/a: nothing could repeat, or most answers were unreadable.',
    ],
  };
}
