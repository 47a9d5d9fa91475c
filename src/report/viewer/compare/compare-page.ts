import { formatP, points, pointsRange } from '../../../metrics/tables/points.js';
import type {
  ChangedItem,
  ChangedScores,
  ReportComparison,
  ReportPartsComparison,
} from '../../view/report-comparison.js';
import type { ReportStep } from '../../view/report-episode.js';
import { element, replaceChildren, type Child } from '../element.js';
import { stepLabel } from '../episode/action-label.js';
import { percent, whole } from '../../view/figures.js';
import { episodeRoute } from '../list/task-cells.js';
import type { EpisodeRow, RunView } from '../model.js';
import type { Page, Viewer } from '../page.js';
import { dataTable, tableFrame } from '../parts/data-table.js';
import { prose } from '../parts/prose.js';
import { runBadge, runName } from '../parts/run-badge.js';
import { term, termOr } from '../parts/term.js';
import { formatRoute } from '../route.js';
import type { Strings } from '../strings.js';
import { instructionText } from '../task-text.js';
import { pairText } from './comparison-text.js';
import { differenceChart } from './difference-chart.js';
import { partWays, telling } from './part-ways.js';

/** Changed tasks of one comparison that are listed. */
const MOST_CHANGED = 100;

/** A comparison with the runs it is about. */
interface Pair<C extends Compared = Compared> {
  readonly comparison: C;
  readonly left: RunView;
  readonly right: RunView;
}

type Compared = Pick<ReportComparison, 'tasks' | 'differing' | 'changed'> &
  Partial<Pick<ReportComparison, 'metric'>>;

/** Every pair of runs that was compared: what may be said, and the tasks that make the difference. */
export function comparePage(viewer: Viewer): Page {
  const { strings, model } = viewer;
  const pairs = model.index.comparisons.flatMap((comparison) => pairOf(viewer, comparison));
  const inParts = model.index.partComparisons.flatMap((comparison) => pairOf(viewer, comparison));
  let isGone = false;
  return {
    title: strings.compare,
    element: element(
      'article',
      { class: 'overview' },
      element('h1', {}, strings.compare),
      pairs.length + inParts.length === 0 && element('p', { class: 'empty' }, strings.noComparison),
      pairs.length > 0 &&
        element(
          'section',
          {},
          element('p', { class: 'note' }, strings.comparisonNote),
          pairsTable(strings, pairs),
        ),
      pairs.map((pair) => pairSection(viewer, pair, () => isGone)),
      inParts.map((pair) => partsSection(viewer, pair, () => isGone)),
      uncomparedList(viewer),
    ),
    dispose: () => {
      isGone = true;
    },
  };
}

/** The runs that no comparison is about, and why: a run that was named must not vanish. */
function uncomparedList({ model, strings }: Viewer): HTMLElement | false {
  const { uncompared } = model.index;
  return (
    uncompared.length > 0 &&
    element(
      'ul',
      { class: 'notes uncompared' },
      uncompared.map(({ run, why }) => {
        const view = model.runs[run];
        return view !== undefined && element('li', {}, runName(view), ' ', strings.uncompared[why]);
      }),
    )
  );
}

function pairOf<C extends Compared & { readonly left: number; readonly right: number }>(
  { model }: Viewer,
  comparison: C,
): readonly Pair<C>[] {
  const [left, right] = [model.runs[comparison.left], model.runs[comparison.right]];
  return left === undefined || right === undefined ? [] : [{ comparison, left, right }];
}

function pairsTable(strings: Strings, pairs: readonly Pair<ReportComparison>[]): HTMLElement {
  const heads: readonly Child[] = [
    ...(hasSeveral(pairs) ? [strings.metric] : []),
    strings.pairedTasks,
    hasSeveral(pairs) ? strings.value : strings.success,
    term(strings, 'points', strings.difference),
    element('span', { class: 'visually-hidden' }, strings.chart),
    ...['95 %', 'p', 'p (Holm)'].map((word) => termOr(strings, word)),
  ];
  return tableFrame(
    strings.compare,
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col', class: 'left' }, strings.run),
        heads.map((title) => element('th', { scope: 'col', class: 'right' }, title)),
      ),
    ),
    element(
      'tbody',
      {},
      pairs.map(({ comparison, left, right }) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row', class: 'right' }, runBadge(left), ' → ', runBadge(right)),
          hasSeveral(pairs) && element('td', { class: 'right' }, comparedName(strings, comparison)),
          element('td', { class: 'right' }, whole(comparison.tasks)),
          element('td', { class: 'right' }, `${percent(comparison.meanA)} → ${percent(comparison.meanB)}`),
          element('td', { class: 'right' }, element('strong', {}, points(comparison.difference))),
          element('td', { class: 'chart-cell' }, differenceChart(comparison)),
          element('td', { class: 'right' }, pointsRange(comparison.interval)),
          element('td', { class: 'right' }, formatP(comparison.p)),
          element('td', { class: 'right' }, formatP(comparison.adjustedP)),
        ),
      ),
    ),
  );
}

function pairSection(viewer: Viewer, pair: Pair<ReportComparison>, isGone: () => boolean): HTMLElement {
  const { strings } = viewer;
  const { comparison, left, right } = pair;
  const { finding, meaning, caveats, leftOut, computed } = pairText(
    comparison,
    left.run.label,
    right.run.label,
    strings,
  );
  return element(
    'section',
    { class: 'pair' },
    pairHead(pair, comparison.metric === 'success' ? null : comparedName(strings, comparison)),
    element('p', { class: 'finding' }, finding),
    meaning !== null && element('p', { class: 'meaning' }, meaning),
    element('p', { class: 'note' }, [...caveats, ...leftOut].join(' ')),
    computed.length > 0 &&
      element(
        'details',
        { class: 'computed' },
        element('summary', {}, strings.howComputed),
        element(
          'ul',
          { class: 'notes' },
          computed.map((sentence) => element('li', {}, sentence)),
        ),
      ),
    differingEntries(strings, pair),
    comparison.changed.length > 0 && changedTable(viewer, pair, isGone),
  );
}

/** Runs that measure several things apart: a table of parts whose notes begin with the conclusion. */
function partsSection(viewer: Viewer, pair: Pair<ReportPartsComparison>, isGone: () => boolean): HTMLElement {
  const { table, changed } = pair.comparison;
  const [finding = '', ...notes] = table.notes;
  return element(
    'section',
    { class: 'pair parts' },
    pairHead(pair),
    element('p', { class: 'finding' }, prose(finding)),
    dataTable(viewer.strings, { ...table, title: viewer.strings.partByPart, notes }, () => null),
    differingEntries(viewer.strings, pair),
    changed.length > 0 && changedTable(viewer, pair, isGone),
  );
}

function pairHead({ left, right }: Pair, metric: string | null = null): HTMLElement {
  return element(
    'h2',
    {},
    runName(left),
    ' → ',
    runName(right),
    metric !== null && element('span', { class: 'aside' }, metric),
  );
}

/** Whether something else than success was compared, too. */
function hasSeveral(pairs: readonly Pair<ReportComparison>[]): boolean {
  return pairs.some(({ comparison }) => comparison.metric !== 'success');
}

function comparedName(strings: Strings, { metric, mainMetric }: ReportComparison): string {
  if (metric === 'success') return strings.success;
  return mainMetric?.name ?? strings.completion;
}

function differingEntries(strings: Strings, pair: Pair): HTMLElement | false {
  const { differing } = pair.comparison;
  return (
    differing.length > 0 &&
    element(
      'details',
      {},
      element('summary', {}, `${strings.differingEntries} (${differing.length})`),
      differingTable(strings, pair),
    )
  );
}

function differingTable(strings: Strings, { comparison, left, right }: Pair): HTMLElement {
  return tableFrame(
    strings.differingEntries,
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col', class: 'left' }, strings.entry),
        [left, right].map((run) => element('th', { scope: 'col', class: 'left' }, runBadge(run))),
      ),
    ),
    element(
      'tbody',
      {},
      comparison.differing.map(([path, ...values]) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row', class: 'left' }, element('code', {}, path)),
          values.map((value) =>
            element('td', { class: 'value' }, element('code', {}, value === '' ? strings.nothing : value)),
          ),
        ),
      ),
    ),
  );
}

function changedTable(viewer: Viewer, pair: Pair, isGone: () => boolean): HTMLElement {
  const { strings } = viewer;
  const { changed, tasks } = pair.comparison;
  const flipped = changed.filter((task) => task.flipped).length;
  const rows = changed.slice(0, MOST_CHANGED).map((task) => changedRow(viewer, pair, task));
  // One after the other: all at once would unpack every block of the file.
  void (async () => {
    for (const row of rows) {
      if (isGone()) return;
      await row.load();
    }
  })();
  return element(
    'figure',
    { class: 'data-table changed' },
    element('figcaption', {}, strings.changedTasks),
    element('p', { class: 'note' }, strings.changedNote(whole(flipped), whole(changed.length), whole(tasks))),
    tableFrame(
      strings.changedTasks,
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('th', { scope: 'col' }, strings.task),
          [pair.left, pair.right].map((run) =>
            element('th', { scope: 'col', class: 'right' }, runBadge(run)),
          ),
          element('th', { scope: 'col', class: 'left' }, strings.change),
          element('th', { scope: 'col', class: 'left' }, strings.firstDifference),
        ),
      ),
      element(
        'tbody',
        {},
        rows.map(({ element: row }) => row),
      ),
    ),
    changed.length > MOST_CHANGED &&
      element('p', { class: 'note' }, strings.moreChanged(whole(changed.length - MOST_CHANGED))),
  );
}

/** A changed task; where its attempts part is found once their steps are unpacked. */
function changedRow(
  viewer: Viewer,
  pair: Pair,
  { item, left: a, right: b, difference, flipped }: ChangedItem,
): { readonly element: HTMLElement; load(): Promise<void> } {
  const { strings, model } = viewer;
  const { left, right } = pair;
  const ofRun = (run: RunView): readonly EpisodeRow[] =>
    model.episodes.filter((row) => row.run === run && row.item === item);
  const attempts = telling(ofRun(left), ofRun(right));
  const task = attempts?.[0].task.task;
  const place = element('td', { class: 'parting' }, strings.loading);
  const change = flipped
    ? difference > 0
      ? strings.gained
      : strings.lost
    : difference > 0
      ? strings.up
      : strings.down;
  return {
    element: element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row', class: 'left' },
        element('span', {}, task === undefined ? item : instructionText(task, viewer.language)),
        element('span', { class: 'below' }, item),
      ),
      [a, b].map((scores) => element('td', { class: 'right' }, scoresText(pair.comparison, scores))),
      element(
        'td',
        { class: flipped ? 'change flipped' : 'change' },
        `${difference > 0 ? '▲' : '▼'} ${change}`,
      ),
      place,
    ),
    async load() {
      replaceChildren(place, attempts === null ? strings.nothing : await parting(viewer, ...attempts));
    },
  };
}

/** How many repeats passed, or the mean of what else is compared. */
function scoresText({ metric = 'success' }: Compared, { passed, judged }: ChangedScores): string {
  return metric === 'success' ? `${passed}/${judged}` : percent(judged === 0 ? null : passed / judged);
}

async function parting(viewer: Viewer, a: EpisodeRow, b: EpisodeRow): Promise<Child> {
  const { strings, archive } = viewer;
  try {
    const found = await partWays(archive, a, b);
    if (found === undefined) return strings.nothing;
    if (found === null) return strings.sameSteps;
    const words = (step: ReportStep | undefined): string => {
      if (step === undefined) return strings.hadEnded;
      return found.kind === 'screen' ? (step.state ?? step.screen) : stepLabel(step, strings);
    };
    return element(
      'span',
      {},
      `${strings.stepShort} ${found.step + 1}, ${strings.differences[found.kind]}: `,
      way(a, found.step, words(found.left)),
      ' / ',
      way(b, found.step, words(found.right)),
    );
  } catch {
    return strings.cannotRead;
  }
}

/** What one of them did there, leading to that step, or to its last where it had ended. */
function way(row: EpisodeRow, step: number, words: string): HTMLElement {
  const last = Math.max(0, row.steps - 1);
  const href = formatRoute({ ...episodeRoute(row), step: Math.min(step, last) });
  return element('a', { href }, runBadge(row.run), ' ', words);
}
