import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EpisodeLabel } from '../../domain/scores/episode-label.js';
import { cohenKappa } from '../cohen-kappa.js';
import { measureJudge } from '../judges/measure-judge.js';
import { calibrationLabels } from './calibration-labels.js';
import { causesTable } from './causes-table.js';
import { currentLabels, resolveEpisode } from './current-labels.js';
import { labelAgreement } from './label-agreement.js';
import { labelQueue } from './label-queue.js';

function label(
  labeller: string,
  value: EpisodeLabel['label'],
  more: Partial<EpisodeLabel> = {},
): EpisodeLabel {
  const at = '2026-03-01T12:00:00.000Z';
  return { item: 'a', repeat: 0, pass: 'blind', label: value, cause: null, labeller, note: '', at, ...more };
}

const GROUNDING = { set: 'own', cause: 'grounding' };
const PLANNING = { set: 'own', cause: 'planning' };

describe('currentLabels', () => {
  it('keeps the last of a person in a pass, and each of others', () => {
    const given = [
      label('Ana', 'success'),
      label('Bo', 'failure'),
      label('Ana', 'failure'),
      label('Ana', 'unsure', { pass: 'informed' }),
    ];
    expect(currentLabels(given).get('a#0')).toEqual([given[1], given[2], given[3]]);
  });

  it('is the same however the labels of different people are mixed', () => {
    const values = fc.array(fc.tuple(fc.constantFrom('Ana', 'Bo'), fc.constantFrom('success', 'failure')), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(values, (list) => {
        const labels = list.map(([name, value], place) =>
          label(name, value as EpisodeLabel['label'], { note: String(place) }),
        );
        const sorted = [...labels].sort((x, y) => x.labeller.localeCompare(y.labeller));
        const setOf = (given: readonly EpisodeLabel[]): readonly EpisodeLabel[] =>
          (currentLabels(given).get('a#0') ?? []).toSorted((x, y) => x.labeller.localeCompare(y.labeller));
        expect(setOf(labels)).toEqual(setOf(sorted));
      }),
    );
  });
});

describe('resolveEpisode', () => {
  it.each([
    ['one person', [label('Ana', 'success')], { state: 'single', label: 'success', cause: null }],
    [
      'two who agree',
      [label('Ana', 'failure'), label('Bo', 'failure')],
      { state: 'agreed', label: 'failure', cause: null },
    ],
    [
      'two who do not',
      [label('Ana', 'failure'), label('Bo', 'success')],
      { state: 'disagreed', label: null, cause: null },
    ],
    ['nobody who is sure', [label('Ana', 'unsure')], { state: 'unsure', label: null, cause: null }],
    [
      'one who changes their mind once informed',
      [label('Ana', 'failure'), label('Bo', 'success'), label('Ana', 'success', { pass: 'informed' })],
      { state: 'agreed', label: 'success', cause: null },
    ],
    [
      'a third who decides',
      [
        label('Ana', 'failure'),
        label('Bo', 'success'),
        label('Cy', 'failure', { pass: 'adjudication', cause: PLANNING }),
      ],
      { state: 'adjudicated', label: 'failure', cause: PLANNING },
    ],
    [
      'a third who cannot decide',
      [label('Ana', 'failure'), label('Bo', 'success'), label('Cy', 'unsure', { pass: 'adjudication' })],
      { state: 'disagreed', label: null, cause: null },
    ],
    [
      'two causes, as many for each',
      [label('Ana', 'failure', { cause: GROUNDING }), label('Bo', 'failure', { cause: PLANNING })],
      { state: 'agreed', label: 'failure', cause: null },
    ],
    [
      'a cause that one gives',
      [label('Ana', 'failure', { cause: GROUNDING }), label('Bo', 'failure')],
      { state: 'agreed', label: 'failure', cause: GROUNDING },
    ],
  ] as const)('is decided by %s', (_, labels, expected) => {
    expect(resolveEpisode(labels)).toEqual(expected);
  });
});

describe('labelAgreement', () => {
  const items = Array.from({ length: 8 }, (_, place) => `item-${place}`);
  const ana = [
    'success',
    'success',
    'failure',
    'failure',
    'success',
    'failure',
    'unsure',
    'success',
  ] as const;
  const bo = [
    'success',
    'failure',
    'failure',
    'failure',
    'success',
    'success',
    'failure',
    'success',
  ] as const;
  const labels = currentLabels(
    items.flatMap((item, place) => [
      label('Ana', ana[place] ?? 'unsure', { item }),
      label('Bo', bo[place] ?? 'unsure', { item }),
    ]),
  );

  it('is Cohen’s kappa over what both are sure of', () => {
    const sure = items.map((_, place) => place).filter((place) => ana[place] !== 'unsure');
    const { kappa } = cohenKappa(
      sure.map((place) => ana[place] ?? ''),
      sure.map((place) => bo[place] ?? ''),
    );
    const { pairs, labellers, disagreed } = labelAgreement(labels, 'blind');
    expect(pairs).toHaveLength(1);
    expect(pairs[0]?.verdict).toMatchObject({ n: 7, value: kappa });
    expect(kappa).toBeCloseTo((5 / 7 - 25 / 49) / (1 - 25 / 49), 12);
    expect(labellers).toEqual([
      { name: 'Ana', labelled: 8, unsure: 1 },
      { name: 'Bo', labelled: 8, unsure: 0 },
    ]);
    expect(disagreed).toEqual(['item-1#0', 'item-5#0']);
  });

  it('says nothing of causes of different sets', () => {
    const given = currentLabels([
      label('Ana', 'failure', { cause: GROUNDING }),
      label('Bo', 'failure', { cause: { set: 'other', cause: 'grounding' } }),
    ]);
    expect(labelAgreement(given, 'blind').pairs[0]?.causes).toEqual([]);
  });
});

describe('labelQueue', () => {
  const labels = currentLabels([
    label('Ana', 'success', { item: 'a' }),
    label('Bo', 'failure', { item: 'a' }),
    label('Ana', 'success', { item: 'b' }),
  ]);
  const episodes = ['a#0', 'b#0', 'c#0'];

  it.each([
    ['blind', 'Ana', { open: ['c#0'], done: ['a#0', 'b#0'] }],
    ['informed', 'Ana', { open: ['a#0', 'b#0'], done: [] }],
    ['informed', 'Bo', { open: ['a#0'], done: [] }],
    ['adjudication', 'Ana', { open: [], done: [] }],
    ['adjudication', 'Cy', { open: ['a#0'], done: [] }],
  ] as const)('%s of %s', (pass, labeller, expected) => {
    expect(labelQueue(episodes, labels, { labeller, pass })).toEqual(expected);
  });
});

it('hands to calibration what people said last in each pass, and decisions apart from it', () => {
  const given = [
    label('Ana', 'success', { item: 'a' }),
    label('Ana', 'failure', { item: 'a' }),
    label('Ana', 'success', { item: 'a', pass: 'informed' }),
    label('Ana', 'failure', { item: 'b' }),
    label('Bo', 'success', { item: 'b' }),
    label('Cy', 'failure', { item: 'b', pass: 'adjudication' }),
    label('Cy', 'unsure', { item: 'c', pass: 'adjudication' }),
  ];
  const { labels, decisions } = calibrationLabels(given);
  expect(labels.map(({ key, labeller, label: value, pass }) => [key.item, labeller, value, pass])).toEqual([
    ['a', 'Ana', 'failure', 'blind'],
    ['a', 'Ana', 'success', 'informed'],
    ['b', 'Ana', 'failure', 'blind'],
    ['b', 'Bo', 'success', 'blind'],
  ]);
  expect([...decisions]).toEqual([['b#0', { label: 'failure', labeller: 'Cy' }]]);
});

it('lets a decision stand against any majority, blind and informed, and out of every number of a pass', () => {
  const informed = { pass: 'informed' } as const;
  const people = ['Ana', 'Di', 'Eli'].flatMap((name) => [
    label(name, 'success'),
    label(name, 'success', informed),
  ]);
  const other = [label('Bo', 'failure'), label('Bo', 'success', informed)];
  const { labels, decisions } = calibrationLabels([
    ...people,
    ...other,
    label('Cy', 'failure', { pass: 'adjudication' }),
  ]);
  const verdicts = new Map([['a#0', 'success' as const]]);
  for (const disagreements of ['majority', 'leave-out'] as const) {
    const { items, resolved, measurement } = measureJudge(verdicts, labels, { disagreements, decisions });
    expect(items).toMatchObject([{ item: 'a#0', label: 'failure' }]);
    expect(resolved).toMatchObject({ disagreements: ['a#0'], leftOut: [] });
    expect(measurement.rates.counts).toMatchObject({ falsePositives: 1, truePositives: 0 });
    // All said success once informed, and so says the judge.
    expect(measurement.passes.informed?.counts).toMatchObject({ truePositives: 1, falsePositives: 0 });
    expect(measurement.bias).toMatchObject({ n: 4, towards: { hits: 1, total: 1 } });
  }
  const majority = measureJudge(verdicts, labels, { disagreements: 'majority', decisions });
  expect(majority.measurement.passes.blind?.counts).toMatchObject({ truePositives: 1, falsePositives: 0 });
});

it('measures agreement on causes in each set by itself', () => {
  // Within each set the two are independent, and both always choose the same set.
  const ids = ['x', 'y'];
  const given = ['one', 'two'].flatMap((set) =>
    ids.flatMap((first) =>
      ids.flatMap((second) => {
        const item = `${set}-${first}-${second}`;
        return [
          label('Ana', 'failure', { item, cause: { set, cause: first } }),
          label('Bo', 'failure', { item, cause: { set, cause: second } }),
        ];
      }),
    ),
  );
  const [pair] = labelAgreement(currentLabels(given), 'blind').pairs;
  expect(pair?.causes).toMatchObject([
    { set: 'one', kappa: { n: 4, value: 0 } },
    { set: 'two', kappa: { n: 4, value: 0 } },
  ]);
});

it('takes the last decision, whoever decided first', () => {
  const decided = (name: string, value: EpisodeLabel['label']): EpisodeLabel =>
    label(name, value, { pass: 'adjudication' });
  const given = [decided('Cy', 'success'), decided('Di', 'failure'), decided('Cy', 'success')];
  expect(resolveEpisode(currentLabels(given).get('a#0') ?? [])).toMatchObject({ label: 'success' });
});

it('counts causes by agent, of agreed failures alone', () => {
  const causes = [
    { id: 'grounding', title: 'Grounding', help: '' },
    { id: 'planning', title: 'Planning', help: '' },
  ];
  const failed = (cause: EpisodeLabel['cause']) => ({ state: 'single', label: 'failure', cause }) as const;
  const table = causesTable({ id: 'own', title: 'Own', source: 'a paper', causes }, [
    {
      agent: 'first',
      episodes: [
        { key: 'a#0', resolved: failed(GROUNDING) },
        { key: 'b#0', resolved: failed(null) },
        { key: 'c#0', resolved: { state: 'disagreed', label: null, cause: null } },
        { key: 'd#0', resolved: failed({ set: 'other', cause: 'grounding' }) },
      ],
    },
    { agent: 'second', episodes: [] },
  ]);
  expect(table.title).toBe('Own');
  expect(table.rows.map((row) => row.map(({ text }) => text))).toEqual([
    ['Grounding', '1/3', '–'],
    ['Planning', '0/3', '–'],
    ['none of these, or not agreed', '2/3', '–'],
  ]);
  expect(table.rows[0]?.[1]).toMatchObject({ value: 1 / 3, items: ['a#0'] });
});
