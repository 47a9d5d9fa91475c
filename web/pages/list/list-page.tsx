import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { whole } from '../../../src/report/view/figures.js';
import { SHELL_TEXTS } from '../../app/shell-texts.js';
import { useShortcuts } from '../../app/shortcuts.js';
import type { ListKind } from '../../report/addresses.js';
import { useLastList } from '../../report/last-list.js';
import { isNarrowed, NO_FILTER, type ListQuery } from '../../report/list-query.js';
import type { EpisodeRow, TaskRow } from '../../report/model.js';
import { usePageTitle } from '../../report/page-title.js';
import { episodeMatcher, firstToSee, selectEpisodes, selectTasks } from '../../report/select-rows.js';
import { useGo, useReport, WithReport } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import type { PageDefinition } from '../page.js';
import { EpisodeCells } from './episode-cells.js';
import { FilterBar } from './filter-bar.js';
import { ListHead } from './list-head.js';
import { LIST_TEXTS } from './list-texts.js';
import { TaskCells } from './task-cells.js';
import { useListQuery } from './use-list-query.js';
import { useRowHeight } from './use-row-height.js';
import { VirtualGrid } from './virtual-grid.js';
import './list.css';

/** All tasks of the runs, each with its episodes as signs. */
export const TASKS_PAGE: PageDefinition = {
  paths: ['/tasks'],
  needs: [],
  component: () => <ListPage kind="tasks" />,
  navigation: 'tasks',
};

/** All episodes of the runs. */
export const EPISODES_PAGE: PageDefinition = {
  paths: ['/episodes'],
  needs: [],
  component: () => <ListPage kind="episodes" />,
  navigation: 'episodes',
};

function ListPage({ kind }: { readonly kind: ListKind }): ReactNode {
  return (
    <WithReport>
      <List kind={kind} />
    </WithReport>
  );
}

/** Rows of either kind, narrowed and sorted as the address says. */
function List({ kind }: { readonly kind: ListKind }): ReactNode {
  const texts = useTexts(LIST_TEXTS);
  const words = useTexts(REPORT_TEXTS);
  const pages = useTexts(SHELL_TEXTS);
  const { model, addresses } = useReport();
  const go = useGo();
  const last = useLastList();
  const grid = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useListQuery(kind);
  const isIn = useMemo(() => episodeMatcher(model, query), [model, query]);
  const rows = useMemo(
    () => (kind === 'tasks' ? selectTasks(model, query) : selectEpisodes(model, query)),
    [model, kind, query],
  );
  const address = addresses.list(kind, query);
  const [start] = useState(() =>
    last.address === address ? { active: last.active, top: last.scrollTop } : { active: 0, top: 0 },
  );
  const [place, setPlace] = useState(start.active);
  const active = Math.max(0, Math.min(place, rows.length - 1));
  const activeRow = rows[active];
  /** Repeat that the reader went to within a task. */
  const [beside, setBeside] = useState<EpisodeRow | null>(null);
  const chosen = chosenOf(activeRow, beside, isIn);
  usePageTitle(pages[kind]);

  const change = (next: ListQuery): void => {
    setQuery(next);
    setPlace(0);
    if (grid.current !== null) grid.current.scrollTop = 0;
  };
  const focus = (): void => grid.current?.focus({ preventScroll: true });
  const move = (by: number): void => {
    setPlace(Math.max(0, Math.min(active + by, rows.length - 1)));
    focus();
  };
  const open = (index: number): void => {
    setPlace(index);
    const episode = index === active ? chosen : chosenOf(rows[index], null, isIn);
    if (episode === null) return;
    last.active = index;
    go(addresses.episode(episode));
  };
  const moveBeside = (by: number): void => {
    if (activeRow === undefined || !('episodes' in activeRow)) return;
    const all = activeRow.episodes.flat();
    const at = chosen === null ? -1 : all.indexOf(chosen);
    setBeside(all[Math.max(0, Math.min(all.length - 1, at + by))] ?? null);
  };

  useEffect(() => grid.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    last.kind = kind;
    last.address = address;
    last.active = active;
  }, [last, kind, address, active]);
  useEffect(() => {
    last.rows = rows.flatMap((row) => ('episodes' in row ? row.episodes.flat().filter(isIn) : [row]));
  }, [last, rows, isIn]);
  useShortcuts([
    { keys: ['j', 'ArrowDown'], label: texts.next, run: () => move(1) },
    { keys: ['k', 'ArrowUp'], label: texts.previous, run: () => move(-1) },
    { keys: ['PageDown'], label: texts.tenDown, run: () => move(10) },
    { keys: ['PageUp'], label: texts.tenUp, run: () => move(-10) },
    { keys: ['Home'], label: texts.first, run: () => move(-Infinity) },
    { keys: ['End'], label: texts.last, run: () => move(Infinity) },
    ...(kind === 'tasks'
      ? [
          { keys: ['ArrowRight'], label: texts.nextRepeat, run: () => moveBeside(1) },
          { keys: ['ArrowLeft'], label: texts.previousRepeat, run: () => moveBeside(-1) },
        ]
      : []),
    { keys: ['Enter'], label: texts.open, run: () => open(active) },
    { keys: ['/'], label: texts.search, run: () => search.current?.select() },
    {
      keys: ['Escape'],
      label: texts.back,
      run: () => (isNarrowed(query) ? change({ ...query, ...NO_FILTER }) : go(addresses.overview())),
    },
  ]);

  const row = useCallback(
    (shown: TaskRow | EpisodeRow, ofActive: EpisodeRow | null) =>
      'episodes' in shown ? (
        <TaskCells task={shown} isIn={isIn} chosen={ofActive} run={query.run} />
      ) : (
        <EpisodeCells episode={shown} />
      ),
    [isIn, query.run],
  );
  const all = kind === 'tasks' ? model.tasks.length : model.episodes.length;
  const counted = texts.shown(whole(rows.length), whole(all));
  return (
    <section className="report list-page">
      <FilterBar
        query={query}
        count={kind === 'tasks' ? words.taskCount(counted) : words.episodeCount(counted)}
        search={search}
        onChange={(part) => change({ ...query, ...part })}
        onLeave={focus}
      />
      <VirtualGrid<TaskRow | EpisodeRow, EpisodeRow>
        grid={grid}
        label={pages[kind]}
        className={`${kind}-list${model.runs.length > 1 ? ' several' : ''}${model.hasModels ? ' models' : ''}`}
        head={<ListHead kind={kind} query={query} onChange={change} />}
        rows={rows}
        rowHeight={useRowHeight(kind, query.run === null ? model.runs.length : 1)}
        active={active}
        mark={kind === 'tasks' ? chosen : null}
        initialTop={start.top}
        row={row}
        onOpen={open}
        onScroll={(top) => {
          last.scrollTop = top;
        }}
      />
      {rows.length === 0 && <p className="empty">{isNarrowed(query) ? texts.noMatch : texts.noEpisodes}</p>}
    </section>
  );
}

/** The episode that Enter opens: of a task the repeat people want to see first, one that did not pass. */
function chosenOf(
  row: TaskRow | EpisodeRow | undefined,
  beside: EpisodeRow | null,
  isIn: (episode: EpisodeRow) => boolean,
): EpisodeRow | null {
  if (row === undefined) return null;
  if (!('episodes' in row)) return row;
  if (beside?.task === row) return beside;
  return firstToSee(row.episodes.flat().filter(isIn));
}
