import { z } from 'zod';
import { checkSchema, parseJson } from '../../../formats/read-json-file.js';
import type { PublishedQuestions } from '../../published-questions.js';
import { readKnowledgeQuestions } from './knowledge-questions.js';

/** By this author, questions are known that an earlier call has written. */
const AUTHOR = 'touchstone';

const KeptSchema = z.array(z.looseObject({ author: z.string().nullish() }));

/**
 * Questions as `questions.json` of the data has them, the misspelt `app_cateory` included, which is what the published scripts read.
 *
 * Source: SPHINX repository, `questions.json`; sphinx.md section 2.3.
 */
export const SPHINX_QUESTION_FORM: PublishedQuestions = {
  name: 'sphinx',
  read: async (file, { signal }) => {
    const { questions } = await readKnowledgeQuestions('', { file, signal });
    return questions.map(({ index, dimension, text, options, right, apps, category }) => ({
      id: `published-${index + 1}`,
      dimension,
      question: text,
      options,
      right,
      apps: [...apps],
      ...(category === null ? {} : { category }),
    }));
  },
  text: (questions, before, file) => {
    const kept =
      before === null
        ? []
        : checkSchema(parseJson(before, file), KeptSchema, { file, text: before }).filter(
            ({ author }) => author !== AUTHOR,
          );
    const own = questions.map(({ dimension, question, options, right, apps, category }) => ({
      question,
      options,
      ground_truth: right,
      question_type: dimension === 'knowledge' ? 'app_level' : 'intention_level',
      app_name: apps,
      app_cateory: category ?? null,
      author: AUTHOR,
    }));
    return `${JSON.stringify([...kept, ...own], null, 2)}\n`;
  },
};
