/** Whether a name is the pattern's; `*` stands for any text, everything else for itself. Piece by piece, so none is slow. */
export function namePattern(pattern: string): (name: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return (name) => name === first;
  const last = rest.pop() ?? '';
  return (name) => {
    if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last))
      return false;
    let at = first.length;
    for (const piece of rest) {
      const found = name.indexOf(piece, at);
      if (found === -1 || found + piece.length > name.length - last.length) return false;
      at = found + piece.length;
    }
    return true;
  };
}
