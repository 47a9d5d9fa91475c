/** Text between tags and in double-quoted attributes. */
export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A number for people, thousands apart: `127 518`. */
export function formatCount(value: number): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, '\u202F');
}

/** A share in percent: `12.3 %`. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '';
  const share = (100 * part) / whole;
  return `${share > 0 && share < 0.1 ? '<0.1' : share.toFixed(1)}\u202F%`;
}

/** How wide drawings are: in a card over the whole page, or one of two side by side; about what is seen on a screen. */
export const DRAWN = { wide: 1120, half: 540 } as const;

/** A coordinate, short. */
export function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A drawing of its own size in its own units, as wide as its place allows. */
export function drawing(
  { width, height, label, kind }: { width: number; height: number; label: string; kind: string },
  parts: readonly string[],
): string {
  return `<svg class="${kind}" viewBox="0 0 ${at(width)} ${at(height)}" role="img" aria-label="${escapeText(label)}">${parts.join('')}</svg>`;
}

/** What is said when the pointer rests on a mark. */
export function tip(text: string): string {
  return `<title>${escapeText(text)}</title>`;
}
