import { comparedParts } from '../../benchmarks/dimensions/compared-parts.js';
import { areInDimensions } from '../../benchmarks/dimensions/dimension.js';
import { dimensionRows } from '../../benchmarks/dimensions/dimension-measures.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { ItemKey } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import { listScoreFiles } from '../../formats/run/run-folder.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { scoreRun } from '../../engine/score-run.js';
import { TouchstoneError } from '../../errors.js';
import type { ComparedPart } from '../../metrics/comparison/compare-parts.js';
import type { ReportRunInput } from '../../report/html/collect-run.js';
import type { PictureFinder } from '../../report/html/picture-store.js';
import { VERSION } from '../../version.js';
import { answerTables } from '../results/answer-tables.js';
import type { OnWarnings } from '../app-context.js';
import { callTables } from '../results/call-tables.js';
import { passTables } from '../results/pass-tables.js';
import { phoneUseTables } from '../results/phone-use-tables.js';
import { plannedResults } from '../results/planned-results.js';
import { quickFindings } from '../scan/quick-findings.js';
import { openOfRun } from '../run/run-benchmark.js';
import { forkNote } from '../fork/fork-words.js';
import { agentLabel } from '../results/agent-label.js';
import { noted, watched } from '../results/run-tables.js';
import { mayShowPersonalData } from './may-show-personal-data.js';

export interface RunInputOptions {
  readonly signal: AbortSignal;
  readonly onWarnings?: OnWarnings | undefined;
  /** Whether a run that nobody scored is scored first. */
  readonly mayScore?: boolean;
}

/** What its benchmark adds to the report of a run. `opened` gets the benchmark as soon as it is open, so that the caller disposes of it even after an error. */
export async function runInput(
  index: RunIndex,
  opened: Benchmark[],
  { signal, onWarnings, mayScore = true }: RunInputOptions,
): Promise<ReportRunInput> {
  const { directory } = index;
  const inDimensions = areInDimensions(index.tasks.values());
  const mayShow = mayShowPersonalData(index);
  const { identity } = index.start;
  const scan: ReportRunInput['scan'] = (record, task) => quickFindings(record, task, identity);
  const phones = await phoneUseTables(index, { signal });
  try {
    const { definition, benchmark } = await openOfRun(directory, { signal });
    opened.push(benchmark);
    const showsPersonalData = definition.showsPersonalData === true;
    const { mode } = benchmark;
    if (mayScore && (await listScoreFiles(directory)).length === 0) {
      await scoreRun(directory, benchmark, { modes: [mode], touchstone: VERSION, signal });
    }
    const notRun: ItemKey[] = [];
    const results = watched(plannedResults(index, benchmark, { mode, signal }), ({ key, outcome }) => {
      if (outcome === 'not_run') notRun.push(key);
    });
    const parts = inDimensions ? await partsOf(index, { mode, signal }) : [];
    const agent = agentLabel(index);
    const own = await benchmark.scorer.tables(results, {
      agent,
      mode,
      identity: index.start.identity,
    });
    const answers = await answerTables(index, benchmark, { agent, signal });
    const passes = await passTables(index, { mode, signal });
    const fork = forkNote(index.start.identity);
    const tables = [
      ...noted(own, fork === null ? [] : [fork]),
      ...passes,
      ...phones.tables,
      ...answers,
      ...callTables(index, agent),
    ];
    const picture = pictureFinder(benchmark, signal);
    const { splitAverages = [] } = definition;
    return {
      directory,
      inDimensions,
      parts,
      splitAverages,
      showsPersonalData,
      tables,
      notRun,
      picture,
      scan,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    // The report itself names what of a run cannot be read; here only the world's tables and pictures are lost.
    onWarnings?.([`${directory}: without the benchmark's tables and pictures: ${error.message}`]);
    const parts = inDimensions ? await partsOf(index, { mode: index.start.identity.mode, signal }) : [];
    const tables = [...phones.tables, ...callTables(index, agentLabel(index))];
    return { directory, inDimensions, parts, showsPersonalData: mayShow, tables, scan };
  }
}

/** What a run in dimensions is compared by; nothing where its scores cannot be read, which the report names itself. */
async function partsOf(
  index: RunIndex,
  { mode, signal }: { readonly mode: Mode; readonly signal: AbortSignal },
): Promise<readonly ComparedPart[]> {
  try {
    const rows = await dimensionRows(readResults(index, mode, { signal }));
    return comparedParts(rows, { mode, metric: 'success' });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    return [];
  }
}

function pictureFinder(benchmark: Benchmark, signal: AbortSignal): PictureFinder {
  return (screenId) => {
    const picture = benchmark.world?.screen(screenId)?.picture ?? null;
    return picture === null ? null : { mediaType: picture.mediaType, load: () => picture.load({ signal }) };
  };
}
