import { pocketBenchmark } from '../../benchmarks/pocket/pocket-benchmark.js';
import type { Screen } from '../../domain/screen.js';
import { learnRoutes, type KnownTask } from './learn-routes.js';
import { PictureMemory } from './picture-memory.js';

/** What somebody remembers who has used the phone before: its screens, and how each task was done. */
export interface PocketMemory {
  readonly tasks: readonly KnownTask[];
  readonly pictures: PictureMemory;
  readonly screens: ReadonlyMap<string, Screen>;
}

let learned: Promise<PocketMemory> | null = null;

/** Pocket, learned once per process: takes some seconds. */
export function learnPocket(): Promise<PocketMemory> {
  learned ??= learn();
  return learned;
}

async function learn(): Promise<PocketMemory> {
  const { signal } = new AbortController();
  await using benchmark = await pocketBenchmark.open({ mode: 'corrected', signal });
  const tasks = await learnRoutes(benchmark, { signal });
  const screens = new Map<string, Screen>();
  for await (const item of benchmark.items.list()) {
    for (const node of benchmark.world?.graph(item)?.nodes ?? []) {
      for (const { id } of node.screens) {
        const screen = benchmark.world?.screen(id) ?? null;
        if (screen !== null) screens.set(id, screen);
      }
    }
    break;
  }
  return { tasks, screens, pictures: await PictureMemory.learn([...screens.keys()], benchmark, { signal }) };
}
