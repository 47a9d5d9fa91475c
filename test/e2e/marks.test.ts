import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { writeOdysseySplits } from '../../src/testing/datasets/odyssey-dataset.js';
import { openModelEndpoint, type SeenRequest } from '../../src/testing/models/model-endpoint.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

/** The made-up dataset's pictures are grey, 108 x 240; its first touch is at (10, 10) of 1000. */
const SIZE = { width: 108, height: 240 };
const ELEMENTS = [
  { type: 'text', bbox: [0.5, 0.5, 0.9, 0.6], interactivity: false, content: 'far off' },
  { type: 'icon', bbox: [0, 0, 0.02, 0.02], interactivity: true, content: 'menu' },
];

interface Workplace extends AsyncDisposable {
  readonly data: string;
  readonly runs: string;
  file(name: string, value: unknown): Promise<string>;
}

async function workplace(): Promise<Workplace> {
  const folder = await temporaryFolder({ onDisk: true });
  const data = join(folder.path, 'data');
  await writeOdysseySplits(data);
  return {
    data,
    runs: join(folder.path, 'runs'),
    file: async (name, value) => {
      const path = join(folder.path, name);
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, JSON.stringify(value));
      return path;
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** An OmniParser server with a script for its answers; gives the pictures that it was sent. */
async function openDetector(answer: (index: number) => { status?: number; body: unknown }) {
  const pictures: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { base64_image: image } = JSON.parse(Buffer.concat(chunks).toString()) as {
        base64_image: string;
      };
      pictures.push(Buffer.from(image, 'base64'));
      const { status = request.url === '/parse/' ? 200 : 404, body } = answer(pictures.length - 1);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pictures,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

const profile = (baseUrl: string, more = {}) => ({
  formatVersion: 1,
  id: 'omniparser',
  provider: 'omniparser',
  baseUrl,
  model: 'omniparser-v2',
  retries: { attempts: 1 },
  ...more,
});

const FIRST = '1000000000000000';

function run(place: Workplace, baseUrl: string, ...more: string[]) {
  const data = ['--data', place.data, '--runs', place.runs, '--tasks', FIRST];
  const asked = ['--agent', 'direct', '--dialect', 'odyssey_marks', '--model', 'm', '--base-url', baseUrl];
  return runTouchstone(['run', 'guiodyssey', ...data, ...asked, ...more]);
}

/** Colours of a picture that was sent, at a place in pixels. */
async function colourAt(data: Buffer, x: number, y: number): Promise<number[]> {
  const { data: pixels, info } = await sharp(data).raw().toBuffer({ resolveWithObject: true });
  const start = (y * info.width + x) * info.channels;
  return [...pixels.subarray(start, start + 3)];
}

async function stepsOf(place: Workplace, name: string): Promise<string> {
  const folder = join(place.runs, name);
  const journals = (await readdir(folder)).filter((file) => file.startsWith('journal-'));
  const texts = await Promise.all(journals.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.join('');
}

async function elementsFolder(place: Workplace, elements: unknown = ELEMENTS): Promise<string> {
  for (let step = 0; step < 5; step += 1) await place.file(`elements/${FIRST}_${step}.json`, elements);
  return join(place.data, '../elements');
}

describe('marks on screens without a hierarchy', () => {
  it('are refused before anything is run or asked, where they have no source', async () => {
    await using place = await workplace();
    await using model = await openModelEndpoint(() => 'CLICK: 1', { seesPreflight: true });
    const refused = await run(place, model.baseUrl);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('[MARKS_MISSING]');
    expect(refused.stderr).toContain('--elements FOLDER');
    expect(model.requests).toEqual([]);
    await expect(readdir(place.runs)).rejects.toThrow();
  });

  it('come from files: tags on a second picture, and the number in the answer is their place', async () => {
    await using place = await workplace();
    await using model = await openModelEndpoint(() => 'CLICK: 1');
    const folder = await elementsFolder(place);
    const done = await run(place, model.baseUrl, '--elements', folder, '--run-id', 'files');
    expect(done.stderr).toContain('kept in');
    expect(done.code).toBe(0);
    expect(model.requests).toHaveLength(5);
    const [first] = model.requests as [SeenRequest];
    expect(first.pictures).toHaveLength(2);
    const [bare, tagged] = first.pictures.map(({ data }) => data) as [Buffer, Buffer];
    const edge = [Math.round(0.7 * SIZE.width), Math.round(0.5 * SIZE.height)] as const;
    expect(await colourAt(bare, ...edge)).not.toEqual([178, 34, 34]);
    expect(await colourAt(tagged, ...edge)).toEqual([178, 34, 34]);
    expect(first.texts.join('\n')).toContain('numeric tag');
    const journal = await stepsOf(place, 'files');
    expect(journal).toContain('"element":1');
    // Touch 1 of the recording is at 1 % of both sides, as element 1 is.
    expect(journal).toMatch(/"x":1\.08,"y":2\.4/);
    expect(journal).not.toContain('element_not_found');
  });

  it('come from a served detector, asked once for each picture; the picture is the recorded one', async () => {
    await using place = await workplace();
    await using model = await openModelEndpoint(() => 'CLICK: 1');
    await using detector = await openDetector(() => ({ body: { som_image_base64: '', parsed_content_list: ELEMENTS, latency: 1 } })); // prettier-ignore
    const file = await place.file('detector.json', profile(detector.baseUrl));
    const done = await run(place, model.baseUrl, '--role', `detector=${file}`, '--run-id', 'served');
    expect(done.stderr).toContain('kept in');
    expect(done.code).toBe(0);
    // One before the run, then one for each of five steps.
    expect(detector.pictures).toHaveLength(6);
    const recorded = await readFile(join(place.data, 'screenshots', `${FIRST}_0.png`));
    expect(detector.pictures[1]?.equals(recorded)).toBe(true);
    expect(model.requests.map(({ pictures }) => pictures.length)).toEqual([2, 2, 2, 2, 2]);
    expect(await stepsOf(place, 'served')).toMatch(/"x":1\.08,"y":2\.4/);
  });

  it('stay with a run: it resumes with them, refuses others, and compare shows where they are from', async () => {
    await using place = await workplace();
    let answers = 0;
    await using model = await openModelEndpoint(() => {
      answers += 1;
      return answers === 3 ? { fault: 'status', status: 401 } : 'CLICK: 1';
    });
    const folder = await elementsFolder(place);
    const stopped = await run(place, model.baseUrl, '--elements', folder, '--run-id', 'cut');
    expect(stopped.code).not.toBe(0);
    const moved = { ...ELEMENTS[1], bbox: [0.2, 0.2, 0.4, 0.4] };
    await place.file(`elements/${FIRST}_4.json`, [ELEMENTS[0], moved]);
    const refused = await runTouchstone(['resume', 'cut', '--runs', place.runs]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('[RUN_DIFFERS]');
    expect(refused.stderr).toContain('agent.settings.elements.hash');
    await elementsFolder(place);
    const resumed = await runTouchstone(['resume', 'cut', '--runs', place.runs, '--retry-voided']);
    expect(resumed.stderr).toContain('kept in');
    expect(model.requests.at(-1)?.pictures).toHaveLength(2);

    await using detector = await openDetector(() => ({ body: { parsed_content_list: ELEMENTS } }));
    const file = await place.file('detector.json', profile(detector.baseUrl));
    await run(place, model.baseUrl, '--role', `detector=${file}`, '--run-id', 'served');
    const compared = await runTouchstone(['compare', 'cut', 'served', '--runs', place.runs]);
    expect(compared.code).toBe(0);
    expect(compared.stdout).toMatch(/agent\.settings\.elements\.files +5/);
    expect(compared.stdout).toMatch(/agent\.settings\.elements\.detector +.*true/);
    expect(compared.stdout).toContain('model (detector)');
  });

  it('are asked of the detector where the folder lacks them', async () => {
    await using place = await workplace();
    await using model = await openModelEndpoint(() => 'CLICK: 1');
    await using detector = await openDetector(() => ({ body: { parsed_content_list: ELEMENTS } }));
    const file = await place.file('detector.json', profile(detector.baseUrl));
    await place.file(`elements/${FIRST}_2.json`, ELEMENTS);
    const folder = join(place.data, '../elements');
    const done = await run(place, model.baseUrl, '--elements', folder, '--role', `detector=${file}`);
    expect(done.code).toBe(0);
    expect(detector.pictures).toHaveLength(5);
  });

  it.each([
    ['a missing file', { 4: undefined }, 'there are no detected elements of'],
    ['no usable element', { 2: [] }, 'it holds no element with a place'],
    ['another screen', { 1: { parsed_content_list: ELEMENTS, picture: { width: 109, height: 240 } } }, 'those of another picture, of 109 x 240'], // prettier-ignore
    ['boxes in pixels', { 3: [{ ...ELEMENTS[0], bbox: [10, 20, 30, 40] }] }, 'not in parts of the picture'],
  ] as const)('name a file with %s, with nothing run', async (_, files, words) => {
    await using place = await workplace();
    await using model = await openModelEndpoint(() => 'CLICK: 1', { seesPreflight: true });
    const changed: Readonly<Record<string, unknown>> = files;
    for (let step = 0; step < 5; step += 1) {
      const value = String(step) in changed ? changed[String(step)] : ELEMENTS;
      if (value !== undefined) await place.file(`elements/${FIRST}_${step}.json`, value);
    }
    const refused = await run(place, model.baseUrl, '--elements', join(place.data, '../elements'));
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('[ELEMENTS_FILE]');
    expect(refused.stderr).toContain(words);
    expect(refused.stderr).toContain(`${FIRST}_${Object.keys(files)[0] ?? ''}.json`);
    expect(model.requests).toEqual([]);
  });

  it.each([
    ['is not there', () => ({ status: 404, body: { detail: 'Not Found' } }), /MODEL_NOT_FOUND/],
    ['is something else', () => ({ body: { choices: [] } }), /MODEL_OUTAGE/],
  ] as const)('are refused before the run where the detector %s', async (_, answer, code) => {
    await using place = await workplace();
    await using model = await openModelEndpoint(() => 'CLICK: 1');
    await using detector = await openDetector(answer);
    const file = await place.file('detector.json', profile(detector.baseUrl));
    const refused = await run(place, model.baseUrl, '--role', `detector=${file}`);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(code);
    expect(model.requests).toEqual([]);
  });

  it('take no source that would change nothing, and no model that is no detector', async () => {
    await using place = await workplace();
    const folder = await elementsFolder(place);
    const url = 'http://127.0.0.1:9';
    const file = await place.file('detector.json', profile(url));
    const chat = await place.file('chat.json', profile(url, { provider: 'openai-compatible' }));
    const positions = ['--dialect', 'odyssey_command@closed'];
    for (const [flags, words] of [
      [['--elements', folder, ...positions], '--elements would change nothing'],
      [['--role', `detector=${file}`, ...positions], '--role detector would change nothing'],
      [['--role', `detector=${chat}`], 'the role detector is for a detector of elements'],
      [['--role', `actor=${file}`, '--elements', folder], 'cannot be the actor'],
      [['--elements', folder, '--observation', 'screenshot'], '--observation screenshot shows none'],
      [['--elements', join(folder, 'nowhere')], 'the folder of --elements is not there'],
    ] as const) {
      const refused = await run(place, url, ...flags);
      expect(refused.stderr).toContain(words);
      expect(refused.code).toBe(2);
    }
  });
});
