import { describe, expect, it } from 'vitest';
import { randomStream } from '../../domain/random.js';
import { langReiczigelInterval } from './lang-reiczigel.js';
import { roganGladen } from './rogan-gladen.js';

const JUDGED = { rate: 0.43, n: 100, sensitivity: 0.9, positives: 100, specificity: 0.8, negatives: 100 };

describe('roganGladen', () => {
  it('leaves a perfect judge alone', () => {
    const perfect = { ...JUDGED, sensitivity: 1, specificity: 1 };
    expect(roganGladen(perfect)?.estimate).toBeCloseTo(0.43, 15);
    expect(roganGladen(perfect)?.standardError).toBeCloseTo(Math.sqrt((0.43 * 0.57) / 100), 15);
  });

  it('says nothing about a judge that guesses', () => {
    expect(roganGladen({ ...JUDGED, sensitivity: 0.3, specificity: 0.7 })).toBeNull();
  });

  it('adds what each of the three samples leaves uncertain', () => {
    // By hand: (0.43 + 0.8 - 1) / 0.7 = 23/70, and the root of
    // 0.43·0.57/200 + (23/70)²·0.9·0.1/50 + (47/70)²·0.8·0.2/80, over 0.7.
    const corrected = roganGladen({ ...JUDGED, n: 200, positives: 50, negatives: 80 });
    expect(corrected?.estimate).toBeCloseTo(23 / 70, 14);
    expect(corrected?.clipped).toBe(corrected?.estimate);
    expect(corrected?.standardError).toBeCloseTo(0.06883074751457552, 14);
  });

  it('is brought back to 0–1 for display alone', () => {
    const low = roganGladen({ ...JUDGED, rate: 0.1 });
    expect(low?.estimate).toBeCloseTo(-1 / 7, 14);
    expect(low?.clipped).toBe(0);
    const high = roganGladen({ ...JUDGED, rate: 0.95 });
    expect(high?.estimate).toBeCloseTo(15 / 14, 14);
    expect(high?.clipped).toBe(1);
  });

  it.each(['n', 'positives', 'negatives'])('has no error where %s is 0', (sample) => {
    expect(roganGladen({ ...JUDGED, [sample]: 0 })?.standardError).toBeNull();
    expect(roganGladen({ ...JUDGED, [sample]: 0 })?.estimate).toBeCloseTo(23 / 70, 14);
  });
});

describe('langReiczigelInterval', () => {
  it('agrees with a separate transcription of the published formula', () => {
    const interval = langReiczigelInterval(JUDGED);
    expect(interval?.low).toBeCloseTo(0.16330199433283887, 12);
    expect(interval?.high).toBeCloseTo(0.4856821299730495, 12);
  });

  it('agrees with it for other samples and another confidence', () => {
    const judged = { rate: 0.6, n: 250, sensitivity: 0.85, positives: 40, specificity: 0.9, negatives: 60 };
    const interval = langReiczigelInterval(judged, 0.9);
    expect(interval?.low).toBeCloseTo(0.5668475795160056, 12);
    expect(interval?.high).toBeCloseTo(0.8008743631069862, 12);
    for (const sample of ['n', 'positives', 'negatives']) {
      expect(langReiczigelInterval({ ...judged, [sample]: 0 })).toBeNull();
    }
    // With one of each added, this judge is exactly as good as chance.
    expect(langReiczigelInterval({ ...judged, sensitivity: 0.5, specificity: 0.5 })).toBeNull();
  });

  it('covers the truth about as often as it promises, also with small samples and low rates', () => {
    const random = randomStream('lang-reiczigel', 1);
    const share = (p: number, n: number): number => {
      let hits = 0;
      for (let index = 0; index < n; index += 1) if (random.next() < p) hits += 1;
      return hits / n;
    };
    let covered = 0;
    let asked = 0;
    for (let round = 0; round < 1500; round += 1) {
      const truth = [0.02, 0.3, 0.8][round % 3] ?? 0;
      const rate = share(truth * 0.85 + (1 - truth) * 0.1, 120);
      const interval = langReiczigelInterval({
        rate,
        n: 120,
        sensitivity: share(0.85, 40),
        positives: 40,
        specificity: share(0.9, 40),
        negatives: 40,
      });
      if (interval === null) continue;
      asked += 1;
      if (interval.low <= truth && truth <= interval.high) covered += 1;
    }
    expect(asked).toBe(1500);
    expect(covered / asked).toBeGreaterThan(0.935);
  });

  it('says nothing about a judge that does no better than chance, or was never validated', () => {
    expect(langReiczigelInterval({ ...JUDGED, sensitivity: 0.2, specificity: 0.8 })).toBeNull();
    expect(langReiczigelInterval({ ...JUDGED, negatives: 0 })).toBeNull();
  });
});
