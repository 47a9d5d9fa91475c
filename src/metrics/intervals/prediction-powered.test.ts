import { describe, expect, it } from 'vitest';
import { predictionPoweredRate } from './prediction-powered.js';

const LABELLED = { truePositives: 40, falsePositives: 10, falseNegatives: 5, trueNegatives: 45 };
const SAMPLE = { labelled: LABELLED, unlabelled: { successes: 120, n: 300 } };

describe('predictionPoweredRate', () => {
  it('weighs the judge so that the interval is narrowest', () => {
    const powered = predictionPoweredRate(SAMPLE);
    // By hand, with half an item in each cell: covariance 0.171569, over (1 + 102/300) times 0.25.
    expect(powered?.lambda).toBeCloseTo(0.512145, 6);
    expect(powered?.estimate).toBeCloseTo(0.45 - 0.1 * 0.512145, 6);
    const items = [
      ...Array.from({ length: 81 }, () => [1, 1] as const),
      ...Array.from({ length: 21 }, () => [0, 1] as const),
      ...Array.from({ length: 11 }, () => [1, 0] as const),
      ...Array.from({ length: 91 }, () => [0, 0] as const),
    ];
    // Each item stands for half of one.
    const varianceAt = (lambda: number): number => {
      const residuals = items.map(([label, judge]) => label - lambda * judge);
      const mean = residuals.reduce((sum, value) => sum + value, 0) / items.length;
      const squares = residuals.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 2;
      return squares / 102 / 101 + (lambda ** 2 * 0.4 * 0.6) / 300;
    };
    const half = ((powered?.interval.high ?? 0) - (powered?.interval.low ?? 0)) / 2;
    // Student's quantile with 99 degrees of freedom.
    expect(half).toBeCloseTo(1.9842169515864 * Math.sqrt(varianceAt(powered?.lambda ?? 0)), 10);
    for (const other of [0, 0.3, 0.8, 1]) expect(varianceAt(other)).toBeGreaterThan(varianceAt(0.512145));
  });

  it('is the labels alone where the judge says nothing of them, or nothing else was judged', () => {
    const useless = { truePositives: 20, falsePositives: 20, falseNegatives: 20, trueNegatives: 20 };
    expect(predictionPoweredRate({ ...SAMPLE, labelled: useless })).toMatchObject({
      estimate: 0.5,
      lambda: 0,
    });
    const opposed = { truePositives: 10, falsePositives: 30, falseNegatives: 30, trueNegatives: 10 };
    expect(predictionPoweredRate({ ...SAMPLE, labelled: opposed })).toMatchObject({
      estimate: 0.5,
      lambda: 0,
    });
    const alone = predictionPoweredRate({ labelled: LABELLED, unlabelled: { successes: 0, n: 0 } });
    expect(alone).toMatchObject({ estimate: 0.45, lambda: 0 });
  });

  it('has a width where the judge made no error', () => {
    const perfect = { truePositives: 50, falsePositives: 0, falseNegatives: 0, trueNegatives: 50 };
    const powered = predictionPoweredRate({ ...SAMPLE, labelled: perfect });
    expect((powered?.interval.high ?? 0) - (powered?.interval.low ?? 0)).toBeGreaterThan(0.1);
    const none = { truePositives: 1, falsePositives: 0, falseNegatives: 0, trueNegatives: 0 };
    expect(predictionPoweredRate({ ...SAMPLE, labelled: none })).toBeNull();
  });
});
