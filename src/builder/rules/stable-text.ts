/** What of a text can be expected to be the same tomorrow, and how it is compared. */
export interface StableText {
  readonly match: 'equal' | 'include';
  readonly text: string;
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
/** What changes with the day, the account or the contents: times, dates, amounts, shares, counts, addresses. */
const VOLATILE = new RegExp(
  [
    String.raw`\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?`,
    String.raw`\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?`,
    String.raw`\b${MONTH}\.?\s\d{1,2}(?:st|nd|rd|th)?\b(?:,?\s\d{4})?`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?\s${MONTH}\b(?:\s\d{4})?`,
    String.raw`[$€£¥]\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:usd|eur|gbp|cny)\b`,
    String.raw`-?\d+(?:[.,]\d+)?\s?(?:%|°[CF]?)`,
    String.raw`\(\d+\)`,
    String.raw`\b\d+\s(?:\w+\s)?(?:ago|left|new|unread|remaining|selected|results?|views?|likes?|items?)\b`,
    String.raw`\b(?:today|yesterday|tomorrow|just now)\b`,
    String.raw`[\w.+-]+@[\w-]+\.[\w.]+`,
    String.raw`\d[\d,.]*\d{2}`,
  ].join('|'),
  'gi',
);
const LONGEST = 60;
/** Letters that a part needs to say anything. */
const LEAST_LETTERS = 3;

/**
 * The text, where nothing in it changes by itself, or its longest part of which that holds; null where there is none. Matching is raw:
 * what is given is exactly a part of the text.
 */
export function stableText(text: string): StableText | null {
  const parts = text.split(VOLATILE).filter((part) => part !== undefined);
  const [only] = parts;
  if (parts.length === 1 && only === text && text.length <= LONGEST) {
    return /[\p{L}\p{N}]/u.test(text) ? { match: 'equal', text } : null;
  }
  const cut = parts.map((part) => trimmed(part.slice(0, LONGEST)));
  const best = cut.filter(saysSomething).toSorted((a, b) => b.length - a.length)[0];
  return best === undefined ? null : { match: 'include', text: best };
}

function trimmed(part: string): string {
  return part.replace(/^[\s\p{P}\p{S}]+/u, '').replace(/[\s\p{P}\p{S}]+$/u, '');
}

function saysSomething(part: string): boolean {
  const letters = part.match(/\p{L}/gu) ?? [];
  return letters.length >= LEAST_LETTERS || /\p{Script=Han}{2}/u.test(part);
}

/** Whether a resource id was written by people: obfuscated ones change with each version of an app. */
export function isStableId(id: string): boolean {
  const name = id.slice(id.lastIndexOf('/') + 1);
  return (
    name !== '' && !/obfuscated|^0_|^[a-z]{1,2}\d{0,4}$|^[a-z]?\d+$|[0-9a-f]{8}-?[0-9a-f]{4}/i.test(name)
  );
}
