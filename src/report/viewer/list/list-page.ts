import { element } from '../element.js';
import { whole } from '../../view/figures.js';
import type { EpisodeRow, TaskRow } from '../model.js';
import type { Page, Viewer } from '../page.js';
import { NO_FILTER, type ListQuery, type Route, type SortColumn } from '../route.js';
import { episodeMatcher, selectEpisodes, selectTasks } from '../select-rows.js';
import type { Strings } from '../strings.js';
import { episodeRow } from './episode-cells.js';
import { filterBar, isNarrowed } from './filter-bar.js';
import { episodeRoute, stripWidth, taskRow } from './task-cells.js';
import { virtualList } from './virtual-list.js';

type ListRoute = Extract<Route, { page: 'tasks' | 'episodes' }>;

interface Heading {
  readonly className: string;
  readonly title: string;
  readonly sort: SortColumn | null;
}

/** All tasks, or all episodes, narrowed and sorted as the address says. */
export function listPage(viewer: Viewer, route: ListRoute): Page {
  const { strings, model } = viewer;
  const kind = route.page;
  let query = route.query;
  let tasks: readonly TaskRow[] = [];
  let episodes: readonly EpisodeRow[] = [];
  let isIn: (episode: EpisodeRow) => boolean = () => true;
  /** Episode that Enter opens, of the active task. */
  let chosen: EpisodeRow | null = null;

  const empty = element('p', { class: 'empty', hidden: true });
  const head = element('div', { class: 'row head', role: 'row', 'aria-rowindex': '1' });
  const list = virtualList({
    label: kind === 'tasks' ? strings.tasks : strings.episodes,
    head,
    className: `${kind}-list${model.runs.length > 1 ? ' several' : ''}${model.hasModels ? ' models' : ''}`,
    rowHeight,
    row: makeRow,
    onActive: (index) => {
      const before = viewer.list.active;
      viewer.list.active = index;
      if (kind !== 'tasks') return;
      chosen = firstOf(tasks[index]);
      if (before !== index) list.refresh(before);
      list.refresh(index);
    },
  });
  const bar = filterBar(viewer, (part) => change({ ...query, ...part }));
  const page = element('section', { class: 'list-page' }, bar.element, list.element, empty);

  function rowHeight(): number {
    const isNarrow = matchMedia('(max-width: 760px)').matches;
    if (kind === 'episodes') return isNarrow ? 84 : 56;
    const strips = query.run === null ? model.runs.length : 1;
    const width = isNarrow ? innerWidth - 80 : (innerWidth - 140) / 2;
    const lines = Math.ceil(strips / Math.max(1, Math.floor(width / stripWidth(viewer))));
    return isNarrow ? 64 + lines * 28 : Math.max(60, 18 + lines * 28);
  }

  function makeRow(index: number): HTMLElement {
    const task = tasks[index];
    const episode = episodes[index];
    const row =
      kind === 'tasks' && task !== undefined
        ? taskRow(viewer, task, isIn, { chosen: index === list.active ? chosen : null, run: query.run })
        : episode !== undefined
          ? episodeRow(viewer, episode)
          : element('div', {});
    row.addEventListener('click', (event) => {
      // A link inside the row, such as one repeat, leads where it says.
      if (event.target instanceof Element && event.target.closest('a') !== null) return;
      list.activate(index);
      open();
    });
    return row;
  }

  /** The repeat people want to see first: one that did not pass. */
  function firstOf(task: TaskRow | undefined): EpisodeRow | null {
    const shown = task?.episodes.flat().filter(isIn) ?? [];
    return shown.find(({ outcome }) => outcome !== 'passed') ?? shown[0] ?? null;
  }

  function open(): void {
    const row = kind === 'tasks' ? chosen : episodes[list.active];
    if (row === null || row === undefined) return;
    viewer.list.scrollTop = list.scrollTop;
    viewer.go(episodeRoute(row));
  }

  function change(next: ListQuery): void {
    query = next;
    const now: ListRoute = { page: kind, query };
    viewer.note(now);
    viewer.list.route = now;
    refill(0);
    list.scrollTop = 0;
  }

  function refill(active: number): void {
    isIn = episodeMatcher(model, query);
    if (kind === 'tasks') {
      tasks = selectTasks(model, query);
      viewer.list.rows = tasks.flatMap((task) => task.episodes.flat().filter(isIn));
    } else {
      episodes = selectEpisodes(model, query);
      viewer.list.rows = episodes;
    }
    const shown = kind === 'tasks' ? tasks.length : episodes.length;
    const all = kind === 'tasks' ? model.tasks.length : model.episodes.length;
    const counted = strings.shown(whole(shown), whole(all));
    bar.update(query, kind === 'tasks' ? strings.taskCount(counted) : strings.episodeCount(counted));
    head.replaceChildren(...headings(strings, kind, viewer).map(headCell));
    empty.hidden = shown > 0;
    empty.textContent = isNarrowed(query) ? strings.noMatch : strings.noEpisodes;
    list.show(shown, Math.min(active, Math.max(0, shown - 1)));
  }

  function headCell({ className, title, sort }: Heading): HTMLElement {
    const isSorted = sort !== null && query.sort === sort;
    const direction = query.descending ? 'descending' : 'ascending';
    return element(
      'div',
      { class: `cell ${className}`, role: 'columnheader', 'aria-sort': isSorted ? direction : null },
      sort === null
        ? title
        : element(
            'button',
            { type: 'button', class: 'sort', title: strings.sortBy(title), onclick: () => sortBy(sort) },
            title,
            element(
              'span',
              { class: 'arrow', 'aria-hidden': 'true' },
              isSorted ? (query.descending ? '↓' : '↑') : '',
            ),
          ),
    );
  }

  /** Up, down, then back to the benchmark's own order. */
  function sortBy(sort: SortColumn): void {
    if (query.sort !== sort) change({ ...query, sort, descending: false });
    else if (!query.descending) change({ ...query, descending: true });
    else change({ ...query, sort: 'order', descending: false });
  }

  function chooseBeside(by: number): boolean {
    if (kind !== 'tasks') return false;
    const shown = tasks[list.active]?.episodes.flat() ?? [];
    const at = chosen === null ? -1 : shown.indexOf(chosen);
    chosen = shown[Math.max(0, Math.min(shown.length - 1, at + by))] ?? null;
    list.refresh(list.active);
    return true;
  }

  const keys: Readonly<Record<string, () => boolean>> = {
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    PageDown: () => move(10),
    PageUp: () => move(-10),
    Home: () => move(-Infinity),
    End: () => move(Infinity),
    ArrowRight: () => chooseBeside(1),
    ArrowLeft: () => chooseBeside(-1),
    Enter: () => {
      open();
      return true;
    },
    '/': () => {
      bar.search.focus();
      bar.search.select();
      return true;
    },
    Escape: () => {
      if (isNarrowed(query)) change({ ...query, ...NO_FILTER });
      else viewer.go({ page: 'overview' });
      return true;
    },
  };

  function move(by: number): boolean {
    list.activate(list.active + by);
    list.element.focus({ preventScroll: true });
    return true;
  }

  return {
    title: kind === 'tasks' ? strings.tasks : strings.episodes,
    element: page,
    mounted() {
      const isBack = viewer.list.route.page === kind && sameQuery(viewer.list.route.query, query);
      const { active, scrollTop } = viewer.list;
      viewer.list.route = { page: kind, query };
      refill(isBack ? active : 0);
      list.scrollTop = isBack ? scrollTop : 0;
      list.element.focus({ preventScroll: true });
    },
    onKey(event) {
      if (event.target === bar.search) {
        if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'ArrowDown') {
          list.element.focus({ preventScroll: true });
          return true;
        }
        return false;
      }
      // Buttons and selects have keys of their own.
      if (event.target instanceof HTMLSelectElement) return false;
      const isButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
      if (isButton && event.key === 'Enter') return false;
      return keys[event.key]?.() ?? false;
    },
    dispose() {
      viewer.list.scrollTop = list.scrollTop;
      list.dispose();
    },
  };
}

function sameQuery(a: ListQuery, b: ListQuery): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function headings(strings: Strings, kind: ListRoute['page'], { model }: Viewer): readonly Heading[] {
  if (kind === 'tasks') {
    return [
      { className: 'task', title: strings.task, sort: 'task' },
      { className: 'strips', title: strings.passedOf, sort: 'passed' },
      { className: 'number steps', title: strings.steps, sort: 'steps' },
    ];
  }
  const all: (Heading | false)[] = [
    { className: 'outcome', title: strings.outcome, sort: 'outcome' },
    { className: 'task', title: strings.task, sort: 'task' },
    model.runs.length > 1 && { className: 'run', title: strings.run, sort: 'run' },
    { className: 'number repeat', title: strings.repeat, sort: 'repeat' },
    { className: 'number steps', title: strings.steps, sort: 'steps' },
    { className: 'number completion', title: strings.completion, sort: 'completion' },
    { className: 'number time', title: strings.time, sort: 'duration' },
    model.hasModels && { className: 'number tokens', title: strings.tokens, sort: 'tokens' },
    model.hasModels && { className: 'number cost', title: strings.cost, sort: 'cost' },
    { className: 'why', title: strings.why, sort: null },
  ];
  return all.filter((heading) => heading !== false);
}
