import { quotedTexts } from '../../domain/text/quoted-texts.js';

/** What an instruction names: the words that may stand on a screen, and the texts it quotes. */
export interface InstructionWords {
  /** Lower case; word → weight. */
  readonly words: ReadonlyMap<string, number>;
  /** Quoted texts, as written, in order. */
  readonly quoted: readonly string[];
}

/** A word inside quotation marks says more than one outside; the name of an app that the task is about, a little more. */
const QUOTED_WEIGHT = 3;
const APP_WEIGHT = 1.5;

/** Words that stand on many screens, or on none that they are meant for. */
const IDLE_WORDS = new Set(
  (
    'a about after all an and are as at be but by can could do does for from get has have how i if in into is it its ' +
    'just keep may me my need no not of on one only or our out please she so than that the their them then there they ' +
    'this to too up us want was what when where which who will with would you your him her he we'
  ).split(' '),
);

/** Taken apart once per step; texts of several words count word by word. */
export function instructionWords(instruction: string, apps: readonly string[]): InstructionWords {
  const quoted = quotedTexts(instruction);
  const words = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) words.set(word, Math.max(words.get(word) ?? 0, weight));
  };
  add(instruction, 1);
  for (const app of apps) add(app, APP_WEIGHT);
  for (const text of quoted) add(text, QUOTED_WEIGHT);
  return { words, quoted };
}

/** Words of a text in lower case, endings cut off: runs of letters and digits; single letters and idle words left out. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{Script=Latin}\p{N}]+|\p{Script=Han}{2,}/gu) ?? [])
    .filter((word) => word.length > 1 && !IDLE_WORDS.has(word))
    .map(stem);
}

/** Cuts the commonest English endings off words long enough to do without. */
function stem(word: string): string {
  return word.length < 5 ? word : word.replace(/(?:ing|s)$/, '');
}
