import { describe, expect, it } from 'vitest';
import { STEP_PRESETS, stepPreset } from './step-presets.js';

describe('presets of steps', () => {
  it('are found by their names alone', () => {
    for (const name of Object.keys(STEP_PRESETS)) {
      expect(stepPreset(name)).toBe(Object.entries(STEP_PRESETS).find(([key]) => key === name)?.[1]);
    }
    for (const name of ['', 'nobody', 'toString', '__proto__']) {
      expect(() => stepPreset(name)).toThrow(`there is no protocol of steps "${name}"`);
    }
    expect(() => stepPreset('nobody')).toThrow(
      expect.objectContaining({
        code: 'USER',
        hint: `There are ${Object.keys(STEP_PRESETS).join(', ')}.`,
      }),
    );
  });
});
