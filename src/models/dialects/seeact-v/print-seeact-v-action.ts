import type { Action, Target } from '../../../domain/action.js';
import { printM3aAction } from '../m3a-json/print-m3a-json.js';
import type { M3aOptions } from '../m3a-json/parse-m3a-json.js';
import { printJson } from '../print-json.js';
import type { PictureSizes } from '../reading/resolve-position.js';

/** Stands for what is described while the rest is printed. */
const PLACEHOLDER: Target = { type: 'element', element: 0 };

/** The object of the Action section; null for an action that the grammar cannot express. */
export function printSeeActVAction(action: Action, options: M3aOptions, sizes: PictureSizes): string | null {
  const target = 'target' in action ? action.target : undefined;
  if (target?.type === 'element') return null;
  const description = target === undefined ? null : descriptionOf(target);
  if (description === null) {
    // A field that nothing names is the one that has the focus.
    if (action.type !== 'type' || target !== undefined) return printM3aAction(action, options, sizes);
    return action.text === '' ? null : printJson({ action_type: 'input_text', text: action.text });
  }
  const printed = printM3aAction({ ...action, target: PLACEHOLDER } as Action, options, sizes);
  if (printed === null) return null;
  // An object with an index, as it was just printed.
  const { index: _, clear_text: clears, ...fields } = JSON.parse(printed) as Record<string, unknown>;
  return clears === true ? null : printJson({ ...fields, element: description });
}

/** What is described, also where its place was found since. */
function descriptionOf(target: Target): string | null {
  const words = target.type === 'description' ? target.text : undefined;
  const found = target.type === 'point' ? target.description : undefined;
  return words ?? found ?? null;
}
