import { stop } from '../../domain/action.js';
import type { Graph } from '../../domain/graph/graph.js';
import type { Screen } from '../../domain/screen.js';
import { faultOf } from '../../errors.js';
import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';

/**
 * The screens that a run's items may show, as far as recordings tell, each once: of recorded episodes and graphs all, else
 * the first. Items whose own data are broken are left out; the run voids them.
 *
 * @param chosen ids of the items; null: all
 */
export async function* runScreens(
  benchmark: Benchmark,
  chosen: readonly string[] | null,
  { signal }: { readonly signal: AbortSignal },
): AsyncGenerator<Screen> {
  const wanted = chosen === null ? null : new Set(chosen);
  const seen = new Set<string>();
  const graphs = new Set<Graph>();
  for await (const item of benchmark.items.list()) {
    signal.throwIfAborted();
    if (item.invalid !== undefined || wanted?.has(item.id) === false) continue;
    for (const screen of await screensOf(item, benchmark, graphs, signal)) {
      if (seen.has(screen.id)) continue;
      seen.add(screen.id);
      yield screen;
    }
  }
}

async function screensOf(
  item: BenchmarkItem,
  benchmark: Benchmark,
  graphs: Set<Graph>,
  signal: AbortSignal,
): Promise<readonly Screen[]> {
  const graph = benchmark.world?.graph(item) ?? null;
  if (graph !== null) {
    if (graphs.has(graph)) return [];
    graphs.add(graph);
    return graph.nodes.flatMap(({ id }) => benchmark.world?.screen(id) ?? []);
  }
  try {
    return await recordedScreens(item, benchmark, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (faultOf(error) === 'dataset') return [];
    throw error;
  }
}

async function recordedScreens(
  item: BenchmarkItem,
  { items }: Benchmark,
  signal: AbortSignal,
): Promise<readonly Screen[]> {
  await using environment = await items.environments.lend(item, { signal });
  const first = await environment.reset({ task: item.id, repeat: 0, seed: 0 }, { signal });
  const screens = [first.screen];
  // Screens of a recording come one after the other, whatever is done.
  while (items.protocol === 'stepwise') {
    const result = await environment.step(stop(), { signal });
    if (result.type === 'ended') break;
    screens.push(result.observation.screen);
  }
  return screens;
}
