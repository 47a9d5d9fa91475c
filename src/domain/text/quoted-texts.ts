const QUOTES = /“([^”]+)”|"([^"]+)"|「([^」]+)」|《([^》]+)》/gu;

/** What stands between quotation marks in a text, as written, in order. */
export function quotedTexts(text: string): string[] {
  return [...text.matchAll(QUOTES)].map((match) => match.slice(1).find(Boolean) ?? '');
}
