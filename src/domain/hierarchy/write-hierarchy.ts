import type { Box } from '../geometry.js';

/** `[x1, y1, x2, y2]` in pixels of the picture; x2 and y2 are the first pixels outside, as uiautomator writes them. */
export type NodeBounds = Readonly<Box>;

/** One node of a UI hierarchy before it is written. */
export interface DrawnNode {
  readonly text: string;
  /** With the package (`org.example:id/x`), or a bare name that gets the window's; empty: none. */
  readonly id: string;
  readonly class: string;
  readonly description: string;
  readonly checkable: boolean;
  readonly checked: boolean;
  readonly clickable: boolean;
  readonly enabled: boolean;
  readonly focused: boolean;
  readonly scrollable: boolean;
  readonly longClickable: boolean;
  readonly password: boolean;
  readonly selected: boolean;
  readonly hint: string;
  readonly bounds: NodeBounds;
  readonly children: readonly DrawnNode[];
}

/** A window of a screen: its package, and its topmost node. */
export interface DrawnWindow {
  readonly package: string;
  readonly root: DrawnNode;
}

/**
 * The screen as `uiautomator dump` writes it: every attribute in that tool's order, booleans as words, windows in the
 * order given.
 */
export function writeHierarchy(windows: readonly DrawnWindow[]): string {
  const lines = ["<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>", '<hierarchy rotation="0">'];
  windows.forEach(({ package: owner, root }, index) => write(lines, root, { owner, index, order: 0 }));
  lines.push('</hierarchy>', '');
  return lines.join('\n');
}

/** A node that says nothing and can do nothing. */
export function plainNode(
  className: string,
  bounds: NodeBounds,
  children: readonly DrawnNode[] = [],
): DrawnNode {
  return {
    text: '',
    id: '',
    class: className,
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
    bounds,
    children,
  };
}

interface NodePlace {
  readonly owner: string;
  readonly index: number;
  readonly order: number;
}

/** uiautomator's "not accessibility friendly": can be tapped, but neither it nor anything in it says what it is. */
function isUnnamed(node: DrawnNode): boolean {
  const isNamed = (part: DrawnNode): boolean =>
    part.text !== '' || part.description !== '' || part.children.some(isNamed);
  return node.clickable && !isNamed(node);
}

function write(lines: string[], node: DrawnNode, { owner, index, order }: NodePlace): void {
  const id = node.id === '' || node.id.includes(':') ? node.id : `${owner}:id/${node.id}`;
  const [x1, y1, x2, y2] = node.bounds;
  const attributes: readonly (readonly [string, string | number | boolean])[] = [
    ['index', index],
    ['text', node.text],
    ['resource-id', id],
    ['class', node.class],
    ['package', owner],
    ['content-desc', node.description],
    ['checkable', node.checkable],
    ['checked', node.checked],
    ['clickable', node.clickable],
    ['enabled', node.enabled],
    ['focusable', node.clickable],
    ['focused', node.focused],
    ['scrollable', node.scrollable],
    ['long-clickable', node.longClickable],
    ['password', node.password],
    ['selected', node.selected],
    ['visible-to-user', true],
    ['bounds', `[${x1},${y1}][${x2},${y2}]`],
    ['drawing-order', order],
    ['hint', node.hint],
    ['display-id', 0],
  ];
  const written = attributes.map(([name, value]) => `${name}="${escapeXml(String(value))}"`).join(' ');
  const start = `<node ${isUnnamed(node) ? 'NAF="true" ' : ''}${written}`;
  if (node.children.length === 0) {
    lines.push(`${start} />`);
    return;
  }
  lines.push(`${start}>`);
  node.children.forEach((child, at) => write(lines, child, { owner, index: at, order: at + 1 }));
  lines.push('</node>');
}

/** Characters that XML 1.0 cannot hold, not even as a reference. */
const UNWRITABLE = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escapeXml(text: string): string {
  return text
    .replaceAll(UNWRITABLE, '.')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
