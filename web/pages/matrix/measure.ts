import type { RunCard } from '../../../src/report/view/run-card.js';

/** What a run measures: results of different ones are never put together. */
export interface Measure {
  readonly key: string;
  readonly benchmark: string;
  readonly version: string;
  readonly split: string;
  /** Of the instructions; null: each task's first. */
  readonly language: string | null;
  readonly mode: string;
}

/** Who is measured. */
export interface Measured {
  readonly key: string;
  readonly agent: string;
  readonly models: readonly string[];
}

/** Runs that are results of their benchmark from the start: no forks, and nothing that cannot be read. */
export function isResult({ state, forkOf }: Pick<RunCard, 'state' | 'forkOf'>): boolean {
  return state !== 'unreadable' && forkOf === null;
}

export function measureOf(run: RunCard): Measure {
  const { benchmark, mode } = run;
  const version = entryOf(run, 'benchmark.version') ?? '';
  const split = entryOf(run, 'benchmark.split') ?? 'all';
  const named = entryOf(run, 'benchmark.language') ?? 'null';
  const language = named === 'null' ? null : named;
  const key = [benchmark, version, split, language ?? '', mode].join('|');
  return { key, benchmark, version, split, language, mode };
}

export function measuredOf({ agent, models }: RunCard): Measured {
  return { key: [agent, ...models].join('|'), agent, models };
}

/** Why a run says less than one of the whole benchmark; both where both hold. */
export interface Shortfall {
  /** Not every episode is done. */
  readonly isUnfinished: boolean;
  /** Tasks that were chosen from those there are; null: all of them. */
  readonly chosen: number | null;
}

export function shortfallOf(run: RunCard): Shortfall {
  const items: unknown = JSON.parse(chosenItems(run));
  return {
    isUnfinished: run.finished < run.planned,
    chosen: Array.isArray(items) ? items.length : null,
  };
}

export function isPartial(run: RunCard): boolean {
  const { isUnfinished, chosen } = shortfallOf(run);
  return isUnfinished || chosen !== null;
}

/** Ids of the tasks that a run was about, as its identity has them: `null` for all. */
export function chosenItems(run: Pick<RunCard, 'identity'>): string {
  const items = entryOf(run, 'benchmark.items');
  return items?.startsWith('[') === true ? items : 'null';
}

/** Whether two runs had the same data: own worlds change without a new version. */
export function isOfSameData(a: Pick<RunCard, 'identity'>, b: Pick<RunCard, 'identity'>): boolean {
  const path = 'benchmark.dataHash';
  return entryOf(a, path) === entryOf(b, path);
}

function entryOf({ identity }: Pick<RunCard, 'identity'>, wanted: string): string | undefined {
  return identity.find(([path]) => path === wanted)?.[1];
}
