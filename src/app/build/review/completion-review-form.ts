import { join } from 'node:path';
import {
  CompletionReviewLineSchema,
  type CompletionReviewLine,
} from '../../../formats/stage/completion-review.js';
import { checkLine } from '../../../formats/trajectories/parse-line.js';
import { COMPLETION_REVIEW, isCompletionDecision } from '../pictures/completion-review.js';
import type { ReviewForm } from './stage-review.js';

/** The review of completed actions. The pictures of each pair are side by side on its page. @param folder of the survey, absolute */
export function completionReviewForm(folder: string): ReviewForm {
  return {
    stage: 'complete',
    file: join(folder, COMPLETION_REVIEW),
    page: join(folder, 'complete.html'),
    isSigned: false,
    caseOf: (value, place) => {
      const { id, written, order, confidence, doubt, decision } = checkLine<CompletionReviewLine>(
        value,
        CompletionReviewLineSchema,
        place,
      );
      const sure = confidence === null ? '' : `, sure to ${Math.round(confidence * 100)} %`;
      const said = [...(written === null ? [] : [`${written}${sure}`]), ...(order === null ? [] : [order])];
      const accept = { word: 'accept', does: 'that was it', sets: () => ({ decision: 'accept' }) };
      return {
        id,
        isOpen: decision === '',
        says: [...said, `${written === null ? 'No action' : 'Doubtful'}: ${doubt}`],
        pictures: [],
        choices: [
          ...(written === null ? [] : [accept]),
          { word: 'reject', does: 'there was no action', sets: () => ({ decision: 'reject' }) },
          {
            word: 'write',
            does: 'with the action that it was, such as write CLICK[10,20], write TYPE[text], write SWIPE[up], write system_button[Back]; or the action alone: CLICK[10,20]',
            takesBare: true,
            sets: (rest) => (rest !== '' && isCompletionDecision(rest, null) ? { decision: rest } : null),
          },
        ],
      };
    },
  };
}
