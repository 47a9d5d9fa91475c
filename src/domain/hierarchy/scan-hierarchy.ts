import type { Box } from '../geometry.js';
import { parseBounds } from './bounds.js';
import type { HierarchyLimits } from './hierarchy-limits.js';
import { ScanFault } from './scan-fault.js';
import { TagReader } from './tag-reader.js';
import { UiHierarchy } from './ui-hierarchy.js';
import { UiNode } from './ui-node.js';
import { AttributeLayout } from './attribute-layout.js';

/**
 * Characters that stand for themselves inside a value; anything that needs decoding or refusing is left to the general
 * reader.
 */
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

/**
 * The tag that uiautomator writes and the white space behind it, at `lastIndex`. Group 1 + i of a match is the value of
 * attribute i, the last group is set where the tag closes itself. Values hold no quote, so a tag that does not match is
 * given up after one pass over it.
 */
const UIAUTOMATOR_TAG = new RegExp(
  String.raw`<node${ATTRIBUTES.map(attributePattern).join('')} ?(/?)>[ \t\r\n]*`,
  'y',
);

/** Layout of a match of `UIAUTOMATOR_TAG`, taken as a list of values. */
const UIAUTOMATOR_LAYOUT = new AttributeLayout(
  new Map(ATTRIBUTES.map((attribute, index) => [attribute.replace('?', ''), index + 1])),
);

/** Group of the value of `bounds`. */
const BOUNDS_GROUP = 1 + ATTRIBUTES.indexOf('bounds');

/** Group that is `/` for a tag without children. */
const CLOSED_GROUP = 1 + ATTRIBUTES.length;

const NODE_END = /<\/node[ \t\r\n]*>[ \t\r\n]*/y;
const ROOT_END = /<\/hierarchy[ \t\r\n]*>/y;
/** What may stand between tags: white space, a comment, a processing instruction. */
const FILLING = /[ \t\r\n]+|<!--[^]*?-->|<\?[^]*?\?>/y;

/**
 * Reads the XML of a uiautomator dump in one pass.
 *
 * This is no general XML reader, and gains its speed from that: tags in the form that uiautomator writes are read by one
 * regular expression, all others by `TagReader`; document types, character data and anything else that no dump has are
 * refused.
 *
 * @throws {ScanFault} on anything that is no UI hierarchy, or exceeds the limits.
 */
export function scanHierarchy(xml: string, limits: HierarchyLimits): UiHierarchy {
  return new UiHierarchy(new HierarchyScanner(xml, limits).windows());
}

class HierarchyScanner {
  readonly #xml: string;
  readonly #limits: HierarchyLimits;
  readonly #reader: TagReader;
  #at: number;

  constructor(xml: string, limits: HierarchyLimits) {
    this.#xml = xml;
    this.#limits = limits;
    this.#reader = new TagReader(xml, limits.attributes);
    this.#at = xml.startsWith('\ufeff') ? 1 : 0;
  }

  /** Top-level nodes of the whole document. */
  windows(): UiNode[] {
    this.#skipFilling();
    if (!this.#isTag('hierarchy')) throw this.#fault('the root element is not <hierarchy>');
    const root = this.#reader.read(this.#at + '<hierarchy'.length);
    this.#at = root.end;
    const windows = root.closed ? [] : this.#content();
    this.#skipFilling();
    if (this.#at < this.#xml.length) throw this.#fault('something follows the root element');
    return windows;
  }

  /** Everything up to and including `</hierarchy>`. */
  #content(): UiNode[] {
    const windows: UiNode[] = [];
    let open: UiNode | null = null;
    let depth = 0;
    for (let count = 0; ;) {
      const node = this.#node(open);
      if (node !== null) {
        count += 1;
        if (count > this.#limits.nodes) throw this.#fault(`more than ${this.#limits.nodes} nodes`);
        if (open === null) windows.push(node);
        else open.append(node);
        if (this.#closed) continue;
        open = node;
        depth += 1;
        if (depth > this.#limits.depth) throw this.#fault(`nodes nested deeper than ${this.#limits.depth}`);
      } else if (open === null) {
        if (this.#take(ROOT_END)) return windows;
        this.#skipToTag();
      } else if (this.#take(NODE_END)) {
        open = open.parent;
        depth -= 1;
      } else {
        this.#skipToTag();
      }
    }
  }

  /** Whether the last node had no end tag of its own. */
  #closed = false;

  /** Over a node's tag and the white space behind it; null, without moving, when something else is here. */
  #node(parent: UiNode | null): UiNode | null {
    const start = this.#at;
    UIAUTOMATOR_TAG.lastIndex = start;
    const match = UIAUTOMATOR_TAG.exec(this.#xml);
    if (match !== null) {
      this.#at = UIAUTOMATOR_TAG.lastIndex;
      this.#closed = match[CLOSED_GROUP] === '/';
      return new UiNode(parent, UIAUTOMATOR_LAYOUT, match, boxOf(match[BOUNDS_GROUP], start));
    }
    if (!this.#isTag('node')) return null;
    const tag = this.#reader.read(start + '<node'.length);
    this.#at = tag.end;
    this.#closed = tag.closed;
    return new UiNode(
      parent,
      tag.layout,
      tag.values,
      boxOf(tag.values[tag.layout.positionOf('bounds') ?? -1], start),
    );
  }

  /** Over what may stand between tags, of which there must be some. */
  #skipToTag(): void {
    const start = this.#at;
    this.#skipFilling();
    if (this.#at > start) return;
    if (start >= this.#xml.length) throw this.#fault('the file ends before </hierarchy>');
    throw this.#fault('something that is neither a <node> nor the end of one');
  }

  #skipFilling(): void {
    while (this.#take(FILLING));
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#xml)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #isTag(name: string): boolean {
    if (!this.#xml.startsWith(`<${name}`, this.#at)) return false;
    return ' \t\r\n/>'.includes(this.#xml.charAt(this.#at + 1 + name.length));
  }

  #fault(message: string): ScanFault {
    return new ScanFault(this.#at, message);
  }
}

function boxOf(bounds: string | undefined, offset: number): Box {
  if (bounds === undefined) throw new ScanFault(offset, 'a node without bounds');
  const box = parseBounds(bounds);
  if (box !== null) return box;
  throw new ScanFault(offset, `bounds other than [x1,y1][x2,y2]: ${JSON.stringify(bounds.slice(0, 60))}`);
}

function attributePattern(attribute: string): string {
  const name = attribute.replace('?', '');
  return attribute === name ? ` ${name}="(${PLAIN})"` : `(?: ${name}="(${PLAIN})")?`;
}
