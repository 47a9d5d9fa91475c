import type { MatrixAction } from '../../../domain/construction/action-matrix.js';
import type { GivenEdge } from '../../../domain/construction/matrix-operations.js';
import { UserError } from '../../../errors.js';
import { isFields } from './is-fields.js';
import { parsePythonLiteral, PythonLiteralError } from './python-literal.js';

const HINT =
  'Write click(X,Y), long_press(X,Y), type(TEXT), open(APP), system_button(NAME), swipe(DIRECTION), wait, or an object such as {"action_type": "click", "x": 1, "y": 2}.';

/**
 * A list of edges as the inspection tool takes it: `node:edge,node:edge`. Commas in brackets and in quotes do not divide it.
 *
 * @throws {UserError} naming the part that cannot be read
 */
export function parseEdgeList(text: string): readonly GivenEdge[] {
  return dividedAt(text, ',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [screen = '', ...rest] = dividedAt(part, ':');
      if (rest.length === 0 || screen.trim() === '') {
        throw new UserError(`${JSON.stringify(part.trim())} is not written as node:edge`, { hint: HINT });
      }
      return { screen: unquoted(screen.trim()), actions: parseEdge(rest.join(':')) };
    });
}

/** Actions of one edge: `click(10,20)`, an object, or a list of objects. @throws {UserError} */
export function parseEdge(text: string): readonly MatrixAction[] {
  const given = text.trim();
  if (given.startsWith('{') || given.startsWith('[')) return literalActions(given);
  const [, name = '', inside = ''] = /^(\w+)(?:\s*\(([^]*)\))?$/.exec(given) ?? [];
  const action = shortAction(name, inside.trim());
  if (action === null) throw new UserError(`${JSON.stringify(given)} is no edge`, { hint: HINT });
  return [action];
}

function literalActions(text: string): readonly MatrixAction[] {
  try {
    const value = parsePythonLiteral(text);
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    const actions = list.filter((one) => isFields(one) && typeof one['action_type'] === 'string');
    if (actions.length === list.length) return actions as readonly MatrixAction[];
  } catch (error) {
    if (!(error instanceof PythonLiteralError)) throw error;
    throw new UserError(`${JSON.stringify(text)} cannot be read: ${error.message}`, {
      hint: HINT,
      cause: error,
    });
  }
  throw new UserError(`${JSON.stringify(text)} is no action with an action_type`, { hint: HINT });
}

function shortAction(type: string, inside: string): MatrixAction | null {
  switch (type) {
    case 'click':
    case 'long_press': {
      const [, x, y] = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/.exec(inside) ?? [];
      return x === undefined ? null : { action_type: type, x: Number(x), y: Number(y) };
    }
    case 'type':
    case 'input_text':
      return { action_type: type, text: unquoted(inside) };
    case 'open':
      return inside === '' ? null : { action_type: type, app: unquoted(inside) };
    case 'system_button':
      return inside === '' ? null : { action_type: type, button: unquoted(inside) };
    case 'swipe':
      return /^(?:up|down|left|right)$/.test(inside) ? { action_type: type, direction: inside } : null;
    case 'wait':
      return inside === '' ? { action_type: type } : null;
    default:
      return null;
  }
}

function unquoted(text: string): string {
  const [, inside] = /^(?:"([^"]*)"|'([^']*)')$/.exec(text) === null ? [] : [text, text.slice(1, -1)];
  return inside ?? text;
}

/** Parts of a text between these signs, outside brackets and quotes; a quote begins a value. @throws {UserError} for what is never closed */
function dividedAt(text: string, sign: string): string[] {
  const parts: string[] = [];
  let [start, depth] = [0, 0];
  let quote: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const here = text.charAt(at);
    if (quote !== null) {
      if (here === '\\') at += 1;
      else if (here === quote) quote = null;
    } else if (
      (here === '"' || here === "'") &&
      /(?:^|[,:([{])\s*$/.test(text.slice(Math.max(start, at - 20), at))
    )
      quote = here;
    else if ('([{'.includes(here)) depth += 1;
    else if (')]}'.includes(here)) depth -= 1;
    else if (here === sign && depth <= 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  if (quote !== null || depth > 0) {
    throw new UserError(
      `a ${quote === null ? 'bracket' : 'quote'} is never closed in ${JSON.stringify(text)}`,
      { hint: HINT },
    );
  }
  return [...parts, text.slice(start)];
}
