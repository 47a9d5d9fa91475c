/** Offset of the first character that is neither white space nor a mark of emphasis or code, which adds `code_fence`. */
export function skipMarks(text: string, from: number, to: number, warnings: Set<string>): number {
  let at = from;
  for (; at < to; at += 1) {
    const char = text[at] ?? '';
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
