import { describe, expect, it } from 'vitest';
import { FileContentError, FileSchemaError, FormatVersionError } from '../file-errors.js';
import { parseQuestions } from './read-questions.js';

const QUESTION = {
  id: 'gulls',
  dimension: 'knowledge',
  question: 'Where?',
  options: { A: 'Home', B: 'Alarms', C: 'Timer', D: 'Settings' },
  right: 'B',
  check: { type: 'result', task: 'wake', states: { A: ['home'], B: ['alarms'], C: ['timer'], D: ['home'] } },
};
const NAMES = {
  hasNode: (id: string) => ['home', 'alarms', 'timer'].includes(id),
  hasTask: (id: string) => id === 'wake',
};
const parse = (...questions: readonly unknown[]) =>
  parseQuestions(JSON.stringify({ formatVersion: 1, questions }, null, 1), 'questions.json', NAMES);

/** What is said of broken questions, and where. */
function refusal(...questions: readonly unknown[]): [string, unknown] {
  try {
    parse(...questions);
  } catch (error) {
    if (error instanceof FileContentError || error instanceof FileSchemaError) {
      expect(error.place?.line).toBeGreaterThan(1);
      return [error.message, error.place?.path];
    }
    throw error;
  }
  throw new Error('it was read');
}

describe('parseQuestions', () => {
  it('reads questions and fills in what they leave out', () => {
    expect(parse(QUESTION)).toEqual([{ ...QUESTION, apps: [] }]);
  });

  it('refuses what contradicts itself or the world, with its place', () => {
    expect(refusal(QUESTION, QUESTION)).toEqual([
      expect.stringContaining('given twice'),
      ['questions', 1, 'id'],
    ]);
    expect(refusal({ ...QUESTION, options: { ...QUESTION.options, D: 'Home' } })).toEqual([
      expect.stringContaining('say the same'),
      ['questions', 0, 'options', 'D'],
    ]);
    const { check } = QUESTION;
    expect(refusal({ ...QUESTION, check: { ...check, task: 'sleep' } })).toEqual([
      expect.stringContaining('no task "sleep"'),
      ['questions', 0, 'check', 'task'],
    ]);
    expect(refusal({ ...QUESTION, check: { ...check, states: { ...check.states, C: ['sea'] } } })).toEqual([
      expect.stringContaining('no node "sea"'),
      ['questions', 0, 'check', 'states', 'C', 0],
    ]);
    expect(refusal({ ...QUESTION, right: 'E' })).toEqual([
      expect.stringContaining('one of A, B, C and D'),
      ['questions', 0, 'right'],
    ]);
  });

  it('refuses newer versions', () => {
    expect(() => parseQuestions('{"formatVersion":2,"questions":[]}', 'q', NAMES)).toThrow(
      FormatVersionError,
    );
  });
});
