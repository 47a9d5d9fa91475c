import type { Action } from '../../domain/action.js';
import type { Size } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { ForbiddenKind } from '../../domain/task-fields/forbidden-kind.js';
import { actionOfId, actionOfLabel, type NamedAction } from './forbidden-words.js';
import { isClickable, touchedElement } from './touched-element.js';

/** Texts that a button has at most, its own and those within it; what has more is the entry of a list, or a card. */
const MOST_TEXTS = 2;

/** Keys that submit a field, by name and by Android's number. */
const ENTER_KEYS: ReadonlySet<string> = new Set(['ENTER', 'NUMPAD_ENTER', 'DPAD_CENTER', '66', '160', '23']);

/** Addresses that leave a web page for another app. */
const SCHEMES: readonly (readonly [RegExp, ForbiddenKind])[] = [
  [/^\s*(?:tel|telprompt|callto):/i, 'call'],
  [/^\s*(?:sms|smsto|mms|mmsto):/i, 'send'],
  [/^\s*intent:.*\b(?:scheme=tel|action=android\.intent\.action\.(?:CALL|DIAL))\b/i, 'call'],
  [/^\s*intent:.*\b(?:scheme=(?:sms|smsto|mms|mmsto)|action=android\.intent\.action\.SENDTO)\b/i, 'send'],
];

/**
 * The forbidden action that an action would do on a screen; null where it does none of these kinds, or nobody can tell.
 *
 * A touch does what the label of the button it sets off says: an element that can be clicked, with at most two texts, one of which
 * names the action in at most four words; without any text its resource id. ENTER sends where the field that has the focus is on a
 * screen with a button that sends, and so does typing that is to be submitted. An address does what its scheme says.
 */
export function findForbidden(
  action: Action,
  hierarchy: UiHierarchy | null,
  { size, kinds }: { readonly size: Size | null; readonly kinds: ReadonlySet<ForbiddenKind> },
): NamedAction | null {
  if (action.type === 'key' && kinds.has('call') && ['CALL', '5'].includes(plainKey(action.key))) {
    return { kind: 'call', words: action.key };
  }
  if (action.type === 'open_url') {
    const scheme = SCHEMES.find(([pattern, kind]) => kinds.has(kind) && pattern.test(action.url));
    return scheme === undefined ? null : { kind: scheme[1], words: action.url };
  }
  if (hierarchy === null) return null;
  if (action.type === 'key')
    return ENTER_KEYS.has(plainKey(action.key)) ? sendsByEnter(hierarchy, kinds) : null;
  const element = touchedElement(action, hierarchy, size);
  const touched = element === null ? null : actionOf(element, kinds);
  if (
    action.type === 'swipe' &&
    !/\bslide\b|\bswipe\b|滑动|wischen|desliza|glisse/iu.test(touched?.words ?? '')
  ) {
    // A finger that begins on a button and goes elsewhere scrolls.
    return null;
  }
  const submits = action.type === 'type' && (action.submit === true || /[\n\r]/.test(action.text));
  return touched ?? (submits ? sendsByEnter(hierarchy, kinds) : null);
}

/** A key by its name, without what Android puts before it. */
function plainKey(key: string): string {
  return key.toUpperCase().replace(/^KEYCODE_/, '');
}

function actionOf(element: UiNode, kinds: ReadonlySet<ForbiddenKind>): NamedAction | null {
  // What is typed into a field is no label.
  if (element.actions.includes('text')) return null;
  // A box to tick says what somebody has to do, not what it does.
  if (element.attribute('checkable') === 'true') return null;
  const texts = textsOf(element);
  if (texts.length > MOST_TEXTS) return null;
  for (const text of texts) {
    const named = actionOfLabel(text, kinds);
    if (named !== null) return { ...named, words: text };
  }
  if (texts.length > 0) return null;
  const [name] = [element, ...element.children].map((node) => node.resourceName).filter((id) => id !== '');
  return name === undefined ? null : actionOfId(name, kinds);
}

/** Texts of an element and of what lies in it, without what can be clicked by itself; equal ones once. */
function textsOf(element: UiNode): readonly string[] {
  const texts = new Set<string>();
  const waiting = [element];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    for (const text of [node.text, node.description]) if (text !== '') texts.add(text);
    waiting.push(...node.children.filter((child) => !isClickable(child)));
  }
  return [...texts];
}

function sendsByEnter(hierarchy: UiHierarchy, kinds: ReadonlySet<ForbiddenKind>): NamedAction | null {
  if (!kinds.has('send')) return null;
  const hasField = hierarchy.nodes.some(
    (node) => node.attribute('focused') === 'true' && node.actions.includes('text'),
  );
  if (!hasField) return null;
  const send = new Set<ForbiddenKind>(['send']);
  for (const node of hierarchy.nodes) {
    const named = node.isVisible && isClickable(node) ? actionOf(node, send) : null;
    if (named !== null) return named;
  }
  return null;
}
