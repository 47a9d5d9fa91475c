import { invalidParams, isRecord } from './json-rpc.js';

/** A selector as it came. */
export type GivenSelector = Readonly<Record<string, unknown>>;

const PREFIX = 'object-';

/** Bit of a mask that says that an instance is asked for. Source: uiautomator2, `_selector.py`. */
const INSTANCE = 0x100_0000;

/**
 * A name for what a selector finds, by which a client may call it later. The name holds the selector, so that nothing has to
 * be kept for clients that never come back, and the object is looked for anew each time, as on a phone.
 */
export function nameOfSelector(selector: GivenSelector): string {
  return PREFIX + Buffer.from(JSON.stringify(selector)).toString('base64url');
}

/** The selector that a name stands for; null where it is none of ours. */
export function selectorOfName(name: string): GivenSelector | null {
  if (!name.startsWith(PREFIX)) return null;
  try {
    const selector: unknown = JSON.parse(Buffer.from(name.slice(PREFIX.length), 'base64url').toString());
    return isRecord(selector) ? selector : null;
  } catch {
    return null;
  }
}

/** What a selector finds on from what another one found. */
export function selectorFrom(
  start: GivenSelector,
  kind: 'child' | 'sibling',
  selector: GivenSelector,
): GivenSelector {
  const { childOrSibling = [], childOrSiblingSelector = [] } = start;
  if (!Array.isArray(childOrSibling) || !Array.isArray(childOrSiblingSelector))
    throw invalidParams('no list');
  return {
    ...start,
    childOrSibling: [...(childOrSibling as unknown[]), kind],
    childOrSiblingSelector: [...(childOrSiblingSelector as unknown[]), selector],
  };
}

/** The one of several that a selector finds, from 0. */
export function instanceOf(selector: GivenSelector, instance: number): GivenSelector {
  const { mask } = selector;
  // Without a mask all fields count.
  return { ...selector, instance, ...(typeof mask === 'number' ? { mask: mask | INSTANCE } : {}) };
}
