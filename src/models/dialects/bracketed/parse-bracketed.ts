import type { Action, Target } from '../../../domain/action.js';
import { actionsResult, formatErrorOf, problemResult } from '../reading/parse-result.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { pathSwipe, positionTarget, type PositionContext } from '../reading/position-target.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import type { ExtractedAction } from './extract-action.js';
import {
  parseBracketedAction,
  type BracketedActionOptions,
  type BracketedAddressing,
} from './bracketed-action.js';

/** How one family of the bracketed grammar is read. */
export interface BracketedGrammar extends BracketedActionOptions {
  readonly family: string;
  readonly by: BracketedAddressing['by'];
  readonly coordinates: CoordinateRule;
}

/**
 * Reads an answer in the bracketed grammar, which is measured itself and strict for that reason: nothing is lenient.
 *
 * Source: SPHINX paper, table 2, and reference code. Deviations from the code: `press [wait]` is `press [none]`, and thinking
 * is no part of the answer.
 */
export function parseBracketed(
  answer: string,
  context: ParseContext,
  grammar: BracketedGrammar,
  extract: (answer: string) => ExtractedAction | null,
): ParseResult {
  const found = extract(answer);
  if (found === null || found.text.trim() === '') {
    return formatErrorOf(answer, 'no_action', 'there is no action between triple backticks');
  }
  const { text, start, end, thought } = found;
  const result = parseBracketedAction(text, addressingOf(grammar.by, context), 'corrected', grammar);
  if (result.type === 'format_error') {
    return problemResult(answer, result.error, thought, [start, end]);
  }
  return bracketedResult(result.action, { text, thought }, grammar, context);
}

/** What an action may name on the screen of an answer. */
export function addressingOf(
  by: BracketedAddressing['by'],
  { elements }: Pick<ParseContext, 'elements'>,
): BracketedAddressing {
  return by === 'point' ? { by } : { by, widgets: elements?.count ?? Infinity };
}

/** The meaning of an answer with one action: its words as written, its positions in the source picture. */
export function bracketedResult(
  action: Action,
  { text, thought }: { readonly text: string; readonly thought?: string },
  { family, coordinates }: Pick<BracketedGrammar, 'family' | 'coordinates'>,
  context: ParseContext,
): ParseResult {
  const warnings = new Set<string>();
  const placed = place(action, { coordinates, sizes: context, warnings });
  const name = /^[^\s[]{0,40}/.exec(text.trim())?.[0] ?? '';
  const said: Action = { ...placed, native: { family, name, text } };
  return actionsResult([said], { thought }, warnings);
}

/** The action with its positions in terms of the source picture. */
function place(action: Action, context: PositionContext): Action {
  if (action.type === 'swipe' && action.from !== undefined && action.to !== undefined) {
    const { from, to } = action;
    return { ...action, ...pathSwipe([from.x, from.y], [to.x, to.y], context) };
  }
  if (!('target' in action) || action.target?.type !== 'point') return action;
  const { x, y } = action.target.point;
  const target: Target | null = positionTarget([x, y], context);
  return target === null ? action : { ...action, target };
}
