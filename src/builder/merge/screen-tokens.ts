import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { TokenKind, Vocabulary } from './vocabulary.js';

/** What a screen's elements are, as numbers. In sorted lists equal elements count one by one. */
export interface ScreenTokens {
  /** With every number in a text as one sign, so that counts, clocks and dates are all the same. */
  readonly masked: Int32Array;
  /** With texts as they are. */
  readonly exact: Int32Array;
  /** As `exact`, in the order in which the elements stand. */
  readonly ordered: Int32Array;
  /** Top of each element, in the same order: pixels. */
  readonly tops: Int16Array;
  /**
   * Texts of elements that have no resource id, by their place in `ordered`: number of the spot, which is what stands where, with numbers
   * as one sign.
   */
  readonly spots: ReadonlyMap<number, number>;
  /** The same spots by their tokens in `masked` and `exact`. */
  readonly spotOf: ReadonlyMap<number, number>;
}

/** Fewer elements than this are a frame around something that a hierarchy does not show. */
const FEWEST_ELEMENTS = 4;
/** Digits of any script, with what joins them in times, dates and amounts. */
const NUMBERS = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu;

/** A text with every number in it as one sign. */
export function maskNumbers(text: string): string {
  return text.replaceAll(NUMBERS, '#');
}

/** Tokens of a hierarchy; null where it shows too little to tell screens apart. */
export function screenTokens(hierarchy: UiHierarchy, vocabulary: Vocabulary): ScreenTokens | null {
  const { nodes } = hierarchy;
  if (nodes.length < FEWEST_ELEMENTS) return null;
  const names = new Map<UiNode, string>();
  const masked: number[] = [];
  const exact: number[] = [];
  const ordered: number[] = [];
  const tops: number[] = [];
  const spots = new Map<number, number>();
  const spotOf = new Map<number, number>();
  const counts = new Map<string, number>();
  const count = (key: string): number => {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    return next;
  };
  const add = (element: number, kind: TokenKind, value: string, node: UiNode | null): void => {
    const text = node === null ? null : value;
    const hidden = text === null ? value : maskNumbers(value);
    const key = `${element} ${kind}`;
    const tokens = [
      vocabulary.token(element, kind, `${hidden}\n${count(`masked ${key} ${hidden}`)}`, text),
      vocabulary.token(element, kind, `${value}\n${count(`exact ${key} ${value}`)}`, text),
    ] as const;
    masked.push(tokens[0]);
    exact.push(tokens[1]);
    ordered.push(vocabulary.token(element, kind, value, text));
    if (node === null || node.resourceName !== '') return;
    const spot = vocabulary.spot(`${element} ${node.bounds[0]} ${node.bounds[1]} ${hidden}`);
    spots.set(ordered.length - 1, spot);
    for (const token of tokens) spotOf.set(token, spot);
  };
  const visit = (node: UiNode): void => {
    const name = elementName(node, names);
    names.set(node, name);
    const element = vocabulary.element(name);
    add(element, 'state', STATES.map((attribute) => node.attribute(attribute) ?? '').join(), null);
    if (node.attribute('focused') === 'true' && IS_FIELD.test(node.className)) {
      add(element, 'focus', '', null);
    }
    for (const attribute of ['text', 'content-desc']) {
      const value = node.attribute(attribute) ?? '';
      if (value !== '') add(element, 'text', value, node);
    }
    tops.push(Math.max(-32_768, Math.min(32_767, node.bounds[1])));
    for (const child of node.children) visit(child);
  };
  for (const root of hierarchy.roots) visit(root);
  return {
    masked: Int32Array.from(masked).sort(),
    exact: Int32Array.from(exact).sort(),
    ordered: Int32Array.from(ordered),
    tops: Int16Array.from(tops),
    spots,
    spotOf,
  };
}

/** What of an element says what can be done on it, and what was chosen. */
const STATES = ['checked', 'selected', 'enabled', 'clickable', 'long-clickable', 'scrollable'];
/** Classes that hold what the person writes. */
export const IS_FIELD = /(?:EditText|AutoCompleteTextView)$/;

/** What an element is, wherever it stands: its class and resource, or where it has none those of what it is in. */
function elementName(node: UiNode, names: ReadonlyMap<UiNode, string>): string {
  const own = `${node.attribute('package') ?? ''} ${node.className}`;
  if (node.resourceName !== '') return `${own}#${node.resourceName}`;
  // Of unnamed frames only the nearest, so that deep nests do not make long names.
  const parent = node.parent === null ? '' : (names.get(node.parent) ?? '');
  return `${own}<${parent.slice(parent.lastIndexOf(' ') + 1).split('<')[0] ?? ''}`;
}

/** How much of two sorted lists is common, over all of both: 0-1. */
export function likeness(a: Int32Array, b: Int32Array): number {
  if (a.length === 0 && b.length === 0) return 1;
  let [i, j, common] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i] ?? 0, b[j] ?? 0];
    if (x === y) common += 1;
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return common / (a.length + b.length - common);
}

/** What only one of two sorted lists has. */
export function difference(a: Int32Array, b: Int32Array): number[] {
  const found: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const x = a[i] ?? Number.POSITIVE_INFINITY;
    const y = b[j] ?? Number.POSITIVE_INFINITY;
    if (x !== y) found.push(Math.min(x, y));
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return found;
}
