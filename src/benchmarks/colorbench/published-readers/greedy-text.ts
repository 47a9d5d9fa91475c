/**
 * Between the first opening and the last closing text, as a greedy regular expression finds it; null where they do not
 * follow each other.
 */
export function greedyBetween(text: string, open: string, close: string): string | null {
  const start = text.indexOf(open);
  if (start < 0) return null;
  const end = text.lastIndexOf(close);
  return end < start + open.length ? null : text.slice(start + open.length, end);
}

/** Between the first opening text and the closing text next to it; null where nothing closes it. */
export function lazyBetween(text: string, open: string, close: string): string | null {
  const start = text.indexOf(open);
  if (start < 0) return null;
  const end = text.indexOf(close, start + open.length);
  return end < 0 ? null : text.slice(start + open.length, end);
}

/** From the first to the last brace of the first line that has both, in this order; null where no line has. */
export function bracesOnOneLine(text: string): string | null {
  for (const line of text.split('\n')) {
    const start = line.indexOf('{');
    const end = line.lastIndexOf('}');
    if (start >= 0 && end > start) return line.slice(start, end + 1);
  }
  return null;
}
