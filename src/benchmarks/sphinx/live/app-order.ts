import type { SphinxPair } from '../saved-runs/pair.js';

/** A pair, and which of the phones does all tasks of its app, from 0. */
export interface PlacedPair {
  readonly pair: SphinxPair;
  readonly lane: number;
}

/**
 * Pairs in batches: all tasks of an app follow each other on one phone, apps and tasks as the task file has them. Each app
 * goes to the phone with the fewest tasks so far; of several phones each has its turn.
 *
 * Source: SPHINX reference code, batch runner. Deviation: that shuffles the tasks of each phone.
 */
export function orderByApp(pairs: readonly SphinxPair[], phones: number): readonly PlacedPair[] {
  const byApp = new Map<string, SphinxPair[]>();
  for (const pair of pairs) {
    const batch = byApp.get(pair.app);
    if (batch === undefined) byApp.set(pair.app, [pair]);
    else batch.push(pair);
  }
  const lanes = Array.from({ length: Math.max(1, phones) }, (): SphinxPair[] => []);
  for (const batch of byApp.values()) {
    const shortest = lanes.reduce((best, lane) => (lane.length < best.length ? lane : best));
    shortest.push(...batch);
  }
  const longest = Math.max(...lanes.map((lane) => lane.length));
  return Array.from({ length: longest }, (_, turn) =>
    lanes.flatMap((batch, lane): PlacedPair[] => {
      const pair = batch[turn];
      return pair === undefined ? [] : [{ pair, lane }];
    }),
  ).flat();
}
