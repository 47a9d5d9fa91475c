import { deepStrictEqual, strictEqual, ok } from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomStream } from '../../src/domain/random.js';
import { startRun } from '../../src/engine/run.js';
import { normaliseRun } from '../../src/testing/run-fakes/normalise-run.js';
import { buildRun, temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import type { Proof } from './proof.js';
import { childParts } from './run-child-parts.js';
import { after, decisionsOf, startChild } from './start-child.js';

const KILLS = { small: 8, whole: 400 };
/** Runs that are killed side by side, to use more than one core. */
const LANES = 2;
const CONCURRENCY = 2;
/** Decisions of the run that is killed: 8 episodes of 6 steps. */
const DECISIONS = 48;

/** A run killed with SIGKILL at random moments resumes to the uninterrupted one and repeats at most the steps in flight. */
export const killsProof: Proof = {
  name: 'kills',
  title: 'A run killed with SIGKILL at random moments resumes to the uninterrupted one.',
  async prove(size, note) {
    await using folder = await temporaryFolder();
    const smooth = join(folder.path, 'smooth');
    await startRun(buildRun(smooth, childParts(0)));
    const expected = await normaliseRun(smooth);
    const counted = { kills: 0, runs: 0, early: 0, resumed: 0, repeated: 0 };

    const lane = async (number: number): Promise<void> => {
      const random = randomStream('kill', number);
      for (let run = 0; counted.kills < KILLS[size]; run += 1) {
        const where = `seed kill/${number}, run ${run}`;
        const directory = join(folder.path, `run-${number}-${run}`);
        let kills = 0;
        for (;;) {
          const child = await startChild(directory, 4);
          // One kill in five may hit a process that has not begun; the others one that is at work.
          const isEarly = random.below(5) === 0;
          const delayMs = isEarly ? random.below(300) : random.below(160);
          if (!isEarly) await child.event('run-start');
          await after(delayMs);
          if (counted.kills < KILLS[size]) child.process.kill('SIGKILL');
          const { code, signal, errors } = await child.ended;
          if (code !== null) {
            strictEqual(errors, '', where);
            strictEqual(code, 0, where);
            break;
          }
          strictEqual(signal, 'SIGKILL', where);
          kills += 1;
          counted.kills += 1;
          const begun = await child.event('run-start');
          if (begun === null) counted.early += 1;
          else if (begun['resumed'] === true) counted.resumed += 1;
        }
        deepStrictEqual(await normaliseRun(directory), expected, where);
        const decisions = await decisionsOf(directory);
        const different = new Set(decisions).size;
        strictEqual(different, DECISIONS, where);
        ok(decisions.length - different <= kills * CONCURRENCY, where);
        counted.repeated += decisions.length - different;
        counted.runs += 1;
        note(`${counted.kills} of ${KILLS[size]} kills`);
        await rm(directory, { recursive: true });
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
    ok(counted.resumed > 0, 'no kill hit a resumed run');
    return [
      { figure: 'kills', value: counted.kills, expected: `at least ${KILLS[size]}` },
      { figure: 'of them before the run had begun', value: counted.early, expected: 'any number' },
      { figure: 'of them in a run that was resumed already', value: counted.resumed, expected: 'at least 1' },
      { figure: 'runs, each equal to the uninterrupted one', value: counted.runs, expected: 'all' },
      {
        figure: 'steps done twice, a kill',
        value: (counted.repeated / counted.kills).toFixed(2),
        expected: `at most ${CONCURRENCY}, the steps in flight`,
      },
    ];
  },
};
