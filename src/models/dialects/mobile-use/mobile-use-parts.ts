import type { DialectParts } from '../define-dialect.js';
import { longLine } from '../one-line.js';
import { parseMobileUse } from './parse-mobile-use.js';
import type { MobileUseGrammar } from './parse-mobile-use.js';
import { printMobileUse } from './print-mobile-use.js';

/** What the families that call the tool share: how calls are read and written. */
export function mobileUseParts(
  grammar: MobileUseGrammar,
): Pick<DialectParts, 'coordinates' | 'parse' | 'words' | 'line'> {
  return {
    coordinates: grammar.coordinates,
    parse: (text, context) => parseMobileUse(text, context, grammar),
    words: (action, sizes) => printMobileUse(action, grammar, sizes),
    line: longLine,
  };
}

/** An answer that thinks between its tags, calls, and concludes. */
export function concludedCall(
  call: string,
  said: { readonly thought: string; readonly summary: string },
): string {
  const { thought, summary } = said;
  return `<thinking>\n${thought}\n</thinking>\n<tool_call>\n${call}\n</tool_call>\n<conclusion>\n${summary}\n</conclusion>`;
}
