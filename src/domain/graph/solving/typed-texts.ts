import type { Mode } from '../../mode.js';
import { carriedText, carriesText } from '../../text/carried-text.js';
import type { PreparedText } from '../graph-node.js';
import { prepareTyped, textMatches } from '../text-match.js';

/** A text of a `type` edge, as written and as it is compared. */
export interface EdgeText {
  readonly text: string;
  readonly match: PreparedText;
}

/** Most pieces of texts that are tried, and most that are tried in pairs. */
const MOST_PIECES = 2000;
const MOST_PAIRED = 60;
/** Most texts of which every selection is tried. */
const MOST_SELECTED = 8;
/** One of them that no text holds stands between two texts, so that they do not make a third. */
const BETWEEN = ['^', '=', '+', '¬'];

/**
 * Texts that between them follow every combination of edges that a typed text can follow: those of the edges themselves, for
 * one edge alone a piece that no other has, for several at once their texts in one.
 *
 * Exact for the texts of a screen as they are recorded; of dozens of long texts the commonest pieces are left out.
 */
export function typedTexts(edges: readonly EdgeText[], mode: Mode): string[] {
  const own = [...new Set(edges.map(({ text }) => text))];
  if (own.length < 2) return own;
  const kept: string[] = [];
  const seen = new Set<string>();
  const offer = (text: string): void => {
    const key = followed(edges, text, mode);
    if (seen.has(key) || !key.includes('1')) return;
    seen.add(key);
    kept.push(text);
  };
  own.forEach(offer);
  const between = BETWEEN.find((sign) => edges.every(({ match }) => !match.normal.includes(sign))) ?? '';
  selectionsOf(edges, between, mode).forEach(offer);
  // In `corrected` mode a piece of what is asked for is not enough.
  const pieces = mode === 'corrected' ? [] : piecesOf(edges);
  pieces.forEach(offer);
  if (pieces.length <= MOST_PAIRED) {
    for (const a of pieces) for (const b of pieces) offer(`${a},${b}`);
    // What an edge asks for, with a piece that others lack.
    for (const { match } of edges) {
      for (const piece of pieces) offer([...match.parts, piece].join(between));
    }
  }
  offer('');
  return kept;
}

/** Every run of characters of a text, and its parts; the longest first, as they tell most. */
function piecesOf(edges: readonly EdgeText[]): string[] {
  const pieces = new Set<string>();
  for (const { match } of edges) for (const part of match.parts) pieces.add(part);
  const texts = [...new Set(edges.map(({ match }) => match.normal))];
  const longest = Math.max(...texts.map(({ length }) => length));
  for (let length = longest; length > 0; length -= 1) {
    for (const text of texts) {
      for (let start = 0; start + length <= text.length; start += 1) {
        if (pieces.size >= MOST_PIECES) break;
        pieces.add(text.slice(start, start + length));
      }
    }
  }
  pieces.delete('');
  return [...pieces];
}

/** The parts of several texts in one, so that these edges are followed, and those that need no more. */
function selectionsOf(edges: readonly EdgeText[], between: string, mode: Mode): string[] {
  const few = [...new Map(edges.map(({ match }) => [match.normal, match])).values()].slice(0, MOST_SELECTED);
  const selections: string[] = [];
  for (let set = 1; set < 1 << few.length; set += 1) {
    const chosen = few.filter((_, index) => ((set >> index) & 1) === 1);
    selections.push(['', ...chosen.flatMap((match) => partsOf(match, mode)), ''].join(between));
  }
  return selections;
}

function partsOf({ parts, asked }: PreparedText, mode: Mode): readonly string[] {
  if (mode === 'reference') return parts;
  return asked.parts.length === 0 ? [asked.plain] : asked.parts.map(({ parted }) => parted);
}

/** By edge, whether typing the text follows it. */
function followed(edges: readonly EdgeText[], text: string, mode: Mode): string {
  const [typed, carried] = [prepareTyped(text), carriedText(text)];
  const follows = ({ match }: EdgeText): boolean =>
    mode === 'corrected' ? carriesText(match.asked, carried) : textMatches(match, typed);
  return edges.map((edge) => (follows(edge) ? 1 : 0)).join('');
}
