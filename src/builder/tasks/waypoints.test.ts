import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { buildMoveGraph, type MoveGraph } from '../../domain/graph/move-graph.js';
import { waypointsBetween } from './waypoints.js';

/** A phone whose states lead on by touches, and HOME to the first. */
function movesOf(edges: readonly (readonly [number, number])[], count: number): MoveGraph {
  const nodes = Array.from({ length: count }, (_, node) => ({
    id: `n${node}`,
    edges: edges
      .filter(([from]) => from === node)
      .map(([, to], index) => ({
        to: `n${to}`,
        actions: [{ type: 'click' as const, box: [index * 10, 0, index * 10 + 8, 8] as const }],
      })),
  }));
  const source = { name: 'made', screenSize: { width: 400, height: 20 }, root: 'n0', nodes };
  return buildMoveGraph(buildGraph(source as never), 'corrected');
}

describe('waypoints', () => {
  it('are what the ways part into, where they part', () => {
    // 0 → 1 → (2 | 3) → 4 → 5, and nothing passes by.
    const moves = movesOf(
      [
        [0, 1],
        [1, 2],
        [1, 3],
        [2, 4],
        [3, 4],
        [4, 5],
      ],
      6,
    );
    const found = waypointsBetween(moves, { start: 0, goal: 5, most: 9 });
    expect(found.map((layer) => layer.toSorted((a, b) => a - b))).toEqual([[1], [2, 3], [4]]);
    expect(waypointsBetween(moves, { start: 0, goal: 5, most: 1 })).toEqual([[4]]);
  });

  it('are none where a longer way passes by', () => {
    const moves = movesOf(
      [
        [0, 1],
        [1, 2],
        [0, 3],
        [3, 4],
        [4, 2],
      ],
      5,
    );
    expect(waypointsBetween(moves, { start: 0, goal: 2, most: 9 })).toEqual([]);
  });

  it('lie on every walk from the start to the goal', () => {
    const edge = fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 }));
    fc.assert(
      fc.property(
        fc.uniqueArray(edge, { maxLength: 18, selector: String }),
        fc.infiniteStream(fc.nat()),
        (edges, dice) => {
          const moves = movesOf(
            edges.filter(([a, b]) => a !== b),
            8,
          );
          const waypoints = waypointsBetween(moves, { start: 0, goal: 7, most: 9 });
          const seen = new Set([0]);
          let here = 0;
          for (let step = 0; step < 60 && here !== 7; step += 1) {
            const ways = moves.from[here] ?? [];
            const draw = dice.next().value ?? 0;
            here = ways.length === 0 || draw % 7 === 0 ? 0 : (ways[draw % ways.length]?.to ?? 0);
            seen.add(here);
          }
          if (here === 7)
            for (const layer of waypoints) expect(layer.some((node) => seen.has(node))).toBe(true);
        },
      ),
    );
  });
});
