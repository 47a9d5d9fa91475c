import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Mode } from '../../domain/mode.js';
import { TouchstoneError, UserError } from '../../errors.js';
import type { CompareDocument } from '../../formats/results/compare-document.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { requireSameBenchmark } from '../../metrics/tables/identity-table.js';
import {
  compareRecordedRuns,
  type ComparableRun,
  type ComparedPair,
} from '../../report/comparison/compare-recorded-runs.js';
import { runRates } from '../../report/summary/run-rates.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { chooseMetric, lackingMetricNote, otherMetric } from '../../app/compare/choose-metric.js';
import { compareDimensions } from '../../app/compare/compare-dimensions.js';
import { scoredRows } from '../../app/results/ensure-scored.js';
import { exitCodeOf } from '../exit-code.js';
import { explainWords } from '../explain-words.js';
import { findRun } from '../../app/results/find-run.js';
import {
  indexComparedRun,
  requireDistinctRuns,
  unfinishedNote,
} from '../../app/compare/index-compared-run.js';
import { compareDevice } from '../compare-device.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { printError } from '../output/print-error.js';
import { printTables } from '../output/print-tables.js';
import { oneOf, percentagePoints, wholeNumber } from '../../domain/text/parse-option.js';
import { runNames } from '../../app/results/run-names.js';

const EXAMPLES = [
  'touchstone compare runs/before runs/after',
  'touchstone compare BASE A B C --against first         each against the first, corrected for three comparisons',
  'touchstone compare A B --margin 5                     whether B is shown to be as good as A, give or take 5 points',
  'touchstone compare A B --metric completion --json',
  'touchstone compare A B --metric ams                   changed tasks by the main metric of the benchmark',
  'touchstone compare RUN --device device.csv            one run next to what became of its tasks on a real device',
];

const AGAINST = ['all', 'first'] as const;
/** Changed tasks shown per comparison. */
const SHOWN = 20;

/** `touchstone compare RUN RUN [RUN…]`: whether runs differ, by how much, and on which tasks. */
export function addCompareCommand(program: Command, context: CommandContext): void {
  const command = addSettings(
    introduce(
      program.command('compare'),
      'Say whether runs of one benchmark differ, how surely, and on which tasks. Nothing is run.',
      EXAMPLES,
    ),
    ['mode', 'data', 'runs'],
  )
    .argument('<runs...>', 'two runs or more: folders, or names below the runs folder; one with --device')
    .option(
      '--device <file>',
      'one run next to a real device: a CSV file (or JSON Lines) with task, success and reason, or a run made there',
    )
    .option(
      '--metric <name>',
      "what is compared first: success, completion, or the benchmark's main metric by its name, such as ams",
      'success',
    )
    .option('--against <all|first>', 'every pair of runs, or each with the first', 'all')
    .option('--margin <points>', 'say whether runs are shown to differ by less than this (equivalence)')
    .option('--target <points>', 'difference for which repeats and tasks needed are said', '10')
    .option('--changed <n>', 'changed tasks shown per comparison', String(SHOWN))
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (names: readonly string[], options: Record<string, unknown>) => {
      const { device } = options;
      if (typeof device !== 'string') return compare(names, options, context);
      const { values } = await loadSettings(options, context);
      return compareDevice(names, device, { values, command, isJson: options['json'] === true }, context);
    });
  explainWords(command, 'mainMetric', 'interval', 'p', 'holm', 'detectable', 'bounds', 'flipped');
}

async function compare(
  names: readonly string[],
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const against = oneOf(AGAINST, options['against'], '--against');
  const shownTasks = wholeNumber(options['changed'], '--changed');
  const target = aboveZero(options['target'], '--target');
  const margin = options['margin'] === undefined ? null : aboveZero(options['margin'], '--margin');
  const { values } = await loadSettings(options, context);
  const { interrupted: signal, stderr, workingDirectory } = context;
  const { indexes, problems } = await readRuns(names, resolve(workingDirectory, values.runs), context);
  requireDistinctRuns(indexes);
  const labels = runNames(indexes);
  requireSameBenchmark(
    indexes.map(({ start }, position) => ({ name: labels[position] ?? '', identity: start.identity })),
  );
  const mode = values.mode ?? commonMode(indexes);
  const dataDirectory = values.data === null ? null : resolve(workingDirectory, values.data);
  const runs: ComparableRun[] = [];
  for (const [position, index] of indexes.entries()) {
    const name = labels[position] ?? index.start.run;
    const note = unfinishedNote(index, name, workingDirectory);
    if (note !== null) stderr.write(`note: ${note}\n`);
    runs.push({ name, index, rows: await scoredRows(index, { mode, dataDirectory, signal }) });
  }
  const named = runs.map(({ name, index, rows }) => ({ name, rows, directory: index.directory }));
  const metric = chooseMetric(String(options['metric']), named, '--metric');
  const other = otherMetric(metric, runs);
  const lacking = metric === 'success' ? lackingMetricNote(named) : null;
  if (lacking !== null) stderr.write(`note: ${lacking}\n`);
  const dimensions = await compareDimensions(runs, { mode, metric, signal });
  const comparable = runs.map((run, position) => {
    const parts = dimensions?.parts[position];
    return parts === undefined ? run : { ...run, parts };
  });
  const {
    pairs,
    others,
    tables: compared,
  } = await compareRecordedRuns(comparable, {
    metric,
    ...(other === null ? {} : { other }),
    against,
    target,
    ...(margin === null ? {} : { margin }),
    mode,
    shownTasks,
    moreTasks: '--changed N shows more',
    signal,
  });
  const tables = dimensions === null ? compared : [dimensions.table, ...compared];
  const document = {
    formatVersion: 1,
    metric,
    mode,
    runs: runs.map((run) => describeRun(run, dimensions !== null)),
    comparisons: pairs.map((pair) => describePair(pair, shownTasks)),
    others: others.map((pair) => describePair(pair, shownTasks)),
    problems: problems.map(({ name, error: { code, message } }) => ({ run: name, code, message })),
    tables,
  } satisfies CompareDocument;
  printTables(tables, { json: options['json'] === true, context, extra: document });
  for (const { error } of problems) printError(error, { verbose: false, stream: stderr });
  if (problems[0] !== undefined) context.setExitCode(exitCodeOf(problems[0].error));
}

/** Points above 0, as a difference of ratios. @throws {UserError} */
function aboveZero(value: unknown, flag: string): number {
  const points = percentagePoints(value, flag);
  if (points > 0) return points;
  throw new UserError(`${flag}: a difference of 0 points can be neither shown nor ruled out`, {
    hint: `Write the points that matter to you: ${flag} 5.`,
  });
}

interface UnreadableRun {
  readonly name: string;
  readonly error: TouchstoneError;
}

/** Reads what can be read. @throws {TouchstoneError} the first problem, when fewer than two runs are left to compare */
async function readRuns(
  names: readonly string[],
  runsFolder: string,
  { workingDirectory, interrupted }: CommandContext,
): Promise<{ readonly indexes: readonly RunIndex[]; readonly problems: readonly UnreadableRun[] }> {
  if (names.length < 2) {
    throw new UserError('a comparison needs two runs or more', {
      hint: '`touchstone list runs` shows what there is.',
    });
  }
  const indexes: RunIndex[] = [];
  const problems: UnreadableRun[] = [];
  const directories = names.map((name) => findRun(name, runsFolder, workingDirectory));
  const twice = names.find((_, position) => directories.indexOf(directories[position] ?? '') !== position);
  if (twice !== undefined)
    throw new UserError(`run "${twice}" is named twice`, { hint: 'Name each run once.' });
  for (const [position, directory] of directories.entries()) {
    try {
      indexes.push(await indexComparedRun(directory, { signal: interrupted }));
    } catch (error) {
      if (!(error instanceof TouchstoneError)) throw error;
      problems.push({ name: names[position] ?? directory, error });
    }
  }
  if (indexes.length < 2 && problems[0] !== undefined) throw problems[0].error;
  return { indexes, problems };
}

/** @throws {UserError} when runs were made in different modes and none was asked for */
function commonMode(indexes: readonly RunIndex[]): Mode {
  const modes = [...new Set(indexes.map(({ start }) => start.identity.mode))];
  const [mode] = modes;
  if (mode !== undefined && modes.length === 1) return mode;
  throw new UserError('the runs were made in different modes', {
    hint: 'Say in which mode all of them are to be scored: --mode reference or --mode corrected.',
  });
}

function describeRun(
  { name, index, rows }: ComparableRun,
  inDimensions: boolean,
): CompareDocument['runs'][number] {
  const { directory, start, items, status } = index;
  const { run, identityHash, identity, planned } = start;
  const rates = inDimensions ? null : runRates(rows);
  return { name, run, directory, status, planned, finished: items.size, identityHash, identity, rates };
}

function describePair(
  { comparison, sentence, changed, differences }: ComparedPair,
  shownTasks: number,
): CompareDocument['comparisons'][number] {
  const { pairs, ...numbers } = comparison;
  return {
    ...numbers,
    tasks: pairs.length,
    sentence,
    changed: changed
      .slice(0, shownTasks)
      .map((task) => ({ ...task, first: differences.get(task.task) ?? null })),
    changedTasks: changed.length,
  };
}
