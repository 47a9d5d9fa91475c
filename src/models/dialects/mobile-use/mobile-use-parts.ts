import type { DialectParts } from '../define-dialect.js';
import { longLine } from '../one-line.js';
import { parseMobileUse, type MobileUseGrammar } from './parse-mobile-use.js';
import { printJson } from '../print-json.js';
import { writePoint } from '../reading/resolve-position.js';
import { mobileUseRules } from './mobile-use-rules.js';

/** What the families that call the tool share: how calls are read and written. */
export function mobileUseParts(
  grammar: MobileUseGrammar,
): Pick<DialectParts, 'version' | 'coordinates' | 'parse' | 'words' | 'line'> {
  const { coordinates } = grammar;
  const rules = mobileUseRules(grammar);
  const reading = { ...grammar, rules };
  return {
    // 3: the tool's name in any case; GUI-Owl's own words for actions, and questions without a text.
    version: '3',
    coordinates,
    parse: (text, context) => parseMobileUse(text, context, reading),
    words: (action, sizes) => {
      const call = rules.write(action, {
        point: (point) => writePoint(point, coordinates, sizes),
        text: (text) => text,
        finger: (direction) => direction,
      });
      if (call === null) return null;
      const written = { action: call.name, ...Object.fromEntries(call.arguments) };
      return printJson({ name: 'mobile_use', arguments: written });
    },
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
