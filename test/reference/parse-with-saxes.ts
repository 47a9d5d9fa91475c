import { SaxesParser } from 'saxes';
import { AttributeLayout } from '../../src/domain/hierarchy/attribute-layout.js';
import { UiHierarchy } from '../../src/domain/hierarchy/ui-hierarchy.js';
import { UiNode } from '../../src/domain/hierarchy/ui-node.js';
import type { Box } from '../../src/domain/geometry.js';

/** A UI hierarchy read by a general XML library: what `parseHierarchy` is compared with, in results and in speed. */
export function parseWithSaxes(xml: string): UiHierarchy {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const windows: UiNode[] = [];
  let open: UiNode | null = null;
  let depth = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth === 1) {
      if (name !== 'hierarchy') throw new Error('not a hierarchy');
      return;
    }
    if (name !== 'node') throw new Error('not a node');
    const names = Object.keys(attributes);
    const layout = new AttributeLayout(new Map(names.map((name, index) => [name, index])));
    const node = new UiNode(open, layout, Object.values(attributes), boxOf(attributes['bounds'] ?? ''));
    if (open === null) windows.push(node);
    else open.append(node);
    open = node;
  });
  parser.on('closetag', () => {
    depth -= 1;
    open = open?.parent ?? null;
  });
  parser.write(joinSurrogates(xml)).close();
  return new UiHierarchy(windows);
}

/** Two surrogate references in a row, which XML forbids and Android writes, as the character they stand for. */
function joinSurrogates(xml: string): string {
  return xml.replaceAll(/&#(5[56]\d{3});&#(5[67]\d{3});/g, (_, high: string, low: string) =>
    String.fromCharCode(Number(high), Number(low)),
  );
}

function boxOf(bounds: string): Box {
  const sides = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(bounds);
  if (sides === null) throw new Error(`bad bounds: ${bounds}`);
  return [Number(sides[1]), Number(sides[2]), Number(sides[3]), Number(sides[4])];
}
