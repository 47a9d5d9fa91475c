import type { Outcome } from '../../src/domain/episode.js';
import { OUTCOMES } from '../../src/report/view/outcome-numbers.js';
import { textsOf, type Search } from '../app/search.js';

export const TASK_SORTS = ['order', 'task', 'passed', 'steps'] as const;
export const EPISODE_SORTS = [
  'order',
  'task',
  'run',
  'repeat',
  'outcome',
  'steps',
  'completion',
  'duration',
  'tokens',
  'cost',
] as const;
export type SortColumn = (typeof TASK_SORTS)[number] | (typeof EPISODE_SORTS)[number];

/** What a list is narrowed to; empty or null leaves everything in. */
export interface ListFilter {
  readonly text: string;
  readonly outcomes: readonly Outcome[];
  readonly app: string | null;
  readonly ability: string | null;
  readonly run: string | null;
  readonly reason: string | null;
  /** Name of a scanner that found something; `*` is any. */
  readonly finding: string | null;
  /** Id of one task, where a link led here. */
  readonly task: string | null;
  /** Only episodes whose verdict differs between modes. */
  readonly differs: boolean;
  /** A cell of a table: `run:table:row:column`. */
  readonly cell: string | null;
}

export interface ListQuery extends ListFilter {
  readonly sort: SortColumn;
  readonly descending: boolean;
}

/** Leaves everything in. */
export const NO_FILTER: ListFilter = {
  text: '',
  outcomes: [],
  app: null,
  ability: null,
  run: null,
  reason: null,
  finding: null,
  task: null,
  differs: false,
  cell: null,
};

/** Everything, in the benchmark's order. */
export const EVERYTHING: ListQuery = { ...NO_FILTER, sort: 'order', descending: false };

/** Whether a filter leaves anything out. */
export function isNarrowed(query: ListFilter): boolean {
  return (
    query.text !== '' ||
    query.outcomes.length > 0 ||
    query.differs ||
    [query.app, query.ability, query.run, query.reason, query.finding, query.task, query.cell].some(
      (value) => value !== null,
    )
  );
}

/** What an address asks of a list; what it asks in words unknown here is left out. */
export function parseListQuery(search: Search): ListQuery {
  const one = (name: string): string | null => textsOf(search, name)[0] ?? null;
  const outcomes = (one('outcome') ?? '').split(',');
  const sort = one('sort');
  return {
    text: one('text') ?? '',
    outcomes: OUTCOMES.filter((outcome) => outcomes.includes(outcome)),
    app: one('app'),
    ability: one('ability'),
    run: one('run'),
    reason: one('reason'),
    finding: one('finding'),
    task: one('task'),
    differs: one('differs') === '1',
    cell: one('cell'),
    sort: [...EPISODE_SORTS, ...TASK_SORTS].find((column) => column === sort) ?? 'order',
    descending: one('order') === 'down',
  };
}

/** The same for an address; what is as usual is not said. */
export function formatListQuery(query: ListQuery): URLSearchParams {
  const made = new URLSearchParams();
  if (query.text !== '') made.set('text', query.text);
  if (query.outcomes.length > 0) made.set('outcome', query.outcomes.join(','));
  for (const name of ['app', 'ability', 'run', 'reason', 'finding', 'task', 'cell'] as const) {
    const value = query[name];
    if (value !== null) made.set(name, value);
  }
  if (query.differs) made.set('differs', '1');
  if (query.sort !== 'order') made.set('sort', query.sort);
  if (query.descending) made.set('order', 'down');
  return made;
}
