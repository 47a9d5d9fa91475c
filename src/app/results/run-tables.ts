import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { Mode } from '../../domain/mode.js';
import { sampleText, type RunIdentity } from '../../domain/run.js';
import type { ItemResult } from '../../domain/score.js';
import { scoreRun, type ScoringPass } from '../../engine/score-run.js';
import { listScoreFiles, readScoreStart } from '../../formats/run/run-folder.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import type { RunRates } from '../../formats/results/run-rates.js';
import { resultRow, type ResultRow } from '../../metrics/result-row.js';
import { Populations } from '../../metrics/tables/populations-table.js';
import type { Table } from '../../metrics/tables/table.js';
import { runRates } from '../../report/summary/run-rates.js';
import { agentLabel } from './agent-label.js';
import { answerTables, type UnreadableAnswers } from './answer-tables.js';
import { callTables } from './call-tables.js';
import { forkNote } from '../fork/fork-words.js';
import { judgeTables } from '../judge/judge-calibrations.js';
import { ModeDifferences } from './mode-differences.js';
import { passTables } from './pass-tables.js';
import { phoneUseTables } from './phone-use-tables.js';
import { plannedResults } from './planned-results.js';
import { isWhollyScored } from './wholly-scored.js';
import { promptNote } from './prompt-note.js';
import { VERSION } from '../../version.js';

/** A run's tables, and what their reader must know in addition. */
export interface ScoredRun {
  readonly tables: readonly Table[];
  /** What it came to as a whole, in the benchmark's mode; null where its items measure several things apart. */
  readonly rates: RunRates | null;
  readonly warnings: readonly string[];
  /** Answers that could not be read as they were; null where all could. */
  readonly unreadable: UnreadableAnswers | null;
}

/** Scores a run in both modes and gives its tables; see `tablesOfModes`. `onResult` sees each result of each mode. */
export async function scoreAndTabulate(
  directory: string,
  benchmark: Benchmark,
  options: {
    readonly onResult?: (result: ItemResult) => void;
    /** Whether the tables also show the published rows. */
    readonly published?: boolean;
    /** Who scores the run; where it is not the benchmark, the scores that this has given already stay. */
    readonly pass?: ScoringPass;
    /** Whether scores stay that the benchmark has given already, to their end and of all that is done by now. */
    readonly keepsScores?: boolean;
    /** Name of the judge's pass whose verdicts the rules are given; the newest unless given. */
    readonly judgedBy?: string;
    readonly signal: AbortSignal;
  },
): Promise<ScoredRun> {
  const { pass, signal } = options;
  const other: Mode = benchmark.mode === 'reference' ? 'corrected' : 'reference';
  const judgedBy = options.judgedBy === undefined ? {} : { judgedBy: options.judgedBy };
  const scoring = { modes: [benchmark.mode, other], touchstone: VERSION, signal, ...judgedBy };
  if (pass !== undefined) await scoreRun(directory, benchmark, { ...scoring, pass });
  const keeps = pass !== undefined || options.keepsScores === true;
  if (!keeps || !(await isWhollyScored(directory, scoring))) {
    await scoreRun(directory, benchmark, scoring);
  }
  const index = await indexRun(directory, options);
  const { onResult } = options;
  const agent = agentLabel(index);
  const populations = new Populations();
  const rows: ResultRow[] = [];
  const resultsOf = (mode: Mode): AsyncIterable<ItemResult> =>
    watched(plannedResults(index, benchmark, { ...options, mode }), (result) => {
      onResult?.(result);
      if (mode !== benchmark.mode) return;
      populations.add(result);
      rows.push(resultRow(result));
    });
  const made = await tablesOfModes(benchmark, other, agent, resultsOf, {
    published: options.published === true,
    identity: index.start.identity,
  });
  const tables = withSample(made, index);
  const phones = await phoneUseTables(index, options);
  let unreadable: UnreadableAnswers | null = null;
  const answers = await answerTables(index, benchmark, {
    agent,
    signal,
    onUnreadable: (found) => {
      unreadable = found;
    },
  });
  const passes = await passTables(index, { mode: benchmark.mode, signal });
  // Steps of recordings and questions about capabilities have no success rate of their own.
  const reach = benchmark.items.protocol === 'interactive' ? populations.table(agent) : null;
  const prompts = promptNote(index, { published: options.published === true });
  const fork = forkNote(index.start.identity);
  const notes = [fork, prompts, await judgeNote(directory)].filter((one) => one !== null);
  return {
    tables: [
      ...noted(tables, notes),
      ...(reach === null ? [] : [reach]),
      ...passes,
      ...(await judgeTables(index, { agent, signal })),
      ...phones.tables,
      ...answers,
      ...callTables(index, agent),
    ],
    rates: benchmark.items.protocol === 'question' ? null : runRates(rows),
    warnings: phones.warning === null ? [] : [phones.warning],
    unreadable,
  };
}

/** Whose verdicts the newest scores rest on; null where rules decide. */
async function judgeNote(directory: string): Promise<string | null> {
  const file = (await listScoreFiles(directory)).at(-1);
  const judge = file === undefined ? undefined : (await readScoreStart(file))?.judgedBy;
  return judge === undefined ? null : `Success as the judge's pass ${judge.pass} says.`;
}

/** Tables with more notes below the first. */
export function noted([first, ...others]: readonly Table[], notes: readonly string[]): readonly Table[] {
  return first === undefined ? others : [{ ...first, notes: [...first.notes, ...notes] }, ...others];
}

/** Passes results on, each shown to `onResult` first. */
export async function* watched(
  results: AsyncIterable<ItemResult>,
  onResult: (result: ItemResult) => void,
): AsyncGenerator<ItemResult> {
  for await (const result of results) {
    onResult(result);
    yield result;
  }
}

/** Of a run over a random sample the first table says so. */
function withSample(
  [first, ...rest]: readonly Table[],
  { start }: Pick<RunIndex, 'start'>,
): readonly Table[] {
  const { sample } = start.identity.benchmark;
  if (first === undefined) return [];
  if (sample === undefined) return [first, ...rest];
  return [{ ...first, notes: [...first.notes, `A ${sampleText(sample)}.`] }, ...rest];
}

/** Tables of the benchmark's mode, and of the other the rates and the items it judges differently, if any. */
export async function tablesOfModes(
  benchmark: Benchmark,
  other: Mode,
  agent: string,
  resultsOf: (mode: Mode) => AsyncIterable<ItemResult> | Iterable<ItemResult>,
  options: { readonly published?: boolean; readonly identity?: RunIdentity } = {},
): Promise<readonly Table[]> {
  const differences = new ModeDifferences();
  const tables = (mode: Mode): Promise<readonly Table[]> =>
    benchmark.scorer.tables(differences.watch(mode, resultsOf(mode)), {
      agent,
      mode,
      published: options.published === true && mode === benchmark.mode,
      ...(options.identity === undefined ? {} : { identity: options.identity }),
    });
  const own = await tables(benchmark.mode);
  const others = await tables(other);
  const differing = differences.table(benchmark.mode, other);
  if (differing === null) return own;
  return [...own, ...others.slice(0, 2), differing];
}
