import type { Dimension } from '../../dimensions/dimension.js';
import { openGrounding } from './grounding-source.js';
import { openNavigation } from './navigation-source.js';
import { openPlanning } from './planning-source.js';
import type { OpenSphinxSource } from './sphinx-source.js';
import { formatItems } from '../../dimensions/format-items.js';
import { questionSource } from '../../dimensions/question-source.js';
import { knowledgeItems } from '../../dimensions/knowledge-items.js';
import { readKnowledgeQuestions, type KnowledgeQuestion } from './knowledge-questions.js';

/** The tasks are made, not read: a run names the seed by the version of the benchmark. */
const SEED = 1;

/**
 * Focused context: nothing but an action to repeat in its exact form, as many times as the paper has. The published tasks
 * were not released; these are re-created over both of SPHINX's grammars.
 *
 * Source: SPHINX paper, section 3.3.5.
 */
const openInstructions: OpenSphinxSource = async ({ signal }) =>
  questionSource(
    { dimension: 'instructions', warnings: [], files: () => [], questions: () => formatItems(SEED) },
    { signal },
  );

/** Every dimension that SPHINX can be run in, by where its items come from. */
export const SPHINX_SOURCES: Readonly<Record<Dimension, OpenSphinxSource>> = {
  goal: openKnowledge('goal'),
  knowledge: openKnowledge('knowledge'),
  planning: openPlanning,
  grounding: openGrounding,
  instructions: openInstructions,
  navigation: openNavigation,
};

/** Goal understanding or app knowledge: five items for each question. Source: SPHINX paper, section 3.3.2. */
function openKnowledge(dimension: KnowledgeQuestion['dimension']): OpenSphinxSource {
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
