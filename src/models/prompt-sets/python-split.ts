/** `text.split(start)[1].split(end)[0]` of Python; null where that is an error, because nothing starts there. */
export function between(text: string, start: string, end: string): string | null {
  return text.split(start)[1]?.split(end)[0] ?? null;
}
