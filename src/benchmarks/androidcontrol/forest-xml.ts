import type { ForestNode, ForestWindow } from './accessibility-forest.js';

/** Nodes below nodes; more than any screen nests. */
const MOST_DEPTH = 400;
/** What XML has no character for. */
const NO_CHARACTER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * A recorded screen as uiautomator would dump it: elements that the user does not see are left out with what is below them.
 * Children that are named twice, or lie above their own parent, count once.
 */
export function forestXml(windows: readonly ForestWindow[]): string {
  const body = windows.map(windowXml).join('');
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<hierarchy rotation="0">\n${body}</hierarchy>\n`;
}

function windowXml({ nodes }: ForestWindow): string {
  const [root] = nodes;
  if (root === undefined) return '';
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return nodeXml(root, { byId, seen: new Set(), index: 0, depth: 0 });
}

interface Walk {
  readonly byId: ReadonlyMap<number, ForestNode>;
  readonly seen: Set<number>;
  readonly index: number;
  readonly depth: number;
}

function nodeXml(node: ForestNode, { byId, seen, index, depth }: Walk): string {
  if (!node.isVisible || seen.has(node.id) || depth > MOST_DEPTH) return '';
  seen.add(node.id);
  const [x1, y1, x2, y2] = node.bounds;
  const attributes: Readonly<Record<string, string | boolean>> = {
    index: String(index),
    text: node.text,
    'resource-id': node.resourceId,
    class: node.className,
    package: node.packageName,
    'content-desc': node.description,
    checkable: node.isCheckable,
    checked: node.isChecked,
    clickable: node.isClickable,
    enabled: node.isEnabled,
    focusable: node.isFocusable,
    focused: node.isFocused,
    scrollable: node.isScrollable,
    'long-clickable': node.isLongClickable,
    password: node.isPassword,
    selected: node.isSelected,
    'visible-to-user': node.isVisible,
    bounds: `[${x1},${y1}][${x2},${y2}]`,
  };
  const start = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
  const inner = node.children
    .map((id, place) => {
      const child = byId.get(id);
      return child === undefined ? '' : nodeXml(child, { byId, seen, index: place, depth: depth + 1 });
    })
    .join('');
  return inner === '' ? `<node${start} />\n` : `<node${start}>\n${inner}</node>\n`;
}

/** Markup as references; what XML has no character for becomes U+FFFD. */
function escaped(value: string): string {
  return value
    .replaceAll(NO_CHARACTER, '\uFFFD')
    .replaceAll(/[&<>"\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
