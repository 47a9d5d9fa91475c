import { describe, expect, it } from 'vitest';
import { answerAction } from '../../domain/questions/question-answer.js';
import { emptyObservation } from '../../testing/contracts/agent-contract.js';
import { NoQuestionError, QuestionEnvironment } from './question-environment.js';

const signal = new AbortController().signal;
const start = { task: 'q1', repeat: 0, seed: 0 };
const answer = answerAction('truth', { original: 'T', repaired: null });

function open(): QuestionEnvironment {
  return new QuestionEnvironment({
    task: 'q1',
    observation: {
      ...emptyObservation(),
      question: {
        type: 'truth',
        view: 'none',
        text: 'What is it?',
        option: 'A clock',
        app: null,
        category: null,
      },
    },
    answer: () => ({ type: 'action', action: answer }),
  });
}

describe('QuestionEnvironment', () => {
  it('asks, takes one answer, and ends', async () => {
    await using environment = open();
    const asked = await environment.reset(start, { signal });
    expect(asked.question).toMatchObject({ option: 'A clock' });
    expect(await environment.observe({ signal })).toBe(asked);
    expect(environment.recorded()).toEqual({ type: 'action', action: answer });
    expect(await environment.step(answer, { signal })).toEqual({
      type: 'ended',
      transition: { rule: 'answered', next: null },
    });
    await expect(environment.step(answer, { signal })).rejects.toBeInstanceOf(NoQuestionError);
  });

  it('is no other question', async () => {
    await using environment = open();
    await expect(environment.reset({ ...start, task: 'q2' }, { signal })).rejects.toThrow(
      'the question is q1, not q2',
    );
    await expect(environment.observe({ signal })).rejects.toBeInstanceOf(NoQuestionError);
  });
});
