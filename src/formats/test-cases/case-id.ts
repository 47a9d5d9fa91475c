/** An id in front of a title, as in `TC-12: Switch the theme` or `[LOGIN_003] …`. */
const LEADING_ID = /^\[?([\p{L}][\p{L}\p{N}]{0,15}[-_. ]?\d{1,9})\]?\s*(?:[:：|.–—-]\s*|\s)(?=\S)/u;
const LONGEST = 60;

/** The id that a heading begins with, and the rest of it; null where it begins with none. */
export function leadingId(heading: string): { readonly id: string; readonly title: string } | null {
  const match = LEADING_ID.exec(heading);
  const id = match?.[1];
  if (match === null || id === undefined) return null;
  // A word and a number ("Step 1", "Version 2") are an id only where something ties them together.
  if (/\s/.test(id) || !(/[-_.]/.test(id) || /^\p{Lu}+\d+$/u.test(id))) return null;
  return { id, title: heading.slice(match[0].length).trim() };
}

/**
 * An id built from a title: small letters and digits of any script, hyphens between them; empty where it has neither.
 */
export function idOfTitle(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+/, '');
  return Array.from(words).slice(0, LONGEST).join('').replace(/-+$/, '');
}
