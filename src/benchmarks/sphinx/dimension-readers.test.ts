import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { completionItems, recordedSentence } from './dimensions/planning-source.js';
import { readGroundingTasks } from './dimensions/grounding-tasks.js';
import { chosenDimensions, chosenModalities } from '../dimensions/choose-dimensions.js';
import { knowledgeItems } from '../dimensions/knowledge-items.js';
import { readKnowledgeQuestions } from './dimensions/knowledge-questions.js';

const QUESTION = {
  question: 'Where are alarms listed?',
  options: { A: 'Home', B: 'Alarms', C: 'Timer', D: 'Settings' },
  ground_truth: 'B',
  question_type: 'app_level',
  app_name: [' ', 'Clock,Timer,'],
  app_cateory: null,
  author: 'somebody',
};

async function questionsOf(...questions: object[]) {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'mine.json');
  await writeFile(file, JSON.stringify(questions, null, 1));
  return await readKnowledgeQuestions('/nowhere', { file });
}

describe('readKnowledgeQuestions', () => {
  it('reads questions with what is odd about the published ones, and says so', async () => {
    const { questions, warnings } = await questionsOf(QUESTION, {
      ...QUESTION,
      question_type: 'intention_level',
      app_name: undefined,
      app_cateory: undefined,
      app_category: 'Tools',
    });
    expect(questions).toMatchObject([
      { index: 0, dimension: 'knowledge', right: 'B', apps: ['Clock', 'Timer'], category: null },
      { index: 1, dimension: 'goal', apps: [], category: 'Tools' },
    ]);
    expect(warnings.map((warning) => warning.replace(/ of the questions/, ''))).toEqual([
      '1 spell "app_category" as "app_cateory"',
      '1 name no category of app',
      '1 have a blank among the names of their apps',
      '1 have a comma within the name of an app, taken as several',
    ]);
  });

  it.each([
    [{ ground_truth: 'E' }, /one of A, B, C and D/, [1, 'ground_truth']],
    [{ options: { A: 'a', B: 'b', C: 'c' } }, /./, [1, 'options', 'D']],
    [{ question_type: 'other' }, /app_level or intention_level/, [1, 'question_type']],
  ])('names file and place of %j', async (change, message, path) => {
    await expect(questionsOf(QUESTION, { ...QUESTION, ...change })).rejects.toMatchObject({
      code: 'FILE_SCHEMA',
      message: expect.stringMatching(message),
      place: { path, file: expect.stringContaining('mine.json'), line: expect.any(Number) },
    });
  });
});

describe('knowledgeItems', () => {
  it('makes one multiple choice and four yes-or-no items of a question', async () => {
    const { questions } = await questionsOf(QUESTION);
    const items = questions.flatMap((question) => [
      ...knowledgeItems({ ...question, name: String(question.index) }),
    ]);
    expect(items.map(({ id, solution, set }) => [id, solution, set])).toEqual([
      ['knowledge/0/choice', 'B', 'knowledge/0'],
      ['knowledge/0/A', 'F', 'knowledge/0'],
      ['knowledge/0/B', 'T', 'knowledge/0'],
      ['knowledge/0/C', 'F', 'knowledge/0'],
      ['knowledge/0/D', 'F', 'knowledge/0'],
    ]);
    expect(items[1]?.question).toMatchObject({ type: 'truth', option: 'Home', app: 'Clock', category: null });
  });
});

describe('readGroundingTasks', () => {
  it('names the second task of an id, and knows which screens are there', async () => {
    await using folder = await temporaryFolder();
    const task = {
      id: 7,
      app: 'clock',
      instruction: 'Go back.',
      groundtruth: { type: 'back', element: null },
    };
    const write = (tasks: object[]) =>
      writeFile(join(folder.path, 'lowlevel_tasks.json'), JSON.stringify(tasks));
    await write([task, task]);
    await expect(readGroundingTasks(folder.path)).rejects.toMatchObject({
      message: expect.stringContaining('id 7'),
      place: { path: [1, 'id'] },
    });
    await write([task]);
    expect((await readGroundingTasks(folder.path)).screens).toBeNull();
    await mkdir(join(folder.path, 'lowlevel_tasks'));
    await writeFile(join(folder.path, 'lowlevel_tasks/7.xml'), '<hierarchy/>');
    expect([...((await readGroundingTasks(folder.path)).screens?.numbers ?? [])]).toEqual([7]);
  });
});

describe('completionItems', () => {
  const element = { bounds: '[0,0][9,9]', 'resource-id': 'a:id/list', class: 'List' };
  it('asks before each action, and tells all actions before', () => {
    const items = completionItems(
      [{ type: 'swipe', element }, { type: 'back' }, { type: 'stop' }],
      'reference',
    );
    expect(items.map(({ isReached, done }) => [isReached, done.length])).toEqual([
      [false, 0],
      [false, 1],
      [true, 2],
    ]);
  });

  it('says which way a recorded swipe went only in reference mode, where nobody knows', () => {
    const swipe = { type: 'swipe', element } as const;
    expect(recordedSentence(swipe, 'reference')).toContain('in up direction');
    expect(recordedSentence(swipe, 'corrected')).toBe('Swipe on a View (resource-id: list, class: List).');
  });
});

describe('chosenDimensions', () => {
  it('takes names in any order, all of them, and nothing else', () => {
    expect(chosenDimensions('planning, goal', 'sphinx')).toEqual(['goal', 'planning']);
    expect(chosenDimensions('all', 'sphinx')).toEqual(chosenDimensions(undefined, 'sphinx'));
    expect(() => chosenDimensions('gaol', 'sphinx')).toThrow(/no dimension "gaol"/);
    expect(chosenModalities(undefined, 'sphinx')).toEqual(['text', 'vision']);
    expect(() => chosenModalities('', 'sphinx')).toThrow(/no modality/);
  });
});
