import type { CoordinateRule } from '../../../domain/coordinates/coordinate-rule.js';
import {
  parseBracketedAction,
  type BracketedAddressing,
} from '../../../models/dialects/bracketed/bracketed-action.js';
import { addressingOf, bracketedResult } from '../../../models/dialects/bracketed/parse-bracketed.js';
import type { ParseContext, ParseResult } from '../../../models/dialects/dialect.js';
import { formatErrorOf } from '../../../models/dialects/reading/parse-result.js';

/** Reads an answer as SPHINX's code does, whose errors keep its words. Source: SPHINX reference code. */
export function parseAsPublished(
  answer: string,
  context: ParseContext,
  {
    family,
    by,
    coordinates = { space: 'sent' },
  }: {
    readonly family: string;
    readonly by: BracketedAddressing['by'];
    /** What numbers mean; of elements there are none. */
    readonly coordinates?: CoordinateRule;
  },
  extract: (answer: string) => { readonly action: string } | { readonly error: string },
): ParseResult {
  const found = extract(answer);
  if ('error' in found) {
    return formatErrorOf(answer, answer === '' ? 'empty_output' : 'no_action', found.error);
  }
  const result = parseBracketedAction(found.action, addressingOf(by, context), 'reference');
  if (result.type === 'format_error') {
    return formatErrorOf(answer, result.error.kind, result.error.message);
  }
  return bracketedResult(result.action, { text: found.action }, { family, coordinates }, context);
}
