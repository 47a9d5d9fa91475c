import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomStream } from '../../../src/domain/random.js';
import { startRun } from '../../../src/engine/run.js';
import { scoreRun } from '../../../src/engine/score-run.js';
import { indexRun } from '../../../src/formats/run/run-index.js';
import { readResults } from '../../../src/formats/run/scores/read-results.js';
import { collectRows, resultRow } from '../../../src/metrics/result-row.js';
import { normaliseRun } from '../../../src/testing/run-fakes/normalise-run.js';
import { buildRun, temporaryFolder } from '../../../src/testing/run-fakes/run-fake.js';
import { openResultsFolder } from '../../../src/app/view/open-results-folder.js';
import { NO_POSTGRES, startPostgres } from '../../fixtures/postgres-server.js';
import { startRedis } from '../../fixtures/redis-server.js';
import type { ProofRow } from '../proof.js';
import { after } from '../start-child.js';
import type { ScalePart } from './all-parts.js';
import { CutOff } from './cut-off.js';
import { episodesIn } from './index-load.js';
import { coordinate, kill, scaleParts, startWorker, type ScaleWorker } from './scale-run.js';

const SIZES = {
  small: { items: 30, workers: 2, kills: 1, restarts: 1, leaseMs: 3_000, cutOffMs: 0 },
  whole: { items: 10_000, workers: 8, kills: 30, restarts: 2, leaseMs: 8_000, cutOffMs: 60_000 },
} as const;

/** Workers that are killed, a queue that is restarted, a worker that is cut off: the tables are those of one worker. */
export const workersPart: ScalePart = {
  name: 'workers',
  async prove(size, note) {
    const { items, workers, kills, restarts, leaseMs, cutOffMs } = SIZES[size];
    const run = { items, modelMs: 0 };
    await using folder = await temporaryFolder();
    const runs = join(folder.path, 'runs');
    const [alone, many] = [join(folder.path, 'alone'), join(runs, 'many')];
    await mkdir(runs);
    note('one worker');
    await startRun(buildRun(alone, scaleParts(run)));
    const seed = randomStream('scale workers');
    // In its own namespace: needs root, and a system that has such.
    using cut = cutOffMs === 0 ? null : CutOff.make();
    await using redis = await startRedis({
      keeps: true,
      arguments_: cut?.host == null ? [] : ['--bind', '127.0.0.1', cut.host, '--protected-mode', 'no'],
    });
    // A viewer that keeps its index in PostgreSQL follows the run.
    await using postgres = size === 'whole' && NO_POSTGRES === null ? await startPostgres() : null;
    const environment = { TOUCHSTONE_HOME: join(folder.path, 'home') };
    const index = postgres?.url ?? null;
    const viewer = index === null ? null : await openResultsFolder(runs, { environment, index });
    const running = new Map<number, ScaleWorker>();
    let started = 0;
    const begin = async (slot: number): Promise<void> => {
      started += 1;
      const isCut = slot === 0 && cut?.host != null;
      const url = isCut ? `redis://${cut.host}:${redis.port}` : redis.url;
      const netns = isCut ? { netns: cut.name } : {};
      const name = `w${slot}-${started}`;
      running.set(slot, await startWorker(name, run, { url, runs, leaseMs, ...netns }));
    };
    let done = 0;
    const state = { isOver: false };
    for (let slot = 0; slot < workers; slot += 1) await begin(slot);
    const coordinating = coordinate(many, run, redis.url, (count) => {
      done = count;
      note(`${count} of ${items} items, ${started - workers} workers killed`);
    }).finally(() => (state.isOver = true));
    coordinating.catch(() => undefined);
    let [killed, restarted, restartedIndex, cutFor] = [0, 0, 0, 0];
    const share = (part: number): number => Math.floor((items * part) / (kills + 1));
    const until = async (isSo: () => boolean): Promise<void> => {
      while (!isSo() && !state.isOver) await after(5);
    };
    const cutting = async (): Promise<void> => {
      if (cut?.host == null) return;
      await until(() => done > items / 10);
      cut.off();
      await after(cutOffMs);
      cut.on();
      cutFor = cutOffMs;
    };
    const killing = async (): Promise<void> => {
      for (let number = 1; number <= kills; number += 1) {
        await until(() => done >= share(number));
        if (state.isOver) return;
        // Never the one that is cut off, so that it comes back to what it had.
        const slot = cut?.host == null ? seed.below(workers) : 1 + seed.below(workers - 1);
        const worker = running.get(slot);
        if (worker === undefined) continue;
        await after(seed.below(30));
        await kill(worker);
        killed += 1;
        await begin(slot);
        if (restarted < restarts && number >= ((restarted + 1) * kills) / (restarts + 1)) {
          await redis.stop(restarted % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
          await redis.start();
          restarted += 1;
          if (postgres === null) continue;
          await postgres.stop(restarted % 2 === 0 ? 'SIGQUIT' : 'SIGINT');
          await postgres.start();
          restartedIndex += 1;
        }
      }
    };
    try {
      await Promise.all([killing(), cutting(), coordinating]);
    } finally {
      for (const worker of running.values()) await kill(worker, state.isOver ? 'SIGTERM' : 'SIGKILL');
    }
    strictEqual((await coordinating).status, 'complete');
    await viewer?.settled();
    await viewer?.[Symbol.asyncDispose]();
    if (index !== null) {
      const [grown, anew] = [
        await episodesIn(runs, { environment, index }, 'many'),
        await episodesIn(runs, { environment, index: null }, 'many'),
      ];
      strictEqual(grown.length, items);
      strictEqual(JSON.stringify(grown), JSON.stringify(anew), 'the index is not what one made anew is');
    }
    deepStrictEqual(await rowsOf(many, run), await rowsOf(alone, run));
    deepStrictEqual(await normaliseRun(many), await normaliseRun(alone));
    const [one, all] = [await indexRun(alone), await indexRun(many)];
    const decisions = await decisionsOf(many);
    const different = new Set(decisions).size;
    const again = decisions.length - different;
    // One step in flight for each worker that was killed or cut off, one for each that lost its lease in a restart.
    const inFlight = killed + (cutFor > 0 ? 1 : 0) + restarted * workers;
    ok(again <= inFlight, `${again} steps were done again`);
    const extra = all.cost.calls - one.cost.calls;
    ok(extra >= 0 && extra <= again, `${extra} calls were counted more than one worker's`);
    strictEqual(killed, kills);
    const rows: ProofRow[] = [
      { figure: 'items', value: items, expected: 'tables equal to those of one worker' },
      { figure: 'workers at a time', value: workers, expected: String(workers) },
      { figure: 'workers killed', value: killed, expected: String(kills) },
      { figure: 'restarts of Redis', value: restarted, expected: String(restarts) },
      {
        figure: 'restarts of PostgreSQL',
        value: restartedIndex,
        expected:
          index === null ? (NO_POSTGRES ?? 'skipped: in `npm run accept scale` alone') : String(restarts),
      },
      { figure: 'steps done again', value: again, expected: `at most ${inFlight}, the steps in flight` },
      {
        figure: 'calls counted that one worker has not',
        value: extra,
        expected: 'at most the steps done again',
      },
    ];
    const why = cut === null ? 'skipped: in `npm run accept scale` alone' : cut.whyNot;
    rows.push({
      figure: 'seconds that a worker was cut off',
      value: cutFor / 1000,
      expected: why ?? String(cutOffMs / 1000),
    });
    return rows;
  },
};

async function rowsOf(directory: string, run: Parameters<typeof scaleParts>[0]): Promise<readonly string[]> {
  const { benchmark } = scaleParts(run);
  if (benchmark === undefined) throw new Error('the run has a benchmark');
  await scoreRun(directory, benchmark, { modes: ['corrected'], touchstone: '0' });
  const rows = await collectRows(readResults(await indexRun(directory), 'corrected'), resultRow);
  return rows.map((row) => JSON.stringify({ ...row, durationMs: 0 })).toSorted();
}

/** Every decision that a worker made: item and step. */
async function decisionsOf(directory: string): Promise<string[]> {
  const files = (await readdir(directory)).filter((file) => file.startsWith('decisions-'));
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  return texts.flatMap((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.split(' ').slice(0, 2).join(' ')),
  );
}
