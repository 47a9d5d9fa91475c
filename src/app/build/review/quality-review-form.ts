import { join } from 'node:path';
import { QualityCaseSchema, type QualityCase } from '../../../formats/annotations/annotation-record.js';
import { REVIEW_FILE } from '../../../formats/annotations/read-annotations.js';
import { checkLine } from '../../../formats/trajectories/parse-line.js';
import type { ReviewForm } from './stage-review.js';

/** The review of the quality of annotated episodes. What a person says after the word is the note. @param folder of annotations, absolute */
export function qualityReviewForm(folder: string): ReviewForm {
  return {
    stage: 'quality',
    file: join(folder, REVIEW_FILE),
    page: null,
    isSigned: true,
    caseOf: (value, place) => {
      const { source, episode, criterion, instruction, task, said, decision } = checkLine<QualityCase>(
        value,
        QualityCaseSchema,
        place,
      );
      return {
        id: `${source} ${episode} ${criterion}`,
        isOpen: decision === '',
        says: [
          `Instruction: ${instruction}`,
          ...(task === null ? [] : [`It rewords: ${task}`]),
          ...(said === '' ? [] : [`Said so far: ${said}`]),
        ],
        pictures: [],
        choices: [
          { word: 'pass', does: 'it is good enough; what follows is kept as a note', sets: decided('pass') },
          { word: 'fail', does: 'it is not; what follows is kept as a note', sets: decided('fail') },
        ],
      };
    },
  };
}

function decided(decision: 'pass' | 'fail'): (rest: string) => Readonly<Record<string, unknown>> {
  return (note) => ({ decision, ...(note === '' ? {} : { note }) });
}
