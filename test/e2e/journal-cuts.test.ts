import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '../../src/formats/run/event.js';
import { normaliseRun } from '../../src/testing/normalise-run.js';
import { beforeLast, finishedRun, partsFor, resumeCut, WORLDS } from '../../src/testing/run-cuts.js';
import { temporaryFolder } from '../../src/testing/run-fake.js';

describe('a run whose journal is cut', () => {
  it('at any byte of its last three lines resumes to the uninterrupted one', async () => {
    await using folder = await temporaryFolder();
    const whole = join(folder.path, 'whole');
    const parts = partsFor({ recovery: 'replay' }, 'step');
    const { bytes, normal } = await finishedRun(whole, parts);
    const first = beforeLast(bytes, 3);
    for (let length = first; length < bytes.length; length += 1) {
      const cut = join(folder.path, 'cut');
      const { made } = await resumeCut(whole, cut, length, parts);
      expect(made.length, `cut at ${length}`).toBeLessThanOrEqual(1);
      expect(await normaliseRun(cut), `cut at ${length}`).toEqual(normal);
    }
    expect(bytes.length - first).toBeGreaterThan(300);
  });

  it.each(WORLDS)(
    'at any event resumes to the uninterrupted one: a world %s',
    async (_name, world, resume) => {
      await using folder = await temporaryFolder();
      const whole = join(folder.path, 'whole');
      const parts = partsFor(world, resume);
      const { bytes, normal, events } = await finishedRun(whole, parts);
      for (
        let length = bytes.indexOf(0x0a) + 1;
        length < bytes.length;
        length = bytes.indexOf(0x0a, length) + 1
      ) {
        const cut = join(folder.path, 'cut');
        const { made, kept } = await resumeCut(whole, cut, length, parts);
        expect(await normaliseRun(cut), `cut at ${length}`).toEqual(normal);
        const goesOn = resume === 'step' && world.recovery !== 'none';
        if (!goesOn) continue;
        // No decision that the journal kept is asked for again.
        const decisions = (list: readonly JournalEvent[]) =>
          list.filter(({ type }) => type === 'decision').length;
        expect(made.length, `cut at ${length}`).toBe(decisions(events) - decisions(kept));
      }
    },
  );
});
