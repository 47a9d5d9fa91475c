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

/** Whether an action types a text into what has the focus, and nothing more: all that many grammars have words for. */
export function isPlainTyping({ text, target, clear, submit }: ActionFields): boolean {
  return text !== '' && target === undefined && clear !== true && submit !== true;
}
