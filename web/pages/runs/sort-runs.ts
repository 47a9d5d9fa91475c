import type { RunCard } from '../../../src/report/view/run-card.js';

/** Columns of the table of runs, all of which it can be sorted by. */
export const RUN_COLUMNS = [
  'run',
  'benchmark',
  'agent',
  'state',
  'success',
  'episodes',
  'cost',
  'started',
] as const;
export type RunColumn = (typeof RUN_COLUMNS)[number];

export interface RunOrder {
  readonly column: RunColumn;
  readonly isDescending: boolean;
}

/** Newest first. */
export const FIRST_ORDER: RunOrder = { column: 'started', isDescending: true };

/** What is asked for next by a click on a column: itself, then the other way round. */
export function nextOrder(order: RunOrder, column: RunColumn): RunOrder {
  if (order.column === column) return { column, isDescending: !order.isDescending };
  // Of numbers and times people want the largest first.
  return { column, isDescending: ['success', 'episodes', 'cost', 'started'].includes(column) };
}

/** `success-desc`, as addresses have it; anything else is the first order. */
export function readOrder(text: string | undefined): RunOrder {
  const [name, way] = (text ?? '').split('-');
  const column = RUN_COLUMNS.find((one) => one === name);
  return column === undefined ? FIRST_ORDER : { column, isDescending: way === 'desc' };
}

export function writeOrder({ column, isDescending }: RunOrder): string | undefined {
  const { column: first, isDescending: firstWay } = FIRST_ORDER;
  if (column === first && isDescending === firstWay) return undefined;
  return `${column}-${isDescending ? 'desc' : 'asc'}`;
}

/** In that order; of equals the newest first. What has no value of the column is last, whichever way. */
export function sortRuns(runs: readonly RunCard[], { column, isDescending }: RunOrder): readonly RunCard[] {
  const way = isDescending ? -1 : 1;
  return runs.toSorted((a, b) => {
    const [one, other] = [valueOf(a, column), valueOf(b, column)];
    if (one === null || other === null) {
      return one === other ? newestFirst(a, b) : one === null ? 1 : -1;
    }
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : String(one).localeCompare(String(other), undefined, { numeric: true });
    return order === 0 ? newestFirst(a, b) : way * order;
  });
}

function valueOf(run: RunCard, column: RunColumn): string | number | null {
  switch (column) {
    case 'run':
      return run.id;
    case 'benchmark':
      return run.benchmark === '' ? null : `${run.benchmark} ${run.mode}`;
    case 'agent':
      return run.agent === '' ? null : `${run.agent} ${run.models.join(' ')}`;
    case 'state':
      return run.state;
    case 'success':
      return run.success?.value ?? null;
    case 'episodes':
      return run.finished;
    case 'cost':
      // Part of a cost is none that could be compared.
      return run.unpriced > 0 ? null : run.costUsd;
    case 'started':
      return run.startedAt === null ? null : Date.parse(run.startedAt);
    default:
      return column satisfies never;
  }
}

function newestFirst(a: RunCard, b: RunCard): number {
  const [one, other] = [a.startedAt ?? '', b.startedAt ?? ''];
  return one === other ? 0 : one < other ? 1 : -1;
}
