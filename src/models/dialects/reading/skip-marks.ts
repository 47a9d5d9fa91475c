const FENCE = /```[\w-]{0,20}(?=[ \t]*\n)/y;

/**
 * Offset of the first character that is neither white space nor a mark of emphasis or code, which adds `code_fence`; the
 * language of a code fence goes with its marks.
 */
export function skipMarks(text: string, from: number, to: number, warnings: Set<string>): number {
  let at = from;
  for (; at < to; at += 1) {
    const char = text[at] ?? '';
    FENCE.lastIndex = at;
    const fence = char === '`' ? FENCE.exec(text)?.[0] : undefined;
    if (fence !== undefined && at + fence.length < to) at += fence.length - 1;
    if (char === '`' || char === '*') warnings.add('code_fence');
    else if (char.trim() !== '') break;
  }
  return at;
}

/** Offset of the first character that is no white space. */
export function skipSpace(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) <= 32) at += 1;
  return at;
}
