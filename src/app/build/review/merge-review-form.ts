import { join } from 'node:path';
import { sidesOf } from '../../../builder/merge/merge-cases.js';
import {
  MERGE_REVIEW_FILE,
  MergeCaseSchema,
  type MergeCase,
} from '../../../formats/merge-review/merge-review.js';
import { checkLine } from '../../../formats/trajectories/parse-line.js';
import type { ReviewChoice, ReviewForm } from './stage-review.js';

/** What a case of a merge asks. */
export const MERGE_QUESTIONS: Readonly<Record<MergeCase['type'], string>> = {
  merge: 'Are these one state?',
  split: 'Are the parts different states?',
  edge: 'Does the same element lead there from this state, too?',
};

/** What a person can decide of each, with what it does. */
export const MERGE_CHOICES: Readonly<Record<MergeCase['type'], Readonly<Record<string, string>>>> = {
  merge: { same: 'both are one state', different: 'they are two states' },
  split: { split: 'each part becomes a state', keep: 'it stays one state' },
  edge: { add: 'the world gets the edge', leave: 'the world stays without it' },
};

/** The review of a world that was merged. @param folder of the world, absolute */
export function mergeReviewForm(folder: string): ReviewForm {
  return {
    stage: 'merge',
    file: join(folder, MERGE_REVIEW_FILE),
    page: join(folder, 'review.html'),
    isSigned: false,
    caseOf: (value, place) => {
      const one = checkLine<MergeCase>(value, MergeCaseSchema, place);
      const said =
        one.type === 'merge'
          ? [
              `Taken for ${one.assumed}${one.said.length === 0 ? '' : `; the model said ${one.said.join(', ')}`}`,
            ]
          : [];
      return {
        id: one.id,
        isOpen: one.decision === null,
        says: [MERGE_QUESTIONS[one.type], one.why, ...said],
        pictures: sidesOf(one).map(({ words, look }) => ({
          words,
          file: look.picture === undefined ? 'no picture' : join(folder, look.picture),
        })),
        choices: Object.entries(MERGE_CHOICES[one.type]).map(([word, does]): ReviewChoice => ({
          word,
          does,
          sets: () => ({ decision: word }),
        })),
      };
    },
  };
}
