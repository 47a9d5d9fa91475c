import { describe, expect, it } from 'vitest';
import { serialOf } from './serial-of.js';

describe('serialOf', () => {
  it("looks like an emulator's, follows from the episode, and differs between those of a benchmark", () => {
    const serials = Array.from({ length: 2_000 }, (_, task) =>
      serialOf({ task: `task-${task}`, repeat: 0, seed: 1 }),
    );
    expect(new Set(serials).size).toBe(serials.length);
    expect(serials.every((serial) => /^emulator-[1-9]\d{4,9}$/.test(serial))).toBe(true);
    expect(serialOf({ task: 'task-7', repeat: 0, seed: 1 })).toBe(serials[7]);
    expect(serialOf({ task: 'task-7', repeat: 1, seed: 1 })).not.toBe(serials[7]);
  });
});
