/**
 * What stands between a tag and its end, trimmed: the last such pair, in any case. Null where there
 * is none; a tag that is never closed counts for nothing.
 */
export function lastTagged(text: string, tag: string): string | null {
  const lower = asciiLower(text);
  const end = lower.lastIndexOf(`</${tag}>`);
  if (end < 0) return null;
  const start = lower.lastIndexOf(`<${tag}>`, end);
  return start < 0 ? null : text.slice(start + tag.length + 2, end).trim();
}

/** Keeps every offset, which `toLowerCase` does not for all letters. */
function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
