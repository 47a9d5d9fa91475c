import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectedComponents } from './connected-components.js';

function sorted(components: readonly (readonly number[])[]): number[][] {
  return components
    .map((component) => component.toSorted((a, b) => a - b))
    .toSorted(([a = 0], [b = 0]) => a - b);
}

describe('connectedComponents', () => {
  it('puts together what can be reached both ways', () => {
    expect(connectedComponents([])).toEqual([]);
    expect(sorted(connectedComponents([[1], [2], [0], [2], []]))).toEqual([[0, 1, 2], [3], [4]]);
    expect(sorted(connectedComponents([[0], [2], [1]]))).toEqual([[0], [1, 2]]);
    // A cycle that is left through the middle, and one behind it.
    expect(sorted(connectedComponents([[1], [2, 3], [0], [4], [3]]))).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
  });

  it('agrees with reaching from everywhere', () => {
    const graphs = fc
      .integer({ min: 1, max: 8 })
      .chain((nodes) =>
        fc.array(fc.array(fc.nat(nodes - 1), { maxLength: 3 }), { minLength: nodes, maxLength: nodes }),
      );
    fc.assert(
      fc.property(graphs, (successors) => {
        const reach = successors.map((_, start) => {
          const found = new Set([start]);
          for (const node of found) for (const next of successors[node] ?? []) found.add(next);
          return found;
        });
        const expected = successors.map((_, node) =>
          [...successors.keys()].filter((other) => reach[node]?.has(other) && reach[other]?.has(node)),
        );
        const components = sorted(connectedComponents(successors));
        expect(components.flat().toSorted((a, b) => a - b)).toEqual([...successors.keys()]);
        for (const component of components)
          for (const node of component) expect(component).toEqual(expected[node]);
      }),
    );
  });

  it('goes as deep as a graph is long', () => {
    const long = Array.from({ length: 50_000 }, (_, node) => [node + 1]);
    expect(connectedComponents([...long, [0]])).toHaveLength(1);
  });
});
