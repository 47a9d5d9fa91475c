import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readColorbenchGraph } from '../src/benchmarks/colorbench/read-graph.js';
import { ambiguousActions } from '../src/builder/merge/ambiguous-actions.js';
import { boxContains } from '../src/domain/geometry.js';

/** The published data, where the user has them; nothing of them is in this repository. */
const DATA = join(resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared'), 'data/colorbench');
const isHere = existsSync(join(DATA, 'graph.json'));
if (!isHere)
  console.log(`Skipped: ambiguous clicks of the published ColorBench graph, which is not at ${DATA}`);

describe.skipIf(!isHere)('the dispersion of the published ColorBench graph', () => {
  it('lists every click whose point fires edges to different nodes', async () => {
    const graph = await readColorbenchGraph(join(DATA, 'graph.json'));
    const listed = new Set(
      ambiguousActions(graph, 'reference').flatMap(({ node, targets }) =>
        targets.flatMap((a) => targets.map((b) => `${node} ${a} ${b}`)),
      ),
    );
    const missed: string[] = [];
    let clicks = 0;
    for (const { id, edges } of graph.nodes) {
      const boxed = edges.flatMap(({ target, actions }) =>
        actions.flatMap((action) =>
          action.type === 'click' && action.box !== null
            ? [{ target, box: action.box, point: action.point }]
            : [],
        ),
      );
      for (const one of boxed) {
        const [left, top, right, bottom] = one.box;
        const [x, y] = one.point ?? [Math.trunc((left + right) / 2), Math.trunc((top + bottom) / 2)];
        for (const other of boxed) {
          if (other.target === one.target || !boxContains(one.box, x, y) || !boxContains(other.box, x, y))
            continue;
          clicks += 1;
          const [a, b] = [graph.nodes[one.target]?.id ?? '', graph.nodes[other.target]?.id ?? ''];
          if (!listed.has(`${id} ${a} ${b}`)) missed.push(`${id} ${a} ${b}`);
        }
      }
    }
    expect(clicks).toBeGreaterThan(200);
    expect(missed).toEqual([]);
  });
});
