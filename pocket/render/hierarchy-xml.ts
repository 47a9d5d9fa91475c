import type { Bounds, UiNode, UiWindow } from './reading.js';

const SYSTEM_UI = 'com.android.systemui';
const KEYBOARD = 'com.pocket.keyboard';

/** What a screen's hierarchy is written from. */
export interface ScreenWindows {
  readonly package: string;
  readonly size: { readonly width: number; readonly height: number };
  /** Height of the status bar in pixels of the picture. */
  readonly statusHeight: number;
  readonly window: UiWindow;
  readonly keyboard: UiWindow | null;
}

/**
 * The screen as `uiautomator dump` would write it: every attribute in that tool's order, booleans as words, the app's
 * window first, then the keyboard's, then the status bar's.
 */
export function hierarchyXml(screen: ScreenWindows): string {
  const lines: string[] = [
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>",
    '<hierarchy rotation="0">',
  ];
  const windows: (readonly [string, UiNode])[] = [[screen.package, frame(screen.window)]];
  if (screen.keyboard !== null) windows.push([KEYBOARD, frame(screen.keyboard)]);
  windows.push([SYSTEM_UI, statusBar(screen.size.width, screen.statusHeight)]);
  windows.forEach(([owner, node], index) => write(lines, node, owner, index, 0));
  lines.push('</hierarchy>', '');
  return lines.join('\n');
}

/** A window: frame, content frame, contents. */
function frame(window: UiWindow): UiNode {
  const content = plain('android.widget.FrameLayout', 'android:id/content', window.bounds, window.children);
  return plain('android.widget.FrameLayout', '', window.bounds, [content]);
}

function statusBar(width: number, height: number): UiNode {
  const at = (from: number, to: number): Bounds => [
    Math.round(width * from),
    Math.round(height * 0.2),
    Math.round(width * to),
    height,
  ];
  const all: Bounds = [0, 0, width, height];
  const icon = (id: string, description: string, from: number, to: number): UiNode => ({
    ...plain('android.widget.ImageView', id, at(from, to), []),
    description,
  });
  const clock: UiNode = { ...plain('android.widget.TextView', 'clock', at(0.05, 0.16), []), text: '9:41' };
  return plain('android.widget.FrameLayout', '', all, [
    plain('android.widget.LinearLayout', 'status_bar_contents', all, [
      clock,
      icon('mobile_signal', 'Phone signal full.', 0.79, 0.84),
      icon('wifi_signal', 'Wi-Fi signal full.', 0.85, 0.9),
      icon('battery', 'Battery 84 percent.', 0.91, 0.96),
    ]),
  ]);
}

function plain(className: string, id: string, bounds: Bounds, children: readonly UiNode[]): UiNode {
  return {
    text: '',
    id,
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

/** uiautomator's "not accessibility friendly": can be tapped, but neither it nor anything in it says what it is. */
function isUnnamed(node: UiNode): boolean {
  const named = (part: UiNode): boolean =>
    part.text !== '' || part.description !== '' || part.children.some(named);
  return node.clickable && !named(node);
}

function write(lines: string[], node: UiNode, owner: string, index: number, order: number): void {
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
  node.children.forEach((child, position) => write(lines, child, owner, position, position + 1));
  lines.push('</node>');
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
