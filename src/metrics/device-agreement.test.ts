import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceAgreement, type DevicePair } from './device-agreement.js';

const pair = (here: boolean, onDevice: boolean, sameCause: boolean | null = null): DevicePair => ({
  here,
  onDevice,
  sameCause,
});

describe('deviceAgreement', () => {
  it('counts the four outcomes, and the failures that both sides found', () => {
    const pairs = [
      pair(true, true),
      pair(true, true),
      pair(false, false, true),
      pair(false, false, false),
      pair(false, false),
      pair(true, false, true),
      pair(false, true),
      pair(false, true),
    ];
    expect(deviceAgreement(pairs)).toMatchObject({
      tasks: 8,
      bothPassed: 2,
      bothFailed: 3,
      onlyHere: 1,
      onlyOnDevice: 2,
      agreement: 0.625,
      failuresFound: { found: 3, of: 4 },
      // A cause is one only where both failed.
      sameCause: { same: 1, judged: 2 },
      p: 1,
    });
    // Cohen's kappa by hand: observed 40/64, by chance (3·4 + 5·4)/64.
    expect(deviceAgreement(pairs).kappa).toBeCloseTo((40 - 32) / (64 - 32), 12);
  });

  it('has no number of nothing', () => {
    expect(deviceAgreement([])).toMatchObject({
      tasks: 0,
      agreement: null,
      interval: null,
      kappa: null,
      failuresFound: { found: 0, of: 0, interval: null },
      p: 1,
    });
    expect(deviceAgreement([pair(true, true)])).toMatchObject({ agreement: 1, kappa: null });
  });

  it('tests whether one side passes more often: 6 to 0 is 1 in 32', () => {
    expect(deviceAgreement(Array.from({ length: 6 }, () => pair(true, false))).p).toBeCloseTo(1 / 32, 12);
  });

  it('gives the same for either side, but for what is about the device', () => {
    const any = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(any, (outcomes) => {
        const one = deviceAgreement(outcomes.map(([here, there]) => pair(here, there)));
        const other = deviceAgreement(outcomes.map(([here, there]) => pair(there, here)));
        expect([other.agreement, other.kappa, other.p]).toEqual([one.agreement, one.kappa, one.p]);
        expect([other.onlyHere, other.onlyOnDevice]).toEqual([one.onlyOnDevice, one.onlyHere]);
        expect(one.bothPassed + one.bothFailed + one.onlyHere + one.onlyOnDevice).toBe(outcomes.length);
      }),
    );
  });
});
