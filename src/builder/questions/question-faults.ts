/** A question whose first option is the true one. */
export interface DraftQuestion {
  readonly question: string;
  /** The true one first. */
  readonly options: readonly string[];
}

/** What is wrong with a question as far as its words show. */
export type QuestionFault =
  | 'not-four-options'
  | 'empty'
  | 'equal-options'
  | 'answer-in-question'
  | 'subject-in-option'
  | 'names-order'
  | 'refers-to-options'
  | 'too-long'
  | 'truth-stands-out';

const LONGEST_QUESTION = 400;
const LONGEST_OPTION = 200;
/** Shortest words that give an answer away when both hold them. */
const LEAST_LEAK = 4;
const ORDER =
  /\b(?:first|second|third|fourth|last|previous|next|above|below|other)\s(?:screen|page|picture|screenshot|image)s?\b(?!\sof\b)|\b(?:screen|page|picture|screenshot|image)\s?(?:no\.?\s?|number\s?|#)?[1-4a-d]\b/i;
const OPTIONS =
  /\b(?:all|none|both|neither)\sof\s(?:the\s)?(?:above|these|options)\b|^\s*[a-d][.)]\s|\boptions?\s[a-d]\b/i;

/**
 * What is wrong with a question: it has to have one truth among four that differ, and nothing in its words may give it away, the order of
 * the screens that its writer saw included.
 *
 * @param subject what is looked for, such as the name of an element; no option may name it
 */
export function questionFaults(
  { question, options }: DraftQuestion,
  { subject = '' }: { readonly subject?: string } = {},
): readonly QuestionFault[] {
  const [truth = '', ...others] = options;
  const all = [question, ...options];
  const folded = options.map(fold);
  const tests: readonly (readonly [QuestionFault, boolean])[] = [
    ['not-four-options', options.length !== 4],
    ['empty', all.some((text) => fold(text) === '')],
    ['equal-options', new Set(folded).size < options.length],
    ['answer-in-question', fold(truth).length >= LEAST_LEAK && fold(question).includes(fold(truth))],
    ['subject-in-option', fold(subject) !== '' && folded.some((option) => option.includes(fold(subject)))],
    ['names-order', all.some((text) => ORDER.test(text))],
    ['refers-to-options', options.some((option) => OPTIONS.test(option))],
    [
      'too-long',
      question.length > LONGEST_QUESTION || options.some((option) => option.length > LONGEST_OPTION),
    ],
    ['truth-stands-out', isLonger(truth, others)],
  ];
  return tests.filter(([, isFault]) => isFault).map(([fault]) => fault);
}

/** A truth that says more than twice as much as any other option is guessed. */
function isLonger(truth: string, others: readonly string[]): boolean {
  return truth.length > 24 && truth.length > 2 * Math.max(0, ...others.map((other) => other.length));
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
