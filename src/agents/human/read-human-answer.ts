import type { Action } from '../../domain/action.js';
import type { Size } from '../../domain/geometry.js';
import type { ElementTable } from '../../domain/observation-rule.js';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';

export type HumanAnswer =
  | { readonly type: 'action'; readonly action: Action }
  | { readonly type: 'help' }
  /** The person has had enough for now. */
  | { readonly type: 'quit' }
  | { readonly type: 'unreadable'; readonly message: string };

const ELEMENT_CALL = /^\s*(click|tap|longpress|long_press)\s*\(?\s*(\d{1,6})\s*\)?\s*$/i;
const dialect = genericCall.create();

/** What a person's line means: a generic call, or one that names an element by its number. */
export function readHumanAnswer(
  line: string,
  screen: Size | null,
  elements: ElementTable | null,
): HumanAnswer {
  if (/^\s*(\?|help)?\s*$/i.test(line)) return { type: 'help' };
  if (/^\s*(?:quit|exit)\s*(?:\(\s*\))?\s*$/i.test(line)) return { type: 'quit' };
  const named = ELEMENT_CALL.exec(line);
  if (named !== null) {
    const element = Number(named[2]);
    if (elements?.elements.some(({ index }) => index === element) !== true) {
      return { type: 'unreadable', message: `there is no element ${element}` };
    }
    const type = /^\s*l/i.test(line) ? ('long_press' as const) : ('tap' as const);
    return { type: 'action', action: { type, target: { type: 'element', element } } };
  }
  const result = dialect.parse(`Action: ${line}`, { profile: 'tolerant', screen });
  if (result.type === 'format_error') return { type: 'unreadable', message: result.error.message };
  return { type: 'action', action: result.actions[0] };
}
