import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { randomStream } from '../../domain/random.js';

const SIZE = { width: 1080, height: 2400 } as const;
const APPS = { en: ['Notes', 'Mail', 'Maps', 'Clock'], zh: ['便签', '邮件', '地图', '时钟'] } as const;
const TYPES = ['1-1', '1-2', '1-3', '1-4', '2-1', '2-2', '3-1', '3-2', '3-3'] as const;
const ANOMALIES = ['ad', 'permission', 'login'] as const;

export type LensStepFile = Record<string, unknown>;

/**
 * The steps of a made-up episode in AndroidLens's layout; the same number gives the same episode. Has taps with areas,
 * several valid actions, two ways in one episode of three, anomalies, and milestones with their steps in every other.
 */
export function lensEpisodeFile(number: number, language: 'en' | 'zh', steps: number): LensStepFile[] {
  const random = randomStream('lens-episode', number);
  const apps = [0, 1].slice(0, 1 + (number % 2)).map(() => APPS[language][random.below(4)] ?? 'Notes');
  const instruction =
    language === 'en'
      ? `With ${apps.join(' and ')}, do errand ${number}.`
      : `用${apps.join('和')}做第${number}件事。`;
  return Array.from({ length: steps }, (_, index): LensStepFile => {
    const common = {
      episode_id: `${language}_${number}`,
      step: index,
      instruction,
      low_instruction: language === 'en' ? `Do what step ${index} asks.` : `做第${index}步。`,
      types: [TYPES[number % TYPES.length] ?? '1-1'],
      apps,
      ...(index === 0 && number % 2 === 0 ? { milestones: milestonesOf(steps) } : {}),
    };
    if (index === steps - 1) return { ...common, action: "Terminate('success')" };
    const x = 20 + random.below(SIZE.width - 200);
    const y = 20 + random.below(SIZE.height - 200);
    const bbox = [x - 20, y - 20, x + 60, y + 40];
    switch (index % 8) {
      case 1:
        return { ...common, action: `Swipe(${x}, ${y + 100}, ${x}, ${y})` };
      case 2:
        return {
          ...common,
          action: language === 'en' ? `Type('it, or that: ${index}')` : `Type("第${index}步，好")`,
        };
      case 3:
        return {
          ...common,
          action: [
            { action_type: 'Click', x, y, bbox },
            { action_type: 'Click', x: x + 100, y: y + 150, bbox: [x + 80, y + 130, x + 120, y + 170] },
          ],
        };
      case 4:
        return { ...common, action: `Click(${x}, ${y})`, bbox, anomaly: ANOMALIES[random.below(3)] };
      case 5:
        return { ...common, action: `LongPress(${x}, ${y})`, bbox };
      case 6:
        return { ...common, action: 'PressBack()' };
      case 7:
        return number % 3 === 0
          ? {
              ...common,
              action: [
                { action: `Click(${x}, ${y})`, path_id: 'a' },
                { action: `Swipe(${x}, ${y}, ${x + 100}, ${y})`, path_id: 'b' },
              ],
            }
          : { ...common, action: 'Wait()' };
      default:
        return { ...common, action: `Click(${x}, ${y})`, bbox };
    }
  });
}

function milestonesOf(steps: number): unknown[] {
  const middle = Math.floor(steps / 2);
  return [
    { idx: 0, 'sub-target': 'The first half is done', start_step: 0, end_step: middle - 1, state: [] },
    { idx: 1, 'sub-target': 'All is done', start_step: middle, end_step: steps - 1, state: ['selected'] },
  ];
}

/** A blank picture whose bytes differ by its name. */
export function lensPicture(name: string): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE.width, 0);
  header.writeUInt32BE(SIZE.height, 4);
  // One bit a pixel, grey.
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Title\0${name}`, 'latin1')),
    chunk('IDAT', BLANK),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const BLANK = deflateSync(Buffer.alloc((1 + SIZE.width / 8) * SIZE.height));

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export interface LensDatasetOptions {
  readonly en: number;
  readonly zh: number;
  readonly steps: (number: number) => number;
  /** All steps name one picture, so that large sets of episodes cost no disk. */
  readonly onePicture?: boolean;
  /** What is written in place of an episode's steps. */
  readonly change?: (steps: LensStepFile[], id: string) => unknown;
}

/** Writes `test/en` and `test/zh` with annotations and screenshots. Gives the ids of the episodes. */
export async function writeLensDataset(
  directory: string,
  { en, zh, steps, onePicture = false, change = (file) => file }: LensDatasetOptions,
): Promise<string[]> {
  const ids: string[] = [];
  await mkdir(join(directory, 'test'), { recursive: true });
  if (onePicture) await writeFile(join(directory, 'test/screen.png'), lensPicture('screen'));
  for (const [language, count] of [
    ['en', en],
    ['zh', zh],
  ] as const) {
    for (let number = 0; number < count; number += 1) {
      const id = `${language}_${number}`;
      const folder = join(directory, 'test', language, id);
      await mkdir(folder, { recursive: true });
      const made = lensEpisodeFile(number, language, steps(number));
      const file = onePicture ? made.map((step) => ({ ...step, image: 'test/screen.png' })) : made;
      await writeFile(join(folder, `${id}.json`), JSON.stringify(change(file, id), null, 1));
      for (const index of onePicture ? [] : file.keys()) {
        const name = `${id}_${index}.png`;
        await writeFile(join(folder, name), lensPicture(name));
      }
      ids.push(id);
    }
  }
  return ids;
}
