import { ReviewedTaskSchema, type ReviewedTask } from '../../../formats/task-review/reviewed-task.js';
import { checkLine } from '../../../formats/trajectories/parse-line.js';
import type { ReviewForm } from './stage-review.js';

/** The review of tasks that templates gave. @param file `review.jsonl` of the stage, absolute */
export function taskReviewForm(file: string): ReviewForm {
  return {
    stage: 'templates',
    file,
    page: null,
    isSigned: true,
    caseOf: (value, place) => {
      const { id, app, status, instruction, history } = checkLine<ReviewedTask>(
        value,
        ReviewedTaskSchema,
        place,
      );
      const last = history.at(-1);
      const from = last?.note ?? '';
      return {
        id,
        isOpen: status === 'proposed' && instruction === last?.instruction,
        says: [instruction, `App: ${app}`, ...(from === '' ? [] : [from])],
        pictures: [],
        choices: [
          { word: 'accept', does: 'it becomes a task', sets: () => ({ status: 'accepted' }) },
          {
            word: 'reject',
            does: 'it does not; what follows is kept as a note',
            sets: (note) => ({ status: 'rejected', ...(note === '' ? {} : { note }) }),
          },
          {
            word: 'write',
            does: 'with the words in which it becomes a task: write INSTRUCTION',
            sets: (rest) => (rest === '' ? null : { status: 'edited', instruction: rest }),
          },
        ],
      };
    },
  };
}
