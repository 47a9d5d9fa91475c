import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomStream } from '../../domain/random.js';
import { smallPng } from '../small-png.js';
import { tfExample, writeTfRecords, type FieldValues } from './write-tfrecords.js';

const SUBSETS = ['general', 'google_apps', 'install', 'web_shopping', 'single'] as const;
const SIZE = { width: 54, height: 120 };
const TYPES = [4, 4, 4, 4, 3, 5, 6, 7] as const;

/** A made-up step of Android in the Wild; points are (y, x) in 0–1. */
export interface AitwSketch {
  readonly episode: string;
  readonly step: number;
  readonly length: number;
  readonly goal: string;
  readonly type: number;
  readonly touch: readonly [number, number];
  readonly lift: readonly [number, number];
  readonly text: string;
  readonly elements: readonly (readonly [number, number, number, number])[];
}

/** The steps of a made-up episode; the same number gives the same ones. The last one declares the end. */
export function aitwSketch(number: number, length = 4): AitwSketch[] {
  const random = randomStream('aitw-sketch', number);
  // Episodes have numbers beyond what a floating-point number counts to.
  const episode = (16_150_593_985_172_894_737n + BigInt(number)).toString();
  const unit = (): number => Math.fround(random.next());
  return Array.from({ length }, (_, step): AitwSketch => {
    const isLast = step === length - 1;
    const type = isLast ? (number % 5 === 4 ? 11 : 10) : (TYPES[random.below(TYPES.length)] ?? 4);
    const touch: [number, number] = type === 4 ? [unit(), unit()] : [-1, -1];
    const isTap = random.below(2) === 0;
    const lift: [number, number] = type !== 4 || isTap ? touch : [unit(), unit()];
    return {
      episode,
      step,
      length,
      goal: `Do errand ${number}`,
      type,
      touch,
      lift,
      text: type === 3 ? `text ${random.below(100)}` : '',
      elements: [
        [0.1, 0.1, 0.2, 0.3],
        [0.6, 0.4, 0.1, 0.1],
      ],
    };
  });
}

/** The record of a made-up step; `changes` replaces fields, and leaves out those that are undefined. */
export function aitwRecord(
  sketch: AitwSketch,
  changes: Readonly<Record<string, FieldValues | undefined>> = {},
): Buffer {
  const { type, touch, lift, text, elements } = sketch;
  const fields: Record<string, FieldValues | undefined> = {
    'image/encoded': { bytes: [Buffer.alloc(SIZE.width * SIZE.height * 3, 40 + sketch.step)] },
    'image/height': { integers: [SIZE.height] },
    'image/width': { integers: [SIZE.width] },
    'image/channels': { integers: [3] },
    'image/ui_annotations_positions': { floats: elements.flat() },
    'image/ui_annotations_text': { bytes: elements.map((_, index) => `element ${index}`) },
    'image/ui_annotations_ui_types': { bytes: elements.map(() => 'TEXT') },
    android_api_level: { integers: [30] },
    current_activity: { bytes: ['org.example/.Main'] },
    device_type: { bytes: ['pixel_4'] },
    episode_id: { bytes: [sketch.episode] },
    episode_length: { integers: [sketch.length] },
    goal_info: { bytes: [sketch.goal] },
    step_id: { integers: [sketch.step] },
    'results/action_type': { integers: [type] },
    'results/type_action': { bytes: [text] },
    'results/yx_touch': { floats: touch },
    'results/yx_lift': { floats: lift },
    ...changes,
  };
  return tfExample(
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  );
}

/**
 * Writes a made-up Android in the Wild: a folder for each of the five datasets, one packed and one plain file in each, the
 * steps of two neighbouring episodes one after the other by turns, and the standard split, in which every episode is for
 * testing.
 */
export async function writeAitwDataset(folder: string, episodesPerSubset: number): Promise<void> {
  const test: string[] = [];
  for (const [at, subset] of SUBSETS.entries()) {
    await mkdir(join(folder, subset), { recursive: true });
    const numbers = Array.from({ length: episodesPerSubset }, (_, index) => at * 1000 + index);
    const steps = numbers.flatMap((number) => aitwSketch(number)).toSorted((a, b) => a.step - b.step);
    test.push(...new Set(steps.map(({ episode }) => episode)));
    const half = Math.ceil(steps.length / 2);
    for (const [part, list] of [steps.slice(0, half), steps.slice(half)].entries()) {
      const file = join(folder, subset, `${subset}-0000${part}-of-00002`);
      await writeTfRecords(
        file,
        list.map((step) => aitwRecord(step)),
        { gzip: part === 0 },
      );
    }
  }
  await mkdir(join(folder, 'splits'), { recursive: true });
  await writeFile(
    join(folder, 'splits', 'standard.json'),
    JSON.stringify({ train: [], validation: [], test }),
  );
}

/** Writes the same episodes as a JSON conversion with pictures in `aitw_images/`. */
export async function writeAitwConversion(folder: string, episodesPerSubset: number): Promise<void> {
  const images = join(folder, 'aitw_images');
  await mkdir(images, { recursive: true });
  const content: Record<string, unknown[]> = {};
  for (const [at, subset] of SUBSETS.entries()) {
    const episodes: unknown[] = [];
    for (let index = 0; index < episodesPerSubset; index += 1) {
      const steps = [];
      for (const sketch of aitwSketch(at * 1000 + index)) {
        const image = `${subset}/${sketch.episode}_${sketch.step}`;
        await mkdir(join(images, subset), { recursive: true });
        await writeFile(join(images, `${image}.png`), smallPng(SIZE));
        steps.push({
          ep_id: sketch.episode,
          step: sketch.step,
          goal: sketch.goal,
          img_filename: image,
          action_type_id: sketch.type,
          action_type_text: sketch.type === 4 ? 'click' : '',
          annot_position: sketch.elements.flat(),
          touch: sketch.touch.toReversed(),
          lift: sketch.lift.toReversed(),
          type_text: sketch.text,
        });
      }
      episodes.push(steps);
    }
    content[subset.replace('_', '')] = episodes;
  }
  await writeFile(join(folder, 'aitw_data_test.json'), JSON.stringify(content));
}
