import type { Size } from '../../domain/geometry.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { UnitBox } from '../../domain/recordings/recorded-milestone.js';
import { allNodes, readable } from './mask-screen.js';

/** States of elements that a milestone may ask for. */
const STATES = ['checked', 'selected', 'focused'] as const;

/** What an area of a screen says, and which states its elements are in. */
export interface AreaWords {
  /** One line per element, in the order of the hierarchy; nothing twice. */
  readonly text: string;
  readonly state: readonly string[];
}

/**
 * Texts (else descriptions) and states of the elements whose middle lies in an area.
 *
 * @param xml of the UI hierarchy; null: nothing is known
 */
export function areaWords(xml: string | null, area: UnitBox, size: Size): AreaWords {
  const inside = allNodes(readable(xml)).filter((node) => isInside(node, area, size));
  const texts = inside.map((node) => (node.text === '' ? node.description : node.text));
  const state = STATES.filter((name) => inside.some((node) => node.attribute(name) === 'true'));
  return { text: [...new Set(texts.filter((text) => text !== ''))].join('\n'), state };
}

function isInside(node: UiNode, [left, top, right, bottom]: UnitBox, size: Size): boolean {
  const [x, y] = node.centre;
  return (
    x >= left * size.width && x <= right * size.width && y >= top * size.height && y <= bottom * size.height
  );
}
