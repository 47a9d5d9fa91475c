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
    const actions = ambiguousActions(graph, 'reference');
    const listed = new Set(
      actions.flatMap(({ node, action, targets }) =>
        targets.map((target) => `${node} ${String(action['x'])} ${String(action['y'])} ${target}`),
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
          for (const target of [one.target, other.target]) {
            const key = `${id} ${x} ${y} ${graph.nodes[target]?.id ?? ''}`;
            if (!listed.has(key)) missed.push(key);
          }
        }
      }
    }
    // Of the published file: a click with each other one that its point fires, too.
    expect(clicks).toBe(265);
    expect(missed).toEqual([]);
    const listedClicks = actions.filter(({ action }) => action['action_type'] === 'click');
    expect(listedClicks).toHaveLength(121);
    expect(new Set(listedClicks.map(({ node }) => node)).size).toBe(61);
  });
});
