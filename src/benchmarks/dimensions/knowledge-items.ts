import { OPTION_LETTERS, type OptionLetter } from '../../domain/questions/question.js';
import { NO_SCREEN, type QuestionItem } from './question-item.js';

/** A question about what a goal means or what an app can do, one of whose four options is right. */
export interface ChoiceQuestion {
  /** Unique within its dimension. */
  readonly name: string;
  readonly dimension: 'goal' | 'knowledge';
  readonly text: string;
  readonly options: Readonly<Record<OptionLetter, string>>;
  readonly right: OptionLetter;
  /** Names of the apps it is about, as people know them. */
  readonly apps: readonly string[];
  readonly category: string | null;
}

/** Items of a question: its multiple choice, and whether each of its options is right. */
const ITEMS = 1 + OPTION_LETTERS.length;

/** The five items of a question. Source: SPHINX paper, section 3.3.2. */
export function* knowledgeItems(question: ChoiceQuestion): Generator<QuestionItem> {
  const { dimension, name, text, options, right, apps, category } = question;
  const shared = {
    dimension,
    modality: null,
    screen: NO_SCREEN,
    set: `${dimension}/${name}`,
    setSize: ITEMS,
    apps,
  } as const;
  const asked = { view: 'none', text, app: apps[0] ?? null, category } as const;
  yield {
    ...shared,
    id: `${shared.set}/choice`,
    question: { ...asked, type: 'option', options },
    truth: { type: 'option', letter: right },
    solution: right,
  };
  for (const letter of OPTION_LETTERS) {
    const truth = letter === right ? 'T' : 'F';
    yield {
      ...shared,
      id: `${shared.set}/${letter}`,
      question: { ...asked, type: 'truth', option: options[letter] },
      truth: { type: 'truth', letter: truth },
      solution: truth,
    };
  }
}
