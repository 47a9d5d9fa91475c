import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../domain/action.js';
import { countBySeverity, type Finding } from '../../domain/finding.js';
import { pixelPoint, type Box, type Size } from '../../domain/geometry.js';
import type {
  RecordedEntry,
  RecordedEpisode,
  RecordedSplit,
  RecordedStep,
} from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import { LintReportSchema } from '../../formats/lint/lint-report.js';
import { sarifOf } from '../../report/sarif.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { RULES } from '../rules.js';
import {
  lintRecordedEpisodes,
  type LintedRecordings,
  type LintRecordingsOptions,
} from './lint-recorded-episodes.js';

const signal = new AbortController().signal;
const SIZE: Size = { width: 200, height: 400 };

/** A picture of bars that `seed` sets apart from others; `clock` changes its first rows alone. */
async function picture(seed: number, { size = SIZE, clock = 0 } = {}): Promise<Uint8Array> {
  const { width, height } = size;
  const grey = new Uint8Array(width * height).map((_, index) => {
    const y = Math.floor(index / width);
    if (y < height * 0.03) return clock;
    return (Math.floor(y / 40) * 37 + seed * 53) % 256;
  });
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

function screenOf(load: (() => Promise<Uint8Array>) | null, size: Size | null = SIZE): Screen {
  return {
    id: 'screen',
    size,
    activity: null,
    hierarchy: null,
    picture: load === null ? null : { mediaType: 'image/png', load },
  };
}

const BOX: Box = [0, 0, 100, 100];
const NOTES = { description: 'A list.', intention: 'To open it.', context: 'Nothing yet.' };

function stepOf(seed: number, action: Action, more: Partial<RecordedStep> = {}): RecordedStep {
  return {
    screen: screenOf(() => picture(seed)),
    action,
    stepInstruction: 'Do it',
    annotation: NOTES,
    ...(action.type === 'tap' ? { box: BOX } : {}),
    ...more,
  };
}

const TAP = tap(pixelPoint(50, 60));
/** An episode without a fault. */
function sound(id: string, more: Partial<RecordedEpisode> = {}): RecordedEpisode {
  return {
    id,
    instructions: { en: `Open the list number ${id}.` },
    apps: ['Notes'],
    labels: {},
    steps: [
      stepOf(1, TAP),
      stepOf(2, { type: 'swipe', direction: 'up', from: pixelPoint(100, 300), to: pixelPoint(100, 100) }),
      stepOf(3, stop('success')),
    ],
    ...more,
  };
}

/** The sound episode with one of its steps changed. */
function changed(id: string, step: number, more: Partial<RecordedStep>): RecordedEpisode {
  const { steps, ...rest } = sound(id);
  return { ...rest, steps: steps.map((known, index) => (index === step ? { ...known, ...more } : known)) };
}

async function lint(
  episodes: readonly (RecordedEpisode | RecordedEntry)[],
  {
    splits,
    ...options
  }: Partial<LintRecordingsOptions> & { splits?: () => Promise<readonly RecordedSplit[]> } = {},
): Promise<readonly Finding[]> {
  const benchmark: LintedRecordings = {
    name: 'made-up',
    mode: 'corrected',
    recordings: {
      async *episodes() {
        for (const entry of episodes) yield 'type' in entry ? entry : { type: 'episode', episode: entry };
      },
      splits: splits ?? (async () => []),
    },
  };
  const report = await lintRecordedEpisodes(benchmark, {
    folder: '/data',
    isWhole: true,
    pictures: true,
    signal,
    ...options,
  });
  LintReportSchema.parse(report);
  return report.findings;
}

async function rulesOf(...args: Parameters<typeof lint>): Promise<string[]> {
  return (await lint(...args)).map(({ rule }) => rule);
}

describe('lintRecordedEpisodes', () => {
  it('finds nothing in sound episodes', async () => {
    expect(await lint([sound('a'), sound('b')])).toEqual([]);
  });

  it.each<[string, RecordedEpisode]>([
    ['recording/missing-picture', changed('a', 1, { screen: screenOf(null) })],
    [
      'recording/missing-picture',
      changed('a', 1, {
        screen: screenOf(async () => {
          throw new DatasetError('gone');
        }),
      }),
    ],
    [
      'recording/broken-picture',
      changed('a', 1, { screen: screenOf(async () => Buffer.from('no picture')) }),
    ],
    [
      'recording/broken-picture',
      changed('a', 1, { screen: screenOf(async () => (await picture(2)).subarray(0, 150)) }),
    ],
    [
      'recording/blank-picture',
      changed('a', 1, {
        screen: screenOf(async () =>
          sharp({ create: { width: 200, height: 400, channels: 3, background: '#000' } })
            .png()
            .toBuffer(),
        ),
      }),
    ],
    [
      'recording/picture-size',
      changed('a', 1, { screen: screenOf(() => picture(2, { size: { width: 400, height: 200 } })) }),
    ],
    ['recording/same-screen', changed('a', 1, { screen: screenOf(() => picture(1, { clock: 255 })) })],
    [
      'recording/action-off-screen',
      changed('a', 0, { action: tap(pixelPoint(50, 401)), box: [0, 390, 90, 400] }),
    ],
    [
      'recording/action-off-screen',
      changed('a', 1, {
        action: { type: 'swipe', direction: 'up', from: { x: 0, y: 1001, space: 'permille' } },
      }),
    ],
    ['recording/box-off-screen', changed('a', 0, { box: [0, 0, 230, 100] })],
    ['recording/box-without-area', changed('a', 0, { box: [50, 60, 50, 70] })],
    ['recording/point-outside-box', changed('a', 0, { box: [60, 60, 90, 90] })],
    ['recording/empty-text', changed('a', 1, { action: { type: 'type', text: ' ' } })],
    [
      'recording/foreign-action',
      changed('a', 1, { action: { type: 'foreign', native: { family: 'x', name: 'PINCH' } } }),
    ],
    ['recording/early-end', changed('a', 1, { action: stop('success') })],
    ['recording/no-instruction', sound('a', { instructions: { en: ' ' } })],
    ['recording/unfilled-instruction', sound('a', { instructions: { en: 'Look for {item} in the shop' } })],
    ['recording/step-numbers', sound('a', { oddities: [{ kind: 'step-numbers', message: 'out of order' }] })],
    ['recording/step-count', sound('a', { oddities: [{ kind: 'step-count', message: '3, not 4' }] })],
    ['recording/unknown-label', sound('a', { oddities: [{ kind: 'unknown-label', message: 'no such' }] })],
    ['recording/broken-box', sound('a', { oddities: [{ kind: 'broken-box', message: '3 numbers' }] })],
    ['recording/foreign-word', sound('a', { oddities: [{ kind: 'foreign-word', message: 'TYPE' }] })],
  ])('finds %s', async (rule, episode) => {
    // A sound episode next to it: what the defect is compared with where it takes two.
    const findings = await lint([sound('b'), episode]);
    expect(findings.map((finding) => finding.rule)).toEqual([rule]);
    expect(findings[0]?.subjects).toEqual(['a']);
    expect(findings[0]?.message).toContain('episode a');
  });

  it('finds steps and episodes that lack what others have', async () => {
    const { steps, ...rest } = sound('a');
    const endless = { ...rest, steps: steps.slice(0, 2) };
    const noBox = {
      ...sound('d'),
      steps: sound('d').steps.map(({ screen, action, stepInstruction = '', annotation = {} }) => ({
        screen,
        action,
        stepInstruction,
        annotation,
      })),
    };
    const bare = changed('c', 1, {
      annotation: { description: 'A list.', intention: ' ', context: 'None.' },
    });
    expect(await rulesOf([sound('b'), endless, bare, noBox])).toEqual([
      'recording/no-end',
      'recording/missing-annotation',
      'recording/touch-without-box',
    ]);
  });

  it('says once of a whole dataset that it was made without boxes, annotations and ends', async () => {
    const plain = (id: string): RecordedEpisode =>
      sound(id, { steps: [1, 2].map((seed) => ({ screen: screenOf(() => picture(seed)), action: TAP })) });
    const findings = await lint([plain('a'), plain('b'), plain('c')]);
    expect(countBySeverity(findings)).toEqual({ error: 0, warning: 0, note: findings.length });
    expect(findings.map(({ rule }) => rule)).toEqual([
      ...Array.from({ length: 4 }, () => 'recording/missing-annotation'),
      'recording/no-end',
      'recording/touch-without-box',
    ]);
  });

  it('lists the steps that one rule finds fault with in one finding', async () => {
    const empty: Action = { type: 'type', text: '' };
    const [first, second, last] = [0, 1, 2].map((seed) => stepOf(seed, seed === 2 ? stop() : empty));
    const [finding, ...others] = await lint([
      sound('a', { steps: [first, second, last].filter((step) => step !== undefined) }),
    ]);
    expect(others.map(({ rule }) => rule)).not.toContain('recording/empty-text');
    expect(finding).toMatchObject({ rule: 'recording/empty-text', details: { steps: [0, 1] } });
    expect(finding?.message).toBe('episode a, step 0: nothing is typed; 1 more step alike');
  });

  it('leaves pictures closed on request', async () => {
    const unseen = changed('a', 1, {
      screen: screenOf(async () => {
        throw new Error('nobody should look');
      }),
    });
    expect(await lint([sound('b'), unseen], { pictures: false })).toEqual([]);
  });

  it('reports episodes that cannot be read, and ids that are there twice', async () => {
    const error = new DatasetError('half of it is missing', {
      place: { file: '/data/x/torn.json', line: 3 },
    });
    const findings = await lint([{ type: 'broken', id: 'torn', error }, sound('a'), sound('a')]);
    expect(findings.map(({ rule, place }) => [rule, place])).toEqual([
      ['recording/duplicate-id', null],
      ['recording/broken', { file: 'x/torn.json', line: 3 }],
    ]);
  });

  it('finds instructions that are the same but for case, spaces and the full stop, and those that leak into a test', async () => {
    const asked = (id: string, text: string): RecordedEpisode => sound(id, { instructions: { en: text } });
    const findings = await lint(
      [asked('a', 'Open  the list.'), asked('b', 'open the LIST'), asked('c', 'Close the list')],
      {
        splits: async () => [{ name: 'random', file: '/data/splits/r.json', train: ['a'], test: ['b', 'c'] }],
      },
    );
    expect(findings.map(({ rule, subjects }) => [rule, subjects])).toEqual([
      ['recording/duplicate-instruction', ['a', 'b']],
      ['recording/leaked-instruction', ['random', 'b']],
    ]);
  });

  it('finds episodes on both sides of a split, on none, listed twice, or absent', async () => {
    const findings = await lint([sound('a'), sound('b'), sound('c')], {
      splits: async () => [
        { name: 'task', file: '/data/splits/t.json', train: ['a', 'gone'], test: ['a', 'b', 'b'] },
      ],
    });
    expect(findings.map(({ rule, subjects, place }) => [rule, subjects, place?.file])).toEqual([
      ['recording/split-absent', ['task', 'gone'], 'splits/t.json'],
      ['recording/split-overlap', ['task', 'a'], 'splits/t.json'],
      ['recording/split-repeated', ['task', 'b'], 'splits/t.json'],
      ['recording/split-left-out', ['task', 'c'], 'splits/t.json'],
    ]);
  });

  it('asks of a split no episodes that it did not look for', async () => {
    const splits = async (): Promise<RecordedSplit[]> => [
      { name: 'task', file: '/data/t.json', train: ['x'], test: ['a'] },
    ];
    expect(await lint([sound('a')], { isWhole: false, splits })).toEqual([]);
  });

  it('reports a split file that cannot be read, and continues', async () => {
    const findings = await lint([sound('a')], {
      splits: async () => {
        throw new DatasetError('torn', { place: { file: '/data/splits/r.json' } });
      },
    });
    expect(findings.map(({ rule, place }) => [rule, place?.file])).toEqual([
      ['file/unreadable', 'splits/r.json'],
    ]);
  });

  it('takes up what reviewers say: the last word of each counts, and one no is enough', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const file = join(folder.path, 'verdicts.jsonl');
    const said = [
      ['a', 'completes', 'no', 'Ann'],
      ['a', 'completes', 'yes', 'Ann'],
      ['b', 'completes', 'yes', 'Ann'],
      ['b', 'completes', 'no', 'Ben'],
      ['b', 'equivalent', 'no', 'Ann'],
      ['z', 'completes', 'yes', 'Ann'],
    ].map(([episode, criterion, verdict, reviewer]) =>
      JSON.stringify({ episode, criterion, verdict, reviewer, reason: 'seen' }),
    );
    await writeFile(file, said.join('\n'));
    const findings = await lint([sound('a'), sound('b')], { reviews: file });
    expect(findings.map(({ rule, subjects, place }) => [rule, subjects, place?.line])).toEqual([
      ['recording/not-completed', ['b'], 4],
      ['recording/not-equivalent', ['b'], 5],
      ['recording/review-absent', ['z'], undefined],
      ['recording/not-reviewed', ['equivalent', 'a'], undefined],
    ]);
    await writeFile(file, `${said[0] ?? ''}\n{"episode": "a"}`);
    await expect(lint([sound('a')], { reviews: file })).rejects.toThrow(
      /verdicts\.jsonl:2: record 2 is no verdict: it has no criterion$/,
    );
  });

  it('gives lines of JSON files, and SARIF with them', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const file = join(folder.path, 'a.json');
    await writeFile(file, '{\n  "steps": [\n    {},\n    {"text": ""}\n  ]\n}\n');
    const place = { file, path: ['steps', 1] };
    const findings = await lint([changed('a', 1, { action: { type: 'type', text: '' }, place })], {
      folder: folder.path,
    });
    expect(findings.map((finding) => finding.place)).toEqual([
      { file: 'a.json', line: 4, column: 5, path: ['steps', 1] },
    ]);
    const report = {
      formatVersion: 1 as const,
      benchmark: 'x',
      folder: folder.path,
      mode: 'corrected' as const,
      files: [],
      findings: [...findings],
      proofs: [],
    };
    expect(JSON.stringify(sarifOf(report, { rules: RULES, version: '0.0.0' }))).toContain('"startLine":4');
  });

  it('keeps a bounded number of findings of one rule, and says how many there were', async () => {
    async function* many(): AsyncGenerator<RecordedEntry> {
      for (let number = 0; number < 10_003; number += 1) {
        const id = String(number);
        yield { type: 'broken', id, error: new DatasetError('torn') };
      }
    }
    const report = await lintRecordedEpisodes(
      { name: 'made-up', mode: 'corrected', recordings: { episodes: many, splits: async () => [] } },
      { folder: '/data', isWhole: true, pictures: false, signal },
    );
    expect(report.findings).toHaveLength(10_001);
    expect(report.findings.find(({ details }) => details?.['left'] !== undefined)?.message).toBe(
      '3 more findings of this rule, not listed',
    );
  });
});
