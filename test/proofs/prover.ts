import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Certainty } from '../../src/domain/proof.js';
import { compareSeed, type SeedComparison } from './compare-seed.js';
import type { Proof, ProofRow } from './proof.js';

const LANE = fileURLToPath(new URL('prover-lane.ts', import.meta.url));
const SEEDS = { small: 24, whole: 2000 };
/** Processes that share the seeds when all are tried. */
const LANES = 4;

/** The prover of `lint` agrees with trying everything. */
export const proverProof: Proof = {
  name: 'prover',
  title:
    'What `lint` proves of a task (how surely, within how many steps, with what chance) is what trying every action in the environment finds, judged by the evaluator.',
  async prove(size, note) {
    const cells = new Map<string, Map<Certainty, number>>();
    const disagreements: string[] = [];
    let done = 0;
    const add = ({ seed, traits, modes }: SeedComparison): void => {
      done += 1;
      for (const { mode, certainty, disagreements: own } of modes) {
        disagreements.push(...own.map((text) => `seed ${seed}, ${mode} mode: ${text}`));
        for (const cell of ['all worlds', ...traits].map((trait) => `${trait}, ${mode} mode`)) {
          const counts = cells.get(cell) ?? new Map<Certainty, number>();
          cells.set(cell, counts.set(certainty, (counts.get(certainty) ?? 0) + 1));
        }
      }
      note(
        `${done} of ${SEEDS[size]} seeds, ${disagreements.length} disagreements ${disagreements[0] ?? ''}`,
      );
    };
    if (size === 'small') for (let seed = 0; seed < SEEDS.small; seed += 1) add(await compareSeed(seed));
    else await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane, SEEDS.whole, add)));
    deepStrictEqual(disagreements, []);
    strictEqual(done, SEEDS[size]);
    return [...cells].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([cell, counts]) => rowOf(cell, counts));
  },
};

async function runLane(lane: number, end: number, add: (found: SeedComparison) => void): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', LANE, String(lane), String(LANES), String(end)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) add(JSON.parse(line) as SeedComparison);
  deepStrictEqual((await ended)[0], 0);
}

function rowOf(cell: string, counts: ReadonlyMap<Certainty, number>): ProofRow {
  const count = (certainty: Certainty): number => counts.get(certainty) ?? 0;
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const value = `${all} tasks: ${count('surely')} surely, ${count('almost-surely')} almost surely, ${count('by-luck')} by luck, ${count('impossible')} impossible`;
  return { figure: cell, value, expected: 'no disagreement' };
}
