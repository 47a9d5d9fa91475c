import { z } from 'zod';
import {
  readKnowledgeQuestions,
  type KnowledgeQuestion,
} from '../../../src/benchmarks/sphinx/dimensions/knowledge-questions.js';
import { OPTION_LETTERS } from '../../../src/domain/questions/question.js';
import { countAnswers } from '../../../src/evaluators/tree-rules/answer-counters.js';
import { matchChoice } from '../../../src/evaluators/question-match/match-choice.js';
import { dataFolder, difference, lineSuite } from './lines.js';

const repliesSchema = z.array(z.string()).length(OPTION_LETTERS.length);
const LineSchema = z.object({
  set: z.int(),
  answers: z.array(z.tuple([z.string(), repliesSchema, z.string(), repliesSchema])),
  expect: z.unknown(),
});

export const knowledgeSuite = lineSuite(
  'knowledge.jsonl',
  LineSchema,
  async (line, context) => {
    const { questions } = await readKnowledgeQuestions(dataFolder(context));
    const share = (dimension: KnowledgeQuestion['dimension'], isRepaired: boolean): number => {
      let right = 0;
      let items = 0;
      for (const question of questions.filter((one) => one.dimension === dimension)) {
        const [option, truths, repairedOption, repairedTruths] = line.answers[question.index] ?? [];
        right += rightOf(
          question,
          (isRepaired ? repairedOption : option) ?? '',
          (isRepaired ? repairedTruths : truths) ?? [],
        );
        items += 1 + OPTION_LETTERS.length;
      }
      return right / items;
    };
    const live = countAnswers(
      questions.map(({ index, right }) => {
        const [option = '', truths = []] = line.answers[index] ?? [];
        return { right, option, truths };
      }),
    );
    return difference(
      {
        goal_original: share('goal', false),
        goal_repaired: share('goal', true),
        app_original: share('knowledge', false),
        app_repaired: share('knowledge', true),
        live_mcq_correct_case_insensitive: live.optionRight,
        live_binary_counts: {
          single_true_correct: live.singleTrueRight,
          multiple_true_correct: live.multipleTrueRight,
          all_false: live.allFalse,
          all_true: live.allTrue,
          multiple_true: live.multipleTrue,
          single_true: live.singleTrue,
        },
      },
      line.expect,
    );
  },
  ({ set }) => `set ${set}`,
);

function rightOf({ right }: KnowledgeQuestion, option: string, truths: readonly string[]): number {
  const chosen = matchChoice({ type: 'option', letter: right }, option, 'reference').isRight;
  const judged = OPTION_LETTERS.filter((letter, index) => {
    const truth = { type: 'truth', letter: letter === right ? 'T' : 'F' } as const;
    return matchChoice(truth, truths[index] ?? '', 'reference').isRight;
  });
  return Number(chosen) + judged.length;
}
