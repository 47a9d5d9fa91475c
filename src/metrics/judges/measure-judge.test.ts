import { describe, expect, it } from 'vitest';
import type { Label } from '../../domain/scores/label.js';
import { groupAgreement } from './group-agreement.js';
import { measureJudge } from './measure-judge.js';
import { resolveLabels } from './resolve-labels.js';

function label(item: string, word: Label['label'], more: Partial<Label> = {}): Label {
  return {
    key: { item, repeat: 0 },
    label: word,
    labeller: 'Ana',
    pass: 'blind',
    at: null,
    note: '',
    ...more,
  };
}

const MAJORITY = { disagreements: 'majority' } as const;

describe('measureJudge', () => {
  it('counts unknown verdicts and unlabelled items apart, never as failures', () => {
    const verdicts = new Map([
      ['tp#0', 'success'],
      ['fp#0', 'success'],
      ['fn#0', 'failure'],
      ['tn#0', 'failure'],
      ['us#0', 'unknown'],
      ['uf#0', 'unknown'],
      ['none#0', 'failure'],
      ['unsure#0', 'success'],
    ] as const);
    const labels = [
      ...['tp', 'fn', 'us'].map((item) => label(item, 'success')),
      ...['fp', 'tn', 'uf'].map((item) => label(item, 'failure')),
      label('unsure', 'unsure'),
    ];
    const { measurement, resolved } = measureJudge(verdicts, labels, MAJORITY);
    expect(measurement.rates.counts).toEqual({
      truePositives: 1,
      falsePositives: 1,
      falseNegatives: 1,
      trueNegatives: 1,
      unknownSuccesses: 1,
      unknownFailures: 1,
      unlabelled: 2,
    });
    expect(measurement.rates.sensitivity).toMatchObject({ hits: 1, total: 2, value: 0.5 });
    expect(measurement.rates.accuracy).toMatchObject({ hits: 2, total: 4 });
    expect(resolved.unsure).toEqual(['unsure#0']);
    expect(measurement.passes.informed).toBeUndefined();
    expect(measurement.passes.blind).toEqual(measurement.rates);
    expect(measurement.bias).toBeNull();
  });

  it('has each rate over its own items', () => {
    const entries = [
      ...Array.from({ length: 8 }, (_, at) => [`tp${at}`, 'success', 'success'] as const),
      ...Array.from({ length: 2 }, (_, at) => [`fn${at}`, 'failure', 'success'] as const),
      ...Array.from({ length: 1 }, (_, at) => [`fp${at}`, 'success', 'failure'] as const),
      ...Array.from({ length: 3 }, (_, at) => [`tn${at}`, 'failure', 'failure'] as const),
    ];
    const { rates } = measureJudge(
      new Map(entries.map(([item, verdict]) => [`${item}#0`, verdict])),
      entries.map(([item, , word]) => label(item, word)),
      MAJORITY,
    ).measurement;
    expect(rates.sensitivity).toMatchObject({ hits: 8, total: 10 });
    expect(rates.specificity).toMatchObject({ hits: 3, total: 4 });
    expect(rates.precision).toMatchObject({ hits: 8, total: 9 });
    expect(rates.accuracy).toMatchObject({ hits: 11, total: 14 });
    // Observed 11/14, by chance (9·10 + 5·4) / 14².
    expect(rates.kappa.value).toBeCloseTo((11 / 14 - 110 / 196) / (1 - 110 / 196), 12);
  });

  it('says how often a label changes towards the verdict that was shown', () => {
    const words: readonly [Label['label'], Label['label']][] = [
      ['failure', 'success'],
      ['failure', 'success'],
      ['failure', 'failure'],
      ['success', 'success'],
      ['success', 'failure'],
      ['unsure', 'success'],
    ];
    const verdicts = new Map(words.map((_, at) => [`${at}#0`, 'success' as const]));
    const labels = words.flatMap(([blind, informed], at) => [
      label(String(at), informed, { pass: 'informed' }),
      label(String(at), blind),
    ]);
    const { bias, rates } = measureJudge(verdicts, labels, MAJORITY).measurement;
    expect(bias).toMatchObject({
      n: 5,
      leftOut: 1,
      towards: { hits: 2, total: 3 },
      away: { hits: 1, total: 2 },
      shift: 0.2,
      p: 1,
      kappa: { n: 5 },
    });
    // What was said blind counts.
    expect(rates.counts).toMatchObject({ truePositives: 2, falsePositives: 3 });
  });
});

describe('resolveLabels', () => {
  const labels = [
    label('even', 'success'),
    label('even', 'failure', { labeller: 'Bo' }),
    label('two', 'success'),
    label('two', 'failure', { labeller: 'Bo' }),
    label('two', 'failure', { labeller: 'Cy' }),
    label('one', 'unsure'),
    label('one', 'success', { labeller: 'Bo' }),
  ];

  it('goes by the majority, and leaves out ties', () => {
    const resolved = resolveLabels(labels, MAJORITY);
    expect([...resolved.labels]).toEqual([
      ['two#0', 'failure'],
      ['one#0', 'success'],
    ]);
    expect(resolved.disagreements).toEqual(['even#0', 'two#0']);
    expect(resolved.leftOut).toEqual(['even#0']);
  });

  it('leaves out every disagreement where asked to', () => {
    const resolved = resolveLabels(labels, { disagreements: 'leave-out' });
    expect([...resolved.labels]).toEqual([['one#0', 'success']]);
    expect(resolved.leftOut).toEqual(['even#0', 'two#0']);
  });
});

describe('groupAgreement', () => {
  it('agrees with the published formula, and leaves unknown verdicts to their pairs', () => {
    const verdicts = [
      ['success', 'success', 'success'],
      ['success', 'success', 'failure'],
      ['failure', 'failure', 'failure'],
      ['failure', 'success', 'failure'],
      ['success', 'unknown', 'failure'],
    ] as const;
    const agreement = groupAgreement(verdicts.map((list, at) => ({ item: String(at), verdicts: list })));
    expect(agreement.unanimous).toMatchObject({ hits: 2, total: 4 });
    expect(agreement.incomplete).toEqual(['4']);
    expect(agreement.ties).toEqual(['4']);
    // By hand: observed (1 + 1/3 + 1 + 1/3) / 4 = 2/3, by chance 1/2.
    expect(agreement.fleiss.value).toBeCloseTo(1 / 3, 12);
    expect(agreement.pairs.map(({ judges, kappa }) => [...judges, kappa.n])).toEqual([
      [0, 1, 4],
      [0, 2, 5],
      [1, 2, 4],
    ]);
  });

  it('is nothing where all say the same of everything, or nobody judged', () => {
    const same = [{ item: 'a', verdicts: ['success', 'success'] as const }];
    expect(groupAgreement(same).fleiss.value).toBeNull();
    expect(groupAgreement([])).toMatchObject({ fleiss: { value: null }, pairs: [] });
  });
});
