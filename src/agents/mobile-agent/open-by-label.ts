import type { Action } from '../../domain/action.js';
import type { Size } from '../../domain/geometry.js';
import { perceivedItems } from '../../models/dialects/mobile-agent/perceived-items.js';
import { positionTarget } from '../../models/dialects/reading/position-target.js';
import type { Actor } from '../prompting/ask-actor.js';
import type { ShownScreen } from '../look-at.js';

/** How an app is opened: by a tap on its label on the screen that was shown, or by its name from anywhere. */
export const APP_OPENINGS = ['label', 'name'] as const;

/**
 * Opening an app as the published code does: a tap on the first text that is exactly the app's name; where the screen shows
 * none, nothing is done. Other actions as they are.
 *
 * Source: Mobile-Agent-v2 reference code, `run.py`; Mobile-Agent-E reference code, `agents.py`. Deviation: the label's own
 * centre is tapped, which in a UI hierarchy is its icon's too; the published code taps one height of the text above it.
 */
export function openByLabel(
  action: Action,
  shown: ShownScreen,
  { dialect }: Actor,
  screen: Size | null,
): Action {
  if (action.type !== 'open_app') return action;
  const { app, native } = action;
  const items = perceivedItems(shown.elementText ?? '').filter(({ words }) => words === app);
  const label = items.find(({ kind }) => kind === 'text') ?? items[0];
  const own = native === undefined ? {} : { native };
  if (label === undefined) return { type: 'wait', ...own };
  const sizes = { screen, sent: shown.screenshot?.size ?? null };
  const { coordinates } = dialect;
  const target = positionTarget([label.x, label.y], { coordinates, sizes, warnings: new Set() });
  return target === null ? { type: 'wait', ...own } : { type: 'tap', target, ...own };
}
