import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OdysseyEpisode, OdysseyStep } from '../../benchmarks/guiodyssey/episode-file.js';
import { deviceSplitName } from '../../benchmarks/guiodyssey/splits/odyssey-split.js';
import { randomStream } from '../../domain/random.js';
import { smallPng } from '../small-png.js';

const CATEGORIES = [
  'Multi_Apps',
  'Web_Shopping',
  'General_Tool',
  'Information_Management',
  'Media_Entertainment',
  'Social_Sharing',
] as const;
const DEVICES = [
  { device_name: 'Pixel Fold', w: 2208, h: 1840 },
  { device_name: 'Pixel Tablet', w: 2560, h: 1600 },
  { device_name: 'Pixel 8 Pro', w: 1344, h: 2992 },
  { device_name: 'Pixel 7 Pro', w: 1440, h: 3120 },
  { device_name: 'Medium Phone', w: 1080, h: 2400 },
  { device_name: 'Small Phone', w: 720, h: 1280 },
] as const;
const APPS = ['Notes', 'Mail', 'Maps', 'Clock', 'Player', 'Gallery', 'Shop', 'Chat', 'Files', 'News'];
const META_TASKS_PER_CATEGORY = 15;

/** A made-up episode in GUIOdyssey's form; the same number gives the same episode. */
export function odysseyEpisode(number: number, steps: number): OdysseyEpisode {
  const random = randomStream('odyssey-episode', number);
  const id = String(1_000_000_000_000_000 + number);
  const category = CATEGORIES[number % CATEGORIES.length] ?? CATEGORIES[0];
  const device = DEVICES[random.below(DEVICES.length)] ?? DEVICES[0];
  const app = [0, 1].map(() => APPS[random.below(APPS.length)] ?? 'Notes');
  const meta = random.below(META_TASKS_PER_CATEGORY);
  return {
    episode_id: id,
    device_info: { product: 'made-up', release_version: '14', sdk_version: '34', ...device },
    task_info: {
      category,
      app,
      meta_task: `${category} errand ${meta} for {}`,
      task: `${category} errand ${meta} for number ${number}`,
      instruction: `With ${app.join(' and ')}, do errand ${meta} for number ${number}; it's the "usual" one.`,
    },
    step_length: steps,
    steps: Array.from({ length: steps }, (_, step) => odysseyStep(id, step, step === steps - 1)),
  };
}

function odysseyStep(id: string, step: number, isLast: boolean): OdysseyStep {
  const x = (step * 137) % 900;
  const y = (step * 71) % 900;
  const sentence = `What is told of step ${step} here takes about as many words as people use when they annotate a screen. `;
  const told = {
    step,
    screenshot: `${id}_${step}.png`,
    ps: '',
    description: sentence.repeat(3),
    intention: sentence.repeat(2),
    context: sentence.repeat(2),
    low_level_instruction: `Do what step ${step} asks.`,
    sam2_bbox: [],
  };
  if (isLast) return { ...told, action: 'COMPLETE', info: '' };
  if (step % 5 === 3) return { ...told, action: 'TEXT', info: `it's ${step} o'clock\n“now”` };
  if (step % 5 === 4) {
    return {
      ...told,
      action: 'SCROLL',
      info: [
        [x, y],
        [x, y + 90],
      ],
    };
  }
  return { ...told, action: 'CLICK', info: [[x + 10, y + 10]], sam2_bbox: [x, y, x + 40, y + 30] };
}

/** Writes annotations and a random split of four training episodes to each test episode; no screenshots. Gives file names. */
export async function writeOdysseyDataset(
  directory: string,
  { episodes, lengthOf }: { episodes: number; lengthOf: (number: number) => number },
): Promise<string[]> {
  await mkdir(join(directory, 'annotations'), { recursive: true });
  await mkdir(join(directory, 'splits'), { recursive: true });
  const names: string[] = [];
  for (let number = 0; number < episodes; number += 1) {
    const episode = odysseyEpisode(number, lengthOf(number));
    const name = `${episode.episode_id}.json`;
    await writeFile(join(directory, 'annotations', name), JSON.stringify(episode, null, 4));
    names.push(name);
  }
  const isTest = (_: string, index: number): boolean => index % 5 === 4;
  const split = {
    train: names.filter((name, index) => !isTest(name, index)),
    test: names.filter(isTest),
  };
  await writeFile(join(directory, 'splits', 'random_split.json'), JSON.stringify(split, null, 4));
  return names;
}

/**
 * Writes one short episode of each category with small screenshots, and every split file there is: all six are the random
 * test side, one each that of the other splits. The fourth step of each types a text.
 */
export async function writeOdysseySplits(directory: string): Promise<void> {
  const folders = ['annotations', 'screenshots', 'splits'].map((name) => join(directory, name));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  const size = { width: 108, height: 240 };
  const names: string[] = [];
  for (const [number] of CATEGORIES.entries()) {
    const made = odysseyEpisode(number, 5);
    const device = { ...made.device_info, w: size.width, h: size.height };
    const name = `${made.episode_id}.json`;
    await writeFile(join(directory, 'annotations', name), JSON.stringify({ ...made, device_info: device }));
    for (const { screenshot } of made.steps) {
      await writeFile(join(directory, 'screenshots', screenshot), smallPng(size));
    }
    names.push(name);
  }
  const devices = DEVICES.map(({ device_name: name }) => deviceSplitName(name));
  for (const [index, split] of ['random', 'task', 'device', 'app', ...devices].entries()) {
    const isTest = (_: string, place: number): boolean =>
      split === 'random' || place === index % names.length;
    const sides = { train: names.filter((name, place) => !isTest(name, place)), test: names.filter(isTest) };
    await writeFile(join(directory, 'splits', `${split}_split.json`), JSON.stringify(sides));
  }
}
