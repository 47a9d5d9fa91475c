import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { profileOfGraph } from '../../phone/device/phone-profile.js';

/** An app that can be opened by an `open_app` action of its name. */
export interface OpenableApp {
  readonly package: string;
  readonly name: string;
}

/** Tells the apps of the phone that a task is done on; null where nobody recorded which there are. */
export type AppsOfTask = (task: string) => Promise<readonly OpenableApp[] | null>;

/** The apps of a benchmark's recorded phones. Each is read once. */
export function appsOfTasks(benchmark: Pick<Benchmark, 'items' | 'world'>): AppsOfTask {
  const { world, items } = benchmark;
  const known = new Map<unknown, Promise<readonly OpenableApp[]>>();
  return async (task) => {
    if (world === undefined) return null;
    const item = await find(items, task);
    const graph = item === null ? null : world.graph(item);
    if (graph === null) return null;
    const screen = world.screen.bind(world);
    const apps =
      known.get(graph) ??
      profileOfGraph({ graph, screen }).then((profile) =>
        profile.apps.flatMap(({ name, package: id }) => (name === null ? [] : [{ name, package: id }])),
      );
    known.set(graph, apps);
    return await apps;
  };
}

async function find(items: Benchmark['items'], task: string): Promise<BenchmarkItem | null> {
  for await (const item of items.list()) if (item.id === task) return item;
  return null;
}
