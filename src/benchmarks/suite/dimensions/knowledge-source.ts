import { readQuestions } from '../../../formats/suite/read-questions.js';
import type { WorldQuestion } from '../../../formats/suite/questions-file.js';
import { knowledgeItems } from '../../dimensions/knowledge-items.js';
import { questionSource } from '../../dimensions/question-source.js';
import type { OpenSuiteSource, SuiteWorld } from './suite-world.js';

/** Goal understanding or app knowledge: five items for each of the world's questions. */
export function openKnowledge(dimension: WorldQuestion['dimension']): OpenSuiteSource {
  return async (from) => {
    const { questionsFile, signal } = from;
    const questions = await questionsOf(from);
    const own = questions.filter((question) => question.dimension === dimension);
    return questionSource(
      {
        dimension,
        warnings: own.length > 0 ? [] : [`there are no questions of the dimension ${dimension}`],
        files: () =>
          questionsFile === null ? [] : [{ path: questionsFile, name: 'questions.json', counts: 'content' }],
        *questions() {
          for (const { id, question, options, right, apps, category = null } of own) {
            yield* knowledgeItems({ name: id, dimension, text: question, options, right, apps, category });
          }
        },
      },
      { signal },
    );
  };
}

async function questionsOf({
  questionsFile,
  suite,
  world,
  signal,
}: SuiteWorld): Promise<readonly WorldQuestion[]> {
  if (questionsFile === null) return [];
  const tasks = new Set<string>();
  for await (const { id } of suite.items.list()) tasks.add(id);
  return readQuestions(
    questionsFile,
    {
      hasNode: (id) => world.graph.nodeIndex.has(id),
      // A split holds only some of the tasks that questions may be about.
      hasTask: (id) => suite.split !== 'all' || tasks.has(id),
    },
    { signal },
  );
}
