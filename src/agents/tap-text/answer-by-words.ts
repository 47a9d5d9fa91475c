import { OPTION_LETTERS, type Question } from '../../domain/questions/question.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { instructionWords, wordsOf } from './instruction-words.js';
import { offersOf } from './screen-offers.js';

/**
 * The answer to a question by words alone: the option that has most of the question's words, that all of an option's
 * words are there, that nothing is done yet, the element that the instruction names.
 *
 * @param hierarchy of the question's screen; null where it shows none
 */
export function answerByWords(question: Question, hierarchy: UiHierarchy | null): string {
  switch (question.type) {
    case 'option': {
      const asked = new Set(wordsOf(question.text));
      const shares = OPTION_LETTERS.map((letter) => shared(question.options[letter], asked));
      return OPTION_LETTERS[shares.indexOf(Math.max(...shares))] ?? 'A';
    }
    case 'truth':
      return shared(question.option, new Set(wordsOf(question.text))) >= 0.5 ? 'T' : 'F';
    case 'completion':
      return 'NO';
    case 'grounding': {
      const offer =
        hierarchy === null ? undefined : offersOf(hierarchy, instructionWords(question.instruction, []))[0];
      const index = offer === undefined ? 0 : (hierarchy?.widgetIndex(offer.node) ?? 0);
      return `\`\`\`click [${index}]\`\`\``;
    }
    case 'format':
      return question.request;
    default:
      return question satisfies never;
  }
}

/** Share of a text's words that are among others; of a text without words, none. */
function shared(text: string, others: ReadonlySet<string>): number {
  const words = wordsOf(text);
  return words.length === 0 ? 0 : words.filter((word) => others.has(word)).length / words.length;
}
