import { itemName, type ItemKey } from '../../domain/episode.js';
import { plural } from '../../domain/text/plural.js';
import { explain } from '../../domain/text/glossary.js';
import type { RunMetric } from '../../formats/results/run-rates.js';
import { comparisonText } from '../../metrics/comparison/comparison-text.js';
import { ENGLISH_COMPARISON } from '../../metrics/comparison/english-comparison.js';
import { NOT_APPLICABLE, percent } from '../../metrics/tables/percent.js';
import { OUTCOME_WORDS } from '../../metrics/tables/measured-notes.js';
import { metricSentence } from '../../metrics/tables/metric-words.js';
import type { Table } from '../../metrics/tables/table.js';
import { OUTCOMES } from '../view/outcome-numbers.js';
import type { ReportIndex } from '../view/report-index.js';
import type { ReportProblem } from '../view/report-problem.js';
import type { ReportRate } from '../view/report-summary.js';
import type { ReportRun } from '../view/report-run.js';
import { UNCOMPARED_WORDS } from '../view/uncompared-words.js';
import { passHeading } from './pass-heading.js';
import { voidedCounts } from './voided-counts.js';

/** Most bytes of a summary: GitHub takes 1 MiB for a step, all that it writes there together. */
export const MOST_MARKDOWN_BYTES = 1_000_000;
/** Failed episodes that are listed, where the limit allows. */
const MOST_FAILED = 500;
/** Characters of one text in a cell. */
const MOST_TEXT = 200;
/** Tables of a run in dimensions that stand in its summary. */
const PROFILE_TABLE = 'dimension-profile';

/**
 * A report as a Markdown page for the summary of a job: results, comparisons, what is missing, and the episodes that did not
 * pass, as many as there is room for. Texts of models and benchmarks are escaped.
 */
export function reportMarkdown(index: ReportIndex, mostBytes: number = MOST_MARKDOWN_BYTES): string {
  const benchmarks = [...new Set(index.runs.map(({ benchmark }) => benchmark))].join(', ');
  const head = [
    `# ${escape(index.title ?? `Touchstone: ${benchmarks}`)}`,
    ...gates(index),
    results(index),
    ...index.splits.map((table) => `## ${escape(table.title)}\n\n${markdownTable(table)}`),
    ...index.runs.flatMap(({ tables, label }) =>
      tables
        .filter(({ id }) => id === PROFILE_TABLE)
        .map((table) => `## Profile of ${escape(label)}\n\n${markdownTable(table)}`),
    ),
    ...comparisons(index),
    ...problems(index),
  ];
  const end = `\nTouchstone ${escape(index.touchstone)}, ${index.writtenAt}\n`;
  const whole = head.filter((part) => part !== '').join('\n\n');
  const room = mostBytes - Buffer.byteLength(whole) - Buffer.byteLength(end);
  return `${whole}\n${failedEpisodes(index, room)}${end}`;
}

/** What gates say stands first: it is what a job fails for. */
function gates({ runs }: ReportIndex): string[] {
  const lines = runs.flatMap(({ gate, label }) =>
    (gate?.sentences ?? []).map(
      (sentence) => `- ${escape(runs.length > 1 ? `${label}: ${sentence}` : sentence)}`,
    ),
  );
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function results(index: ReportIndex): string {
  const { runs } = index;
  const voided = voidedCounts(index);
  const passes = passHeading(runs);
  const metrics = metricHeading(runs);
  const heads = [
    'Run',
    'Success (%)',
    '95 %',
    'n',
    'Bounds',
    ...metrics.heads,
    ...(passes === null ? [] : [`pass@${passes.k} (%)`, `pass^${passes.k} (%)`]),
    'Steps',
    'Voided',
    'Not run',
  ];
  const rows = runs.map((run, position) => {
    const { label, inDimensions, summary } = run;
    const passed = (rate: ReportRate | null): string =>
      `${percent(rate?.value ?? null)}${passes?.suffixOf(run) ?? ''}`;
    return [
      label,
      inDimensions ? 'in dimensions' : percent(summary.success.value),
      range(summary.success, 'low', 'high'),
      String(summary.success.n),
      range(summary.success, 'worst', 'best'),
      ...metrics.cellsOf(run),
      ...(passes === null ? [] : [passed(summary.passAny), passed(summary.passAll)]),
      summary.meanSteps === null ? NOT_APPLICABLE : summary.meanSteps.toFixed(1),
      String(voided[position] ?? 0),
      String(summary.notRun),
    ];
  });
  const words = [
    passes === null
      ? explain('n', 'voided', 'bounds')
      : explain('n', 'voided', 'bounds', 'passAny', 'passAll'),
    ...metrics.sentences,
  ].join(' ');
  return `${grid(heads, rows, 1)}\n\n<sub>${escape(words)}</sub>`;
}

/** How a table of several runs names main metrics and completion, which may be one and the same. */
function metricHeading(runs: readonly ReportRun[]): {
  readonly heads: readonly string[];
  readonly cellsOf: (run: ReportRun) => readonly string[];
  readonly sentences: readonly string[];
} {
  const mains = runs.flatMap(({ summary }) => summary.main ?? []);
  const own = [...new Set(mains.filter(({ average }) => average !== 'completion').map(({ name }) => name))];
  const [first] = mains;
  const isCompletion =
    first?.average === 'completion' && runs.every(({ summary }) => summary.main?.name === first.name);
  const heads = own.length === 0 ? [] : [`${own.length === 1 ? own.join('') : 'Main metric'} (%)`, '95 %'];
  return {
    heads: [...heads, `${isCompletion ? first.name : 'Completion'} (%)`],
    cellsOf: ({ summary: { main, completion } }) => [
      ...(own.length === 0 ? [] : mainCells(main, own.length > 1)),
      percent(completion.value),
    ],
    sentences: [...new Set(mains.map(metricSentence))],
  };
}

/** The metric says its name where the runs of a table have several. */
function mainCells(main: RunMetric | null, isNamed: boolean): string[] {
  if (main === null || main.average === 'completion') return [NOT_APPLICABLE, NOT_APPLICABLE];
  return [`${isNamed ? `${main.name} ` : ''}${percent(main.value)}`, range(main, 'low', 'high')];
}

function range(rate: ReportRate, low: 'low' | 'worst', high: 'high' | 'best'): string {
  const [from, to] = [rate[low], rate[high]];
  return from === null || to === null ? NOT_APPLICABLE : `${percent(from)}–${percent(to)}`;
}

function comparisons({ comparisons: pairs, partComparisons, uncompared, runs }: ReportIndex): string[] {
  const nameOf = (run: number): string => runs[run]?.label ?? '';
  const sentences = [
    ...pairs.map((pair) => {
      const facts = { ...pair, a: nameOf(pair.left), b: nameOf(pair.right) };
      const { finding, meaning, caveats, leftOut } = comparisonText(facts, ENGLISH_COMPARISON);
      return [finding, meaning ?? '', ...caveats, ...leftOut].filter((part) => part !== '').join(' ');
    }),
    ...partComparisons.flatMap(({ table }) => table.notes.slice(0, 1)),
    ...uncompared.map(({ run, why }) => `${nameOf(run)}: ${UNCOMPARED_WORDS[why]}`),
  ];
  if (sentences.length === 0) return [];
  return [`## Comparison\n\n${sentences.map((sentence) => `- ${escape(sentence)}`).join('\n')}`];
}

function problems({ problems: ofReport, runs }: ReportIndex): string[] {
  const all = [...ofReport, ...runs.flatMap((run) => run.problems)];
  if (all.length === 0) return [];
  return [`## Missing\n\n${all.map((problem) => `- ${escape(problemText(problem))}`).join('\n')}`];
}

function problemText({ kind, place, message, counts }: ReportProblem): string {
  const [done = 0, planned = 0] = counts;
  const words = {
    unreadable: 'the run cannot be read',
    newer: 'a newer Touchstone wrote the run',
    copy: 'it is a copy of a run that is shown already',
    damaged: 'part of the run is damaged',
    'no-episodes': `no episode of ${planned} is done`,
    unfinished: `${done} of ${plural(planned, 'episode')} ${done === 1 ? 'is' : 'are'} done`,
    unscored: 'the run has no scores',
    voided: `${plural(done, 'episode')} ended by failures that are not the agent's, so that there is no rate`,
    pictures: `${plural(done, 'picture')} could not be found`,
  } satisfies Record<ReportProblem['kind'], string>;
  return `${place === '' ? '' : `${place}: `}${message ?? words[kind]}`;
}

/** The episodes that did not pass, as many as fit into so many bytes, and how many more there are. */
function failedEpisodes({ episodes, runs, tasks }: ReportIndex, room: number): string {
  const rows = episodes.outcome.flatMap((outcome, row) => (OUTCOMES[outcome] === 'passed' ? [] : [row]));
  if (rows.length === 0) return '';
  const heads = ['Task', 'Run', 'Outcome', 'Steps', 'Why'];
  const before = `\n## Not passed: ${plural(rows.length, 'episode')}\n\n`;
  const start = `${before}${line(heads)}\n${rule(heads.length, 0)}\n`;
  const after = (left: number): string =>
    left === 0 ? '' : `\n… and ${left} more; \`touchstone report\` shows all of them.\n`;
  let left = rows.length;
  let size = Buffer.byteLength(start) + Buffer.byteLength(after(left));
  const lines: string[] = [];
  for (const row of rows.slice(0, MOST_FAILED)) {
    const outcome = OUTCOMES[episodes.outcome[row] ?? -1];
    const text = `${line([
      episodeText(
        { item: episodes.item[row] ?? '', repeat: episodes.repeat[row] ?? 0 },
        runs[episodes.run[row] ?? -1]?.summary.repeats ?? 1,
        tasks[episodes.task[row] ?? -1]?.instructions,
      ),
      runs[episodes.run[row] ?? -1]?.label ?? '',
      outcome === undefined ? '' : OUTCOME_WORDS[outcome],
      String(episodes.steps[row] ?? 0),
      episodes.why[row] ?? '',
    ])}\n`;
    size += Buffer.byteLength(text);
    if (size > room) break;
    lines.push(text);
    left -= 1;
  }
  if (lines.length === 0)
    return Buffer.byteLength(before + after(left)) > room ? '' : `${before}${after(left)}`;
  return `${start}${lines.join('')}${after(left)}`;
}

function episodeText(
  key: ItemKey,
  repeats: number,
  instructions: Readonly<Record<string, string>> = {},
): string {
  const [instruction = ''] = Object.values(instructions);
  const name = itemName(key, repeats);
  return instruction === '' || instruction === key.item ? name : `${name}: ${instruction}`;
}

/** A table as Markdown, its notes below. */
function markdownTable({ columns, rows, notes }: Table): string {
  const heads = columns.map(({ title }) => title);
  const texts = columns.filter(({ align }) => align === 'left').length;
  const body = grid(
    heads,
    rows.map((row) => row.map(({ text }) => text)),
    texts,
  );
  return notes.length === 0 ? body : `${body}\n\n<sub>${notes.map(escape).join('<br>')}</sub>`;
}

function grid(heads: readonly string[], rows: readonly (readonly string[])[], texts: number): string {
  return [line(heads), rule(heads.length, texts), ...rows.map(line)].join('\n');
}

/** The line under the heads; the first `texts` columns begin at the left, the others end at the right. */
function rule(columns: number, texts: number): string {
  const marks = Array.from({ length: columns }, (_, index) =>
    texts === 0 || index < texts ? '---' : '---:',
  );
  return `| ${marks.join(' | ')} |`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => escape(short(cell))).join(' | ')} |`;
}

/** Signs that Markdown gives a meaning; a mention (`@name`) would call somebody. */
const SIGNS = /[\\`*_[\]|#!~$@]/g;

/** Text that no Markdown or HTML is made of, on one line. */
function escape(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(SIGNS, (sign) => `\\${sign}`);
}

/** A text cut to what a cell holds. */
function short(text: string): string {
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT - 1)}…`;
}
