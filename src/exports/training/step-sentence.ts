import type { Action } from '../../domain/action.js';
import { boxContains, resolvePoint, type Size } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';

/** Longest label that is written. */
const LABEL_LENGTH = 60;

const KEYS: Readonly<Record<string, string>> = {
  BACK: 'Go back.',
  HOME: 'Go to the home screen.',
  ENTER: 'Press Enter.',
  APP_SWITCH: 'Open the recent apps.',
};

/**
 * What a step does, in a sentence without positions, for the places where a family's answer wants one and nobody wrote it.
 *
 * @param hierarchy the screen that the action was taken on; null where it has none
 */
export function stepSentence(action: Action, hierarchy: UiHierarchy | null, screen: Size | null): string {
  const label = labelAt(action, hierarchy, screen);
  switch (action.type) {
    case 'tap':
      return `Tap ${label ?? 'the screen'}.`;
    case 'long_press':
      return `Press and hold ${label ?? 'the screen'}.`;
    case 'swipe':
      return `Swipe ${action.direction ?? 'across the screen'}.`;
    case 'type':
      return `Type "${action.text}"${label === null ? '' : ` into ${label}`}.`;
    case 'key':
      return KEYS[action.key] ?? `Press the key ${action.key}.`;
    case 'clear_text':
      return 'Clear the text.';
    case 'open_app':
      return `Open ${action.app}.`;
    case 'open_url':
      return `Open ${action.url}.`;
    case 'previous_app':
      return 'Go back to the app before.';
    case 'restart_app':
      return 'Restart the app.';
    case 'wait':
      return 'Wait.';
    case 'grid_overlay':
      return 'Show the grid.';
    case 'answer':
      return `Answer "${action.text}".`;
    case 'ask_user':
      return 'Ask the user.';
    case 'memo':
      return 'Take a note.';
    case 'replan':
      return 'Plan anew.';
    case 'stop':
      return action.status === 'failure' || action.status === 'infeasible'
        ? 'The task cannot be done.'
        : 'The task is done.';
    case 'foreign':
      return 'Do something else.';
    default:
      return action satisfies never;
  }
}

/** What the smallest interactable element at the touched position is called: by itself, or by what lies within it. */
function labelAt(action: Action, hierarchy: UiHierarchy | null, screen: Size | null): string | null {
  if (hierarchy === null || !('target' in action) || action.target?.type !== 'point') return null;
  const { point } = action.target;
  const [x, y] = (screen === null ? point : resolvePoint(point, screen)).resolved ?? [point.x, point.y];
  const [smallest] = hierarchy.widgets
    .filter(({ bounds }) => boxContains(bounds, x, y))
    .toSorted((a, b) => areaOf(a) - areaOf(b));
  const label = smallest === undefined ? null : labelOf(smallest);
  return label === null
    ? null
    : `"${label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH)}…` : label}"`;
}

function labelOf({ description, text, children }: UiNode): string | null {
  const own = description === '' ? text : description;
  if (own !== '') return own.replaceAll(/\s+/g, ' ');
  for (const child of children) {
    const label = labelOf(child);
    if (label !== null) return label;
  }
  return null;
}

function areaOf({ bounds: [x1, y1, x2, y2] }: UiNode): number {
  return (x2 - x1) * (y2 - y1);
}
