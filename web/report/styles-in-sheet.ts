/**
 * Markup whose `style` attributes have become one style sheet before it: a page whose policy allows sheets with its nonce refuses
 * the attributes. What they said still goes before every other rule.
 *
 * @param markup as React writes it: quotes in texts and attributes are escaped, so what looks like an attribute is one
 * @param of tells this markup's elements from others of the page
 * @param nonce what the page's policy asks of style sheets
 */
export function stylesInSheet(
  markup: string,
  { of, nonce }: { readonly of: string; readonly nonce: string },
): string {
  const numbers = new Map<string, number>();
  const rest = markup.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    const number = numbers.get(style) ?? numbers.size;
    numbers.set(style, number);
    return ` data-written-style="${of}${number}"`;
  });
  if (numbers.size === 0) return rest;
  const rules = [...numbers].map(([style, number]) => {
    // Two ids that nothing has: no rule of the application is as specific.
    return `[data-written-style="${of}${number}"]:not(#\\ ):not(#\\ ){${unescaped(style)}}`;
  });
  return `<style nonce="${nonce}">${rules.join('')}</style>${rest}`;
}

/** The text of an attribute, which may not end the sheet. */
function unescaped(attribute: string): string {
  return attribute
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '\\3c ')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
