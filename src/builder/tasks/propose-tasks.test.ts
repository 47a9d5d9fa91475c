import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { TaskSchema } from '../../domain/task.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { openFolderContent } from '../../formats/graph/content-source.js';
import { readGraph } from '../../formats/graph/read-graph.js';
import { BudgetSpentError } from '../../models/asking/budget-spent-error.js';
import { scriptedAsk, type AskedQuestion } from '../../testing/judges/scripted-ask.js';
import { WorldScreens } from '../screens/world-screens.js';
import { proposeTasks, type ProposeTasksOptions } from './propose-tasks.js';

const FOLDER = fileURLToPath(new URL('../../../worlds/pocket', import.meta.url));
const { signal } = new AbortController();
const OPTIONS: Omit<ProposeTasksOptions, 'ask'> = {
  language: 'en',
  count: 8,
  length: 5,
  leastSteps: 2,
  seed: 3,
  threshold: 0.7,
  existing: [],
  taken: new Set(),
  concurrency: 2,
  onProgress: () => undefined,
  signal,
};

let screens: WorldScreens;
beforeAll(async () => {
  const graph = await readGraph(`${FOLDER}/graph.json`);
  const world = new GraphWorld(graph, { content: await openFolderContent(FOLDER) });
  screens = new WorldScreens(world, { pictures: false, maxSide: null, signal });
});

/** Chooses the last screen of the walk, and words it by what is written on it alone. */
function chooses(
  words: (last: number, texts: string, walk: number) => string,
  check = '{"says":true,"complete":true,"reveals":false}',
) {
  let walks = 0;
  return ({ role, text }: AskedQuestion): string => {
    if (role === 'checker') return check;
    const last = (text.match(/^Screen \d+/gm) ?? []).length;
    walks += 1;
    const [, texts = ''] = text.slice(text.lastIndexOf('Texts: ')).match(/"([^"]*)"/) ?? [];
    return `Well. {"goals": [${last}], "instruction": ${JSON.stringify(words(last, texts, walks))}}`;
  };
}

describe('proposed tasks', () => {
  it('are proved, worded by the model, and the same for the same answers', async () => {
    const made = () =>
      scriptedAsk(chooses((_, texts, walk) => `${'abcdefgh'[walk]} wants ${texts} of day ${walk * 7}`));
    const first = await proposeTasks(screens, { ...OPTIONS, ask: made().ask, concurrency: 1 });
    const again = await proposeTasks(screens, { ...OPTIONS, ask: made().ask, concurrency: 1 });
    expect(again).toEqual(first);
    const kept = first.flatMap(({ task }) => task ?? []);
    expect(kept.length).toBeGreaterThan(1);
    for (const task of kept) {
      expect(TaskSchema.parse(task)).toEqual(task);
      expect(task.optimalSteps).toBeGreaterThan(2);
      expect(task.evaluators).toMatchObject([{ type: 'expectation' }]);
    }
    expect(new Set(kept.map(({ id }) => id)).size).toBe(kept.length);
  });

  it('leave out ill-worded, equal, doubted and unreadable ones, each with its reason', async () => {
    const ends = async (answer: (question: AskedQuestion, attempt: number) => string) => {
      const found = await proposeTasks(screens, { ...OPTIONS, ask: scriptedAsk(answer).ask });
      return new Set(found.map(({ end }) => end));
    };
    expect(await ends(chooses(() => 'Tap the last button.'))).toEqual(new Set(['wording']));
    expect(await ends(chooses(() => 'Show me what there is.'))).toEqual(new Set(['kept', 'near-duplicate']));
    expect(
      await ends(chooses((_, texts) => `Reach ${texts}.`, '{"says":true,"complete":true,"reveals":true}')),
    ).toEqual(new Set(['wording']));
    expect(await ends(() => '{"goals": [1], "instruction": "Stay."}')).toEqual(new Set(['unreadable']));
  });

  it('do without a model, and stop where the budget does', async () => {
    const plain = await proposeTasks(screens, { ...OPTIONS, ask: null });
    expect(plain.flatMap(({ task }) => task ?? []).length).toBeGreaterThan(1);
    const [spent] = await proposeTasks(screens, {
      ...OPTIONS,
      ask: () => Promise.reject(new BudgetSpentError('the budget of 1 tokens is spent')),
    });
    expect(spent).toMatchObject({ end: 'left', task: null });
  });
});
