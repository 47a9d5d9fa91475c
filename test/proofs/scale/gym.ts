import { ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playWithPython } from '../../fixtures/gym/play-with-python.js';
import type { ProofRow, ProofSize } from '../proof.js';
import type { ScalePart } from './all-parts.js';
import { loadGym } from './gym-load.js';

/**
 * The part `gym` of `npm run accept scale`: all of Pocket's tasks through the Python clients with rewards equal to the bench's
 * scores, and a thousand sessions at once.
 *
 * @throws where a reward is not the score
 */
async function proveGym(size: ProofSize, note: (text: string) => void): Promise<readonly ProofRow[]> {
  const isWhole = size === 'whole';
  note('the Python clients play Pocket');
  const played = await playPocket(isWhole ? null : 'dark-theme');
  note('a gym server under load');
  const load = await loadGym({
    sessions: isWhole ? 1000 : 20,
    inFlight: isWhole ? 100 : 10,
    seconds: isWhole ? 20 : 1,
    batches: isWhole ? 18 : 3,
    isBuilt: true,
  });
  if (isWhole) {
    const { stepsPerSecond, p99Ms, batchMs, memoryMb } = load;
    ok(stepsPerSecond >= 5000, `${Math.round(stepsPerSecond)} steps a second`);
    ok(p99Ms < 50, `the 99th percentile of a step is ${p99Ms.toFixed(1)} ms`);
    ok(batchMs < 300, `a batch took ${Math.round(batchMs)} ms`);
    ok(memoryMb < 1000, `the server took ${Math.round(memoryMb)} MB`);
  }
  const perStep = (seconds: number): string => `${Math.round((seconds / load.steps) * 1e6)} µs`;
  return [
    ...played,
    { figure: 'open sessions', value: load.sessions, expected: isWhole ? '1000' : '20' },
    { figure: 'steps in flight', value: load.inFlight, expected: 'at most 100' },
    {
      figure: 'steps per second, resets counted as no steps',
      value: Math.round(load.stepsPerSecond),
      expected: 'at least 5000',
    },
    { figure: 'step, median', value: `${load.p50Ms.toFixed(1)} ms`, expected: '' },
    { figure: 'step, 99th percentile', value: `${load.p99Ms.toFixed(1)} ms`, expected: 'under 50 ms' },
    {
      figure: `longest batch of ${load.sessions}`,
      value: `${Math.round(load.batchMs)} ms`,
      expected: 'under 300 ms',
    },
    {
      figure: 'highest memory of the server',
      value: `${Math.round(load.memoryMb)} MB`,
      expected: 'under 1000 MB',
    },
    { figure: 'processor time of the server per step', value: perStep(load.serverCpuS), expected: '' },
    { figure: 'processor time of the generator per step', value: perStep(load.generatorCpuS), expected: '' },
  ];
}

async function playPocket(tasks: string | null): Promise<readonly ProofRow[]> {
  const [python] = ['/usr/bin/python3', 'python3'].filter(
    (one) => spawnSync(one, ['--version']).status === 0,
  );
  if (python === undefined)
    return [{ figure: 'rewards of clients/python', value: 'skipped', expected: 'needs python3' }];
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-gym-'));
  try {
    const { rewards, passed, recorded } = await playWithPython(tasks, folder, python);
    return [
      {
        figure: 'rewards of clients/python',
        value: `${rewards}, ${passed} of them 1`,
        expected: "the oracle's scores",
      },
      { figure: 'of these kept by the gym as a run', value: recorded, expected: 'the scores of that run' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const gymPart: ScalePart = { name: 'gym', prove: proveGym };
