import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { NO_ADB } from '../fixtures/adb/adb-server.js';
import type { Proof } from './proof.js';
import type { Held } from './soak/phones.js';
import { adbClient, adbkitClient, tangoClient } from './soak/soak-clients.js';
import { soakPhones, type SoakLane } from './soak/soak-phones.js';

const PLANS = {
  small: { requests: 500, seconds: 0 },
  whole: { requests: 1_000_000, seconds: 1200 },
};
/** Every fifth minute of 20. */
const MARKS = [0.25, 0.5, 0.75];
/** Most that memory may grow from the first of them to the end. Few requests leave too little to say so. */
const MOST_GROWTH = 0.05;

const CLIENTS: readonly SoakLane[] = [
  // A process for each request costs as much as twenty requests of the others: it rests between them.
  { name: 'adb, a process for each request', lanes: 1, restMs: 100, open: adbClient },
  { name: '@devicefarmer/adbkit', lanes: 3, restMs: 0, open: adbkitClient },
  { name: '@yume-chan/adb as the host', lanes: 8, restMs: 0, open: tangoClient },
];

/** Phones that are used for a long time keep nothing of it. */
export const phoneSoakProof: Proof = {
  name: 'phone-soak',
  title:
    'Phones that three public clients ask for a million things answer each rightly, hold no more memory for it, and no stream is left over.',
  async prove(size, note) {
    // Every test run does what it can; at length all three are meant.
    const clients = size === 'small' && NO_ADB !== null ? CLIENTS.slice(1) : CLIENTS;
    const { requests, seconds } = PLANS[size];
    const soaked = await soakPhones({ clients, requests, seconds, marks: MARKS }, note);
    const { held, left } = soaked;
    const [settled] = held;
    ok(settled !== undefined);
    const growth = inUse(left) / inUse(settled) - 1;
    deepStrictEqual(left.problems, []);
    strictEqual(left.streams, 0, 'streams that are left');
    strictEqual(left.sockets, 0, 'sockets that are left');
    const all = soaked.requests.reduce((sum, one) => sum + one, 0);
    ok(all >= requests && left.commands >= requests * 0.9, `${all} requests, ${left.commands} commands`);
    if (size === 'whole') {
      ok(growth < MOST_GROWTH, `memory grew by ${percent(growth)} %`);
    }
    return [
      { figure: 'requests', value: all, expected: `at least ${requests}` },
      ...clients.map(({ name }, index) => ({
        figure: `of these by ${name}`,
        value: soaked.requests[index] ?? 0,
        expected: 'any number',
      })),
      {
        figure: 'minutes over which they were spread, at least',
        value: seconds / 60,
        expected: 'any number',
      },
      { figure: 'wrong answers', value: 0, expected: '0' },
      ...[...held, left].map((at, index) => ({
        figure: `memory in use after ${100 * (MARKS[index] ?? 1)} % of the requests, garbage collected`,
        value: `${megabytes(inUse(at))} MB (heap ${megabytes(at.heap)}, buffers ${megabytes(at.buffers)}; resident ${megabytes(at.resident)} MB)`,
        expected: 'any number',
      })),
      {
        figure: 'of it screenshots, all of which the phones have kept from the start',
        value: `${megabytes(left.pictures)} MB`,
        expected: 'any number',
      },
      {
        figure: 'growth of memory in use',
        value: `${percent(growth)} %`,
        expected: size === 'whole' ? `below ${percent(MOST_GROWTH)} %` : 'any number',
      },
      { figure: 'streams and sockets left', value: left.streams + left.sockets, expected: '0' },
    ];
  },
};

function inUse({ heap, buffers }: Held): number {
  return heap + buffers;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
