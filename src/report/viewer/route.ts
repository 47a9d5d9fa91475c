import type { Outcome } from '../../domain/episode.js';
import { OUTCOMES } from '../view/outcome-numbers.js';

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

export type Route =
  | { readonly page: 'overview' }
  | { readonly page: 'compare' }
  | { readonly page: 'tasks' | 'episodes'; readonly query: ListQuery }
  | {
      readonly page: 'episode';
      readonly run: string;
      readonly item: string;
      readonly repeat: number;
      /** From 0. */
      readonly step: number;
    };

/** Leaves everything in. */
export const NO_FILTER: ListFilter = {
  text: '',
  outcomes: [],
  app: null,
  ability: null,
  run: null,
  reason: null,
  task: null,
  differs: false,
  cell: null,
};

/** Everything, in the benchmark's order. */
export const EVERYTHING: ListQuery = { ...NO_FILTER, sort: 'order', descending: false };

/** The page a link names; anything unknown is the overview. Steps count from 1 in links, as people do. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/').map(decode);
  if (parts[0] === 'tasks' || parts[0] === 'episodes') return { page: parts[0], query: parseQuery(query) };
  if (parts[0] === 'compare') return { page: 'compare' };
  if (parts[0] === 'run' && parts[2] === 'item') {
    const named = namedParts(parts.slice(4));
    return {
      page: 'episode',
      run: parts[1] ?? '',
      item: parts[3] ?? '',
      repeat: whole(named.get('repeat'), 0),
      step: Math.max(0, whole(named.get('step'), 1) - 1),
    };
  }
  return { page: 'overview' };
}

/** The link to a page, `#` included. */
export function formatRoute(route: Route): string {
  switch (route.page) {
    case 'overview':
      return '#/';
    case 'compare':
      return '#/compare';
    case 'tasks':
    case 'episodes': {
      const query = formatQuery(route.query);
      return query === '' ? `#/${route.page}` : `#/${route.page}?${query}`;
    }
    case 'episode': {
      const repeat = route.repeat === 0 ? '' : `/repeat/${route.repeat}`;
      const item = `#/run/${encodeURIComponent(route.run)}/item/${encodeURIComponent(route.item)}`;
      return `${item}${repeat}/step/${route.step + 1}`;
    }
    default:
      return route satisfies never;
  }
}

function parseQuery(text: string): ListQuery {
  const query = new URLSearchParams(text);
  const outcomes = (query.get('outcome') ?? '').split(',');
  const sort = query.get('sort') ?? 'order';
  return {
    text: query.get('text') ?? '',
    outcomes: OUTCOMES.filter((outcome) => outcomes.includes(outcome)),
    app: query.get('app'),
    ability: query.get('ability'),
    run: query.get('run'),
    reason: query.get('reason'),
    task: query.get('task'),
    differs: query.get('differs') === '1',
    cell: query.get('cell'),
    sort: [...EPISODE_SORTS, ...TASK_SORTS].find((column) => column === sort) ?? 'order',
    descending: query.get('order') === 'down',
  };
}

function formatQuery(query: ListQuery): string {
  const made = new URLSearchParams();
  if (query.text !== '') made.set('text', query.text);
  if (query.outcomes.length > 0) made.set('outcome', query.outcomes.join(','));
  for (const name of ['app', 'ability', 'run', 'reason', 'task', 'cell'] as const) {
    const value = query[name];
    if (value !== null) made.set(name, value);
  }
  if (query.differs) made.set('differs', '1');
  if (query.sort !== 'order') made.set('sort', query.sort);
  if (query.descending) made.set('order', 'down');
  return made.toString();
}

function namedParts(parts: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let index = 0; index + 1 < parts.length; index += 2)
    found.set(parts[index] ?? '', parts[index + 1] ?? '');
  return found;
}

function whole(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : fallback;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
