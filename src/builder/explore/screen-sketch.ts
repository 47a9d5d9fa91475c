import type { Action } from '../../domain/action.js';
import { pixelPoint, type Box, type Size } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { Activity } from '../../domain/screen.js';
import { sha256 } from '../../formats/run/canonical-json.js';
import { isClickable } from '../../environments/guard/touched-element.js';

/** How something on a screen is tried. */
export type OfferKind =
  | 'tap'
  | 'long-press'
  /** A long press on what does not say that it takes one, where nothing says so. */
  | 'hold'
  | 'scroll'
  | 'swipe'
  | 'type'
  /** A text that is typed to find something by it. */
  | 'search'
  | 'enter'
  | 'back'
  | 'home'
  | 'wait';

/** Something that can be tried on a screen. */
export interface Offer {
  /** Unique on its screen, and the same on every look at it. */
  readonly id: string;
  readonly kind: OfferKind;
  /** The same for whatever is built alike, such as the entries of one list. */
  readonly classKey: string;
  /** The same for one and the same element on other states of a page. */
  readonly fullKey: string;
  readonly action: Action;
  /** Number of the element in the sketch; null for keys and for swipes over the whole screen. */
  readonly element: number | null;
  /** Entry of a list: others like it lead to the same kind of screen. */
  readonly isEntry: boolean;
}

/** An element that something can be done to. */
export interface SketchedElement {
  readonly className: string;
  readonly resource: string;
  /** Its texts and those of what is in it, the first ones. */
  readonly label: string;
  readonly texts: readonly string[];
  readonly hint: string;
  /** Pixels of the screen, cut to it. */
  readonly bounds: Box;
  readonly isField: boolean;
  readonly isPassword: boolean;
  /** A field that holds a text. */
  readonly isFilled: boolean;
  /** That text; empty for a password, and for what is no field. */
  readonly holds: string;
  readonly isFocused: boolean;
  readonly isEntry: boolean;
  readonly isChecked: boolean;
  readonly canTap: boolean;
  readonly canHold: boolean;
  readonly canScroll: boolean;
  readonly classKey: string;
  readonly fullKey: string;
}

/** A row of a screen: a node by its structure, with what it says. */
export interface SketchedRow {
  /** Class and id, with those of the node that it lies in. */
  readonly token: string;
  /** Id alone; empty for none. */
  readonly resource: string;
  readonly says: string;
}

/** A screen as the explorer tells it from others. */
export interface ScreenSketch {
  readonly activity: Activity | null;
  readonly package: string;
  readonly size: Size;
  /** What all states of a page have in common: the activity and the kinds of nodes. */
  readonly page: string;
  /** Rows in node order. */
  readonly rows: readonly SketchedRow[];
  readonly elements: readonly SketchedElement[];
  readonly offers: readonly Offer[];
  /** Something covers the rest and waits for an answer. */
  readonly isDialog: boolean;
  readonly hasPassword: boolean;
  readonly title: string;
}

const LONGEST_LABEL = 60;
const LIST_CLASS = /(?:RecyclerView|ListView|GridView|ListBox|ViewPager)$/;
/** A clock stands in the upper part of the screen, by its share of the height. */
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?$/i;
const CLOCK_BAR = 0.08;
const DIALOG_CLASS = /Dialog$/;
/** Entries of a list that stands for itself: so many nodes of one kind in one parent. */
const ALIKE = 3;

/**
 * Takes a screen apart into what tells it from others and what can be tried on it. Focus, positions and the system's own windows are
 * left out of what it says.
 *
 * @param size of the screen in pixels
 */
export function sketchScreen(
  hierarchy: UiHierarchy,
  { activity, size }: { readonly activity: Activity | null; readonly size: Size },
): ScreenSketch {
  const owner = activity?.package ?? hierarchy.roots[0]?.attribute('package') ?? '';
  const nodes = hierarchy.nodes.filter((node) => node.isVisible && seen(node.bounds, size) !== null);
  const rows: SketchedRow[] = [];
  const kinds = new Set<string>();
  for (const node of nodes) {
    const token = tokenOf(node);
    kinds.add(token);
    const flags = ['checked', 'selected'].filter((name) => node.attribute(name) === 'true').join(' ');
    // What is typed is the explorer's own; whether a field is empty is a state of its form.
    const isClock = CLOCK.test(node.text) && node.bounds[3] <= size.height * CLOCK_BAR;
    const text = isClock ? '' : isField(node) ? (isEmptyField(node) ? '' : '…') : node.text;
    rows.push({ token, resource: node.resourceName, says: [text, node.description, flags].join('\u0001') });
  }
  const page = `${owner}/${activity?.activity ?? ''} ${sha256([...kinds].sort().join(' ')).slice(0, 16)}`;
  const elements = elementsOf(nodes, size);
  return {
    activity,
    package: owner,
    size,
    page,
    rows,
    elements,
    offers: offersOf(elements, size),
    isDialog: nodes.some((node) => DIALOG_CLASS.test(node.className)),
    hasPassword: elements.some(({ isPassword }) => isPassword),
    title: titleOf(nodes),
  };
}

/** ENTER after a text that changed nothing but its field: how a field of that kind takes texts. */
export function submitOffer({ classKey, fullKey }: SketchedElement, number: number, text: string): Offer {
  return {
    id: `submit ${fullKey} ${text}`,
    kind: 'enter',
    classKey: `submit ${classKey}`,
    fullKey: `submit ${fullKey} ${text}`,
    action: { type: 'key', key: 'ENTER' },
    element: number,
    isEntry: false,
  };
}

/** Id of the offer that types a text into a field. */
export function typeId({ fullKey }: SketchedElement, text: string): string {
  return `type ${fullKey} ${text}`;
}

/** The text that types into a field in place of what it holds. */
export function typeOffer(
  element: SketchedElement,
  number: number,
  text: string,
): Offer & { readonly kind: 'type' | 'search' } {
  const target = { type: 'point', point: pixelPoint(...centre(element.bounds)) } as const;
  return {
    id: typeId(element, text),
    kind: isSearch(element) ? 'search' : 'type',
    classKey: `type ${element.classKey}`,
    fullKey: `type ${element.fullKey} ${text.toLowerCase()}`,
    action: { type: 'type', text, target, clear: true },
    element: number,
    isEntry: false,
  };
}

const SEARCH = /search|find|query|suche|filter|搜索|查找/i;

/** What a field calls itself. */
export function nameOfField({ resource, hint, label }: SketchedElement): string {
  return [resource.replaceAll(/[_-]/g, ' '), hint, label].join(' ');
}

/** Whether a field is there to find things by their names. */
export function isSearch(field: SketchedElement): boolean {
  return !field.isPassword && SEARCH.test(nameOfField(field));
}

function shortName(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1);
}

function ownToken(node: UiNode): string {
  return `${shortName(node.className)}#${node.resourceName}`;
}

function tokenOf(node: UiNode): string {
  const own = ownToken(node);
  return node.resourceName !== '' || node.parent === null ? own : `${ownToken(node.parent)}>${own}`;
}

/** What of a node's bounds is on the screen; null for nothing. */
function seen([x1, y1, x2, y2]: Box, { width, height }: Size): Box | null {
  const box: Box = [Math.max(x1, 0), Math.max(y1, 0), Math.min(x2, width), Math.min(y2, height)];
  return box[2] - box[0] < 2 || box[3] - box[1] < 2 ? null : box;
}

function centre([x1, y1, x2, y2]: Box): [number, number] {
  return [Math.floor((x1 + x2) / 2), Math.floor((y1 + y2) / 2)];
}

/** Texts of a node and of what lies in it, without what can be clicked by itself; equal ones once. */
function textsIn(node: UiNode): string[] {
  const texts = new Set<string>();
  const waiting: UiNode[] = [node];
  for (let one = waiting.shift(); one !== undefined && texts.size < 6; one = waiting.shift()) {
    for (const text of [one.text, one.description]) if (text !== '') texts.add(text);
    waiting.push(...one.children.filter((child) => child.isVisible && !isClickable(child)));
  }
  return [...texts];
}

/** A label without what counts up in it, such as a number of new messages. */
function plainLabel(label: string): string {
  return label.replaceAll(/\d+/g, '0');
}

function isField(node: UiNode): boolean {
  return node.className.endsWith('EditText') || node.className.endsWith('AutoCompleteTextView');
}

/** A field that is empty may show its hint as its text. */
function isEmptyField(node: UiNode): boolean {
  return node.text === '' || node.text === (node.attribute('hint') ?? '').trim();
}

function elementsOf(nodes: readonly UiNode[], size: Size): SketchedElement[] {
  const candidates = nodes.filter(
    (node) => isClickable(node) || node.attribute('scrollable') === 'true' || isField(node),
  );
  const alike = new Map<UiNode | null, Map<string, number>>();
  for (const node of candidates) {
    const counts = alike.get(node.parent) ?? new Map<string, number>();
    alike.set(node.parent, counts);
    counts.set(ownToken(node), (counts.get(ownToken(node)) ?? 0) + 1);
  }
  const ordinals = new Map<string, number>();
  const elements: SketchedElement[] = [];
  for (const node of candidates) {
    const bounds = seen(node.bounds, size);
    if (bounds === null || node.attribute('enabled') === 'false') continue;
    const field = isField(node);
    const count = alike.get(node.parent)?.get(ownToken(node)) ?? 1;
    const isListed = node.parent !== null && LIST_CLASS.test(node.parent.className);
    const isButton = /(?:Button|Switch|CheckBox|Spinner|MenuItem)$/.test(node.className);
    const isEntry =
      !field && ((isListed && count > 1) || (count >= ALIKE && (!isButton || node.resourceName !== '')));
    const texts = field ? [] : textsIn(node);
    const hint = node.attribute('hint') ?? '';
    const label = (field ? hint : texts.slice(0, 3).join(' · ')).slice(0, LONGEST_LABEL);
    const token = tokenOf(node);
    const classKey = isEntry || node.resourceName !== '' || field ? token : `${token} ${plainLabel(label)}`;
    // A field by its id: what it says of itself goes where it is filled.
    const isNamed = field && node.resourceName !== '';
    const named = isNamed ? token : `${token} ${isEntry ? label : plainLabel(label)}`;
    const ordinal = ordinals.get(named) ?? 0;
    ordinals.set(named, ordinal + 1);
    elements.push({
      className: node.className,
      resource: node.resourceName,
      label,
      texts,
      hint: hint === '' && field ? node.description : hint,
      bounds,
      isField: field,
      isPassword: node.attribute('password') === 'true',
      isFilled: field && !isEmptyField(node),
      holds: field && !isEmptyField(node) && node.attribute('password') !== 'true' ? node.text : '',
      isFocused: node.attribute('focused') === 'true',
      isEntry,
      isChecked: node.attribute('checked') === 'true',
      canTap: field || node.attribute('clickable') === 'true' || node.attribute('checkable') === 'true',
      canHold: !field && node.attribute('long-clickable') === 'true',
      canScroll: node.attribute('scrollable') === 'true',
      classKey,
      fullKey: ordinal === 0 ? named : `${named} ${ordinal}`,
    });
  }
  return elements;
}

/** Positions on an element that is not covered by others that can be clicked; its middle where there is none. */
function freePoint(element: SketchedElement, elements: readonly SketchedElement[]): [number, number] {
  const [x1, y1, x2, y2] = element.bounds;
  const inner = elements.filter(
    ({ bounds: [a, b, c, d], canTap }) =>
      canTap && a >= x1 && b >= y1 && c <= x2 && d <= y2 && (c - a) * (d - b) < (x2 - x1) * (y2 - y1),
  );
  const isFree = ([x, y]: [number, number]): boolean =>
    inner.every(({ bounds: [a, b, c, d] }) => x < a || x > c || y < b || y > d);
  const at = (share: number, start: number, end: number): number => Math.floor(start + (end - start) * share);
  for (const shareY of [0.5, 0.25, 0.75]) {
    for (const shareX of [0.5, 0.25, 0.75, 0.1, 0.9]) {
      const point: [number, number] = [at(shareX, x1, x2), at(shareY, y1, y2)];
      if (isFree(point)) return point;
    }
  }
  return centre(element.bounds);
}

function offersOf(elements: readonly SketchedElement[], size: Size): Offer[] {
  const offers: Offer[] = [];
  const add = (kind: OfferKind, name: string, action: Action, element: number | null): void => {
    const of = element === null ? undefined : elements[element];
    offers.push({
      id: `${name} ${of?.fullKey ?? ''}`,
      kind,
      classKey: `${name} ${of?.classKey ?? ''}`,
      fullKey: `${name} ${of?.fullKey ?? ''}`,
      action,
      element,
      isEntry: of?.isEntry ?? false,
    });
  };
  // A web page cannot say what takes a long press.
  const saysHold = elements.some(({ canHold }) => canHold);
  for (const [number, element] of elements.entries()) {
    const target = { type: 'point', point: pixelPoint(...freePoint(element, elements)) } as const;
    if (element.canTap) add('tap', 'tap', { type: 'tap', target }, number);
    if (element.canHold) add('long-press', 'hold', { type: 'long_press', target }, number);
    if (!saysHold && element.canTap && !element.isField) {
      add('hold', 'hold', { type: 'long_press', target }, number);
    }
    if (!element.canScroll) continue;
    const [x1, y1, x2, y2] = element.bounds;
    const from = pixelPoint(...centre(element.bounds));
    const [on, back] = x2 - x1 > 2 * (y2 - y1) ? (['left', 'right'] as const) : (['up', 'down'] as const);
    add('scroll', `scroll ${on}`, { type: 'swipe', direction: on, from }, number);
    add('scroll', `scroll ${back}`, { type: 'swipe', direction: back, from }, number);
  }
  const middle = pixelPoint(Math.floor(size.width / 2), Math.floor(size.height / 2));
  const scrolls = elements.some(({ canScroll }) => canScroll);
  for (const direction of ['left', 'right', 'up', 'down'] as const) {
    if (scrolls && (direction === 'up' || direction === 'down')) continue;
    add('swipe', `swipe ${direction}`, { type: 'swipe', direction, from: middle }, null);
  }
  if (elements.some(({ isField: field, isFocused }) => field && isFocused)) {
    add('enter', 'enter', { type: 'key', key: 'ENTER' }, null);
  }
  add('back', 'back', { type: 'key', key: 'BACK' }, null);
  add('home', 'home', { type: 'key', key: 'HOME' }, null);
  // What has nothing to be touched may pass by itself.
  if (!elements.some(({ canTap }) => canTap)) add('wait', 'wait', { type: 'wait' }, null);
  return offers;
}

/** The first text of few words: what a page calls itself. A clock or a count is none, nor what a web page as a whole is called. */
function titleOf(nodes: readonly UiNode[]): string {
  const named = nodes.find(({ resourceName, text }) => /title|heading/i.test(resourceName) && text !== '');
  const first = nodes.find(
    ({ text, children }) =>
      text !== '' && children.length === 0 && !/^\d/.test(text) && text.split(/\s+/).length <= 6,
  );
  return (named ?? first)?.text.slice(0, LONGEST_LABEL) ?? '';
}
