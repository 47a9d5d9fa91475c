import { existsSync, statSync } from 'node:fs';
import type { Mode } from '../../domain/mode.js';
import { UserError } from '../../errors.js';
import { countScoredItems } from '../../formats/results/count-scored-items.js';
import type { ScoreDocument, ScoredItem } from '../../formats/results/score-document.js';
import { meanCompletion } from '../../metrics/mean-completion.js';
import { successRate } from '../../metrics/rate.js';
import type { ResultRow } from '../../metrics/result-row.js';
import { wholeCell } from '../../metrics/tables/measured-cells.js';
import type { Measured } from '../../metrics/tables/measured.js';
import type { Table } from '../../metrics/tables/table.js';
import type { ElsewhereRequest, ScoredElsewhere } from '../elsewhere-scorer.js';
import { measureInstructionFollowing } from './saved-runs/instruction-following.js';
import { pairId } from './saved-runs/pair.js';
import { sphinxResultRow, type SphinxPairResult } from './saved-runs/pair-result.js';
import { noReadableRun } from './saved-runs/saved-attempts.js';
import { savedCondition } from './saved-runs/saved-condition.js';
import type { ScoreSphinxOptions } from './saved-runs/score-attempt.js';
import { scoreSphinxRecordings, scoreSphinxSavedRuns } from './score-recordings.js';
import { scoreSphinxObserved } from './score-trajectories.js';
import { pairsWithoutLogin, splitPairs, sphinxSplit } from './splits.js';
import { modalityOf, type SphinxCondition } from './tables/condition.js';
import { agentsTable, observationsTable } from './tables/condition-tables.js';
import type { PaperTableFrame } from './tables/paper-table.js';
import { pairTables } from './tables/pair-tables.js';
import { failuresTable, followingTable } from './tables/saved-run-tables.js';
import { sphinxTables } from './tables/tables.js';

/**
 * Scores SPHINX's own recordings, or runs made elsewhere (a folder of the reference code's runs, or observed
 * trajectories as JSON Lines), in the layout of the paper's Table 4, in both modes.
 *
 * @throws {UserError} when data, split or trajectories name nothing
 */
export async function scoreSphinxElsewhere(request: ElsewhereRequest): Promise<ScoredElsewhere> {
  const { path, signal } = request;
  if (request.options['reset'] !== undefined) {
    throw new UserError('--benchmark-option reset is for runs on phones', {
      hint: 'It goes with --env android.',
    });
  }
  const dataDirectory = namedData(request);
  const own: Mode = request.mode ?? 'reference';
  const other: Mode = own === 'reference' ? 'corrected' : 'reference';
  const split = sphinxSplit(request.split ?? 'all');
  const options = { dataDirectory, split, modes: [own, other], signal };
  const isFolder = path !== null && statSync(path).isDirectory();
  const results =
    path === null
      ? scoreSphinxRecordings(options)
      : isFolder
        ? scoreSphinxSavedRuns({ ...options, runsDirectory: path, layout: 'auto' })
        : scoreSphinxObserved({ ...options, file: path });
  const { rows, failures, scored, missing, warnings, readable, firstBroken } = await gather(results, {
    modes: [own, other],
    listsItems: request.listsItems,
  });
  if (path !== null && readable === 0) throw noReadableRun(path, firstBroken);
  const named = await userTasks(options);
  const saved = path === null ? null : savedCondition(path, request.options);
  const agent = request.label ?? saved?.label ?? 'recorded trajectories';
  const modality = saved === null ? 'recorded' : (modalityOf(saved) ?? 'saved run');
  const tables: Table[] = [];
  for (const mode of [own, other]) {
    const all = rows.get(mode) ?? [];
    const isUserTask = ({ key }: ResultRow): boolean => named?.has(key.item) ?? true;
    const userRows = all.filter(isUserTask);
    const others = all.filter((row) => !isUserTask(row));
    const part = `${split}, ${mode} mode`;
    const published = request.published && mode === own;
    tables.push(...sphinxTables([{ agent, modality, rows: userRows, others }], { split: part, published }));
    if (saved === null || mode !== own) continue;
    tables.push(...(await conditionTables(userRows, { agent, part, published }, saved, options)));
  }
  const byGroup = await pairTables(rows.get(own) ?? [], { ...options, part: `${split}, ${own} mode` });
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
    tables: [...tables, ...byGroup, ...following, ...failed],
  } satisfies ScoreDocument;
  return { tables: document.tables, warnings, document };
}

/** The paper's Tables 5 and 10 with the numbers of runs made elsewhere. */
async function conditionTables(
  rows: readonly ResultRow[],
  frame: PaperTableFrame,
  condition: SphinxCondition,
  options: ScoreSphinxOptions,
): Promise<Table[]> {
  const free = await pairsWithoutLogin(options.dataDirectory, options);
  const measured = (number: Measured): Measured | null => (number.n === 0 ? null : number);
  const own = {
    success: measured(successRate(rows)),
    completion: measured(meanCompletion(rows)),
    withoutLogin: measured(successRate(rows.filter(({ key }) => free.has(key.item)))),
    cellOf: wholeCell,
    notes: [],
  };
  const tables = [observationsTable(frame, condition, own), agentsTable(frame, condition, own)];
  return tables.filter((table) => table !== null);
}

/** What tables and the document need of all results. */
interface Gathered {
  readonly rows: ReadonlyMap<Mode, ResultRow[]>;
  readonly failures: SphinxPairResult[];
  readonly scored: ScoredItem[];
  readonly missing: string[];
  readonly warnings: string[];
  /** Runs that could be read. */
  readonly readable: number;
  readonly firstBroken: SphinxPairResult | null;
}

async function gather(
  results: AsyncIterable<SphinxPairResult>,
  { modes, listsItems }: { readonly modes: readonly Mode[]; readonly listsItems: boolean },
): Promise<Gathered> {
  const rows = new Map<Mode, ResultRow[]>(modes.map((mode) => [mode, []]));
  const failures: SphinxPairResult[] = [];
  const scored: ScoredItem[] = [];
  const missing: string[] = [];
  const warnings: string[] = [];
  let readable = 0;
  let firstBroken: SphinxPairResult | null = null;
  for await (const result of results) {
    if (result.type === 'scored') readable += 1;
    else if (result.type === 'broken' && result.what === 'run') firstBroken ??= result;
    for (const [mode, list] of rows) {
      const row = sphinxResultRow(result, mode);
      list.push(row);
      if (listsItems) scored.push(scoredPair(result, row, mode));
    }
    if (result.type === 'absent') missing.push(result.key.item);
    warnings.push(...result.warnings.map((warning) => `${result.key.item}: ${warning}`));
    if (result.type !== 'scored' || modes.some((mode) => result.results.get(mode)?.success !== true)) {
      failures.push(result);
    }
  }
  return { rows, failures, scored, missing, warnings, readable, firstBroken };
}

/** The pairs that a task file names, which alone are user tasks; null where the split holds no others. */
async function userTasks(options: ScoreSphinxOptions): Promise<ReadonlySet<string> | null> {
  const { dataDirectory, split } = options;
  if (split === 'all' || split === 'no-login') return null;
  const named = new Set<string>();
  for await (const pair of splitPairs(dataDirectory, 'all', options)) named.add(pairId(pair));
  return named;
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
