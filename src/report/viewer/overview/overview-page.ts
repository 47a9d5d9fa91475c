import { element } from '../element.js';
import { moment, percent, whole } from '../../view/figures.js';
import type { RunView } from '../model.js';
import type { Page, Viewer } from '../page.js';
import { dataTable } from '../parts/data-table.js';
import { prose } from '../parts/prose.js';
import { problemList } from '../parts/problem-list.js';
import { term } from '../parts/term.js';
import { runName } from '../parts/run-badge.js';
import { EVERYTHING, formatRoute } from '../route.js';
import { capabilities } from './capabilities.js';
import { configuration } from './configuration.js';
import { appsTable, outcomesTable, reasonsTable } from './counts-tables.js';
import { profile } from './profile.js';
import { effortTable, follow, resultsTable } from './results-table.js';

/** What the runs came to. Runs of different benchmarks or modes are never put into one table. */
export function overviewPage(viewer: Viewer): Page {
  const { strings, model } = viewer;
  const { index } = model;
  const groups = groupRuns(model.runs);
  const problems = [...index.problems, ...index.runs.flatMap(({ problems }) => problems)];
  const title = index.title ?? [...new Set(index.runs.map(({ benchmark }) => benchmark))].join(', ');
  const page = element(
    'article',
    { class: 'overview' },
    element(
      'header',
      { class: 'title' },
      element('h1', {}, title === '' ? strings.report : title),
      element(
        'p',
        { class: 'note' },
        [
          strings.runCount(model.runs.length),
          strings.taskCount(whole(model.tasks.length)),
          strings.episodeCount(whole(model.episodes.length)),
          strings.writtenBy(index.touchstone, moment(index.writtenAt)),
        ].join(' · '),
      ),
    ),
    problemList(strings, problems),
    index.splits.map((table) =>
      element(
        'section',
        { class: 'results' },
        dataTable(strings, table, () => null),
      ),
    ),
    groups.map((runs) => groupSections(viewer, runs, groups.length > 1)),
  );
  return {
    title: strings.overview,
    element: page,
    onKey(event) {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLElement) || event.target.tabIndex >= 0)
        return false;
      viewer.go({ page: 'tasks', query: EVERYTHING });
      return true;
    },
  };
}

function groupSections(viewer: Viewer, runs: readonly RunView[], hasHead: boolean): HTMLElement {
  const { strings } = viewer;
  const first = runs[0]?.run;
  const inDimensions = runs.every(({ run }) => run.inDimensions);
  const effort = element('section', {}, element('h2', {}, strings.effort), effortTable(viewer, runs));
  return element(
    'div',
    { class: 'group' },
    hasHead &&
      first !== undefined &&
      element('h2', { class: 'benchmark' }, `${first.benchmark}, ${strings.modes[first.mode]}`),
    element(
      'section',
      { class: 'results' },
      element(
        'h2',
        {},
        strings.results,
        !hasHead &&
          first !== undefined &&
          element('span', { class: 'aside' }, term(strings, 'mode', strings.modes[first.mode])),
      ),
      gateList(runs),
      resultsTable(viewer, runs),
      element('p', { class: 'note' }, prose(inDimensions ? strings.dimensionsNote : strings.resultsNote)),
      !inDimensions && element('p', { class: 'note' }, baselineSentence(viewer, runs)),
      modesSentence(viewer, runs),
      warnings(viewer, runs),
    ),
    !inDimensions && effort,
    profile(viewer, runs),
    inDimensions && effort,
    capabilities(viewer, runs),
    element('div', { class: 'columns' }, outcomesTable(viewer, runs), reasonsTable(viewer, runs)),
    appsTable(viewer, runs),
    ownTables(viewer, runs),
    configuration(viewer, runs),
  );
}

/** What the gates of the runs say: why a job failed. */
function gateList(runs: readonly RunView[]): HTMLElement | false {
  const lines = runs.flatMap((view) =>
    (view.run.gate?.sentences ?? []).map((sentence) =>
      element('li', {}, runs.length > 1 && [runName(view), ' '], sentence),
    ),
  );
  return lines.length > 0 && element('ul', { class: 'notes gate' }, lines);
}

/** A score that a script reaches without looking is worth nothing; say how far that goes. */
function baselineSentence({ strings }: Viewer, runs: readonly RunView[]): string {
  const baselines = runs.filter(({ run }) => run.kind === 'baseline' && run.summary.success.value !== null);
  const best = baselines.sort(
    (a, b) => (b.run.summary.success.value ?? 0) - (a.run.summary.success.value ?? 0),
  )[0];
  return best === undefined
    ? strings.noBaseline
    : strings.bestBaseline(best.run.label, percent(best.run.summary.success.value));
}

function modesSentence(viewer: Viewer, runs: readonly RunView[]): HTMLElement | null {
  const count = viewer.model.episodes.filter(
    (row) => runs.includes(row.run) && row.otherMode !== null,
  ).length;
  if (count === 0) return null;
  return element(
    'p',
    { class: 'note' },
    follow(viewer, null, { differs: true }, viewer.strings.modesDiffer(whole(count))),
  );
}

function warnings({ strings }: Viewer, runs: readonly RunView[]): HTMLElement | null {
  const all = [...new Set(runs.flatMap(({ run }) => run.warnings))];
  if (all.length === 0) return null;
  return element(
    'details',
    {},
    element('summary', {}, `${strings.warnings} (${all.length})`),
    element(
      'ul',
      { class: 'notes' },
      all.map((warning) => element('li', {}, prose(warning))),
    ),
  );
}

function ownTables(viewer: Viewer, runs: readonly RunView[]): HTMLElement | null {
  const { strings } = viewer;
  const shown = runs.filter(({ run }) => run.tables.length > 0);
  if (shown.length === 0) return null;
  return element(
    'section',
    {},
    element('h2', {}, strings.benchmarkTables),
    // One run's tables are what it was made for; those of several would bury what they have in common.
    shown.map((view) =>
      element(
        'details',
        { open: shown.length === 1 },
        element('summary', {}, runName(view)),
        view.run.tables.map((table, number) =>
          dataTable(strings, table, (row, column) =>
            formatRoute({
              page: 'episodes',
              query: { ...EVERYTHING, cell: [view.index, number, row, column].join(':') },
            }),
          ),
        ),
      ),
    ),
  );
}

/** Runs that may stand in one table, in the order given. */
function groupRuns(runs: readonly RunView[]): readonly (readonly RunView[])[] {
  const groups = new Map<string, RunView[]>();
  for (const view of runs) {
    const key = `${view.run.benchmark}\n${view.run.mode}\n${view.run.inDimensions}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [view]);
    else group.push(view);
  }
  return [...groups.values()];
}
