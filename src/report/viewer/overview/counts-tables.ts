import { OUTCOMES } from '../../view/outcome-numbers.js';
import { element, type Child } from '../element.js';
import { whole } from '../../view/figures.js';
import type { EpisodeRow, RunView } from '../model.js';
import type { Viewer } from '../page.js';
import { tableFrame } from '../parts/data-table.js';
import { outcomeBadge, outcomeSign } from '../parts/outcome-mark.js';
import { runBadge } from '../parts/run-badge.js';
import { reasonName } from '../reason-name.js';
import type { ListFilter } from '../route.js';
import { isCounted } from '../select-rows.js';
import { follow } from './results-table.js';

/** Apps that get a row of their own. */
const MOST_APPS = 16;

/** What became of the episodes of each run, as a band and as numbers. */
export function outcomesTable(viewer: Viewer, runs: readonly RunView[]): HTMLElement {
  const { strings } = viewer;
  const seen = OUTCOMES.filter((outcome) => rowsOf(viewer, runs).some((row) => row.outcome === outcome));
  return element(
    'section',
    {},
    element('h2', {}, strings.outcomesTitle),
    element('p', { class: 'note' }, strings.outcomesNote),
    runs.map((run) => band(viewer, run)),
    countsTable(
      viewer,
      strings.outcomesTitle,
      runs,
      seen.map((outcome) => ({
        head: outcomeBadge(outcome, strings),
        matches: (row) => row.outcome === outcome,
        filter: { outcomes: [outcome] },
      })),
    ),
  );
}

/** Why the episodes of each run ended. */
export function reasonsTable(viewer: Viewer, runs: readonly RunView[]): HTMLElement {
  const { strings } = viewer;
  const counts = new Map<string, number>();
  for (const { reason } of rowsOf(viewer, runs)) {
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const reasons = [...counts].sort(([, a], [, b]) => b - a).map(([reason]) => reason);
  return element(
    'section',
    {},
    element('h2', {}, strings.endReasons),
    countsTable(
      viewer,
      strings.endReasons,
      runs,
      reasons.map((reason) => ({
        head: reasonName(strings, reason),
        matches: (row) => row.reason === reason,
        filter: { reason },
      })),
    ),
  );
}

/** Passed of judged per app; null where tasks name fewer than two apps. */
export function appsTable(viewer: Viewer, runs: readonly RunView[]): HTMLElement | null {
  const { strings, model } = viewer;
  if (model.apps.length < 2) return null;
  return element(
    'section',
    {},
    element('h2', {}, strings.byApp),
    element('p', { class: 'note' }, strings.byAppNote),
    countsTable(
      viewer,
      strings.byApp,
      runs,
      model.apps.slice(0, MOST_APPS).map((app) => ({
        head: app,
        matches: (row) => row.outcome === 'passed' && row.task.task.apps.includes(app),
        of: (row) => isCounted(row) && row.task.task.apps.includes(app),
        filter: { app },
      })),
    ),
  );
}

interface CountRow {
  readonly head: Child;
  readonly matches: (row: EpisodeRow) => boolean;
  /** Denominator, where the count is a part of something. */
  readonly of?: (row: EpisodeRow) => boolean;
  readonly filter: Partial<ListFilter>;
}

function countsTable(
  viewer: Viewer,
  label: string,
  runs: readonly RunView[],
  rows: readonly CountRow[],
): HTMLElement {
  return tableFrame(
    label,
    runs.length > 1 &&
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('td', {}),
          runs.map((run) => element('th', { scope: 'col', class: 'right' }, runBadge(run))),
        ),
      ),
    element(
      'tbody',
      {},
      rows.map(({ head, matches, of, filter }) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row', class: 'left' }, head),
          runs.map((run) => {
            const own = viewer.model.episodes.filter((row) => row.run === run);
            const count = own.filter(matches).length;
            const all = of === undefined ? null : own.filter(of).length;
            const text = all === null ? whole(count) : `${whole(count)}/${whole(all)}`;
            const isNothing = (all ?? count) === 0;
            return element(
              'td',
              { class: 'right' },
              isNothing
                ? element('span', { class: 'muted' }, viewer.strings.nothing)
                : follow(viewer, run, filter, text),
            );
          }),
        ),
      ),
    ),
  );
}

/** All episodes of a run as one band, each outcome as wide as its share. */
function band(viewer: Viewer, run: RunView): HTMLElement {
  const own = viewer.model.episodes.filter((row) => row.run === run);
  return element(
    'div',
    { class: 'band-row', 'aria-hidden': 'true' },
    viewer.model.runs.length > 1 && runBadge(run),
    element(
      'div',
      { class: 'band' },
      OUTCOMES.map((outcome) => {
        const count = own.filter((row) => row.outcome === outcome).length;
        if (count === 0) return null;
        const share = (count / own.length) * 100;
        return element(
          'span',
          {
            class: `part ${outcome}`,
            css: { 'flex-grow': String(count) },
            title: viewer.strings.outcomes[outcome],
          },
          share >= 4 && outcomeSign(outcome),
        );
      }),
    ),
  );
}

function rowsOf(viewer: Viewer, runs: readonly RunView[]): readonly EpisodeRow[] {
  return viewer.model.episodes.filter(({ run }) => runs.includes(run));
}
