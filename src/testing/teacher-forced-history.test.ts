import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { directAgent } from '../agents/direct/direct.js';
import type { Benchmark } from '../benchmarks/benchmark.js';
import { guiodysseyBenchmark } from '../benchmarks/guiodyssey/guiodyssey-benchmark.js';
import type { RecordedHistory } from '../domain/recordings/recorded-history.js';
import { startRun } from '../engine/run.js';
import { DIALECTS } from '../registry/dialects.js';
import type { ModelRequest } from '../models/model.js';
import { scriptedModel } from '../models/scripted.js';
import { odysseyEpisode, writeOdysseyDataset } from './datasets/odyssey-dataset.js';
import { beforeLast, JOURNAL, resumeCut } from './run-fakes/run-cuts.js';
import { buildRun, temporaryFolder, type FakeRunParts } from './run-fakes/run-fake.js';

const signal = new AbortController().signal;
const STEPS = 5;
/** One with small screenshots. */
const NUMBER = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].find(
  (number) => odysseyEpisode(number, STEPS).device_info.w === 720,
);
const EPISODE = odysseyEpisode(NUMBER ?? 0, STEPS);

/** Three taps, a text and the end, with screenshots. */
async function writeEpisode(directory: string): Promise<void> {
  const names = await writeOdysseyDataset(directory, { episodes: (NUMBER ?? 0) + 1, lengthOf: () => STEPS });
  const split = { train: [], test: names.slice(-1) };
  await writeFile(join(directory, 'splits', 'random_split.json'), JSON.stringify(split));
  await mkdir(join(directory, 'screenshots'));
  const { w: width, h: height } = EPISODE.device_info;
  const picture = await sharp({ create: { width, height, channels: 3, background: '#224466' } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  for (const { screenshot } of EPISODE.steps)
    await writeFile(join(directory, 'screenshots', screenshot), picture);
}

function openEpisode(dataDirectory: string, history: RecordedHistory): Promise<Benchmark> {
  return guiodysseyBenchmark.open({ dataDirectory, mode: 'corrected', settings: { history }, signal });
}

/** A model that always goes back, and says so. */
const WRONG: Readonly<Record<string, string>> = {
  ui_tars: 'Thought: I go back.\nAction: press_back()',
  odyssey_command: 'PRESS_BACK',
  gui_owl:
    'Action: Go back.\n<tool_call>\n{"name": "mobile_use", "arguments": {"action": "system_button", "button": "Back"}}\n</tool_call>',
};

function partsOf(
  benchmark: Benchmark,
  family: string,
): { parts: () => FakeRunParts; requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const dialect = DIALECTS.get(family)?.create();
  if (dialect === undefined) throw new Error(`there is no ${family}`);
  const parts = (): FakeRunParts => ({
    benchmark,
    agent: directAgent({ dialect }),
    models: {
      actor: scriptedModel((request) => {
        requests.push(request);
        return WRONG[family] ?? '';
      }),
    },
    operation: { concurrency: 1 },
  });
  return { parts, requests };
}

/** The turns of the model, and all that the user said. */
function written({ messages }: ModelRequest): { own: string[]; all: string } {
  const texts = messages.map(({ role, content }) => ({
    role,
    text: content.map((part) => (part.type === 'text' ? part.text : '<image>')).join(''),
  }));
  return {
    own: texts.flatMap(({ role, text }) => (role === 'assistant' ? [text] : [])),
    all: texts.map(({ text }) => text).join('\n'),
  };
}

describe('a step of a recorded episode', () => {
  it('is shown as the recording did it, in the words of the family, for any answer of the model', async () => {
    await using folder = await temporaryFolder();
    await writeEpisode(folder.path);
    await using benchmark = await openEpisode(folder.path, 'recorded');
    const { parts, requests } = partsOf(benchmark, 'ui_tars');
    await startRun(buildRun(join(folder.path, 'run'), parts()));
    expect(requests).toHaveLength(STEPS);
    const own = written(requests.at(-1) as ModelRequest).own;
    expect(own).toHaveLength(STEPS - 1);
    expect(own.join('\n')).not.toMatch(/press_back|go back/i);
    // In pixels of the picture as it is sent, which every screen of the episode shares.
    const clicks = own.slice(0, 3).map((turn) => {
      const [, x, y] = /<point>(\d+) (\d+)<.point>/.exec(turn) ?? [];
      return [Number(x), Number(y)];
    });
    const sent = await sizeOfLastPicture(requests.at(-1) as ModelRequest);
    for (const [step, [x = NaN, y = NaN]] of clicks.entries()) {
      const [recorded] = (EPISODE.steps[step]?.info ?? []) as [number, number][];
      expect(Math.abs(x - ((recorded?.[0] ?? NaN) * sent.width) / 1000)).toBeLessThanOrEqual(1);
      expect(Math.abs(y - ((recorded?.[1] ?? NaN) * sent.height) / 1000)).toBeLessThanOrEqual(1);
    }
    expect(own[3]).toMatch(/type\(content=/);
  });

  it.each(['odyssey_command', 'gui_owl'])('is shown in text as the recording did it: %s', async (family) => {
    await using folder = await temporaryFolder();
    await writeEpisode(folder.path);
    await using benchmark = await openEpisode(folder.path, 'recorded');
    const { parts, requests } = partsOf(benchmark, family);
    await startRun(buildRun(join(folder.path, 'run'), parts()));
    const { all, own } = written(requests.at(-1) as ModelRequest);
    const history = family === 'gui_owl' ? own.join('\n') : all.slice(all.indexOf('CLICK: (10, 10)'));
    expect(history).toMatch(family === 'gui_owl' ? /"action": "click"/ : /CLICK: \(10, 10\)/);
    expect(history).not.toMatch(/PRESS_BACK|Go back/);
  });

  it('is shown as the model did it where the history is its own', async () => {
    await using folder = await temporaryFolder();
    await writeEpisode(folder.path);
    await using benchmark = await openEpisode(folder.path, 'own');
    const { parts, requests } = partsOf(benchmark, 'ui_tars');
    await startRun(buildRun(join(folder.path, 'run'), parts()));
    const { own } = written(requests.at(-1) as ModelRequest);
    expect(own).toEqual(Array.from({ length: STEPS - 1 }, () => WRONG['ui_tars']));
  });

  it('is asked as the first one where there is no history', async () => {
    await using folder = await temporaryFolder();
    await writeEpisode(folder.path);
    await using benchmark = await openEpisode(folder.path, 'none');
    const { parts, requests } = partsOf(benchmark, 'ui_tars');
    await startRun(buildRun(join(folder.path, 'run'), parts()));
    const asked = requests.map((request) => written(request));
    expect(asked).toEqual(Array.from({ length: STEPS }, () => asked[0]));
    expect(asked[0]?.own).toEqual([]);
  });

  it.each(['recorded', 'none'] as const)(
    'is shown the same (%s) after the run was cut and resumed',
    async (history) => {
      await using folder = await temporaryFolder();
      await writeEpisode(folder.path);
      await using benchmark = await openEpisode(folder.path, history);
      const whole = partsOf(benchmark, 'ui_tars');
      const from = join(folder.path, 'whole');
      await startRun(buildRun(from, whole.parts()));
      const bytes = await readFile(join(from, JOURNAL));
      const cut = partsOf(benchmark, 'ui_tars');
      // The last step, without the end of item and run.
      await resumeCut(from, join(folder.path, 'cut'), beforeLast(bytes, 5), cut.parts);
      expect(cut.requests.length).toBeGreaterThan(0);
      expect(cut.requests.length).toBeLessThan(STEPS);
      expect(cut.requests).toEqual(whole.requests.slice(-cut.requests.length));
    },
  );
});

async function sizeOfLastPicture(request: ModelRequest): Promise<{ width: number; height: number }> {
  const pictures = request.messages.flatMap(({ content }) => content.filter(({ type }) => type === 'image'));
  const last = pictures.at(-1);
  if (last?.type !== 'image') throw new Error('there is no picture');
  const { width, height } = await sharp(last.data).metadata();
  return { width, height };
}
