import {
  plainNode,
  writeHierarchy,
  type DrawnNode,
  type DrawnWindow,
} from '../../src/domain/hierarchy/write-hierarchy.js';
import type { Bounds, UiWindow } from './reading.js';

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
  const windows: DrawnWindow[] = [{ package: screen.package, root: frame(screen.window) }];
  if (screen.keyboard !== null) windows.push({ package: KEYBOARD, root: frame(screen.keyboard) });
  windows.push({ package: SYSTEM_UI, root: statusBar(screen.size.width, screen.statusHeight) });
  return writeHierarchy(windows);
}

/** A window: frame, content frame, contents. */
function frame(window: UiWindow): DrawnNode {
  const content = plain('android.widget.FrameLayout', 'android:id/content', window.bounds, window.children);
  return plain('android.widget.FrameLayout', '', window.bounds, [content]);
}

function statusBar(width: number, height: number): DrawnNode {
  const at = (from: number, to: number): Bounds => [
    Math.round(width * from),
    Math.round(height * 0.2),
    Math.round(width * to),
    height,
  ];
  const all: Bounds = [0, 0, width, height];
  const icon = (id: string, description: string, from: number, to: number): DrawnNode => ({
    ...plain('android.widget.ImageView', id, at(from, to), []),
    description,
  });
  const clock: DrawnNode = { ...plain('android.widget.TextView', 'clock', at(0.05, 0.16), []), text: '9:41' };
  return plain('android.widget.FrameLayout', '', all, [
    plain('android.widget.LinearLayout', 'status_bar_contents', all, [
      clock,
      icon('mobile_signal', 'Phone signal full.', 0.79, 0.84),
      icon('wifi_signal', 'Wi-Fi signal full.', 0.85, 0.9),
      icon('battery', 'Battery 84 percent.', 0.91, 0.96),
    ]),
  ]);
}

function plain(className: string, id: string, bounds: Bounds, children: readonly DrawnNode[]): DrawnNode {
  return { ...plainNode(className, [...bounds], children), id };
}
