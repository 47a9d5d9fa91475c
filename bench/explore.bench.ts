import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow } from './bench-row.js';
import { POCKET_FOLDER } from '../src/benchmarks/pocket/pocket-benchmark.js';
import { Exploration } from '../src/builder/explore/explore.js';
import { buildGraph } from '../src/domain/graph/build-graph.js';
import { FORBIDDEN_KINDS } from '../src/domain/task-fields/forbidden-kind.js';
import { GraphEnvironment } from '../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../src/environments/graph/graph-world.js';
import { parseGraphFile } from '../src/formats/graph/read-graph.js';

const STEPS = 1_000;

/** What the explorer itself takes for each action, without phone, disk and model: recorded Pocket answers at once. */
export async function run(): Promise<BenchRow[]> {
  const text = readFileSync(join(POCKET_FOLDER, 'graph.json'), 'utf8');
  const world = new GraphWorld(buildGraph(parseGraphFile(text, 'graph.json')), {
    content: {
      open: (path) => ({
        mediaType: 'application/xml',
        load: async () =>
          path.endsWith('.xml') ? readFileSync(join(POCKET_FOLDER, path)) : new Uint8Array(),
      }),
    },
  });
  let captures = 0;
  const exploration = new Exploration({
    environment: new GraphEnvironment(world, { mode: 'corrected', startOf: () => null }),
    start: { task: 'bench', repeat: 0, seed: 1 },
    record: {
      capture: async () => {
        captures += 1;
        return { capture: captures - 1 };
      },
      append: () => undefined,
      commit: async () => undefined,
    },
    forbid: new Set(FORBIDDEN_KINDS),
    app: null,
    isWholePhone: true,
    ask: null,
    maxSteps: STEPS,
    maxMs: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
  });
  await exploration.run();
  const name = `explore: own work per action, over ${exploration.steps} actions on recorded Pocket`;
  return [{ name, value: exploration.ownMsPerStep, unit: 'ms', target: '< 30' }];
}
