import { describe, expect, it } from 'vitest';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import type { ReportStep } from '../../src/report/view/report-episode.js';
import { ReportSource } from './report-source.js';
import { SourceError } from './viewer-source.js';

interface FakeBlock {
  readonly textContent: string;
  readonly size?: string;
}

/** Of a document no more than the source asks for. */
function documentOf(blocks: Readonly<Record<string, FakeBlock>>): Document {
  const fake = {
    readyState: 'complete',
    getElementById(id: string) {
      const block = blocks[id];
      if (block === undefined) return null;
      return {
        textContent: block.textContent,
        nextElementSibling: {},
        getAttribute: (name: string) => (name === 'data-size' ? (block.size ?? null) : null),
      };
    },
  };
  return fake as unknown as Document;
}

async function packed(value: unknown): Promise<FakeBlock> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return { textContent: btoa(String.fromCharCode(...bytes)) };
}

function stepOf(step: Partial<ReportStep>): Partial<ReportStep> {
  return { size: null, picture: null, noPicture: null, ...step };
}

const RUN = {
  id: 'first',
  status: 'crashed',
  inDimensions: false,
  planned: 3,
  models: [],
  identity: [],
  summary: {
    success: { value: 0.5, n: 2, low: 0.1, high: 0.9, worst: 0.3, best: 0.7 },
    main: null,
    notRun: 1,
    inputTokens: 5,
    outputTokens: null,
    durationMs: 7,
    calls: 1,
    costUsd: null,
  },
};
const INDEX = {
  runs: [RUN],
  episodes: {
    run: [0, 0, 0],
    item: ['task', 'task', 'other'],
    repeat: [0, 1, 0],
    attempts: [1, 2, 0],
    stepsAt: [[0, 1], [4, 0], null],
    verdictAt: [[0, 0], null, null],
    otherVerdictAt: [null, null, null],
  },
} as unknown as ReportIndex;
const STEPS = [
  stepOf({ picture: '#picture-0' }),
  stepOf({ picture: '#picture-9' }),
  stepOf({ picture: 'report-files/a b.png' }),
];
const SOURCE = new ReportSource(
  documentOf({
    index: await packed(INDEX),
    'block-0': await packed([{ mode: 'corrected' }, { maxSteps: 9, steps: STEPS }]),
    'picture-0': { textContent: 'UklGRg==', size: '1080 2340' },
  }),
);

describe('the source of a report file', () => {
  it('can do nothing that takes a server', async () => {
    expect([...SOURCE.features]).toEqual([]);
    await expect(SOURCE.ask()).rejects.toThrow(SourceError);
  });

  it('gives the whole index, whatever runs an address names', async () => {
    expect(await SOURCE.index()).toEqual(INDEX);
  });

  it('finds an episode and its verdict by run, item and repeat', async () => {
    const view = await SOURCE.episode('first', 'task', 0);
    expect(view).toMatchObject({ run: 'first', item: 'task', repeat: 0, attempt: 1, isRunning: false });
    expect(view.episode.maxSteps).toBe(9);
    expect(view.verdict).toEqual({ mode: 'corrected' });
    expect(view.otherVerdict).toBeNull();
  });

  it('gives the pictures that lie in the file, with the size of what they were made from', async () => {
    const { episode } = await SOURCE.episode('first', 'task', 0);
    expect(episode.steps.map(({ size, picture, noPicture }) => [size, picture, noPicture])).toEqual([
      [[1080, 2340], '#picture-0', null],
      [null, null, 'noRoom'],
      [null, 'report-files/a b.png', null],
    ]);
    expect(SOURCE.picture('#picture-0')).toBe('data:image/webp;base64,UklGRg==');
    expect(SOURCE.picture('report-files/a b.png')).toBe('report-files/a b.png');
  });

  it('has no steps of an episode that was never run', async () => {
    expect((await SOURCE.episode('first', 'other', 0)).episode.steps).toEqual([]);
  });

  it('says whether an episode is not there or was cut off', async () => {
    await expect(SOURCE.episode('second', 'task', 0)).rejects.toThrow('does not hold the episode');
    await expect(SOURCE.episode('first', 'task', 1)).rejects.toThrow('cut off or changed');
  });

  it('shows its runs as a folder would', async () => {
    expect(await SOURCE.runs()).toMatchObject([
      {
        id: 'first',
        state: 'crashed',
        finished: 2,
        judged: 2,
        passed: 1,
        voided: 0,
        tokens: 5,
        leftMs: null,
        success: { value: 0.5, low: 0.1, high: 0.9 },
      },
    ]);
  });
});
