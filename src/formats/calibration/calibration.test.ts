import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../errors.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import type { Calibration } from './calibration-file.js';
import { judgeIdentityHash, readCalibration, writeCalibration } from './read-calibration.js';
import { requireSameJudge } from './require-same-judge.js';

const IDENTITY = {
  name: 'final-screen',
  version: '1',
  models: { judge: { model: 'm-1', temperature: 0 } },
  prompts: { system: 'a'.repeat(64) },
};
const SHARE = { hits: 1, total: 2, value: 0.5, interval: [0.1, 0.9] as const };
const NONE = { hits: 0, total: 0, value: null, interval: null };
const CALIBRATION: Calibration = {
  formatVersion: 1,
  touchstone: 'test',
  at: '2026-01-02T03:04:05.000Z',
  judge: { identity: IDENTITY, hash: judgeIdentityHash(IDENTITY) },
  measuredOn: { type: 'run', run: 'r', identityHash: 'h', pass: 'judge' },
  labels: {
    hash: 'b'.repeat(64),
    labellers: ['Ana'],
    disagreements: 'majority',
    disagreed: 0,
    leftOut: 0,
    unsure: 0,
    random: true,
  },
  measurement: {
    rates: {
      counts: {
        truePositives: 1,
        falsePositives: 0,
        falseNegatives: 1,
        trueNegatives: 0,
        unknownSuccesses: 0,
        unknownFailures: 0,
        unlabelled: 3,
      },
      sensitivity: SHARE,
      specificity: NONE,
      precision: SHARE,
      accuracy: SHARE,
      kappa: { n: 2, value: 0, interval: [-0.5, 0.5] },
    },
    passes: {},
    bias: null,
  },
};

describe('a calibration', () => {
  it('is read as it was written, whatever the order of its identity', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const file = join(folder.path, 'calibration.json');
    await writeCalibration(file, CALIBRATION);
    expect(await readCalibration(file)).toEqual(CALIBRATION);
    const { prompts, models, version, name } = IDENTITY;
    expect(judgeIdentityHash({ prompts, models, version, name })).toBe(CALIBRATION.judge.hash);
  });

  it.each([
    ['"m-1"', '"m-2"', /judge\.hash: the identity of the judge was changed/],
    ['"hits": 1', '"hits": -1', /calibration\.json:\d+:\d+ at measurement/],
    ['"formatVersion": 1', '"formatVersion": 2', /newer/],
  ])('is refused with %s as %s', async (found, other, message) => {
    await using folder = await temporaryFolder({ onDisk: true });
    const file = join(folder.path, 'calibration.json');
    await writeCalibration(file, CALIBRATION);
    await writeFile(file, (await readFile(file, 'utf8')).replace(found, other));
    await expect(readCalibration(file)).rejects.toThrow(message);
  });
});

describe('requireSameJudge', () => {
  it('lets the judge pass that was measured', () => {
    requireSameJudge(CALIBRATION, JSON.parse(JSON.stringify(IDENTITY)) as Record<string, unknown>);
  });

  it('names each entry that differs', () => {
    const other = { ...IDENTITY, models: { judge: { model: 'm-2', temperature: 0 } }, prompts: {}, votes: 3 };
    expect(() => {
      requireSameJudge(CALIBRATION, other);
    }).toThrow(UserError);
    expect(() => {
      requireSameJudge(CALIBRATION, other);
    }).toThrow(
      /models\.judge\.model is "m-2", calibrated with "m-1"; prompts\.system is missing, calibrated with "a+…; votes is 3, calibrated with missing$/,
    );
  });
});
