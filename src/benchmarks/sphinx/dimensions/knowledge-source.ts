import { knowledgeItems } from '../../dimensions/knowledge-items.js';
import { questionSource } from '../../dimensions/question-source.js';
import { readKnowledgeQuestions } from './knowledge-questions.js';
import type { KnowledgeQuestion } from './knowledge-questions.js';
import type { OpenSphinxSource } from './sphinx-source.js';

/** Goal understanding or app knowledge: five items for each question. Source: SPHINX paper, section 3.3.2. */
export function openKnowledge(dimension: KnowledgeQuestion['dimension']): OpenSphinxSource {
  return async ({ dataDirectory, questionsFile, signal }) => {
    const { file, questions, warnings } = await readKnowledgeQuestions(dataDirectory, {
      ...(questionsFile === null ? {} : { file: questionsFile }),
      signal,
    });
    const isAsked = questions.some((question) => question.dimension === dimension);
    const none = isAsked ? [] : [`none of the questions is of the dimension ${dimension}`];
    return questionSource(
      {
        dimension,
        warnings: [...warnings, ...none].map((warning) => `${file}: ${warning}`),
        files: () => [{ path: file, name: 'questions.json', counts: 'content' }],
        *questions() {
          for (const question of questions) {
            if (question.dimension === dimension)
              yield* knowledgeItems({ ...question, name: String(question.index) });
          }
        },
      },
      { signal },
    );
  };
}
