import { OPTION_LETTERS } from '../../domain/question.js';
import { NO_SCREEN } from '../dimensions/question-item.js';
import type { QuestionItem } from '../dimensions/question-item.js';
import { questionSource } from '../dimensions/question-source.js';
import { readKnowledgeQuestions } from './knowledge-questions.js';
import type { KnowledgeQuestion } from './knowledge-questions.js';
import type { OpenSphinxSource } from './sphinx-source.js';

/** Items of a question: its multiple choice, and whether each of its options is right. */
const ITEMS = 1 + OPTION_LETTERS.length;

/** Goal understanding or app knowledge: five items for each question. Source: SPHINX paper, section 3.3.2. */
export function openKnowledge(dimension: KnowledgeQuestion['dimension']): OpenSphinxSource {
  return async ({ dataDirectory, questionsFile, signal }) => {
    const { file, questions, warnings } = await readKnowledgeQuestions(dataDirectory, {
      ...(questionsFile === null ? {} : { file: questionsFile }),
      signal,
    });
    return questionSource(
      {
        dimension,
        warnings: warnings.map((warning) => `${file}: ${warning}`),
        files: () => [{ path: file, name: 'questions.json', counts: 'content' }],
        *questions() {
          for (const question of questions) {
            if (question.dimension === dimension) yield* knowledgeItems(question);
          }
        },
      },
      { signal },
    );
  };
}

/** The five items of a question. */
export function* knowledgeItems(question: KnowledgeQuestion): Generator<QuestionItem> {
  const { dimension, index, text, options, right, apps, category } = question;
  const shared = {
    dimension,
    modality: null,
    screen: NO_SCREEN,
    set: `${dimension}/${index}`,
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
