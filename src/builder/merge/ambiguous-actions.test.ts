import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { ambiguousActions } from './ambiguous-actions.js';

type Box = [number, number, number, number];

describe('ambiguousActions', () => {
  it('lists each point once, also where two lead to the same states', () => {
    const click = (to: string, box: Box, point?: [number, number]) => ({
      to,
      actions: [{ type: 'click' as const, box, ...(point !== undefined && { point }) }],
    });
    const graph = buildGraph({
      name: 'g',
      screenSize: { width: 100, height: 100 },
      root: 'a',
      nodes: [
        {
          id: 'a',
          edges: [
            click('b', [0, 0, 50, 50], [45, 45]),
            click('c', [40, 40, 90, 90], [48, 48]),
            // The same again, and one that is alone.
            click('c', [40, 40, 90, 90], [48, 48]),
            click('b', [0, 60, 30, 90]),
          ],
        },
        { id: 'b' },
        { id: 'c' },
      ],
    });
    const shown = ambiguousActions(graph, 'reference').map(({ node, action, targets }) => [
      node,
      action['x'],
      targets.toSorted(),
    ]);
    expect(shown).toEqual([
      ['a', 45, ['b', 'c']],
      ['a', 48, ['b', 'c']],
    ]);
  });
});
