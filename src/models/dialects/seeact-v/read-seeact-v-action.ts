import type { Action, NativeAction, Target } from '../../../domain/action.js';
import { readM3aAction } from '../m3a-json/read-m3a-action.js';
import { isProblem, missing, type ArgumentProblem } from '../reading/parse-result.js';
import type { PositionContext } from '../reading/position-target.js';

/** Actions that are done to something described. */
const TOUCHES: ReadonlySet<unknown> = new Set(['click', 'double_tap', 'long_press']);
/** Stands for what is described while the rest is read. */
const PLACEHOLDER = 0;

/**
 * The action that one JSON object means: M3A's, with `element`, a description, where M3A has a number. A number is no argument
 * here.
 *
 * Source: SeeAct-V on AndroidWorld, `seeact_v.py` and `json_action.py`.
 */
export function readSeeActVAction(
  fields: Readonly<Record<string, unknown>>,
  native: NativeAction,
  positions: PositionContext,
): Action | ArgumentProblem {
  const { element, index, ...rest } = fields;
  const { warnings } = positions;
  if (index !== undefined && index !== null) warnings.add('alias_argument');
  const description = descriptionOf(element, warnings);
  if (description === null) {
    const isPlaced = rest['x'] !== undefined || rest['y'] !== undefined;
    if (TOUCHES.has(rest['action_type']) && !isPlaced) {
      return missing(`${String(rest['action_type'])} needs an element`);
    }
    return readM3aAction(rest, native, positions, null);
  }
  const action = readM3aAction({ ...rest, index: PLACEHOLDER }, native, positions, null);
  if (isProblem(action) || !('target' in action)) return action;
  const target: Target = { type: 'description', text: description };
  return { ...action, target };
}

/** The description; null where there is none. */
function descriptionOf(element: unknown, warnings: Set<string>): string | null {
  if (typeof element === 'string') return element === '' ? null : element;
  if (typeof element !== 'number' && typeof element !== 'boolean') return null;
  warnings.add('alias_argument');
  return String(element);
}
