import type { Ask } from '../../models/asking/model-question.js';
import { readChecked, reads, unreadable, type Reading } from '../../models/readers/reading.js';
import type { Verdict } from './compare-looks.js';
import type { Look } from './looks.js';
import { maskNumbers } from './screen-tokens.js';

/** Role whose model reads the words on pictures. It is asked where a model of its own is named; hierarchies say the words of their screens without it. */
export const READER_ROLE = { name: 'reader', does: 'reads the words on pictures of screens' } as const;

/** Reads the words on a look's picture; null where there is no picture or nothing that can be read. */
export type ReadWords = (look: Look) => Promise<ReadonlySet<string> | null>;

const TASK = `This is a picture of a phone's screen. Write down every text on it, one per line, from top to bottom, exactly as it is written.
Leave out the bar at the very top with the clock and the battery. Do not describe anything, and add nothing.
If there is no text, answer NONE.`;

/** Words that a reader may get wrong, or that differ on one screen, and still leave a doubt. */
const FEW_WORDS = 4;

/** A reader that asks a model about each look once. */
export function wordReader(ask: Ask, signal: AbortSignal): ReadWords {
  const known = new Map<string, ReadonlySet<string> | null>();
  return async (look) => {
    const before = known.get(look.id);
    if (before !== undefined) return before;
    const words = await readPicture(look, ask, signal);
    known.set(look.id, words);
    return words;
  };
}

async function readPicture(
  { id, capture: { pictureContent } }: Look,
  ask: Ask,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | null> {
  if (pictureContent === null) return null;
  const data = await pictureContent.load({ signal });
  const reply = await ask({
    role: READER_ROLE.name,
    purpose: `words on ${id}`,
    request: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: TASK },
            { type: 'image', mediaType: pictureContent.mediaType, data },
          ],
        },
      ],
      temperature: 0,
    },
    read: readWordsOf,
    retries: 1,
  });
  return reply.type === 'value' ? reply.value : null;
}

/** The words of an answer, in small letters, without the signs around them. Those with numbers are left out: counters and clocks pass. */
export function readWordsOf(text: string): Reading<ReadonlySet<string>> {
  return readChecked(text, (answer) => {
    const words = answer
      .trim()
      .toLowerCase()
      .split(/\s+/u)
      .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
      .filter((word) => word !== '');
    if (words.length === 0) return unreadable('the answer has no word');
    if (words.length === 1 && words[0] === 'none') return reads(new Set());
    return reads(new Set(words.filter((word) => !maskNumbers(word).includes('#'))));
  });
}

/** What rules say of two pictures in which small areas differ, once their words are known. */
export function compareWords(
  verdict: Extract<Verdict, { band: 'grey' }>,
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
): Verdict {
  const differing = [...[...a].filter((word) => !b.has(word)), ...[...b].filter((word) => !a.has(word))];
  if (differing.length > FEW_WORDS) return { band: 'different' };
  if (differing.length === 0) return { ...verdict, prior: 0.5, why: `${verdict.why}, with the same words` };
  const shown = differing.map((word) => JSON.stringify(word)).join(', ');
  return { ...verdict, prior: Math.min(verdict.prior, 0.06), why: `${verdict.why}, and words: ${shown}` };
}
