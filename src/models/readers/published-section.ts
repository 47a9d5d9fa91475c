import { pythonStrip } from '../../domain/hierarchy/python-strip.js';

/**
 * What stands behind the last place of a mark, up to the first place of another one behind it: the whole text without the
 * first, to the end without the second. Nothing is trimmed.
 *
 * Source: Mobile-Agent-v2, -E and -v3 reference code: `answer.split(after)[-1].split(before)[0]`.
 */
export function between(answer: string, after: string, before: string | null = null): string {
  const text = answer.split(after).at(-1) ?? answer;
  const end = before === null ? -1 : text.indexOf(before);
  return end < 0 ? text : text.slice(0, end);
}

/** The text on one line, pairs of spaces made one, once. Source: as of {@link between}. */
export function onOneLine(text: string): string {
  return pythonStrip(text.replaceAll('\n', ' ').replaceAll('  ', ' '));
}
