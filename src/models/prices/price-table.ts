import { z } from 'zod';
import { PriceSchema, type Price } from './price.js';

/** One price of one model from one day on. */
const PriceEntrySchema = PriceSchema.extend({
  /** Provider as profiles name it, or host of the endpoint; absent: wherever the model is served. */
  provider: z.string().min(1).optional(),
  /** Model id, or its beginning followed by `*`. */
  model: z.string().min(1),
  /** First day it holds, in UTC; until the next entry for the same provider and model. */
  from: z.iso.date(),
  /** Where the price was read. */
  source: z.string().optional(),
});
export type PriceEntry = z.infer<typeof PriceEntrySchema>;

/** Prices as a user keeps them, in US dollars per million tokens. */
export const PriceTableSchema = z.strictObject({
  formatVersion: z.literal(1),
  prices: z.array(PriceEntrySchema),
});
export type PriceTable = z.infer<typeof PriceTableSchema>;

/** No prices: they change too often to be shipped. */
export const NO_PRICES: PriceTable = { formatVersion: 1, prices: [] };

/**
 * What a model costs on a day: the exact id goes before a beginning, a longer beginning before a shorter, an entry that
 * names the provider before one that does not, and of several days the latest that has come. Null where there is none.
 */
export function findPrice(
  table: PriceTable,
  wanted: {
    readonly provider: string;
    readonly host: string;
    readonly model: string;
    /** Milliseconds since the epoch. */
    readonly at: number;
  },
): Price | null {
  let best: { entry: PriceEntry; rank: readonly number[] } | null = null;
  for (const entry of table.prices) {
    const days = Date.parse(entry.from);
    if (days > wanted.at) continue;
    const match = matchLength(entry.model, wanted.model);
    if (match === null) continue;
    const { provider } = entry;
    if (provider !== undefined && provider !== wanted.provider && provider !== wanted.host) continue;
    const rank = [match, provider === undefined ? 0 : 1, days];
    if (best === null || isAfter(rank, best.rank)) best = { entry, rank };
  }
  if (best === null) return null;
  const { provider: _provider, model: _model, from: _from, source: _source, ...price } = best.entry;
  return price;
}

/** Characters of the id that an entry fixes; infinite for all of them, null where it does not match. */
function matchLength(pattern: string, model: string): number | null {
  if (pattern === model) return Infinity;
  if (!pattern.endsWith('*')) return null;
  const start = pattern.slice(0, -1);
  return model.startsWith(start) ? start.length : null;
}

function isAfter(left: readonly number[], right: readonly number[]): boolean {
  const index = left.findIndex((value, place) => value !== right[place]);
  return index === -1 || (left[index] ?? 0) > (right[index] ?? 0);
}
