import { withoutLabels } from '../wording/without-labels.js';

/** Texts that annotators write. */
export type AnnotationField = 'instruction' | 'context' | 'description' | 'intention';

/** What is wrong with the form of a text. */
export type FormFault =
  | 'empty'
  | 'prefix'
  | 'sentences'
  | 'first-person'
  | 'not-first-person'
  | 'not-present'
  | 'pattern'
  | 'time-phrase'
  | 'list'
  | 'coordinates'
  | 'action-tag'
  | 'code-fence';

type Test = readonly [FormFault, (text: string) => boolean];

/** Holds of every text: natural language, without positions and words of an action space. */
const COMMON: readonly Test[] = [
  ['empty', (text) => text.trim() === ''],
  ['coordinates', (text) => /[([<（［【〈]\s*-?\d+(?:\.\d+)?\s*[,，、]\s*-?\d+(?:\.\d+)?/.test(text)],
  [
    'action-tag',
    (text) =>
      /PRESS_|(?<![A-Za-z0-9])(?:KEY_[A-Z]+|LONG_?PRESS|CLICK|SCROLL|SWIPE|TYPE|TEXT|COMPLETE|INCOMPLETE|IMPOSSIBLE)(?![A-Za-z0-9])/.test(
        text,
      ),
  ],
  ['code-fence', (text) => text.includes('```')],
];

/** Without “US”, the country. */
const FIRST_PERSON =
  /\b(?:[Ii](?!\.e\b)(?:['’](?:m|ve|ll|d))?|[Mm][Ee]|[Mm][Yy]|[Mm]ine|MINE|[Ww][Ee]|[Oo]urs?|OURS?|[Uu]s)\b/;
const TIME_PHRASE =
  /\b(?:after|before|once|when|while|upon|having|then|next|afterwards?|subsequently|finally|first(?:ly)?|later|now that|as soon as)\b/i;
const LIST = /(?:^|\n)\s*(?:[-*•]|\d+[.)])\s/;

/** Source: GUIOdyssey paper, forms of its semantic annotations. */
const FORMS: Readonly<Record<AnnotationField, readonly Test[]>> = {
  instruction: [['sentences', (text) => countSentences(text) !== 1]],
  context: [
    ['prefix', (text) => !text.startsWith('So far,')],
    ['sentences', outside(2, 3)],
    ['first-person', (text) => FIRST_PERSON.test(withoutLabels(text))],
    ['time-phrase', (text) => TIME_PHRASE.test(withoutLabels(text))],
    ['list', (text) => LIST.test(text)],
  ],
  description: [
    ['prefix', (text) => !text.startsWith('This is a screenshot of')],
    ['sentences', outside(2, 3)],
    ['list', (text) => LIST.test(text)],
  ],
  intention: [
    ['not-first-person', (text) => !/\bI\b/.test(text)],
    ['sentences', outside(2, 3)],
    ['not-present', (text) => /\bI\s(?:chose|have|had|was|did|will|would|am going to)\b/.test(text)],
    [
      'pattern',
      (text) =>
        !/^To\s[^]+?,\s?I choose to\s[^]+?[.!]\s(?:[^]*\s)?This allows me to\s[^]+[.!]$/.test(text.trim()),
    ],
  ],
};

/** What is wrong with the form of an annotated text; empty where nothing is. */
export function formFaults(field: AnnotationField, text: string): readonly FormFault[] {
  return [...COMMON, ...FORMS[field]].filter(([, isFault]) => isFault(text)).map(([fault]) => fault);
}

/** Ends that are none of a sentence. */
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|approx|no|mr|mrs|ms|dr|st|a\.m|p\.m)\.(?=\s)/gi;

/** Sentences of a text: what ends with a full stop, a question or an exclamation mark, or at its end. */
export function countSentences(text: string): number {
  const plain = text.trim().replaceAll(ABBREVIATION, (end) => end.slice(0, -1));
  if (plain === '') return 0;
  const ends = plain.match(/[.!?…]+["”’')\]]*(?=\s|$)/g)?.length ?? 0;
  return /[.!?…]["”’')\]]*$/.test(plain) ? ends : ends + 1;
}

function outside(least: number, most: number): (text: string) => boolean {
  return (text) => {
    const count = countSentences(text);
    return count < least || count > most;
  };
}
