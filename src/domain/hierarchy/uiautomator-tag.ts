import { AttributeLayout } from './attribute-layout.js';

/** Characters that stand for themselves inside a value; whatever needs decoding or refusing is left to the general reader. */
const PLAIN = String.raw`[^"&<\x00-\x1f\ud800-\uffff]*`;

/** The attributes of a node in the order in which uiautomator writes them. `?` marks those that may be missing. */
const ATTRIBUTES = [
  'NAF?',
  'index',
  'text',
  'resource-id',
  'class',
  'package',
  'content-desc',
  'checkable',
  'checked',
  'clickable',
  'enabled',
  'focusable',
  'focused',
  'scrollable',
  'long-clickable',
  'password',
  'selected',
  'visible-to-user?',
  'bounds',
  'drawing-order?',
  'hint?',
  'display-id?',
] as const;

function attributePattern(attribute: string): string {
  const name = attribute.replace('?', '');
  return attribute === name ? ` ${name}="(${PLAIN})"` : `(?: ${name}="(${PLAIN})")?`;
}

/**
 * The tag that uiautomator writes and the white space behind it, at `lastIndex`. Group 1 + i of a match is the value of
 * attribute i, the last group says whether the tag closes itself. Values hold no quote, so a tag that does not match is
 * given up after one pass over it.
 */
export const UIAUTOMATOR_TAG = new RegExp(
  String.raw`<node${ATTRIBUTES.map(attributePattern).join('')} ?(/?)>[ \t\r\n]*`,
  'y',
);

/** Layout of a match of `UIAUTOMATOR_TAG`, taken as a list of values. */
export const UIAUTOMATOR_LAYOUT = new AttributeLayout(
  new Map(ATTRIBUTES.map((attribute, index) => [attribute.replace('?', ''), index + 1])),
);

/** Group of the value of `bounds`. */
export const BOUNDS_GROUP = 1 + ATTRIBUTES.indexOf('bounds');

/** Group that is `/` for a tag without children. */
export const CLOSED_GROUP = 1 + ATTRIBUTES.length;
