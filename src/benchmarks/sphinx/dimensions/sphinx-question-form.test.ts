import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { readKnowledgeQuestions } from './knowledge-questions.js';
import { SPHINX_QUESTION_FORM } from './sphinx-question-form.js';

const QUESTION = {
  id: 'where-alarm',
  dimension: 'knowledge' as const,
  question: 'Where is “Alarm” found?',
  options: { A: 'Clock', B: 'Timer', C: 'World', D: 'Settings' },
  right: 'C' as const,
  apps: ['Clock'],
  category: 'Tools',
};
const GOAL = { ...QUESTION, dimension: 'goal' as const, right: 'A' as const, apps: [], category: undefined };
const { signal } = new AbortController();

describe('SPHINX_QUESTION_FORM', () => {
  it('is read back equal, by the reader of the data and as questions of a world', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'questions.json');
    const { category: _, ...goal } = GOAL;
    await writeFile(file, SPHINX_QUESTION_FORM.text([QUESTION, goal], null, file));
    const { questions } = await readKnowledgeQuestions(folder.path);
    expect(questions).toMatchObject([
      { dimension: 'knowledge', text: QUESTION.question, right: 'C', apps: ['Clock'], category: 'Tools' },
      { dimension: 'goal', right: 'A', apps: [], category: null },
    ]);
    expect(await SPHINX_QUESTION_FORM.read(file, { signal })).toEqual([
      { ...QUESTION, id: 'published-1' },
      { ...goal, id: 'published-2' },
    ]);
  });

  it('keeps what others wrote, as it stands, and takes its own anew', () => {
    const theirs = { question: 'q', app_name: [' '], author: 'A. Person', extra: 1 };
    const first = SPHINX_QUESTION_FORM.text([QUESTION, QUESTION], JSON.stringify([theirs]), 'q.json');
    const again = JSON.parse(SPHINX_QUESTION_FORM.text([QUESTION], first, 'q.json')) as unknown[];
    expect(again).toHaveLength(2);
    expect(again[0]).toEqual(theirs);
    expect(() => SPHINX_QUESTION_FORM.text([QUESTION], '{}', 'q.json')).toThrow('q.json');
  });
});
