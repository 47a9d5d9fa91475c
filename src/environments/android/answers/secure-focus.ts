/** FLAG_SECURE. Source: AOSP `WindowManager.LayoutParams`. */
const SECURE = 0x2000;
/** Characters of a line that is read. */
const LONGEST = 2000;

/**
 * Package of the window in focus where its flags forbid pictures of it, in `dumpsys window`; null otherwise. Flags are names since
 * Android 9, and a number before.
 */
export function readSecureFocus(text: string): string | null {
  const lines = text.split('\n').filter((line) => line.length <= LONGEST);
  const focused = new Set(
    lines.flatMap((line) => /\bmCurrentFocus=Window\{([0-9a-f]+) /i.exec(line)?.[1]?.toLowerCase() ?? []),
  );
  let title: string | null = null;
  for (const line of lines) {
    const [, id = '', rest = ''] = /^\s*Window #\d+ Window\{([0-9a-f]+) (.*?)\}?:?\s*$/i.exec(line) ?? [];
    if (id !== '') title = focused.has(id.toLowerCase()) ? rest : null;
    if (title !== null && isSecure(line)) return ownerOf(title);
  }
  return null;
}

function isSecure(line: string): boolean {
  const [, number] = /(?:^|\s)fl=#([0-9a-f]{1,8})\b/i.exec(line) ?? [];
  if (number !== undefined) return (Number.parseInt(number, 16) & SECURE) !== 0;
  const [, names = ''] = /(?:^|\s)fl=([A-Z_ ]+)/.exec(line) ?? [];
  return names.split(' ').includes('SECURE');
}

/** Package in the title of a window, or the title where that names none. */
function ownerOf(title: string): string {
  const words = title.split(' ').filter((word) => !/^[ud]\d+$/.test(word));
  const name = words.find((word) => word.includes('.')) ?? words.join(' ');
  return name.split('/')[0] ?? name;
}
