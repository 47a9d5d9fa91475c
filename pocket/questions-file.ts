import { OPTION_LETTERS, type OptionLetter } from '../src/domain/questions/question.js';
import type { z } from 'zod';
import type { QuestionsFileSchema } from '../src/formats/suite/questions-file.js';
import { GOAL_QUESTIONS } from './questions/goal-questions.js';
import { KNOWLEDGE_QUESTIONS } from './questions/knowledge-questions.js';
import type { PlannedOption } from './questions/question-plan.js';
import { CROSS_APP_TASKS } from './tasks/cross-app.js';
import { SINGLE_APP_TASKS } from './tasks/single-app.js';

/** Where the right option goes, question by question: every letter is right equally often. */
const RIGHT_PLACES = [2, 0, 3, 1] as const;

/** `questions.json`. @throws {Error} when a question is about a task that there is not */
export function questionsFile(): z.input<typeof QuestionsFileSchema> {
  const tasks = new Map([...SINGLE_APP_TASKS, ...CROSS_APP_TASKS].map((task) => [task.id, task]));
  return {
    formatVersion: 1,
    questions: [
      ...GOAL_QUESTIONS.map(({ id, task: name, right, wrong }, index) => {
        const task = tasks.get(name);
        if (task === undefined) throw new Error(`question ${id}: there is no task "${name}"`);
        const { letters, letter } = arrange(right, wrong, index);
        return {
          id,
          dimension: 'goal' as const,
          question: `Somebody asks: “${task.en}” Which end is what they want?`,
          options: mapped(letters, ([text]) => text),
          right: letter,
          apps: [...task.apps],
          check: { type: 'result' as const, task: name, states: mapped(letters, ([, state]) => [state]) },
        };
      }),
      ...KNOWLEDGE_QUESTIONS.map(({ id, question, app, element, right, wrong }, index) => {
        const { letters, letter } = arrange(right, wrong, index);
        return {
          id,
          dimension: 'knowledge' as const,
          question,
          options: mapped(letters, ([text]) => text),
          right: letter,
          apps: [app],
          check: { type: 'element' as const, element, states: mapped(letters, ([, state]) => [state]) },
        };
      }),
    ],
  };
}

type Arranged = Readonly<Record<OptionLetter, PlannedOption>>;

function arrange(
  right: PlannedOption,
  wrong: readonly [PlannedOption, PlannedOption, PlannedOption],
  index: number,
): { letters: Arranged; letter: OptionLetter } {
  const place = RIGHT_PLACES[index % RIGHT_PLACES.length] ?? 0;
  const options = [...wrong.slice(0, place), right, ...wrong.slice(place)];
  const at = (number: number): PlannedOption => options[number] ?? right;
  return { letters: { A: at(0), B: at(1), C: at(2), D: at(3) }, letter: OPTION_LETTERS[place] ?? 'A' };
}

function mapped<T>({ A, B, C, D }: Arranged, of: (option: PlannedOption) => T): Record<OptionLetter, T> {
  return { A: of(A), B: of(B), C: of(C), D: of(D) };
}
