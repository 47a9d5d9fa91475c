import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import type { JournalEvent } from '../../src/formats/run/journal/event.js';
import { normaliseRun } from '../../src/testing/run-fakes/normalise-run.js';
import {
  beforeLast,
  finishedRun,
  partsFor,
  resumeCut,
  WORLDS,
} from '../../src/testing/run-fakes/run-cuts.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import type { Proof, ProofSize } from './proof.js';

/** Lines from the journal's end whose every byte is a cut. */
const LINES = { small: 2, whole: 12 };
/** In small, of the bytes within a line every so many, and each of those beside its ends. */
const EVERY = { small: 8, whole: 1 };
const BESIDE = 3;

/** A journal cut anywhere resumes to the uninterrupted run, in every kind of world. */
export const cutsProof: Proof = {
  name: 'cuts',
  title: 'A run whose journal is cut at any byte or event resumes to the uninterrupted one.',
  async prove(size, note) {
    const bytes = await cutBytes(size, note);
    let events = 0;
    for (const world of WORLDS) {
      note(`cuts at the events of a run ${world[0]}`);
      events += await cutEvents(world);
    }
    return [
      {
        figure:
          size === 'whole'
            ? `cuts at each byte of the last ${LINES[size]} lines`
            : `cuts at every ${EVERY[size]}th byte of the last ${LINES[size]} lines, and beside their ends`,
        value: bytes,
        expected: 'each equal to the uninterrupted run, no kept decision made again',
      },
      {
        figure: `cuts after each event, in ${WORLDS.length} worlds`,
        value: events,
        expected: 'each equal to the uninterrupted run, no kept decision made again',
      },
    ];
  },
};

async function cutBytes(size: ProofSize, note: (text: string) => void): Promise<number> {
  await using folder = await temporaryFolder();
  const whole = join(folder.path, 'whole');
  const parts = partsFor({ recovery: 'replay' }, 'step');
  const { bytes, normal, events } = await finishedRun(whole, parts);
  const first = beforeLast(bytes, LINES[size]);
  let cuts = 0;
  for (let length = first; length < bytes.length; length += 1) {
    const isBeside = bytes.subarray(Math.max(length - BESIDE, 0), length + BESIDE).includes(0x0a);
    if (!isBeside && length % EVERY[size] !== 0) continue;
    cuts += 1;
    if (cuts % 100 === 0) note(`${length - first} of ${bytes.length - first} bytes`);
    const cut = join(folder.path, 'cut');
    const { made, kept } = await resumeCut(whole, cut, length, parts);
    strictEqual(made.length, decisions(events) - decisions(kept), `cut at ${length}`);
    deepStrictEqual(await normaliseRun(cut), normal, `cut at ${length}`);
  }
  return cuts;
}

async function cutEvents([name, world, resume]: (typeof WORLDS)[number]): Promise<number> {
  await using folder = await temporaryFolder();
  const whole = join(folder.path, 'whole');
  const parts = partsFor(world, resume);
  const { bytes, normal, events } = await finishedRun(whole, parts);
  let count = 0;
  for (
    let length = bytes.indexOf(0x0a) + 1;
    length < bytes.length;
    length = bytes.indexOf(0x0a, length) + 1
  ) {
    const cut = join(folder.path, 'cut');
    const { made, kept } = await resumeCut(whole, cut, length, parts);
    deepStrictEqual(await normaliseRun(cut), normal, `a world ${name}, cut at ${length}`);
    count += 1;
    if (resume !== 'step' || world.recovery === 'none') continue;
    strictEqual(
      made.length,
      decisions(events) - decisions(kept),
      `a world ${name}, cut at ${length}: a kept decision is asked for again`,
    );
  }
  return count;
}

function decisions(events: readonly JournalEvent[]): number {
  return events.filter(({ type }) => type === 'decision').length;
}
