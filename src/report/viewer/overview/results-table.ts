import type { AgentKind } from '../../view/report-run.js';
import type { ReportRate } from '../../view/report-summary.js';
import type { Outcome } from '../../../domain/episode.js';
import type { RunMetric } from '../../../formats/results/run-rates.js';
import { element, type Child } from '../element.js';
import { decimal, dollars, duration, percent, percentRange, whole } from '../../view/figures.js';
import type { RunView } from '../model.js';
import type { Viewer } from '../page.js';
import { tableFrame } from '../parts/data-table.js';
import { rateBar } from '../parts/rate-bar.js';
import { runName } from '../parts/run-badge.js';
import { term } from '../parts/term.js';
import { EVERYTHING, formatRoute, type ListFilter } from '../route.js';
import type { Strings } from '../strings.js';
import { passHeading } from '../../summary/pass-heading.js';

const VOID_OUTCOMES: readonly Outcome[] = [
  'model_error',
  'environment_error',
  'user_error',
  'invalid_task',
  'bug',
  'judge_unknown',
];
const COUNTED_OUTCOMES: readonly Outcome[] = ['passed', 'failed', 'agent_error'];
const KINDS: readonly AgentKind[] = ['agent', 'oracle', 'baseline'];

/** One row per run: agents first, then what they have to be measured against. */
export function resultsTable(viewer: Viewer, runs: readonly RunView[]): HTMLElement {
  const { strings } = viewer;
  const passes = passHeading(runs.map(({ run }) => run));
  const inDimensions = runs.every(({ run }) => run.inDimensions);
  const main = runs.flatMap(({ run }) => run.summary.main ?? [])[0] ?? null;
  const columns: readonly RunColumn[] = [
    {
      title: inDimensions ? strings.itemsRight : strings.success,
      cell: (view) => successCell(viewer, view),
    },
    {
      title: element('span', { class: 'visually-hidden' }, strings.chart),
      className: 'bar-cell',
      cell: ({ run: { summary }, index }) => rateBar(summary.success, index),
    },
    {
      title: term(strings, 'n', strings.counted),
      cell: (view) => follow(viewer, view, { outcomes: COUNTED_OUTCOMES }, whole(view.run.summary.success.n)),
    },
    {
      title: term(strings, 'bounds', strings.bounds),
      cell: ({ run }) => percentRange(run.summary.success.worst, run.summary.success.best),
    },
    ...(inDimensions ? [] : shareColumns(strings, main)),
    ...(passes !== null
      ? [
          {
            title: term(strings, 'passAny', strings.passAny(passes.k)),
            cell: ({ run }: RunView) => [rateText(run.summary.passAny), passes.suffixOf(run)],
          },
          {
            title: term(strings, 'passAll', strings.passAll(passes.k)),
            cell: ({ run }: RunView) => [rateText(run.summary.passAll), passes.suffixOf(run)],
          },
        ]
      : []),
    { title: term(strings, 'voided', strings.voided), cell: (view) => voidedText(viewer, view) },
    { title: strings.notRun, cell: (view) => notRunText(viewer, view) },
  ];
  return runsTable(viewer, strings.results, runs, columns, { isDescribed: true });
}

/** The benchmark's main metric and completion: one column where they are the same. */
function shareColumns(strings: Strings, main: RunMetric | null): readonly RunColumn[] {
  const completion: RunColumn = {
    title: term(
      strings,
      'completion',
      main?.average === 'completion' ? `${main.name} (${strings.completion})` : strings.completion,
    ),
    cell: ({ run }) => rateText(run.summary.completion),
  };
  if (main === null || main.average === 'completion') return [completion];
  return [
    { title: term(strings, 'mainMetric', main.name), cell: ({ run }) => rateText(run.summary.main) },
    completion,
  ];
}

/** What the runs took: steps, time, and what their models were asked. */
export function effortTable(viewer: Viewer, runs: readonly RunView[]): HTMLElement {
  const { strings, model } = viewer;
  const formatErrors = (view: RunView): number =>
    model.episodes.reduce((sum, row) => sum + (row.run === view ? row.formatErrors : 0), 0);
  const columns: readonly RunColumn[] = [
    { title: strings.meanSteps, cell: ({ run }) => decimal(run.summary.meanSteps) },
    { title: strings.time, cell: ({ run }) => duration(run.summary.durationMs) },
    ...(model.hasModels
      ? [
          { title: strings.calls, cell: ({ run }: RunView) => whole(run.summary.calls) },
          { title: strings.tokensIn, cell: ({ run }: RunView) => whole(run.summary.inputTokens) },
          { title: strings.tokensOut, cell: ({ run }: RunView) => whole(run.summary.outputTokens) },
          { title: strings.cost, cell: ({ run }: RunView) => dollars(run.summary.costUsd) },
          { title: strings.formatErrorsCount, cell: (view: RunView) => whole(formatErrors(view)) },
        ]
      : []),
  ];
  return runsTable(viewer, strings.effort, runs, columns);
}

interface RunColumn {
  readonly title: Child;
  readonly className?: string;
  readonly cell: (view: RunView) => Child;
}

function runsTable(
  viewer: Viewer,
  label: string,
  runs: readonly RunView[],
  columns: readonly RunColumn[],
  { isDescribed = false }: { readonly isDescribed?: boolean } = {},
): HTMLElement {
  const { strings } = viewer;
  const kinds = KINDS.filter((kind) => runs.some(({ run }) => run.kind === kind));
  return tableFrame(
    label,
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col', class: 'left' }, strings.run),
        columns.map(({ title, className }) =>
          element('th', { scope: 'col', class: className ?? 'right' }, title),
        ),
      ),
    ),
    kinds.map((kind) =>
      element(
        'tbody',
        {},
        kinds.length > 1 && kindRow(strings, kind, columns.length + 1),
        runs
          .filter(({ run }) => run.kind === kind)
          .map((view) =>
            element(
              'tr',
              {},
              element(
                'th',
                { scope: 'row', class: 'left' },
                runName(view),
                isDescribed &&
                  view.run.agentTitle !== null &&
                  element('span', { class: 'below agent-title' }, view.run.agentTitle),
              ),
              columns.map(({ className, cell }) =>
                element('td', { class: className ?? 'right' }, cell(view)),
              ),
            ),
          ),
      ),
    ),
  );
}

function kindRow(strings: Strings, kind: AgentKind, width: number): HTMLElement {
  return element(
    'tr',
    { class: 'kind' },
    element(
      'th',
      { scope: 'rowgroup', colspan: width },
      kind === 'agent' ? strings.kinds[kind] : term(strings, kind, strings.kinds[kind]),
      strings.kindHelp[kind] !== '' && element('span', { class: 'help' }, strings.kindHelp[kind]),
    ),
  );
}

function successCell(viewer: Viewer, view: RunView): Child {
  const { value, low, high } = view.run.summary.success;
  if (view.run.inDimensions) {
    return [
      follow(viewer, view, { outcomes: ['passed'] }, percent(value)),
      element('span', { class: 'below' }, viewer.strings.notAScore),
    ];
  }
  return [
    follow(viewer, view, { outcomes: ['passed'] }, element('strong', { class: 'rate' }, percent(value))),
    element('span', { class: 'below' }, percentRange(low, high)),
  ];
}

function notRunText(viewer: Viewer, view: RunView): Child {
  const { notRun } = view.run.summary;
  const isListed = viewer.model.episodes.some((row) => row.run === view && row.outcome === 'not_run');
  return isListed ? follow(viewer, view, { outcomes: ['not_run'] }, whole(notRun)) : whole(notRun);
}

/** A share with its interval below. */
function rateText(rate: ReportRate | null): Child {
  if (rate === null || rate.value === null) return percent(null);
  return [
    element('span', {}, percent(rate.value)),
    rate.low !== null && element('span', { class: 'below' }, percentRange(rate.low, rate.high)),
  ];
}

/** Voided episodes and whose fault each is. */
function voidedText(viewer: Viewer, view: RunView): Child {
  const counts = VOID_OUTCOMES.map((outcome) => ({
    outcome,
    count: viewer.model.episodes.filter((row) => row.run === view && row.outcome === outcome).length,
  })).filter(({ count }) => count > 0);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return '0';
  return [
    follow(viewer, view, { outcomes: VOID_OUTCOMES }, whole(all)),
    element(
      'span',
      { class: 'below' },
      counts.map(({ outcome, count }) => `${count} ${viewer.strings.outcomes[outcome]}`).join(', '),
    ),
  ];
}

/** A number that leads to the episodes behind it. */
export function follow(
  viewer: Viewer,
  view: RunView | null,
  filter: Partial<ListFilter>,
  content: Child,
): HTMLElement {
  const run = view === null || viewer.model.runs.length === 1 ? {} : { run: view.run.id };
  const href = formatRoute({ page: 'episodes', query: { ...EVERYTHING, ...run, ...filter } });
  return element('a', { href, title: viewer.strings.followCell }, content);
}
