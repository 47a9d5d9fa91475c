import { askedText } from '../text/carried-text.js';
import type { PreparedText } from './graph.js';

const COMMAS = /[，。/:*?"“”<>|]/g;

/**
 * The form in which texts of `type` edges are compared: lower case, no spaces (U+0020), and a comma for each of
 * `，。/:*?"“”<>|`. Applying it twice changes nothing.
 *
 * Source: ColorBench reference code `graph_tools.py`.
 */
export function normalizeText(text: string): string {
  return text.toLowerCase().replaceAll(' ', '').replace(COMMAS, ',').toLowerCase();
}

/** The text of an edge, ready for matching. */
export function prepareText(text: string): PreparedText {
  const normal = normalizeText(text);
  return { normal, parts: normal.split(','), asked: askedText(text) };
}

/** What an agent typed, ready for matching against many edges. */
export interface TypedText {
  readonly raw: string;
  readonly lower: string;
  readonly parts: readonly string[];
}

export function prepareTyped(text: string): TypedText {
  return { raw: text, lower: text.toLowerCase(), parts: normalizeText(text).split(',') };
}

/**
 * Whether typing a text follows an edge in `reference` mode (`carriesText` decides in `corrected`): every part of the edge occurs in the text as typed, or every part of the
 * normalised text occurs in the edge, or one (lower case) contains the other. Empty parts occur everywhere.
 */
export function textMatches(edge: PreparedText, typed: TypedText): boolean {
  return (
    edge.parts.every((part) => typed.raw.includes(part)) ||
    typed.parts.every((part) => edge.normal.includes(part)) ||
    typed.lower.includes(edge.normal) ||
    edge.normal.includes(typed.lower)
  );
}
