import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box } from '../../domain/geometry.js';
import { randomStream } from '../../domain/random.js';
import { smallPng } from '../small-png.js';
import {
  protobufBytes,
  protobufNumber,
  tfExample,
  writeTfRecords,
  type FieldValues,
} from './write-tfrecords.js';

const SIZE = { width: 108, height: 240 };
const ACTIONS = [
  'click',
  'click',
  'click',
  'scroll',
  'input_text',
  'open_app',
  'long_press',
  'navigate_back',
  'navigate_home',
  'wait',
] as const;
const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

/** A made-up element of a screen. */
export interface ControlElement {
  readonly bounds: Box;
  readonly text?: string;
  readonly isVisible?: boolean;
  readonly children?: readonly number[];
}

/** A made-up episode of AndroidControl. */
export interface ControlSketch {
  readonly id: number;
  readonly goal: string;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
  readonly instructions: readonly string[];
  readonly size: { readonly width: number; readonly height: number };
  readonly elements: readonly ControlElement[];
}

/** A made-up episode; the same number gives the same one. Two elements share each screen: one button, and all the rest. */
export function controlSketch(id: number, steps = 4): ControlSketch {
  const random = randomStream('control-sketch', id);
  const actions = Array.from({ length: steps }, () => {
    const type = ACTIONS[random.below(ACTIONS.length)] ?? 'wait';
    switch (type) {
      case 'click':
      case 'long_press':
        return { action_type: type, x: random.below(SIZE.width), y: random.below(SIZE.height) };
      case 'scroll':
        return { action_type: type, direction: DIRECTIONS[random.below(4)] ?? 'up' };
      case 'input_text':
        return { action_type: type, text: `text ${random.below(100)}` };
      case 'open_app':
        return { action_type: type, app_name: `App ${random.below(9)}` };
      default:
        return { action_type: type };
    }
  });
  return {
    id,
    goal: `Do errand ${id}`,
    actions,
    instructions: actions.map(({ action_type: type }, index) => `Step ${index}: ${type}`),
    size: SIZE,
    elements: [
      { bounds: [0, 0, SIZE.width, SIZE.height], children: [1] },
      { bounds: [10, 20, 50, 40], text: 'Button <1> & "more"' },
    ],
  };
}

/** The record of a made-up episode; `changes` replaces fields, and leaves out those that are undefined. */
export function controlRecord(
  sketch: ControlSketch,
  changes: Readonly<Record<string, FieldValues | undefined>> = {},
): Buffer {
  const { size, actions } = sketch;
  const screens = Array.from({ length: actions.length + 1 }, (_, index) => index);
  const fields: Record<string, FieldValues | undefined> = {
    episode_id: { integers: [sketch.id] },
    goal: { bytes: [sketch.goal] },
    screenshots: { bytes: screens.map((index) => smallPng(size, 60 + (sketch.id + index) * 7)) },
    accessibility_trees: { bytes: screens.map(() => forestBytes(sketch.elements)) },
    screenshot_widths: { integers: screens.map(() => size.width) },
    screenshot_heights: { integers: screens.map(() => size.height) },
    actions: { bytes: actions.map((action) => JSON.stringify(action)) },
    step_instructions: { bytes: sketch.instructions },
    ...changes,
  };
  return tfExample(
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  );
}

/** An accessibility forest of one window; the first element is the root. Bounds that are 0 are not stored, as is usual. */
export function forestBytes(elements: readonly ControlElement[]): Buffer {
  const nodes = elements.map(({ bounds, text = '', isVisible = true, children = [] }, index) =>
    protobufBytes(
      1,
      Buffer.concat([
        protobufNumber(1, index),
        protobufBytes(
          2,
          Buffer.concat(bounds.flatMap((side, at) => (side === 0 ? [] : [protobufNumber(at + 1, side)]))),
        ),
        protobufBytes(3, 'android.widget.Button'),
        protobufBytes(6, 'org.example'),
        ...(text === '' ? [] : [protobufBytes(7, text)]),
        protobufNumber(14, true),
        protobufNumber(16, true),
        protobufNumber(23, isVisible),
        protobufBytes(25, Buffer.from(children)),
        protobufNumber(27, 1),
      ]),
    ),
  );
  const window = Buffer.concat([
    protobufNumber(3, 7),
    protobufBytes(5, 'window'),
    protobufBytes(11, Buffer.concat(nodes)),
  ]);
  return protobufBytes(1, window);
}

export interface ControlDatasetOptions {
  readonly episodes: number;
  readonly stepsPerEpisode?: number;
  readonly shards?: number;
  readonly gzip?: boolean;
  /** Replaces the record of an episode. */
  readonly records?: Readonly<Record<number, Buffer>>;
}

/**
 * Writes a made-up AndroidControl: TFRecord files and both split files. Even episodes are for testing; of those every third
 * is of each unseen kind, and the others are IDD.
 */
export async function writeControlDataset(folder: string, options: ControlDatasetOptions): Promise<void> {
  const { episodes, stepsPerEpisode = 4, shards = 2, gzip = false, records = {} } = options;
  await mkdir(folder, { recursive: true });
  const ids = Array.from({ length: episodes }, (_, id) => id);
  for (let shard = 0; shard < shards; shard += 1) {
    const own = ids.filter((id) => id % shards === shard);
    const name = `android_control-${String(shard).padStart(5, '0')}-of-${String(shards).padStart(5, '0')}`;
    await writeTfRecords(
      join(folder, name),
      own.map((id) => records[id] ?? controlRecord(controlSketch(id, stepsPerEpisode))),
      { gzip },
    );
  }
  const test = ids.filter((id) => id % 2 === 0);
  const train = ids.filter((id) => id % 2 === 1);
  await writeFile(join(folder, 'splits.json'), JSON.stringify({ train, validation: [], test }));
  const subsets = {
    IDD: test.filter((id) => id % 3 !== 0),
    app_unseen: test.filter((id) => id % 3 === 0),
    task_unseen: test.filter((id) => id % 3 === 0),
    category_unseen: test.filter((id) => id % 6 === 0),
  };
  await writeFile(join(folder, 'test_subsplits.json'), JSON.stringify(subsets));
}

/** Writes the same episodes as a JSON Lines conversion with pictures in `images/`. */
export async function writeControlConversion(folder: string, episodes: number): Promise<void> {
  const images = join(folder, 'images');
  await mkdir(images, { recursive: true });
  const lines: string[] = [];
  for (let id = 0; id < episodes; id += 1) {
    const { goal, actions, instructions, size } = controlSketch(id);
    const steps = [];
    for (const [index, action] of actions.entries()) {
      await writeFile(join(images, `${id}_${index}.png`), smallPng(size));
      steps.push({
        action_content: convertedAction(action),
        screenshot: `/datasets/AndroidControl/images/${id}_${index}.png`,
        step_instruction: instructions[index],
        check_options: checkOf(action),
      });
    }
    lines.push(JSON.stringify({ goal, is_successful: true, episode_id: id, steps }));
  }
  await writeFile(join(folder, 'android_control_evaluation_std.jsonl'), `${lines.join('\n')}\n`);
}

const OPPOSITE: Readonly<Record<string, string>> = { up: 'down', down: 'up', left: 'right', right: 'left' };

function convertedAction(action: Readonly<Record<string, unknown>>): Record<string, unknown> {
  switch (action['action_type']) {
    case 'click':
    case 'long_press':
      return { action: action['action_type'], coordinate: [action['x'], action['y']] };
    case 'scroll':
      return { action: 'swipe', coordinate: null, coordinate2: null };
    case 'input_text':
      return { action: 'type', text: action['text'] };
    case 'open_app':
      return { action: 'open', text: action['app_name'] };
    case 'navigate_back':
      return { action: 'system_button', button: 'Back' };
    case 'navigate_home':
      return { action: 'system_button', button: 'Home' };
    default:
      return { action: 'wait', time: 2 };
  }
}

function checkOf(action: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const converted = convertedAction(action);
  if (action['action_type'] === 'scroll') {
    return { action: 'swipe', direction: OPPOSITE[String(action['direction'])] };
  }
  return 'coordinate' in converted ? { ...converted, candidate_bbox: [[10, 20, 50, 40]] } : converted;
}
