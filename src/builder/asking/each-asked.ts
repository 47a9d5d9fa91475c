import { mapAhead } from '../../domain/collections/map-ahead.js';
import { TouchstoneError } from '../../errors.js';
import { BudgetSpentError } from '../../models/asking/budget-spent-error.js';

/** What became of one thing that models were asked about. */
export type Asked<R> =
  | { readonly type: 'done'; readonly value: R }
  /** A file that it needs cannot be used: another call would not help. */
  | { readonly type: 'broken'; readonly message: string }
  /** Left for another call: tokens or money are spent, or the model could not be reached. */
  | { readonly type: 'left'; readonly why: 'budget' | 'outage'; readonly message: string };

/** Outages in a row, after which no more is asked. */
const MOST_OUTAGES = 8;

/**
 * Works on items in their order, several at a time. A spent budget and a model that cannot be reached leave items for another call;
 * after many outages in a row nothing more is asked. What cannot be read is an outcome of its item.
 *
 * @throws what the work throws beyond that
 */
export async function* eachAsked<T, R>(
  items: Iterable<T>,
  { concurrency, signal }: { readonly concurrency: number; readonly signal: AbortSignal },
  work: (item: T) => Promise<R>,
): AsyncGenerator<Asked<R>> {
  let over: Extract<Asked<R>, { type: 'left' }> | null = null;
  let outages = 0;
  const one = async (item: T): Promise<Asked<R>> => {
    if (over !== null) return over;
    try {
      const value = await work(item);
      outages = 0;
      return { type: 'done', value };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BudgetSpentError) {
        over = { type: 'left', why: 'budget', message: error.message };
        return over;
      }
      if (!(error instanceof TouchstoneError)) throw error;
      if (error.fault === 'dataset') return { type: 'broken', message: error.message };
      if (error.fault !== 'model') throw error;
      outages += 1;
      const left = { type: 'left', why: 'outage', message: error.message } as const;
      if (outages >= MOST_OUTAGES) over = left;
      return left;
    }
  };
  yield* mapAhead(listed(items), Math.max(1, concurrency), one);
}

async function* listed<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
