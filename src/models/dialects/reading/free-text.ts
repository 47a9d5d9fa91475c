import type { ActionFields } from '../grammar/action-rules.js';

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’', '「': '」' };

/** Free text of a grammar that has no quotes around it, without one pair of them. */
export function withoutQuotes(text: string, warnings: Set<string>): string {
  const closing = CLOSING[text[0] ?? ''];
  if (closing === undefined || text.length < 2 || !text.endsWith(closing)) return text;
  warnings.add('enclosing_quotes_removed');
  return text.slice(1, -1);
}

/** Free text such that `withoutQuotes` gives it back. */
export function withQuotesKept(text: string): string {
  const closing = CLOSING[text[0] ?? ''];
  return closing !== undefined && text.length >= 2 && text.endsWith(closing) ? `"${text}"` : text;
}

/** Whether an action only types a text into the focused field: all that many grammars can express. */
export function isPlainTyping({ text, target, clear, submit }: ActionFields): boolean {
  return text !== '' && target === undefined && clear !== true && submit !== true;
}

/** The text with spaces in place of GLM's tokens around an answer. */
export function withoutBoxTokens(text: string): string {
  if (!text.includes('_of_box|>')) return text;
  return text.replaceAll(/<\|(?:begin|end)_of_box\|>/g, (token) => ' '.repeat(token.length));
}

/** The word at this place, letters and underscores; empty where there is none. */
export function wordAt(text: string, from: number, to: number): string {
  return /^[A-Za-z_]{1,40}/.exec(text.slice(from, Math.min(to, from + 40)))?.[0] ?? '';
}

/** The last closing bracket of the line, or of everything where its line has none; -1 where there is none at all. */
export function lastBracket(text: string, from: number, to: number): number {
  const lineEnd = text.indexOf('\n', from);
  const line = text.slice(from, lineEnd < 0 || lineEnd > to ? to : lineEnd);
  const onLine = line.lastIndexOf(']');
  if (onLine >= 0) return from + onLine;
  const anywhere = text.slice(from, to).lastIndexOf(']');
  return anywhere < 0 ? -1 : from + anywhere;
}
