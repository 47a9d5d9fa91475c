import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POCKET_FOLDER, pocketBenchmark } from '../../src/benchmarks/pocket/pocket-benchmark.js';
import type { Benchmark } from '../../src/benchmarks/benchmark.js';
import { CompareDocumentSchema } from '../../src/formats/results/compare-document.js';
import { encodeLine } from '../../src/formats/run/journal/event-line.js';
import { openModelEndpoint } from '../../src/testing/models/model-endpoint.js';
import { rgbaOf } from '../../src/testing/rgba-of.js';
import { NO_ADB } from '../fixtures/adb/adb-server.js';
import { pocketPhone, type PocketPhone } from '../fixtures/adb/pocket-phone.js';
import { HAS_NUMPY, NO_PILLOW, PYTHON } from '../fixtures/python/python.js';
import { runTouchstone } from './run-touchstone.js';

const SCRIPTS = fileURLToPath(new URL('../fixtures/python/', import.meta.url));
const SKIP = NO_PILLOW ?? NO_ADB;
if (SKIP !== null) console.warn(SKIP);
if (SKIP === null && !HAS_NUMPY) console.warn('skipped: the client that uses numpy (python3-numpy)');
const SIZE = [540, 1170];

/** A step of a policy that is written down. */
type Step =
  | { readonly tap: readonly [number, number] }
  | { readonly text: string }
  | { readonly key: 'BACK' };

interface Policy {
  readonly task: string;
  readonly instruction: string;
  readonly steps: readonly Step[];
  /** Screens that it sees, the last one included. */
  readonly screens: readonly string[];
}

/** One that succeeds by typing, one that succeeds by a detour, and one that gives up halfway. */
const POLICIES: readonly Policy[] = [
  {
    task: 'late-noor',
    instruction: 'Send Noor the message “Running ten minutes late”.',
    steps: [
      { tap: [211, 1039] },
      { tap: [150, 1110] },
      { tap: [260, 1090] },
      { text: 'Running ten minutes late' },
      { tap: [490, 1085] },
    ],
    screens: [
      'home.screen',
      'messages.list',
      'messages.thread~noor',
      'messages.thread~focus.noor',
      'messages.thread~typed.noor',
      'messages.thread~sent.noor',
    ],
  },
  {
    task: 'dark-theme',
    instruction: 'Switch the phone to its dark theme.',
    steps: [
      { tap: [445, 1040] },
      { tap: [270, 700] },
      { key: 'BACK' },
      { tap: [270, 800] },
      { tap: [270, 330] },
      { tap: [5, 1160] },
      { tap: [400, 350] },
    ],
    screens: [
      'home.screen',
      'settings.list',
      'settings.sound',
      'settings.list',
      'settings.display',
      'settings.theme',
      'settings.theme',
      'settings.theme~dark',
    ],
  },
  {
    task: 'new-contact',
    instruction: 'Save a new contact: Iris Penn, phone number 555-0148.',
    steps: [
      { tap: [94, 1039] },
      { tap: [473, 983] },
      { text: 'Iris Penn' },
      { tap: [300, 300] },
      { text: '5550148' },
    ],
    screens: [
      'home.screen',
      'contacts.list',
      'contacts.edit',
      'contacts.edit~iris',
      'contacts.edit~phone.iris',
      'contacts.edit~full.iris',
    ],
  },
];
const TASKS = POLICIES.map(({ task }) => task).join(',');

/** A step as the generic calls of the direct agent have it. */
function callOf(step: Step | undefined): string {
  if (step === undefined) return 'Complete()';
  if ('tap' in step) return `Click(${step.tap.join(', ')})`;
  return 'text' in step ? `Type(${step.text})` : 'Back()';
}

interface Seen {
  readonly mode: string;
  readonly size: readonly number[];
  readonly pixels: string;
  readonly smaller: string;
}

/** What a Pillow client sees where the phone sends the recording's pixels. */
async function seenOf(screen: string): Promise<Omit<Seen, 'smaller'>> {
  const pixels = await rgbaOf(await readFile(join(POCKET_FOLDER, 'screens', `${screen}.png`)));
  return { mode: 'RGBA', size: SIZE, pixels: createHash('sha256').update(pixels).digest('hex') };
}

let folder = '';
let benchmark: Benchmark;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'phone-python-'));
  const { signal } = new AbortController();
  benchmark = await pocketBenchmark.open({ mode: 'corrected', signal });
});
afterAll(async () => {
  await benchmark[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

interface KeptScore {
  readonly item: string;
  readonly result: { readonly mode: string; readonly completion: number | null };
}

/** Scores of all evaluators in both modes, as a run kept them. */
async function scoresOf(run: string): Promise<KeptScore[]> {
  const lines = (await readFile(join(folder, run, 'scores-0001.jsonl'), 'utf8')).trim().split('\n');
  return lines
    .map((line) => JSON.parse(line) as { type: string } & KeptScore)
    .filter(({ type }) => type === 'score')
    .map(({ item, result }) => ({ item, result }))
    .toSorted((a, b) => (`${a.item} ${a.result.mode}` < `${b.item} ${b.result.mode}` ? -1 : 1));
}

/** Plays the policies over adb, and returns what the client saw, task by task. */
async function playOverAdb(run: string, world: string, ...more: string[]): Promise<Map<string, Seen[]>> {
  const file = join(folder, 'policies.json');
  await writeFile(
    file,
    JSON.stringify(Object.fromEntries(POLICIES.map(({ instruction, steps }) => [instruction, steps]))),
  );
  const { code, stderr } = await runTouchstone(
    ['phone', 'run', world, '--tasks', TASKS, '--runs', folder, '--run-id', run].concat(more, [
      '--',
      PYTHON,
      join(SCRIPTS, 'policy.py'),
      file,
      '{instruction}',
    ]),
  );
  expect(code, stderr).toBe(0);
  const seen = new Map<string, Seen[]>();
  for (const { task } of POLICIES) {
    const output = await readFile(join(folder, run, 'attempts', `${task}.0.1.output.txt`), 'utf8');
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    seen.set(
      task,
      lines.map((line) => JSON.parse(line) as Seen),
    );
  }
  return seen;
}

/** Plays the policies by the agent that is asked in process. */
async function playDirectly(run: string): Promise<void> {
  const asked = new Map<string, number>();
  await using endpoint = await openModelEndpoint(({ texts }) => {
    const policy = POLICIES.find(({ instruction }) => texts.some((text) => text.includes(instruction)));
    if (policy === undefined) throw new Error('asked about another task');
    const step = asked.get(policy.task) ?? 0;
    asked.set(policy.task, step + 1);
    return `Action: ${callOf(policy.steps[step])}`;
  });
  const { code, stderr } = await runTouchstone(
    ['run', 'pocket', '--tasks', TASKS, '--runs', folder, '--run-id', run].concat(
      ['--agent', 'direct', '--coordinates', 'sent'],
      ['--model', 'm', '--base-url', endpoint.baseUrl],
    ),
  );
  expect(code, stderr).toBe(0);
}

/** Entries in which two runs differ, and what each has. */
async function differencesOf(...runs: string[]): Promise<string[][]> {
  const { stdout } = await runTouchstone(['compare', ...runs, '--runs', folder, '--json']);
  const { tables } = CompareDocumentSchema.parse(JSON.parse(stdout));
  const rows = tables.find(({ id }) => id === 'identity-differences')?.rows ?? [];
  return rows.map((row) => row.map(({ text }) => text));
}

/** Makes a run one of before phones had the switches. */
async function forgetSwitches(run: string): Promise<void> {
  const file = join(folder, run, 'journal-main.jsonl');
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const old = lines.map((line, sequence) => {
    const event = JSON.parse(line, (name, value: unknown) =>
      ['checksum', 'sequence', 'screenshots', 'counting', 'answerPattern'].includes(name) ? undefined : value,
    ) as { readonly type: string };
    return encodeLine(event, sequence);
  });
  await writeFile(file, old.join(''));
}

/** Pocket with every picture as RGBA, and with nothing else changed. */
async function rgbaPocket(): Promise<string> {
  const world = join(folder, 'pocket-rgba');
  await cp(POCKET_FOLDER, world, { recursive: true });
  for (const name of await readdir(join(world, 'screens'))) {
    const file = join(world, 'screens', name);
    if (!name.endsWith('.png')) continue;
    const picture = sharp(await readFile(file)).ensureAlpha();
    await writeFile(file, await picture.png({ palette: false, compressionLevel: 1 }).toBuffer());
  }
  return world;
}

describe.skipIf(SKIP !== null)('a client in Python with Pillow', () => {
  it('is scored as the same policy in process, whatever files were recorded, and sees the recorded pixels', async () => {
    const world = await rgbaPocket();
    const kinds = [POCKET_FOLDER, world].map((one) => sharp(join(one, 'screens/home.screen.png')).metadata());
    expect((await Promise.all(kinds)).map(({ isPalette, channels }) => [isPalette, channels])).toEqual([
      [true, 3],
      [false, 4],
    ]);
    await playDirectly('direct');
    const palettised = await playOverAdb('palettised', 'pocket');
    const rgba = await playOverAdb('rgba', world);
    const expected = await scoresOf('direct');
    expect(expected.map(({ item, result }) => `${item} ${result.mode}: ${result.completion}`)).toEqual([
      'dark-theme corrected: 1',
      'dark-theme reference: 1',
      'late-noor corrected: 1',
      'late-noor reference: 1',
      'new-contact corrected: 0.5',
      'new-contact reference: 0.5',
    ]);
    expect(await scoresOf('palettised')).toEqual(expected);
    expect(await scoresOf('rgba')).toEqual(expected);
    for (const { task, screens } of POLICIES) {
      const saw = palettised.get(task) ?? [];
      expect(saw).toMatchObject(await Promise.all(screens.map(seenOf)));
      // Made smaller too: Pillow does it in another way where the file has a palette.
      expect(rgba.get(task)).toEqual(saw);
    }
    const asRecorded = await playOverAdb('as-recorded', 'pocket', '--agent-option', 'screenshots=recorded');
    expect(new Set([...asRecorded.values()].flat().map(({ mode }) => mode))).toEqual(new Set(['P']));
    const told = (await differencesOf('as-recorded', 'palettised')).map(([entry]) => entry);
    expect(told).toEqual(['files of screenshots']);
    await forgetSwitches('as-recorded');
    expect(await differencesOf('as-recorded', 'palettised')).toEqual([
      ['files of screenshots', 'recorded', 'rgba'],
      ['what counts as an action', 'literal', 'person'],
    ]);
  }, 120_000);

  it('finds everything over sockets of its own', async () => {
    await using phone = await pocketPhone(benchmark, 'dark-theme');
    const { serial } = phone.device;
    const look = await seenOf('home.screen');
    expect(await python(phone, 'raw_client.py', String(phone.port), serial)).toEqual({
      version: '0029',
      devices: `${serial}\tdevice\n`,
      size: ['Physical size: 540x1170\n', '', 0],
      failed: ['', '/system/bin/sh: no-such-program: inaccessible or not found\n', 127],
      pushed: 'OKAY',
      came_back: true,
      listed: ['bytes.bin'],
      no_file: 'open failed: No such file or directory',
      no_service: 'closed',
      no_phone: "device 'nobody' not found",
      looks: {
        exec: look,
        shell: look,
        pulled: look,
        raw: { ...look, format: 1, colour_space: 1 },
        frame_buffer: { ...look, colour_space: 1 },
      },
    });
    expect(phone.problems).toEqual([]);
  });

  it.skipIf(!HAS_NUMPY)('finds what a tap has changed by numpy', async () => {
    await using phone = await pocketPhone(benchmark, 'dark-theme');
    const [width = 0, height = 0] = SIZE;
    expect(await python(phone, 'changed_area.py', '445', '1040')).toEqual({
      shape: [height, width, 4],
      kind: 'uint8',
      raw_is_same: true,
      opaque: true,
      changed: await changedBox('home.screen', 'settings.list'),
    });
    expect(await python(phone, 'changed_area.py', '5', '1160')).toMatchObject({ changed: null });
    expect(phone.problems).toEqual([]);
  });
});

/** What a script printed, which is one JSON object, on its way to a phone. */
async function python(phone: PocketPhone, script: string, ...args: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(PYTHON, [join(SCRIPTS, script), ...args], {
    env: {
      ...process.env,
      ANDROID_ADB_SERVER_PORT: String(phone.port),
      ANDROID_SERIAL: phone.device.serial,
    },
  });
  return JSON.parse(stdout);
}

/** Left, top, right and bottom of where two recorded pictures differ. */
async function changedBox(one: string, other: string): Promise<number[]> {
  const pictures = [one, other].map((id) => readFile(join(POCKET_FOLDER, 'screens', `${id}.png`)));
  const [a, b] = await Promise.all(pictures.map(async (file) => rgbaOf(await file)));
  if (a === undefined || b === undefined) throw new Error('a picture is missing');
  const [width = 1] = SIZE;
  const places = [...a.keys()]
    .filter((index) => index % 4 === 0 && !a.subarray(index, index + 4).equals(b.subarray(index, index + 4)))
    .map((index) => index / 4);
  let box = [width, Infinity, 0, 0];
  for (const place of places) {
    const [x, y] = [place % width, Math.floor(place / width)];
    const [left = 0, top = 0, right = 0, bottom = 0] = box;
    box = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return box;
}
