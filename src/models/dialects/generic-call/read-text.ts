const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
  '「': '」',
  '`': '`',
};

/**
 * Free text between the brackets of a call: trimmed, without one pair of quotes and without a name (`text=`) before
 * quotes. Empty where there is none, or only a placeholder.
 */
export function readText(written: string, warnings: Set<string>): string {
  let text = written.trim();
  const named = /^(?:text|content|app|app_name|answer)\s{0,5}=\s{0,5}(?=["'“‘「`])/i.exec(text);
  if (named !== null) {
    warnings.add('alias_argument');
    text = text.slice(named[0].length);
  }
  const closing = QUOTES[text[0] ?? ''];
  if (closing !== undefined && text.length >= 2 && text.endsWith(closing)) {
    warnings.add('enclosing_quotes_removed');
    text = text.slice(1, -1);
  }
  return text === 'no input text' ? '' : text;
}
