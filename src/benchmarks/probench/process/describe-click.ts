import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../../domain/hierarchy/ui-node.js';

/** What a click was on, in words. */
export interface ClickDescription {
  readonly text: string;
  /**
   * `clickable`: an element that takes clicks · `other`: none takes any there, so the smallest of any kind · `unknown`: nothing
   * there says anything.
   */
  readonly found: 'clickable' | 'other' | 'unknown';
}

/** Longest description, characters: a whole article may be one element. */
const MAX_TEXT = 1000;

interface Placed {
  readonly node: UiNode;
  readonly depth: number;
  /** Place in document order. */
  readonly index: number;
}

/**
 * The structure description of a click: text and content description of the smallest clickable element under it, or else its
 * resource id and what its children say.
 *
 * Source: ProBench paper, Structure Description Converter; ties, edges and what comes without clickable elements are our own
 * rules.
 *
 * @param click whole pixels of the screen that the click was made on
 * @param hierarchy of that screen; null where there is none
 */
export function describeClick(
  hierarchy: UiHierarchy | null,
  click: readonly [x: number, y: number],
): ClickDescription {
  const under = hierarchy === null ? [] : placedNodes(hierarchy).filter(({ node }) => takes(node, click));
  const clickable = smallest(under.filter(({ node }) => node.attribute('clickable') === 'true'));
  const node = clickable ?? smallest(under);
  const text = node === null ? '' : describe(node);
  if (text === '') return { text: `unknown element at (${click.join(', ')})`, found: 'unknown' };
  return { text: text.slice(0, MAX_TEXT), found: clickable === null ? 'other' : 'clickable' };
}

/** In document order. */
function placedNodes({ roots }: UiHierarchy): readonly Placed[] {
  const placed: Placed[] = [];
  const waiting = roots.map((node) => ({ node, depth: 0 })).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    placed.push({ ...next, index: placed.length });
    const depth = next.depth + 1;
    for (const node of next.node.children.toReversed()) waiting.push({ node, depth });
  }
  return placed;
}

/** The right and the lower edge are outside. */
function takes(node: UiNode, [x, y]: readonly [number, number]): boolean {
  const [left, top, right, bottom] = node.bounds;
  return node.isVisible && left <= x && x < right && top <= y && y < bottom;
}

/** Of equal areas the deeper one, then the later one. */
function smallest(placed: readonly Placed[]): UiNode | null {
  const [first] = placed.toSorted(
    (a, b) => areaOf(a.node) - areaOf(b.node) || b.depth - a.depth || b.index - a.index,
  );
  return first?.node ?? null;
}

function areaOf({ bounds: [left, top, right, bottom] }: UiNode): number {
  return (right - left) * (bottom - top);
}

function describe(node: UiNode): string {
  const own = ownWords(node);
  if (own !== '') return own;
  const children = node.children.map(ownWords).filter((words) => words !== '');
  const below = children.length > 0 ? children : wordsBelow(node);
  return [idOf(node), ...below].filter((words) => words !== '').join(' ');
}

/** Text and content description, once where they are equal. */
function ownWords(node: UiNode): string {
  const words = ['text', 'content-desc'].map((name) => collapsed(node.attribute(name) ?? ''));
  return [...new Set(words)].filter((one) => one !== '').join(' ');
}

function wordsBelow(node: UiNode): readonly string[] {
  const found: string[] = [];
  const waiting = node.children.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const words = ownWords(next);
    if (words !== '') found.push(words);
    waiting.push(...next.children.toReversed());
  }
  return found;
}

/** Resource id without its package. */
function idOf(node: UiNode): string {
  const id = node.attribute('resource-id') ?? '';
  return collapsed(id.slice(Math.max(id.lastIndexOf('/'), id.lastIndexOf(':')) + 1));
}

function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
