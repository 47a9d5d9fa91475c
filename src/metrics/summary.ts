import { explain } from '../domain/text/glossary.js';
import { meanEstimate } from './mean.js';
import { meanCompletion, type MeanCompletion } from './mean-completion.js';
import { metricMean, type MetricMean } from './metric-mean.js';
import { metricExtent, metricSentence } from './tables/metric-words.js';
import { sortRows } from './tables/measured.js';
import { boundsCell, countCell, endsOf, intervalCell, valueCell } from './tables/measured-cells.js';
import { DENOMINATOR_NOTE, exclusionsNote, methodsNote, notApplicableNote } from './tables/measured-notes.js';
import { NOT_APPLICABLE, percent, percentInterval } from './tables/percent.js';
import { successRate, type Rate } from './rate.js';
import { commonRepeats, passAtKOver, passHatKOver, repeatedTasks, type PassEstimate } from './repeats.js';
import type { ResultRow } from './result-row.js';
import { groupColumns, numberColumns, textColumns } from './tables/columns.js';
import type { Cell, Column, Table } from './tables/table.js';

/** The results of one agent. */
export interface NamedResults {
  readonly agent: string;
  readonly rows: readonly ResultRow[];
  /** What this agent is given that others are not, such as `sees graph and milestones`; shown next to its name. */
  readonly privilege?: string;
}

/** The numbers of one row of the summary. */
export interface AgentSummary {
  readonly agent: string;
  readonly success: Rate;
  readonly completion: MeanCompletion;
  /** The benchmark's main metric; null where it has none beside the success rate. */
  readonly main: MetricMean | null;
  /** Mean steps of the judged items; null without any. */
  readonly meanSteps: number | null;
  /** Null unless tasks were repeated. */
  readonly passAtK: PassEstimate | null;
  readonly passHatK: PassEstimate | null;
}

/** Everything the summary says about one agent; `k` is the number of repeats that pass@k and pass^k are about. */
export function summarise(
  { agent, rows }: NamedResults,
  k = commonRepeats(repeatedTasks(rows)),
): AgentSummary {
  const tasks = k > 1 ? repeatedTasks(rows) : [];
  return {
    agent,
    success: successRate(rows),
    completion: meanCompletion(rows),
    main: metricMean(rows),
    meanSteps: meanEstimate(sortRows(rows).counted.map(({ steps }) => steps)).mean,
    passAtK: k > 1 ? passAtKOver(tasks, k) : null,
    passHatK: k > 1 ? passHatKOver(tasks, k) : null,
  };
}

/** How the main metric stands in the table. */
interface MetricColumns {
  /** What the completion columns are called: the metric's own name, where completion is what it is. */
  readonly completion: string;
  /** The name of columns of its own. */
  readonly own: string | null;
}

function metricColumns(metric: MetricMean['metric'] | undefined): MetricColumns {
  if (metric === undefined) return { completion: 'Completion', own: null };
  return metric.average === 'completion'
    ? { completion: metric.name, own: null }
    : { completion: 'Completion', own: metric.name };
}

function columnsOf({ completion, own }: MetricColumns): Column[] {
  return [
    ...textColumns('Agent'),
    ...groupColumns('Success', 'SR (%)', '95 %', 'n', 'Bounds'),
    ...(own === null ? [] : groupColumns(own, 'Mean (%)', '95 %', 'Bounds')),
    ...groupColumns(completion, 'Mean (%)', '95 %'),
    ...numberColumns('Steps', 'Voided', 'Not run'),
  ];
}

/**
 * One row per agent, for any benchmark: success, the benchmark's main metric and completion with intervals, n, voided items
 * and bounds, mean steps, and pass@k and pass^k where tasks were repeated.
 */
export function summaryTable(
  sets: readonly NamedResults[],
  options: { readonly id?: string; readonly title?: string } = {},
): Table {
  const repeats = sets.map(({ rows }) => commonRepeats(repeatedTasks(rows))).filter((count) => count > 1);
  // One k for all rows, the largest that every repeated agent can show.
  const k = repeats.length === 0 ? 1 : Math.min(...repeats);
  const summaries = sets.map((set) => ({ ...summarise(set, k), privilege: set.privilege }));
  const mains = summaries.flatMap(({ agent, main }) => (main === null ? [] : [{ agent, main }]));
  const metric = mains[0]?.main.metric;
  const titles = metricColumns(metric);
  const columns = columnsOf(titles);
  const rows = summaries.map((summary): Cell[] => {
    const { agent, privilege, success, completion, main, meanSteps } = summary;
    return [
      { text: privilege === undefined ? agent : `${agent} (${privilege})` },
      valueCell(success),
      intervalCell(success),
      { text: String(success.n), value: success.n, items: success.items },
      boundsCell(success),
      ...(titles.own === null ? [] : mainCells(main)),
      valueCell(completion),
      intervalCell(completion),
      { text: meanSteps === null ? NOT_APPLICABLE : meanSteps.toFixed(1), value: meanSteps },
      countCell(success.voided.flatMap(({ items }) => items)),
      countCell(success.notRun),
      ...(k > 1 ? [passCell(summary.passAtK), passCell(summary.passHatK)] : []),
    ];
  });
  const notes = [
    DENOMINATOR_NOTE,
    methodsNote(
      summaries.flatMap(({ success, completion, main }) => [
        success,
        completion,
        ...(main === null ? [] : [main]),
      ]),
    ),
    ...summaries.map(({ agent, success }) => exclusionsNote(agent, success)),
    ...summaries.map(({ agent, completion }) => unmeasuredNote(agent, completion)),
    metric === undefined ? null : metricSentence(metric),
    ...(titles.own === null ? [] : mains.map(({ agent, main }) => `${agent}: ${metricExtent(main)}.`)),
    ...(k > 1 ? [PASS_NOTE, ...summaries.flatMap(passNotes)] : []),
    notApplicableNote(rows),
  ].filter((note) => note !== null);
  return {
    id: options.id ?? 'summary',
    title: options.title ?? 'Results',
    columns: k > 1 ? [...columns, ...passColumns(k)] : columns,
    rows,
    notes,
  };
}

function mainCells(main: MetricMean | null): Cell[] {
  if (main === null) return Array.from({ length: 3 }, () => ({ text: NOT_APPLICABLE, value: null }));
  return [valueCell(main), intervalCell(main), boundsCell(main)];
}

function passColumns(k: number): Column[] {
  return groupColumns('Repeats (%)', `pass@${k}`, `pass^${k}`);
}

function passCell(pass: PassEstimate | null): Cell {
  return pass === null
    ? { text: NOT_APPLICABLE, value: null }
    : { text: percent(pass.value), value: pass.value, ...endsOf(pass.interval), items: pass.items };
}

const PASS_NOTE = `${explain('passAny', 'passAll')} Over tasks with k judged repeats or more.`;

function passNotes({ agent, passAtK, passHatK }: AgentSummary): string[] {
  const parts = [describePass('pass@', passAtK), describePass('pass^', passHatK)].filter(
    (part) => part !== null,
  );
  return parts.length === 0 ? [] : [`${agent}: ${parts.join('; ')}.`];
}

function describePass(name: string, pass: PassEstimate | null): string | null {
  if (pass === null || pass.value === null) return null;
  const few = pass.tooFew.length === 0 ? '' : `, ${pass.tooFew.length} more with too few judged repeats`;
  const interval = `95 % ${percentInterval(pass.interval)}, bounds ${percentInterval(pass.bounds)}`;
  return `${name}${pass.k} ${percent(pass.value)} % (${interval}, ${pass.tasks} tasks${few})`;
}

function unmeasuredNote(agent: string, { unmeasured, n }: MeanCompletion): string | null {
  if (unmeasured.length === 0) return null;
  return `${agent}: completion could be measured for ${n} items, not for ${unmeasured.length} more.`;
}
