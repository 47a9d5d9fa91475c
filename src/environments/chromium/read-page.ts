import type { DrawnNode } from '../../domain/hierarchy/write-hierarchy.js';
import type { PageDocument, PageElement, PageNode, PageRect, PageStyle } from './page-elements.js';

/** What an open page shows, in pixels of the picture. */
export interface PageReading {
  readonly url: string;
  readonly root: DrawnNode;
  /** What the app calls its own state (`window.touchstone.state()`); null where it says nothing. */
  readonly state: string | null;
  /** What it says is in front (`window.touchstone.activity()`); null where it says nothing. */
  readonly activity: { readonly package: string; readonly activity: string } | null;
  /** What it can be restored from (`window.touchstone.snapshot()`), as JSON; null where it cannot. */
  readonly snapshot: string | null;
  /** Number of changes of the page so far. */
  readonly changes: number;
  /** The page holds frames of other sites, whose contents nobody can read from here. */
  readonly hasUnreadFrames: boolean;
}

/** Where a document lies on the screen, and what is noted while it is read. */
interface Place {
  readonly page: PageDocument;
  /** Its left upper corner, CSS pixels. */
  readonly left: number;
  readonly top: number;
  /** Pixels of the picture per CSS pixel. */
  readonly ratio: number;
  readonly noted: { hasUnreadFrames: boolean };
}

/** What an element is and says, besides its place. */
interface ElementSense {
  readonly role: string;
  readonly isField: boolean;
  readonly isClickable: boolean;
  /** Told as one, whatever is in it. */
  readonly isWhole: boolean;
}

declare const document: PageDocument;
declare const location: { readonly href: string };
declare const visualViewport: {
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly offsetLeft: number;
  readonly offsetTop: number;
};
declare const window: {
  readonly touchstone?: {
    readonly state?: () => unknown;
    readonly activity?: () => unknown;
    readonly snapshot?: () => unknown;
    readonly restore?: (value: unknown) => unknown;
  };
  readonly touchstoneWatch?: { readonly changes: number };
};
declare function getComputedStyle(element: PageElement): PageStyle;

/** Tables that the script needs; handed over as JSON. */
const TABLES = {
  /** Android's classes for the roles of elements. Source: Chromium, its accessibility tree on Android. */
  classOfRole: {
    button: 'android.widget.Button',
    checkbox: 'android.widget.CheckBox',
    combobox: 'android.widget.Spinner',
    dialog: 'android.app.Dialog',
    grid: 'android.widget.GridView',
    img: 'android.widget.Image',
    link: 'android.view.View',
    list: 'android.widget.ListView',
    listbox: 'android.widget.ListView',
    menuitem: 'android.view.MenuItem',
    meter: 'android.widget.ProgressBar',
    progressbar: 'android.widget.ProgressBar',
    radio: 'android.widget.RadioButton',
    searchbox: 'android.widget.EditText',
    slider: 'android.widget.SeekBar',
    switch: 'android.widget.Switch',
    tablist: 'android.widget.TabWidget',
    textbox: 'android.widget.EditText',
  },
  roleOfTag: {
    a: 'link',
    button: 'button',
    canvas: 'img',
    dialog: 'dialog',
    img: 'img',
    meter: 'meter',
    ol: 'list',
    option: 'option',
    progress: 'progressbar',
    select: 'combobox',
    summary: 'button',
    svg: 'img',
    table: 'grid',
    textarea: 'textbox',
    ul: 'list',
    video: 'img',
  },
  roleOfInput: {
    button: 'button',
    checkbox: 'checkbox',
    color: 'button',
    file: 'button',
    image: 'button',
    radio: 'radio',
    range: 'slider',
    reset: 'button',
    submit: 'button',
  },
  whole: ['button', 'link', 'menuitem', 'option', 'tab', 'switch', 'checkbox', 'radio'],
  valued: ['textbox', 'searchbox', 'combobox', 'slider'],
  checkable: ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'],
  /** Roles that are told even where they say and do nothing. */
  kept: ['img', 'dialog', 'list', 'grid', 'progressbar', 'meter'],
  unseen: ['script', 'style', 'noscript', 'template', 'datalist'],
  empty: {
    text: '',
    id: '',
    class: 'android.view.View',
    description: '',
    checkable: false,
    checked: false,
    clickable: false,
    enabled: true,
    focused: false,
    scrollable: false,
    longClickable: false,
    password: false,
    selected: false,
    hint: '',
    bounds: [0, 0, 0, 0],
    children: [],
  },
} as const;

declare const tables: {
  readonly [K in keyof typeof TABLES]: K extends 'empty'
    ? DrawnNode
    : (typeof TABLES)[K] extends readonly string[]
      ? readonly string[]
      : Readonly<Record<string, string>>;
};

/**
 * A script that reads the page it runs in as a phone reports a web view: what can be seen, with Android's classes for the
 * roles of elements. Its value is a `PageReading`.
 *
 * @param ratio pixels of the picture per CSS pixel of a page at its own size
 */
export function pageScript(ratio: number): string {
  const functions = [
    oneLine,
    roleOf,
    cut,
    boundsOf,
    labelOf,
    innerText,
    shownText,
    childNodesOf,
    textNode,
    scrolls,
    frameNode,
  ];
  const readers = [senseOf, readAll, readElement, elementNode, ownState, ownActivity, ownSnapshot, readPage];
  const declared = [...functions, ...readers].map(String).join('\n');
  // Some compilers wrap functions with one of theirs that is not in the page.
  return `(() => { const __name = (one) => one; const tables = ${JSON.stringify(TABLES)};\n${declared}\nreturn ${readPage.name}(${ratio}); })()`;
}

// From here on everything runs in the page: functions may call each other and use `tables`, nothing else of this file.

function oneLine(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim();
}

function roleOf(element: PageElement): string {
  const said = element.getAttribute('role');
  if (said !== null && said.trim() !== '') return said.trim().split(' ')[0] ?? '';
  const tag = element.tagName.toLowerCase();
  if (tag === 'input') return tables.roleOfInput[element.type ?? ''] ?? 'textbox';
  if (tag === 'a' && !element.hasAttribute('href')) return '';
  if (element.isContentEditable && element.parentElement?.isContentEditable !== true) return 'textbox';
  return tables.roleOfTag[tag] ?? '';
}

/** What is seen of a rectangle; null for less than a CSS pixel. */
function cut(rect: PageRect, clip: PageRect): PageRect | null {
  const left = Math.max(rect.left, clip.left);
  const top = Math.max(rect.top, clip.top);
  const right = Math.min(rect.right, clip.right);
  const bottom = Math.min(rect.bottom, clip.bottom);
  return right - left < 1 || bottom - top < 1 ? null : { left, top, right, bottom };
}

function boundsOf(seen: PageRect, { left, top, ratio }: Place): DrawnNode['bounds'] {
  return [
    Math.round((seen.left + left) * ratio),
    Math.round((seen.top + top) * ratio),
    Math.round((seen.right + left) * ratio),
    Math.round((seen.bottom + top) * ratio),
  ];
}

/** What names the element for people who do not see it. */
function labelOf(element: PageElement, page: PageDocument): string {
  const ids = oneLine(element.getAttribute('aria-labelledby')).split(' ');
  const names = [
    oneLine(element.getAttribute('aria-label')),
    oneLine(ids.map((id) => oneLine(page.getElementById(id)?.textContent)).join(' ')),
    oneLine(element.getAttribute('alt')),
    oneLine([...(element.labels ?? [])].map((label) => oneLine(label.textContent)).join(' ')),
    oneLine(element.getAttribute('title')),
  ];
  return names.find((name) => name !== '') ?? '';
}

/** The text in an element, without what is hidden. */
function innerText(node: PageNode): string {
  if (node.nodeType === 3) return node.textContent ?? '';
  if (node.nodeType !== 1) return '';
  const element = node as PageElement;
  const { display, visibility } = getComputedStyle(element);
  const isHidden = display === 'none' || element.getAttribute('aria-hidden') === 'true';
  if (isHidden || tables.unseen.includes(element.tagName.toLowerCase())) return '';
  const parts = childNodesOf(element).map((child) =>
    child.nodeType === 3 && visibility !== 'visible' ? '' : innerText(child),
  );
  return display.startsWith('inline') ? parts.join('') : ` ${parts.join('')} `;
}

/** What an element that is told as one shows. */
function shownText(element: PageElement, role: string): string {
  const tag = element.tagName.toLowerCase();
  if (tag === 'select') {
    return [...(element.selectedOptions ?? [])].map((option) => oneLine(option.textContent)).join(', ');
  }
  if (tag === 'input' || tag === 'textarea') {
    if (tables.checkable.includes(role) || role === 'slider') return '';
    if (element.type === 'password') return '•'.repeat((element.value ?? '').length);
    return element.value ?? '';
  }
  if (role === 'img') return '';
  return role === 'textbox' ? (element.textContent ?? '') : oneLine(innerText(element));
}

function childNodesOf(element: PageElement): readonly PageNode[] {
  if (element.shadowRoot !== null) return [...element.shadowRoot.childNodes];
  const assigned = element.tagName === 'SLOT' ? [...(element.assignedNodes?.() ?? [])] : [];
  return assigned.length > 0 ? assigned : [...element.childNodes];
}

function textNode(node: PageNode, clip: PageRect, place: Place): DrawnNode[] {
  const text = oneLine(node.textContent);
  if (text === '') return [];
  const range = place.page.createRange();
  range.selectNodeContents(node);
  const seen = cut(range.getBoundingClientRect(), clip);
  if (seen === null) return [];
  return [{ ...tables.empty, class: 'android.widget.TextView', text, bounds: boundsOf(seen, place) }];
}

function scrolls(element: PageElement, { overflowX, overflowY }: PageStyle): boolean {
  const can = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
  return (
    (can(overflowY) && element.scrollHeight > element.clientHeight + 1) ||
    (can(overflowX) && element.scrollWidth > element.clientWidth + 1)
  );
}

/** A frame with what is in it, where that can be read. */
function frameNode(element: PageElement, seen: PageRect, place: Place): DrawnNode {
  const node = { ...tables.empty, class: 'android.webkit.WebView', bounds: boundsOf(seen, place) };
  const page = element.contentDocument ?? null;
  if (page === null || page.body === null) {
    place.noted.hasUnreadFrames = true;
    return node;
  }
  const { left, top } = element.getBoundingClientRect();
  const clip = {
    left: seen.left - left,
    top: seen.top - top,
    right: seen.right - left,
    bottom: seen.bottom - top,
  };
  const inner = { ...place, page, left: place.left + left, top: place.top + top };
  return { ...node, children: readAll(page.body, clip, inner) };
}

function senseOf(element: PageElement, style: PageStyle): ElementSense {
  const role = roleOf(element);
  const parent = element.parentElement;
  const isPointed =
    style.cursor === 'pointer' && (parent === null || getComputedStyle(parent).cursor !== 'pointer');
  const isReached = element.hasAttribute('tabindex') && element.tabIndex >= 0;
  const hasHandler = element.hasAttribute('onclick') || typeof element.onclick === 'function';
  const isWhole = tables.whole.includes(role) || tables.valued.includes(role);
  return {
    role,
    isField: role === 'textbox' || role === 'searchbox',
    isClickable: isWhole || isPointed || isReached || hasHandler,
    isWhole: isWhole || (role === 'img' && element.getAttribute('role') !== 'img'),
  };
}

function readAll(element: PageElement, clip: PageRect, place: Place): DrawnNode[] {
  const isShown = getComputedStyle(element).visibility === 'visible';
  return childNodesOf(element).flatMap((child) => {
    if (child.nodeType === 3) return isShown ? textNode(child, clip, place) : [];
    return child.nodeType === 1 ? readElement(child as PageElement, clip, place) : [];
  });
}

/** Node of an element with those in it; an element that only lays others out gives theirs instead. */
function readElement(element: PageElement, clip: PageRect, place: Place): DrawnNode[] {
  const style = getComputedStyle(element);
  const tag = element.tagName.toLowerCase();
  if (style.display === 'none' || tables.unseen.includes(tag)) return [];
  if (element.getAttribute('aria-hidden') === 'true') return [];
  const isOpen = style.overflowX === 'visible' && style.overflowY === 'visible';
  const seen = style.display === 'contents' ? null : cut(element.getBoundingClientRect(), clip);
  if (seen === null) return isOpen || style.display === 'contents' ? readAll(element, clip, place) : [];
  if (tag === 'iframe' || tag === 'frame') return [frameNode(element, seen, place)];
  const inner = isOpen ? clip : seen;
  if (style.visibility !== 'visible') return readAll(element, inner, place);
  const sense = senseOf(element, style);
  const parts = sense.isWhole ? [] : readAll(element, inner, place);
  const node = elementNode(element, { sense, parts, place });
  const scrollable = scrolls(element, style);
  const says = node.text !== '' || node.description !== '' || node.id !== '';
  if (!says && !node.clickable && !scrollable && !tables.kept.includes(sense.role)) return parts;
  return [{ ...node, scrollable, bounds: boundsOf(seen, place) }];
}

function elementNode(
  element: PageElement,
  {
    sense,
    parts,
    place,
  }: { readonly sense: ElementSense; readonly parts: readonly DrawnNode[]; readonly place: Place },
): DrawnNode {
  const { role, isField, isClickable, isWhole } = sense;
  const [only] = parts;
  // One piece of text and nothing else is the element's own.
  const isText =
    parts.length === 1 && only?.class === 'android.widget.TextView' && only.id === '' && !only.clickable;
  const shown = isWhole ? shownText(element, role) : isText ? only.text : '';
  const hint = oneLine(element.placeholder ?? element.getAttribute('aria-placeholder'));
  const label = labelOf(element, place.page);
  const flag = (name: string): boolean => element.getAttribute(name) === 'true';
  return {
    ...tables.empty,
    text: isField && shown === '' ? hint : shown,
    id: element.id,
    class: tables.classOfRole[role] ?? (isText ? 'android.widget.TextView' : 'android.view.View'),
    description: label === shown ? '' : label,
    checkable: tables.checkable.includes(role),
    checked: element.checked === true || flag('aria-checked'),
    clickable: isClickable,
    enabled: !element.matches(':disabled') && !flag('aria-disabled'),
    focused: place.page.activeElement === element,
    longClickable: isField,
    password: element.type === 'password',
    selected: flag('aria-selected') || (element.getAttribute('aria-current') ?? 'false') !== 'false',
    hint,
    children: isText ? [] : parts,
  };
}

/** A page that cannot say its state must not stop the phone. */
function ownState(): string | null {
  try {
    const state = window.touchstone?.state?.();
    return typeof state === 'string' && state !== '' ? state.slice(0, 500) : null;
  } catch {
    return null;
  }
}

function ownActivity(): PageReading['activity'] {
  try {
    const said = window.touchstone?.activity?.();
    if (typeof said !== 'object' || said === null) return null;
    const { package: name, activity } = said as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string' || typeof activity !== 'string') return null;
    return { package: name.slice(0, 200), activity: activity.slice(0, 200) };
  } catch {
    return null;
  }
}

/** What cannot be restored needs no snapshot. */
function ownSnapshot(): string | null {
  try {
    if (typeof window.touchstone?.restore !== 'function') return null;
    const snapshot = JSON.stringify(window.touchstone.snapshot?.());
    return typeof snapshot === 'string' ? snapshot : null;
  } catch {
    return null;
  }
}

function readPage(ratio: number): PageReading {
  const noted = { hasUnreadFrames: false };
  // A page that is not made for phones is laid out wider and shown smaller; any page may be zoomed.
  const { scale, width, height, offsetLeft: left, offsetTop: top } = visualViewport;
  const place = { page: document, left: -left, top: -top, ratio: ratio * scale, noted };
  const screen = { left, top, right: left + width, bottom: top + height };
  const { body, documentElement, title } = document;
  const root = {
    ...tables.empty,
    class: 'android.webkit.WebView',
    text: oneLine(title),
    scrollable:
      documentElement.scrollHeight > top + height + 1 ||
      documentElement.scrollHeight > documentElement.clientHeight + 1,
    bounds: boundsOf(screen, place),
    children: body === null ? [] : readAll(body, screen, place),
  };
  return {
    url: location.href,
    root,
    state: ownState(),
    activity: ownActivity(),
    snapshot: ownSnapshot(),
    changes: window.touchstoneWatch?.changes ?? 0,
    hasUnreadFrames: noted.hasUnreadFrames,
  };
}
