import type { Action, Target } from '../../../domain/action.js';
import { actionsResult, formatErrorOf, problemResult } from '../reading/parse-result.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { pathSwipe, positionTarget, type PositionContext } from '../reading/position-target.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import type { ExtractedAction } from './extract-action.js';
import { parseSphinxAction, type SphinxActionOptions, type SphinxAddressing } from './sphinx-action.js';

/** How one family of SPHINX's grammars is read. */
export interface SphinxGrammar extends SphinxActionOptions {
  readonly family: string;
  readonly by: SphinxAddressing['by'];
  readonly coordinates: CoordinateRule;
}

/**
 * Reads an answer in SPHINX's grammar, which the benchmark measures and which is strict for that reason: nothing is
 * lenient.
 *
 * Source: SPHINX paper, table 2, and reference code. Deviations from the code: `press [wait]` is `press [none]`, and thinking
 * is no part of the answer.
 */
export function parseSphinx(
  answer: string,
  context: ParseContext,
  grammar: SphinxGrammar,
  extract: (answer: string) => ExtractedAction | null,
): ParseResult {
  const found = extract(answer);
  if (found === null || found.text.trim() === '') {
    return formatErrorOf(answer, 'no_action', 'there is no action between triple backticks');
  }
  const { text, start, end, thought } = found;
  const result = parseSphinxAction(text, addressing(grammar, context), 'corrected', grammar);
  if (result.type === 'format_error') {
    return problemResult(answer, result.error, thought, [start, end]);
  }
  const warnings = new Set<string>();
  const placed = place(result.action, { coordinates: grammar.coordinates, sizes: context, warnings });
  return actionsResult([named(placed, grammar.family, text)], { thought }, warnings);
}

/** Reads an answer as the reference code does, whose errors keep its words. */
export function parseSphinxAsReference(
  answer: string,
  context: ParseContext,
  grammar: Pick<SphinxGrammar, 'family' | 'by'>,
  extract: (answer: string) => { readonly action: string } | { readonly error: string },
): ParseResult {
  const found = extract(answer);
  if ('error' in found) {
    return formatErrorOf(answer, answer === '' ? 'empty_output' : 'no_action', found.error);
  }
  const result = parseSphinxAction(found.action, addressing(grammar, context), 'reference');
  if (result.type === 'format_error') {
    return formatErrorOf(answer, result.error.kind, result.error.message);
  }
  const warnings = new Set<string>();
  const placed = place(result.action, { coordinates: { space: 'sent' }, sizes: context, warnings });
  return actionsResult([named(placed, grammar.family, found.action)], {}, warnings);
}

function addressing({ by }: Pick<SphinxGrammar, 'by'>, { elements }: ParseContext): SphinxAddressing {
  return by === 'point' ? { by } : { by, widgets: elements?.count ?? Infinity };
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

function named(action: Action, family: string, text: string): Action {
  const name = /^[^\s[]{0,40}/.exec(text.trim())?.[0] ?? '';
  return { ...action, native: { family, name, text } };
}
