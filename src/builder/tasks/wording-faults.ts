import { withoutLabels } from '../wording/without-labels.js';

/** What is wrong with the words of an instruction, whatever it asks for. */
export type WordingFault =
  | 'empty'
  | 'too-long'
  | 'several-lines'
  | 'lists-steps'
  | 'names-gestures'
  | 'names-positions'
  | 'names-ids'
  | 'names-screens'
  | 'placeholder';

/** Longest instruction, in words. */
const MOST_WORDS = 60;
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Each fault with what shows it. Words of what a user does to a screen say how, and an instruction says what. */
const TESTS: readonly (readonly [WordingFault, (text: string) => boolean])[] = [
  ['empty', (text) => text.trim() === ''],
  ['too-long', (text) => countWords(text) > MOST_WORDS],
  ['several-lines', (text) => /[\r\n]/.test(text.trim())],
  ['lists-steps', (text) => /(?:^|[\s(])(?:step\s?)?\d[.)]\s.*(?:^|\s)(?:step\s?)?\d[.)]\s/i.test(text)],
  [
    'names-gestures',
    (text) =>
      /\b(?:tap(?:s|ped|ping)?|click(?:s|ed|ing)?|swip(?:e|es|ed|ing)|scroll(?:s|ed|ing)?|long[- ]press\w*|drag(?:s|ged|ging)?)\b|点击|点按|滑动|长按/i.test(
        withoutLabels(text),
      ),
  ],
  [
    'names-positions',
    (text) => /[([（［【]\s*\d+(?:\.\d+)?\s*[,，、]\s*\d+(?:\.\d+)?\s*[)\]）］】]/.test(text),
  ],
  ['names-ids', (text) => /\bid\/\w+|\b[a-z]+(?:\.[a-z_]\w+){2,}/.test(withoutAddresses(text))],
  [
    'names-screens',
    (text) => /\b(?:screenshots?|(?:screen|page|milestone|picture)\s?(?:number\s?)?#?\d+)\b/i.test(text),
  ],
  ['placeholder', (text) => /\{[^}]*\}|<[a-z _]+>|\bTODO\b|\bxxx+\b/i.test(text)],
];

/**
 * What is wrong with an instruction as far as its words show.
 *
 * @param names ids of states that are no words of the app
 */
export function wordingFaults(
  instruction: string,
  { names = [] }: { readonly names?: readonly string[] } = {},
): readonly WordingFault[] {
  const found = TESTS.filter(([, test]) => test(instruction)).map(([fault]) => fault);
  const namesState = names.some((name) => /[.~_/]/.test(name) && instruction.includes(name));
  return namesState && !found.includes('names-ids') ? [...found, 'names-ids'] : found;
}

/** Addresses of the web look like names of packages. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/\bhttps?:\/\/\S+|\bwww\.\S+/gi, ' ');
}

function countWords(text: string): number {
  const han = text.match(HAN)?.length ?? 0;
  return han + (text.replaceAll(HAN, ' ').match(/\S+/g)?.length ?? 0);
}
