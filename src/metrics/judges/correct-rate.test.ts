import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdInUnit } from '../intervals/hold-in-unit.js';
import { langReiczigelLimits } from '../intervals/lang-reiczigel.js';
import { predictionPoweredRate } from '../intervals/prediction-powered.js';
import { wilsonInterval } from '../intervals/wilson.js';
import { correctRate, overUnknown, type CorrectedRate, type JudgedRun } from './correct-rate.js';

const CALIBRATION = {
  truePositives: 40,
  falsePositives: 10,
  falseNegatives: 5,
  trueNegatives: 45,
  unknownSuccesses: 0,
  unknownFailures: 0,
  unlabelled: 300,
};
const RUN: JudgedRun = {
  successes: 170,
  n: 400,
  unknown: 0,
  calibration: CALIBRATION,
  labels: 'random-part',
};

function of(run: JudgedRun, method: CorrectedRate['method']): CorrectedRate | undefined {
  return correctRate(run).corrected.find((one) => one.method === method);
}

const width = ({ low, high }: { readonly low: number; readonly high: number }): number => high - low;

/** Labels of ten items or more with both kinds, and verdicts on further ones. */
const anyRun = fc
  .record({
    truePositives: fc.nat(80),
    falsePositives: fc.nat(80),
    falseNegatives: fc.nat(80),
    trueNegatives: fc.nat(80),
    further: fc.nat(500),
    share: fc.float({ min: 0, max: 1, noNaN: true }),
    designEffect: fc.constantFrom(1, 1.7),
    labels: fc.constantFrom('random-part', 'other-items'),
  })
  .map(({ further, share, designEffect, labels, ...four }): JudgedRun => {
    const labelled = four.truePositives + four.falsePositives + four.falseNegatives + four.trueNegatives;
    const successes = Math.floor(share * further);
    return {
      successes: successes + four.truePositives + four.falsePositives,
      n: further + labelled,
      unknown: 0,
      calibration: { ...four, unknownSuccesses: 0, unknownFailures: 0, unlabelled: further },
      labels,
      designEffect,
    };
  });

describe('correctRate', () => {
  it('takes the errors of a judge out of its rate', () => {
    const skill = of(RUN, 'rogan-gladen');
    // Sensitivity 40/45, specificity 45/55: (0.425 + 45/55 - 1) / (40/45 + 45/55 - 1).
    expect(skill?.type === 'rate' && skill.estimate).toBeCloseTo(0.3439286, 7);
    const powered = of(RUN, 'prediction-powered');
    expect(powered?.type === 'rate' && powered.estimate).toBeCloseTo(0.3987855, 7);
    const labels = of(RUN, 'labels-alone');
    expect(labels?.type === 'rate' && labels.estimate).toBe(0.45);
  });

  it.each([
    [{ truePositives: 20, falsePositives: 20, falseNegatives: 10, trueNegatives: 10 }, /uninformative/],
    [{ truePositives: 5, falsePositives: 20, falseNegatives: 10, trueNegatives: 10 }, /uninformative/],
    [
      { truePositives: 3, falsePositives: 1, falseNegatives: 1, trueNegatives: 4 },
      /9 labelled verdicts are too few/,
    ],
    [{ truePositives: 10, falsePositives: 0, falseNegatives: 90, trueNegatives: 1 }, /do not show/],
    [{ truePositives: 0, falsePositives: 5, falseNegatives: 0, trueNegatives: 25 }, /no labelled success/],
    [{ truePositives: 25, falsePositives: 0, falseNegatives: 5, trueNegatives: 0 }, /no labelled failure/],
  ])('says why it corrects nothing with %j', (counts, reason) => {
    const corrected = of({ ...RUN, calibration: { ...CALIBRATION, ...counts } }, 'rogan-gladen');
    if (corrected?.type === 'rate') expect.fail('corrected');
    expect(corrected?.reason).toMatch(reason);
  });

  it('has no prediction-powered rate of an uninformative judge, nor with labels of other items', () => {
    const guess = {
      ...CALIBRATION,
      truePositives: 20,
      falsePositives: 20,
      falseNegatives: 10,
      trueNegatives: 10,
    };
    expect(of({ ...RUN, calibration: guess }, 'prediction-powered')).toMatchObject({ type: 'none' });
    expect(of({ ...RUN, calibration: guess }, 'labels-alone')).toMatchObject({ type: 'rate' });
    const elsewhere = { ...RUN, labels: 'other-items' } as const;
    expect(of(elsewhere, 'prediction-powered')).toMatchObject({
      type: 'none',
      reason: expect.stringContaining('other items') as string,
    });
    expect(of(elsewhere, 'rogan-gladen')).toMatchObject({ type: 'rate' });
    expect(of(elsewhere, 'labels-alone')).toBeUndefined();
    expect(of({ ...RUN, n: 0, successes: 0 }, 'rogan-gladen')).toMatchObject({ type: 'none' });
  });

  it('keeps width where verdicts contradict the calibration', () => {
    const few = of({ ...RUN, successes: 4, labels: 'other-items' }, 'rogan-gladen');
    if (few?.type !== 'rate') expect.fail('not corrected');
    expect(few.estimate).toBe(0);
    expect(few.interval.low).toBe(0);
    expect(few.interval.high).toBeGreaterThan(0.05);
  });

  it('is never narrower than its calibration allows', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const { calibration, designEffect = 1 } = run;
        const positives = calibration.truePositives + calibration.falseNegatives;
        const negatives = calibration.trueNegatives + calibration.falsePositives;
        for (const corrected of correctRate(run).corrected) {
          if (corrected.type === 'none') continue;
          const { estimate, interval, method } = corrected;
          expect(interval.low).toBeGreaterThanOrEqual(0);
          expect(interval.high).toBeLessThanOrEqual(1);
          expect(interval.low).toBeLessThanOrEqual(estimate);
          expect(interval.high).toBeGreaterThanOrEqual(estimate);
          const leastOf = (uncut: { low: number; high: number }): number =>
            uncut.low >= 0 && uncut.high <= 1 ? width(uncut) : Math.min(1, width(uncut) / 2);
          if (method === 'rogan-gladen') {
            const limits = langReiczigelLimits({
              rate: run.successes / run.n,
              n: run.n / designEffect,
              sensitivity: calibration.truePositives / positives,
              positives: positives / designEffect,
              specificity: calibration.trueNegatives / negatives,
              negatives: negatives / designEffect,
            });
            if (limits === null) expect.fail('an interval from nowhere');
            const wilson = wilsonInterval(run.successes / designEffect, run.n / designEffect);
            expect(width(limits)).toBeGreaterThanOrEqual(limits.calibrationWidth - 1e-12);
            expect(width(limits)).toBeGreaterThanOrEqual(wilson === null ? 0 : width(wilson) - 1e-12);
            expect(width(interval)).toBeGreaterThanOrEqual(leastOf(limits) - 1e-12);
          }
          if (method === 'prediction-powered') {
            const parts = {
              truePositives: calibration.truePositives / designEffect,
              falsePositives: calibration.falsePositives / designEffect,
              falseNegatives: calibration.falseNegatives / designEffect,
              trueNegatives: calibration.trueNegatives / designEffect,
            };
            const unlabelled = {
              successes:
                (run.successes - calibration.truePositives - calibration.falsePositives) / designEffect,
              n: (run.n - positives - negatives) / designEffect,
            };
            const powered = predictionPoweredRate({ labelled: parts, unlabelled });
            if (powered === null) expect.fail('an interval from nowhere');
            expect(width(powered.interval)).toBeGreaterThanOrEqual(powered.calibrationWidth - 1e-12);
            expect(width(powered.interval)).toBeGreaterThanOrEqual(powered.labelledWidth - 1e-12);
            expect(width(interval)).toBeGreaterThanOrEqual(leastOf(powered.interval) - 1e-12);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is wider where repeats are worth less', () => {
    for (const method of ['rogan-gladen', 'prediction-powered', 'labels-alone'] as const) {
      const [one, repeated] = [of(RUN, method), of({ ...RUN, designEffect: 3 }, method)];
      if (one?.type !== 'rate' || repeated?.type !== 'rate') expect.fail(method);
      expect(width(repeated.interval)).toBeGreaterThan(1.5 * width(one.interval));
    }
  });
});

describe('holdInUnit', () => {
  it('moves, stretches and cuts, and never leaves a point', () => {
    expect(holdInUnit({ low: 0.2, high: 0.4 }, 0.3)).toEqual({ low: 0.2, high: 0.4 });
    expect(holdInUnit({ low: 0.2, high: 0.4 }, 0.5)).toEqual({ low: 0.2, high: 0.5 });
    expect(holdInUnit({ low: -0.5, high: -0.25 }, 0)).toEqual({ low: 0, high: 0.125 });
    expect(holdInUnit({ low: 1.25, high: 1.75 }, 1)).toEqual({ low: 0.75, high: 1 });
  });
});

describe('overUnknown', () => {
  it('counts all unknown items as failed, and as successes', () => {
    expect(overUnknown({ low: 0.25, high: 0.75 }, 80, 20)).toEqual({ low: 0.2, high: 0.8 });
    expect(overUnknown({ low: 0.25, high: 0.75 }, 0, 0)).toBeNull();
  });
});
