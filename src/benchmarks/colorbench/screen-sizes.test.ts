import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registeredDialect } from '../../testing/models/registered-dialect.js';
import { smallPng } from '../../testing/small-png.js';
import type { Benchmark, BenchmarkItem } from '../benchmark.js';
import { checkData } from '../data-check/check-data.js';
import { colorbenchBenchmark } from './colorbench-benchmark.js';
import { COLORBENCH_DATA } from './colorbench-data.js';
import { COLORBENCH_ROOT } from './launcher.js';
import { lintColorbench } from './lint/lint-colorbench.js';
import { commonSize } from './screen-sizes.js';

const LIST = 'list.jpg';
const PAGE = 'page.png';
const signal = new AbortController().signal;
const HIGH = { width: 1080, height: 2400 };
const LOW = { width: 1080, height: 2374 };

/** A button below the height that the published prompts state. */
const GRAPH = {
  [COLORBENCH_ROOT]: { [LIST]: [{ action_type: 'open', app: '微信' }] },
  [LIST]: { [PAGE]: [{ action_type: 'click', x: 5, y: 2390, bbox: [0, 2380, 10, 2399] }] },
  [PAGE]: {},
};
const TASKS = [
  {
    task_id: 1,
    query: '打开微信',
    optimal_steps: 2,
    app_num: 1,
    milestone: [{ ability: 'find', page_node: [PAGE] }],
  },
];

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'touchstone-colorbench-sizes-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

let folders = 0;
async function dataWith(pictures: Readonly<Record<string, Uint8Array>> | null): Promise<string> {
  const folder = join(root, `data-${(folders += 1)}`);
  await mkdir(join(folder, 'graph_image'), { recursive: true });
  if (pictures === null) await rm(join(folder, 'graph_image'), { recursive: true });
  await writeFile(join(folder, 'graph.json'), JSON.stringify(GRAPH));
  await writeFile(join(folder, 'tasks.json'), JSON.stringify(TASKS));
  for (const [name, bytes] of Object.entries(pictures ?? {})) {
    await writeFile(join(folder, 'graph_image', name), bytes);
  }
  return folder;
}

async function openWith(pictures: Readonly<Record<string, Uint8Array>> | null): Promise<Benchmark> {
  return colorbenchBenchmark.open({ dataDirectory: await dataWith(pictures), mode: 'reference', signal });
}

const all = (size: typeof HIGH) => {
  const picture = smallPng(size);
  return { [COLORBENCH_ROOT]: picture, [LIST]: picture, [PAGE]: picture };
};

function sizesOf({ world }: Benchmark) {
  return [COLORBENCH_ROOT, LIST, PAGE].map((id) => world?.screen(id)?.size);
}

/** Where a model's touch leads that names these pixels of the picture as it was sent. */
async function touched(benchmark: Benchmark, [x, y]: readonly [number, number]): Promise<string | null> {
  const items: BenchmarkItem[] = [];
  for await (const item of benchmark.items.list()) items.push(item);
  const [item] = items;
  if (item === undefined) throw new Error('there is no task');
  await using environment = await benchmark.items.environments.lend(item, { signal });
  await environment.reset({ task: item.id, repeat: 0, seed: 1 }, { signal });
  await environment.step({ type: 'open_app', app: '微信' }, { signal });
  const { screen } = await environment.observe({ signal });
  const dialect = registeredDialect('qwen25_mobile_use').create({ variant: 'colorbench' });
  const answer = `<action>{"name": mobile_use, "arguments": {"action": "click", "coordinate": [${x}, ${y}]}}</action>`;
  const read = dialect.parse(answer, { profile: 'tolerant', screen: screen.size, sent: HIGH });
  if (read.type === 'format_error') throw new Error(read.error.message);
  await environment.step(read.actions[0], { signal });
  return environment.state;
}

describe('the size of a ColorBench screen', () => {
  it('is that of its picture, so that a touch lands where the model saw it', async () => {
    await using benchmark = await openWith(all(HIGH));
    expect(sizesOf(benchmark)).toEqual([HIGH, HIGH, HIGH]);
    expect(benchmark.warnings).toEqual([]);
    // Taken for 2374 pixels, both would be moved up, and the lower one would miss.
    expect(await touched(benchmark, [5, 2381])).toBe(PAGE);
    expect(await touched(benchmark, [5, 2399])).toBe(PAGE);
    expect(await touched(benchmark, [5, 2379])).toBe(LIST);
  });

  it.each([
    ['there is no folder of pictures', null, 'no picture of a screen'],
    ['the folder holds none of a screen', {}, 'no picture of a screen'],
    ['none can be read', { [LIST]: Buffer.from('RIFF') }, 'no readable picture'],
  ])('is assumed where %s, which is said', async (_, pictures, why) => {
    await using benchmark = await openWith(pictures);
    expect(sizesOf(benchmark)).toEqual([LOW, LOW, LOW]);
    expect(benchmark.warnings).toEqual([
      `there is ${why} in graph_image, so every screen is taken for 1080 x 2374 pixels, as the published prompts say`,
    ]);
  });

  it('is each its own where they differ, and says which do', async () => {
    await using benchmark = await openWith({ ...all(HIGH), [PAGE]: smallPng(LOW) });
    expect(sizesOf(benchmark)).toEqual([HIGH, HIGH, LOW]);
    expect(benchmark.warnings).toEqual([
      `pictures that are not 1080 x 2400 pixels, as most are; each screen is as large as its own: ${PAGE} (1080 x 2374)`,
    ]);
  });

  it('is that of most where a picture is missing or cannot be read, and says which', async () => {
    const { [PAGE]: _, ...others } = all(HIGH);
    await using benchmark = await openWith({ ...others, [LIST]: Buffer.from('no picture') });
    expect(sizesOf(benchmark)).toEqual([HIGH, HIGH, HIGH]);
    expect(benchmark.warnings).toEqual([
      `pictures that are not in graph_image, so that their screens are taken for 1080 x 2400 pixels, as most are: ${PAGE}`,
      `pictures whose size cannot be read, so that their screens are taken for 1080 x 2400 pixels, as most are: ${LIST}`,
    ]);
  });

  it('warns of pictures that somebody has scaled, since areas are pixels of the published ones', async () => {
    await using benchmark = await openWith(all({ width: 540, height: 1200 }));
    expect(benchmark.warnings).toEqual([
      expect.stringMatching(/^the pictures are 540 pixels wide.* on 1080/),
    ]);
  });

  it('is part of the hash of the data', async () => {
    const hashes = new Set<string>();
    for (const size of [HIGH, LOW, { width: 1080, height: 2401 }]) {
      // As many bytes each, so that only the header tells.
      const head = new Uint8Array(smallPng(size).subarray(0, 64));
      await using benchmark = await openWith({ [COLORBENCH_ROOT]: head, [LIST]: head, [PAGE]: head });
      hashes.add(benchmark.dataHash);
    }
    expect(hashes.size).toBe(3);
  });
});

describe('what looks for defects of ColorBench data', () => {
  const broken = {
    ...all(HIGH),
    [PAGE]: smallPng(LOW),
    [LIST]: Buffer.from('no picture'),
    'other.png': smallPng(LOW),
  };

  it('names every picture that is not as large as most, or cannot be read', async () => {
    const folder = await dataWith({ ...all(HIGH), [PAGE]: smallPng(LOW), 'other.png': smallPng(LOW) });
    const { findings } = await lintColorbench(folder, { mode: 'reference', repair: false, signal });
    const ofPictures = findings.filter(({ place }) => place?.file?.startsWith('graph_image/') === true);
    expect(ofPictures.map(({ rule, subjects }) => [rule, ...subjects])).toEqual([
      ['world/orphan-file', 'other.png'],
      ['colorbench/picture-size', PAGE],
    ]);
    expect(ofPictures[1]).toMatchObject({
      severity: 'warning',
      message: 'this picture is 1080 x 2374 pixels, most are 1080 x 2400',
    });
    const unread = await lintColorbench(await dataWith(broken), { mode: 'reference', repair: false, signal });
    expect(unread.findings.find(({ rule }) => rule === 'world/broken-picture')?.subjects).toEqual([LIST]);
  });

  it('holds areas against the size of their own screen', async () => {
    const offScreen = async (pictures: Parameters<typeof dataWith>[0]) => {
      const folder = await dataWith(pictures);
      const { findings } = await lintColorbench(folder, { mode: 'reference', repair: false, signal });
      return findings.filter(({ rule }) => rule === 'graph/box-off-screen').map(({ message }) => message);
    };
    expect(await offScreen(all(HIGH))).toEqual([]);
    expect(await offScreen({ ...all(HIGH), [LIST]: smallPng(LOW) })).toEqual([
      expect.stringContaining('leaves the 1080 × 2374 screen'),
    ]);
    expect(await offScreen(null)).toHaveLength(1);
  });

  it('tells the sizes when the data are checked', async () => {
    const folder = await dataWith({ ...all(HIGH), [PAGE]: smallPng(LOW) });
    const { items } = await checkData(COLORBENCH_DATA, folder, { signal });
    expect(items.find(({ path }) => path === 'graph_image')?.detail).toBe(
      `all there; 1080 x 2400 pixels; of another size: ${PAGE} (1080 x 2374)`,
    );
  });
});

describe('commonSize', () => {
  it('is the first of those that are as frequent, and null of none', () => {
    const sizes = new Map([
      ['a', null],
      ['b', LOW],
      ['c', HIGH],
    ]);
    expect(commonSize(sizes)).toEqual(LOW);
    expect(commonSize(sizes.set('d', HIGH))).toEqual(HIGH);
    expect(commonSize(new Map([['a', null]]))).toBeNull();
  });
});
