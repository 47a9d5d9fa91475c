import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { readGroundingTasks } from '../../benchmarks/sphinx/dimensions/grounding-tasks.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { openFolderContent } from '../../formats/graph/content-source.js';
import { readGraph } from '../../formats/graph/read-graph.js';
import { preparePicture } from '../../observations/pictures/prepare-picture.js';
import { parseQuestions } from '../../formats/suite/read-questions.js';
import { readSuite } from '../../formats/suite/read-suite.js';
import { scriptedAsk, type AskedQuestion } from '../../testing/judges/scripted-ask.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { WorldScreens } from '../screens/world-screens.js';
import { goalSubjects, knowledgeSubjects, type QuestionSubject } from './draft-subjects.js';
import { groundingItems } from './grounding-items.js';
import { writeGroundingItems } from './write-grounding-items.js';
import { writeQuestions } from './write-questions.js';

const FOLDER = fileURLToPath(new URL('../../../worlds/pocket', import.meta.url));
const { signal } = new AbortController();
const OPTIONS = { language: 'en', seed: 1, concurrency: 2, onProgress: () => undefined, signal };

let screens: WorldScreens;
let subjects: readonly QuestionSubject[];
beforeAll(async () => {
  const graph = await readGraph(`${FOLDER}/graph.json`);
  const world = new GraphWorld(graph, { content: await openFolderContent(FOLDER) });
  screens = new WorldScreens(world, { pictures: false, maxSide: null, signal });
  const { suite } = await readSuite(`${FOLDER}/suite.json`);
  subjects = [
    ...(await goalSubjects(screens, suite.tasks, { count: 4, seed: 1, language: 'en' })),
    ...(await knowledgeSubjects(screens, { count: 4, seed: 1 })),
  ];
});

/** A writer that calls pages by the number of their texts, and a checker that counts them on the screens alone. */
function counting(answer: (right: string) => string = (right) => right) {
  const countsOf = (text: string): string[] =>
    [...text.matchAll(/^Texts: (.*)$/gm)].map(([, texts = '']) => `${texts.split('", "').length} texts`);
  return ({ role, text }: AskedQuestion): string => {
    if (role === 'writer') {
      const options = countsOf(text).map((count, index) => `It says ${count}, of kind ${'wxyz'[index]}`);
      return JSON.stringify({ question: 'Where is it?', options });
    }
    const right = [...text.matchAll(/^([A-D])\. ".*kind w"$/gm)].map(([, letter = '']) => letter);
    return JSON.stringify({ answer: answer(right[0] ?? '?') });
  };
}

describe('questions about a world', () => {
  it('have one truth that the screens bear out, in the form that is read', async () => {
    expect(subjects).toHaveLength(8);
    const asked = scriptedAsk(counting());
    const { questions, proposals } = await writeQuestions(screens, subjects, { ...OPTIONS, ask: asked.ask });
    expect(proposals.map(({ end }) => end)).toEqual(Array(8).fill('kept'));
    const text = JSON.stringify({ formatVersion: 1, questions });
    const names = { hasNode: (id: string) => screens.world.graph.nodeIndex.has(id), hasTask: () => true };
    expect(parseQuestions(text, 'questions.json', names)).toEqual(questions);
    for (const [index, { right, options, check }] of questions.entries()) {
      expect(options[right]).toContain('kind w');
      const { world } = screens;
      expect(check?.states[right]).toEqual([world.id(subjects[index]?.nodes[0] ?? 0)]);
    }
    // The checker is not shown which screen is which.
    const checks = asked.asked.filter(({ role }) => role === 'checker');
    expect(checks.every(({ text: seen }) => !/Screen \d/.test(seen))).toBe(true);
  });

  it('are left out where the screens do not bear the truth out', async () => {
    const wrong = scriptedAsk(counting(() => '?'));
    const { questions, proposals } = await writeQuestions(screens, subjects, { ...OPTIONS, ask: wrong.ask });
    expect([questions.length, new Set(proposals.map(({ end }) => end))]).toEqual([
      0,
      new Set(['wrong-answer']),
    ]);
    const leaking = scriptedAsk(
      () =>
        '{"question": "Where?", "options": ["alpha one", "the first screen", "bravo two", "charlie three"]}',
    );
    const leaked = await writeQuestions(screens, subjects, { ...OPTIONS, ask: leaking.ask });
    expect(leaked.proposals.every(({ end, reason }) => end === 'faults' && reason === 'names-order')).toBe(
      true,
    );
  });
});

describe('grounding items of a world', () => {
  it('are found by whoever reads the instruction, or left out', async () => {
    const answers = (element: string) =>
      scriptedAsk(({ role, text }) => {
        const [, number = '0'] = /what element (\d+) is/.exec(text) ?? [];
        if (role === 'writer')
          return `{"instruction": "Make use of thing ${'abcdefghijklmnopqrstuvwxyz'[Number(number)] ?? 'z'}."}`;
        const [, letter = 'a'] = /thing ([a-z])\./.exec(text) ?? [];
        return `{"element": ${element === '' ? letter.charCodeAt(0) - 97 : element}}`;
      });
    const all = await groundingItems(screens, { ...OPTIONS, ask: answers('').ask, count: 6 });
    expect([all.items.length, all.rejected]).toEqual([6, 0]);
    const none = await groundingItems(screens, { ...OPTIONS, ask: answers('0').ask, count: 6 });
    expect([none.items.length, none.rejected]).toEqual([0, 6]);
  });

  it('are read as the published ones are', async () => {
    await using out = await temporaryFolder();
    const { items } = await groundingItems(screens, { ...OPTIONS, ask: null, count: 5 });
    await writeGroundingItems(out.path, items, { signal });
    const { tasks, screens: folder } = await readGroundingTasks(out.path);
    expect(tasks).toHaveLength(5);
    expect(folder?.numbers.size).toBe(5);
    const xml = await readFile(join(out.path, 'lowlevel_tasks', '1.xml'), 'utf8');
    const [first] = tasks;
    const element = first?.groundtruth.type === 'click' ? first.groundtruth.element : null;
    expect(xml).toContain(element?.['bounds']);
    const [item] = items;
    const data = (await item?.screen.picture?.load({ signal })) ?? new Uint8Array();
    const rule = { resize: { algorithm: 'longest_side', maxSide: 60 }, format: 'jpeg' } as const;
    const jpeg = await preparePicture({ mediaType: 'image/png', data }, rule, { file: 'x' });
    expect(jpeg.mediaType).toBe('image/jpeg');
    const picture = { mediaType: jpeg.mediaType, load: async () => jpeg.data };
    const turned = items.map((one) => ({ ...one, screen: { ...one.screen, picture } }));
    await writeGroundingItems(out.path, turned.slice(0, 1), { signal });
    const png = await readFile(join(out.path, 'lowlevel_tasks', '1.png'));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
  });

  it('take the numbers that are free, and leave what others wrote', async () => {
    await using out = await temporaryFolder();
    const { items } = await groundingItems(screens, { ...OPTIONS, ask: null, count: 3 });
    const theirs = {
      id: 2,
      app: 'notes',
      instruction: 'Go back',
      groundtruth: { type: 'back', element: null },
    };
    await mkdir(join(out.path, 'lowlevel_tasks'));
    await writeFile(join(out.path, 'lowlevel_tasks.json'), JSON.stringify([theirs]));
    // The screen of an item that was dropped is not listed.
    for (const number of [2, 3]) await writeFile(join(out.path, 'lowlevel_tasks', `${number}.xml`), 'theirs');
    const idsAfter = async (some: typeof items) => {
      await writeGroundingItems(out.path, some, { signal });
      const { tasks, screens: folder } = await readGroundingTasks(out.path);
      return [tasks.map(({ id }) => id), [...(folder?.numbers ?? [])].toSorted((a, b) => a - b)];
    };
    expect(await idsAfter(items)).toEqual([
      [2, 1, 4, 5],
      [1, 2, 3, 4, 5],
    ]);
    // Its own are written anew, in the same places, and those that are none any more go.
    expect(await idsAfter(items.slice(0, 2))).toEqual([
      [2, 1, 4],
      [1, 2, 3, 4],
    ]);
    expect(await readFile(join(out.path, 'lowlevel_tasks', '3.xml'), 'utf8')).toBe('theirs');
  });
});
