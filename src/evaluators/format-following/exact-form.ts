import { pythonStrip } from '../../domain/hierarchy/python-strip.js';

const FENCE = '```';
/** A word behind the opening fence that names a language, alone on its line. */
const LANGUAGE_LINE = /^[a-z]{1,20}\r?\n/;

/**
 * Whether a reply holds exactly what was asked for: the whole reply, or what stands in the backticks that enclose all of
 * the action. White space around it does not count; a word too much, a changed letter or a second action does.
 *
 * Source: SPHINX paper, focused context. How a reply may be wrapped is ours: the paper does not say.
 */
export function isExactForm(reply: string, wanted: string): boolean {
  const expected = pythonStrip(wanted);
  return expected !== '' && candidatesOf(reply).some((candidate) => pythonStrip(candidate) === expected);
}

function candidatesOf(reply: string): string[] {
  const whole = pythonStrip(reply);
  const pieces = whole.split(FENCE);
  // Text, then fenced text, then text: fences that close, and one action between them.
  if (pieces.length === 3) {
    const inner = pieces[1] ?? '';
    return [whole, inner, inner.replace(LANGUAGE_LINE, '')];
  }
  const isQuoted = whole.length > 2 && whole.startsWith('`') && whole.endsWith('`');
  return isQuoted ? [whole, whole.slice(1, -1)] : [whole];
}
