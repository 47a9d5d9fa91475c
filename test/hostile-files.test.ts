import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { aitwBenchmark } from '../src/benchmarks/aitw/aitw-benchmark.js';
import { checkData } from '../src/benchmarks/data-check/check-data.js';
import { androidlensBenchmark } from '../src/benchmarks/androidlens/androidlens-benchmark.js';
import { guiodysseyBenchmark } from '../src/benchmarks/guiodyssey/guiodyssey-benchmark.js';
import { sphinxScreen } from '../src/benchmarks/sphinx/recordings/sphinx-screen.js';
import { predictionRecords } from '../src/benchmarks/stepwise/prediction-records.js';
import { buildProgram } from '../src/cli/program.js';
import { readPictureSize } from '../src/benchmarks/data-check/read-picture-size.js';
import { buildGraph } from '../src/domain/graph/build-graph.js';
import { openFolderContent } from '../src/formats/graph/content-source.js';
import { hashWorld } from '../src/formats/graph/hash-world.js';
import { readCalibration } from '../src/formats/calibration/read-calibration.js';
import { readJudgeExam } from '../src/formats/judge-exam/read-judge-exam.js';
import { readLabels } from '../src/formats/labels/read-labels.js';
import { readJsonRecords } from '../src/formats/json-records.js';
import { loadPhoneLog } from '../src/formats/phone/read-phone-log.js';
import { FileStore } from '../src/formats/run/file-store.js';
import { indexRun } from '../src/formats/run/run-index.js';
import { RunLock } from '../src/formats/run/run-lock.js';
import { openByteStream } from '../src/formats/tfrecord/byte-stream.js';
import { readObservedTrajectories } from '../src/formats/trajectories/read-observed-trajectories.js';
import { MAX_ANSWER_LENGTH } from '../src/models/dialects/dialect.js';
import { replayTraffic } from '../src/models/gateway/recording.js';
import { ResponseCache } from '../src/models/gateway/response-cache.js';
import { PictureStore } from '../src/report/html/picture-store.js';
import { commandContext } from '../src/testing/command-context.js';
import { writeAitwConversion } from '../src/testing/datasets/aitw-dataset.js';
import { writeLensDataset } from '../src/testing/datasets/lens-dataset.js';
import { writeOdysseyDataset } from '../src/testing/datasets/odyssey-dataset.js';
import { temporaryFolder } from '../src/testing/run-fakes/run-fake.js';

const { signal } = new AbortController();
const HASH = createHash('sha256').update('secret').digest('hex');

async function listOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

/** Puts something hostile at a path; its folder is made. */
const HOSTILE = {
  pipe: async (path: string): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    execFileSync('mkfifo', [path]);
  },
  zero: async (path: string): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    await symlink('/dev/zero', path);
  },
} as const;

/** A file next to the folder `data`, and a link to it inside. */
async function linkOut(path: string, outside: string, content = 'secret'): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(outside, content);
  await rm(path, { force: true });
  await symlink(outside, path);
}

const GRAPH = buildGraph({
  name: 'w',
  root: 'a',
  screenSize: { width: 10, height: 10 },
  nodes: [{ id: 'a', screens: [{ id: 's', picture: 'screens/a.png' }] }],
});

/** Readers of files that somebody else may have made: what each does with the hostile file at `path`. */
const READERS: readonly [string, name: string, (path: string, folder: string) => Promise<unknown>][] = [
  ['JSON records', 'a.json', (path) => listOf(readJsonRecords(path, { signal }))],
  ['TFRecords', 'a.tfrecord', (path) => openByteStream(path, { signal })],
  ['labels', 'a.csv', (path) => readLabels(path, { signal })],
  ['a judge exam', 'a.jsonl', (path) => listOf(readJudgeExam(path, { signal }))],
  ['a calibration', 'a.json', (path) => readCalibration(path, { signal })],
  ['predictions', 'a.jsonl', (path) => listOf(predictionRecords(path, { signal }))],
  ['the log of a phone', 'a.phone.jsonl', (path) => loadPhoneLog(path, { signal })],
  ['a journal', 'journal-a.jsonl', (_, folder) => indexRun(folder, { signal })],
  ["a run's picture", `files/${HASH.slice(0, 2)}/${HASH}`, (_, folder) => new FileStore(folder).get(HASH)],
  ['a lock', 'lock', (_, folder) => RunLock.acquire(folder)],
  ['recorded answers', 'a.jsonl', async (path) => replayTraffic(path)],
  [
    "a world's picture",
    'screens/a.png',
    async (_, folder) => (await openFolderContent(folder)).open('screens/a.png')?.load({ signal }),
  ],
  [
    'a picture of SPHINX',
    'lowlevel_tasks/1.png',
    async (_, folder) => sphinxScreen(folder, 'lowlevel_tasks/1')?.picture?.load({ signal }),
  ],
];

describe.each(READERS)('%s', (_, name, read) => {
  it.each(Object.keys(HOSTILE) as (keyof typeof HOSTILE)[])('is no %s', async (kind) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, name);
    await HOSTILE[kind](path);
    await expect(read(path, folder.path)).rejects.toMatchObject({
      place: { file: expect.stringContaining(folder.path) as string },
      hint: expect.any(String) as string,
    });
  });
});

describe('what is read without being needed', () => {
  it.each(Object.keys(HOSTILE) as (keyof typeof HOSTILE)[])('continues past a %s', async (kind) => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    const place = HOSTILE[kind];
    await place(join(path, 'a.png'));
    const picture = { mediaType: 'image/png', locate: async () => join(path, 'a.png') };
    const unread = async (): Promise<Uint8Array> => Promise.reject(new Error('not asked for'));
    expect(await readPictureSize({ ...picture, load: unread }, { signal })).toBeNull();
    const key = 'ab'.repeat(32);
    await place(join(path, 'cache', 'ab', `${key}.json`));
    expect(await new ResponseCache(join(path, 'cache')).read(key)).toBeNull();
    await place(join(path, 'screens', 'a.png'));
    await writeFile(join(path, 'graph.json'), '{}');
    expect(await hashWorld(path, GRAPH, { signal })).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('an answer for `touchstone parse`', () => {
  /** What the command says of it: the code of its error. */
  async function parse(file: string | null, folder: string, input: Iterable<Buffer> = []): Promise<string> {
    const { context } = commandContext({ workingDirectory: folder, environment: { PATH: '' } });
    const stdin = Object.assign(Readable.from(input), { isTTY: false });
    const args = ['parse', ...(file === null ? [] : [file]), '--dialect', 'generic_call'];
    const program = await buildProgram({ ...context, stdin }, args);
    return program.parseAsync(['node', 'touchstone', ...args]).then(
      () => 'read',
      (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
    );
  }

  it.each(Object.keys(HOSTILE) as (keyof typeof HOSTILE)[])('is no %s', async (kind) => {
    await using folder = await temporaryFolder();
    await HOSTILE[kind](join(folder.path, 'answer.txt'));
    expect(await parse('answer.txt', folder.path)).toMatch(/^USER: .*answer\.txt: the answer cannot be read/);
  });

  it('is no folder, nothing that is missing, and no longer than any dialect reads', async () => {
    await using folder = await temporaryFolder();
    const most = 4 * MAX_ANSWER_LENGTH + 4096;
    await writeFile(join(folder.path, 'most.txt'), Buffer.alloc(most, ' '));
    await writeFile(join(folder.path, 'more.txt'), Buffer.alloc(most + 1, ' '));
    expect(await parse('most.txt', folder.path)).toBe('read');
    expect(await parse('more.txt', folder.path)).toContain(
      `more.txt: the answer is longer than ${most} bytes`,
    );
    expect(await parse('.', folder.path)).toContain('cannot be read');
    expect(await parse('none.txt', folder.path)).toContain('cannot be read');
  });

  it('is read from standard input as long as it could be one', async () => {
    await using folder = await temporaryFolder();
    let given = 0;
    function* endless(): Generator<Buffer> {
      for (;;) {
        given += 65_536;
        yield Buffer.alloc(65_536, ' ');
      }
    }
    expect(await parse(null, folder.path, endless())).toContain('the answer is longer than');
    expect(given).toBeLessThan(8 * MAX_ANSWER_LENGTH);
  });
});

describe('a link out of the folder', () => {
  it("of a world's picture is neither read nor hashed", async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const outside = join(folder.path, 'outside');
    await linkOut(join(data, 'screens', 'a.png'), outside);
    await writeFile(join(data, 'graph.json'), '{}');
    const before = await hashWorld(data, GRAPH, { signal });
    await writeFile(outside, 'something else');
    expect(await hashWorld(data, GRAPH, { signal })).toBe(before);
    await rm(join(data, 'screens', 'a.png'));
    await writeFile(join(data, 'screens', 'a.png'), 'something else');
    expect(await hashWorld(data, GRAPH, { signal })).not.toBe(before);
  });

  it("of a run's picture is neither read nor copied into a report", async () => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, 'run');
    await linkOut(join(run, 'files', HASH.slice(0, 2), HASH), join(folder.path, 'outside'));
    await expect(new FileStore(run).get(HASH)).rejects.toMatchObject({ code: 'RUN_FILE' });
    const store = new PictureStore(join(folder.path, 'reports', 'r.html'), 'auto');
    const screen = {
      id: 's',
      size: null,
      activity: null,
      picture: { mediaType: 'image/png', hash: HASH, stored: true },
      hierarchy: null,
    };
    const placed = await store.place(screen, { directory: run, isPrivate: false, find: undefined });
    expect(placed).toEqual({ address: null, why: 'missing' });
    expect(store.copied).toBe(0);
  });

  it('of an observed trajectory is not read', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    await linkOut(join(data, 'a.png'), join(folder.path, 'outside'));
    const line = {
      formatVersion: 1,
      item: 'i',
      repeat: 0,
      steps: [{ picture: 'a.png', action: { type: 'wait' } }],
    };
    await writeFile(join(data, 'a.jsonl'), `${JSON.stringify(line)}\n`);
    const [read] = await listOf(readObservedTrajectories(join(data, 'a.jsonl'), { signal }));
    if (read?.type !== 'trajectory') throw read?.error ?? new Error('nothing was read');
    const picture = read.trajectory.steps[0]?.screen.picture;
    await expect(picture?.load({ signal })).rejects.toMatchObject({ code: 'PATH_OUTSIDE_FOLDER' });
  });

  it('of a SPHINX screen is not read', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    await linkOut(join(data, 'lowlevel_tasks', '1.png'), join(folder.path, 'outside'));
    const picture = sphinxScreen(data, 'lowlevel_tasks/1')?.picture;
    await expect(picture?.load({ signal })).rejects.toMatchObject({ code: 'PATH_OUTSIDE_FOLDER' });
  });

  it('is said of a data set, unread', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    await linkOut(join(data, 'a.json'), join(folder.path, 'outside'));
    const manifest = {
      benchmark: 'b',
      obtain: [],
      files: [{ path: 'a.json', what: 'a', required: true, versions: [{ name: 'v', sha256: HASH }] }],
    };
    const report = await checkData(manifest, data, { signal });
    expect(report.items[0]).toMatchObject({
      status: 'unreadable',
      detail: expect.stringContaining('leads out') as string,
    });
  });

  it('voids the episodes of GUIOdyssey that have it, and a screenshot that is a pipe is refused', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const names = await writeOdysseyDataset(data, { episodes: 5, lengthOf: () => 2 });
    const splits = JSON.parse(await readFile(join(data, 'splits', 'random_split.json'), 'utf8')) as {
      test: string[];
    };
    const [tested = ''] = splits.test;
    expect(names).toContain(tested);
    const content = await readFile(join(data, 'annotations', tested), 'utf8');
    await linkOut(join(data, 'annotations', tested), join(folder.path, 'outside'), content);
    await using benchmark = await guiodysseyBenchmark.open({
      dataDirectory: data,
      mode: 'reference',
      split: 'random',
      signal,
    });
    const [item] = await listOf(benchmark.items.list());
    expect(item?.invalid).toContain('leads out of the folder');
    await HOSTILE.pipe(join(data, 'screenshots', 'pipe_0.png'));
    await linkOut(join(data, 'screenshots', 'link_0.png'), join(folder.path, 'outside'));
    const load = (id: string): unknown => benchmark.world?.screen(id)?.picture?.load({ signal });
    await expect(load('pipe_0.png')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await expect(load('link_0.png')).rejects.toMatchObject({ code: 'PATH_OUTSIDE_FOLDER' });
    await expect(load('../../outside')).rejects.toMatchObject({ code: 'PATH_OUTSIDE_FOLDER' });
  });

  it('voids the episodes of AndroidLens that have it', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const [id = ''] = await writeLensDataset(data, { en: 2, zh: 0, steps: () => 2 });
    const picture = join(data, 'test', 'en', id, `${id}_0.png`);
    const bytes = await readFile(picture);
    await rm(picture);
    await writeFile(join(folder.path, 'outside.png'), bytes);
    await symlink(join(folder.path, 'outside.png'), picture);
    await using benchmark = await androidlensBenchmark.open({
      dataDirectory: data,
      mode: 'reference',
      signal,
    });
    const [item] = await listOf(benchmark.items.list());
    expect(item?.invalid).toContain('leads out of the folder');
  });

  it('voids the episodes of an AITW conversion that have it', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    await mkdir(data);
    await writeAitwConversion(data, 1);
    await rm(join(folder.path, 'pictures'), { recursive: true, force: true });
    execFileSync('mv', [join(data, 'aitw_images'), join(folder.path, 'pictures')]);
    await symlink(join(folder.path, 'pictures'), join(data, 'aitw_images'));
    await using benchmark = await aitwBenchmark.open({
      dataDirectory: data,
      mode: 'reference',
      signal,
    });
    const [item] = await listOf(benchmark.items.list());
    expect(item?.invalid).toContain('leads out of the folder');
  });
});
