import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { appAgentElements } from './appagent-elements.js';

function node(attributes: Record<string, string>, children = ''): string {
  const all = { index: '0', class: 'android.view.View', bounds: '[0,0][10,10]', ...attributes };
  const text = Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');
  return `<node ${text}>${children}</node>`;
}

function elementsOf(nodes: string, useless?: string[]) {
  const hierarchy = parseHierarchy(`<hierarchy rotation="0">${nodes}</hierarchy>`);
  return appAgentElements(hierarchy, useless === undefined ? {} : { useless: new Set(useless) });
}

const at = (x: number, y: number): string => `[${x},${y}][${x + 10},${y + 10}]`;

describe('appAgentElements', () => {
  it('lists clickable elements before focusable ones, each in document order, the bars of the system too', () => {
    const found = elementsOf(
      node(
        { class: 'Frame' },
        node({ focusable: 'true', class: 'A', bounds: at(500, 0) }) +
          node({ clickable: 'true', class: 'B', bounds: at(100, 0), index: '1' }),
      ) +
        node(
          { class: 'Bar', package: 'com.android.systemui' },
          node({ clickable: 'true', class: 'C', bounds: at(900, 0) }),
        ),
    );
    expect(found.map(({ uid, because }) => [uid, because])).toEqual([
      ['Frame_10_10_B_10_10_1', 'clickable'],
      ['Bar_10_10_C_10_10_0', 'clickable'],
      ['Frame_10_10_A_10_10_0', 'focusable'],
    ]);
  });

  it('names an element by resource id or class and size, short description, parent and index', () => {
    const [byId, long, top] = elementsOf(
      node(
        { 'resource-id': 'org.x:id/list', 'content-desc': 'My list/a: b' },
        node({ clickable: 'true', bounds: '[0,100][30,140]', class: 'Row', index: '7' }),
      ) +
        node(
          { 'resource-id': 'org.x:id/a' },
          node({ clickable: 'true', bounds: at(0, 300), 'content-desc': 'x'.repeat(20), class: 'L' }),
        ) +
        node({ clickable: 'true', bounds: at(0, 500), class: 'Top' }),
    );
    expect(byId?.uid).toBe('org.x.id_list_Mylist_a_b_Row_30_40_7');
    expect(long?.uid).toBe('org.x.id_a_L_10_10_0');
    expect(top?.uid).toBe('Top_10_10_0');
  });

  it('counts elements within 30 pixels once: the first of a kind, clickable before focusable', () => {
    const found = elementsOf(
      node({ clickable: 'true', class: 'A', bounds: at(0, 0) }) +
        node({ clickable: 'true', class: 'near A', bounds: at(18, 24) }) +
        node({ clickable: 'true', class: 'B', bounds: at(31, 0) }) +
        node({ focusable: 'true', class: 'near B', bounds: at(61, 0) }) +
        node({ focusable: 'true', class: 'C', bounds: at(92, 0) }),
    );
    expect(found.map(({ uid }) => uid[0])).toEqual(['A', 'B', 'C']);
  });

  it('leaves useless elements out, which still hide focusable ones', () => {
    const nodes =
      node({ clickable: 'true', class: 'A', bounds: at(0, 0) }) +
      node({ focusable: 'true', class: 'B', bounds: at(5, 0) }) +
      node({ clickable: 'true', class: 'C', bounds: at(200, 0) });
    expect(elementsOf(nodes, ['A_10_10_0']).map(({ uid }) => uid)).toEqual(['C_10_10_0']);
  });

  it('finds the same elements as a comparison of all pairs', () => {
    const place = fc.tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -90, max: 90 }));
    fc.assert(
      fc.property(fc.array(place, { maxLength: 40 }), (places) => {
        const kept: [number, number][] = [];
        for (const [x, y] of places) {
          if (kept.every(([a, b]) => Math.hypot(a - x, b - y) > 30)) kept.push([x, y]);
        }
        const nodes = places.map(([x, y]) => node({ clickable: 'true', bounds: at(x, y) })).join('');
        expect(elementsOf(nodes).map(({ box }) => [box[0], box[1]])).toEqual(kept);
      }),
    );
  });
});
