/** A text in quotes, as sentences for people name it; in curly ones where it holds straight ones. */
export function quoteText(text: string): string {
  return text.includes('"') ? `“${text}”` : `"${text}"`;
}
