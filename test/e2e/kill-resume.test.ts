import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../src/domain/random.js';
import { startRun } from '../../src/engine/run.js';
import { indexRun } from '../../src/formats/run/run-index.js';
import { normaliseRun } from '../../src/testing/normalise-run.js';
import { buildRun, temporaryFolder } from '../../src/testing/run-fake.js';
import { childParts } from './run-child-parts.js';

const KILLS = 50;
/** Runs that are killed side by side, to use more than one core. */
const LANES = 2;
const CONCURRENCY = 2;
const CHILD = fileURLToPath(new URL('run-child.ts', import.meta.url));

interface Child {
  readonly process: ChildProcess;
  /** Resolves with the first event of the type; null when the process ends without one. */
  event(type: string): Promise<Record<string, unknown> | null>;
  readonly ended: Promise<{ code: number | null; signal: string | null; errors: string }>;
}

function startChild(directory: string, stepMs: number): Child {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, directory, String(stepMs)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const seen: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  let errors = '';
  let isOver = false;
  const wake = (): void => waiting.forEach((resume) => resume());
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    // The last line of a killed process may be cut.
    if (line.endsWith('}')) seen.push(JSON.parse(line) as Record<string, unknown>);
    wake();
  });
  const ended = new Promise<{ code: number | null; signal: string | null; errors: string }>((resolve) => {
    child.on('close', (code, signal) => {
      isOver = true;
      wake();
      resolve({ code, signal, errors });
    });
  });
  const event = async (type: string): Promise<Record<string, unknown> | null> => {
    for (;;) {
      const found = seen.find((entry) => entry['type'] === type);
      if (found !== undefined) return found;
      if (isOver) return null;
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
      });
    }
  };
  return { process: child, event, ended };
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

async function decisionsOf(directory: string): Promise<string[]> {
  const file = join(directory, 'decisions.log');
  return existsSync(file) ? (await readFile(file, 'utf8')).trim().split('\n') : [];
}

describe('a run killed with SIGKILL', () => {
  it(`at ${KILLS} random moments resumes to the uninterrupted one and repeats at most the steps in flight`, async () => {
    await using folder = await temporaryFolder();
    const smooth = join(folder.path, 'smooth');
    await startRun(buildRun(smooth, childParts(0)));
    const expected = await normaliseRun(smooth);
    const counted = { kills: 0, completed: 0, early: 0, resumed: 0 };

    const lane = async (number: number): Promise<void> => {
      const random = randomStream('kill', number);
      for (let run = 0; counted.kills < KILLS; run += 1) {
        const directory = join(folder.path, `run-${number}-${run}`);
        let kills = 0;
        for (;;) {
          const child = startChild(directory, 4);
          // One kill in five may hit a process that has not begun; the others one that is at work.
          const isEarly = random.below(5) === 0;
          const delayMs = isEarly ? random.below(600) : random.below(160);
          if (!isEarly) await child.event('run-start');
          await after(delayMs);
          if (counted.kills < KILLS) child.process.kill('SIGKILL');
          const { code, signal, errors } = await child.ended;
          if (code !== null) {
            expect(errors, `seed kill/${number}, run ${run}`).toBe('');
            expect(code).toBe(0);
            break;
          }
          expect(signal).toBe('SIGKILL');
          kills += 1;
          counted.kills += 1;
          if ((await child.event('run-start')) === null) counted.early += 1;
          if ((await child.event('run-start'))?.['resumed'] === true) counted.resumed += 1;
        }
        expect(await normaliseRun(directory), `seed kill/${number}, run ${run}`).toEqual(expected);
        const decisions = await decisionsOf(directory);
        const repeated = decisions.length - new Set(decisions).size;
        expect(new Set(decisions).size).toBe(48);
        expect(repeated).toBeLessThanOrEqual(kills * CONCURRENCY);
        counted.completed += 1;
        await rm(directory, { recursive: true });
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
    process.stdout.write(`kill-resume: ${JSON.stringify(counted)}\n`);
    expect(counted.kills).toBeGreaterThanOrEqual(KILLS);
    expect(counted.resumed).toBeGreaterThan(10);
  }, 170_000);
});

describe('a run that is sent SIGINT', () => {
  it('once finishes the steps in flight and can be resumed to the uninterrupted run', async () => {
    await using folder = await temporaryFolder();
    const [smooth, rough] = [join(folder.path, 'smooth'), join(folder.path, 'rough')];
    await startRun(buildRun(smooth, childParts(0)));
    const child = startChild(rough, 40);
    await child.event('step-end');
    child.process.kill('SIGINT');
    expect(await child.event('summary')).toMatchObject({ status: 'interrupted' });
    expect((await child.ended).code).toBe(130);
    expect((await indexRun(rough)).status).toBe('interrupted');
    const decisions = await decisionsOf(rough);

    const second = startChild(rough, 1);
    expect(await second.event('run-start')).toMatchObject({ resumed: true, cutBytes: 0 });
    expect(await second.ended).toEqual({ code: 0, signal: null, errors: '' });
    expect(await normaliseRun(rough)).toEqual(await normaliseRun(smooth));
    const all = await decisionsOf(rough);
    expect(all.length).toBeGreaterThan(decisions.length);
    // Nothing was in flight when it ended, so nothing is repeated.
    expect(new Set(all).size).toBe(all.length);
  });

  it('twice ends at once, gives up the steps in flight, and can be resumed', async () => {
    await using folder = await temporaryFolder();
    const [smooth, rough] = [join(folder.path, 'smooth'), join(folder.path, 'rough')];
    await startRun(buildRun(smooth, childParts(0)));
    const child = startChild(rough, 30_000);
    await child.event('item-start');
    child.process.kill('SIGINT');
    await child.event('stopping');
    await after(50);
    expect(child.process.exitCode).toBeNull();
    const startedAt = performance.now();
    child.process.kill('SIGINT');
    expect((await child.ended).code).toBe(130);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await child.event('summary')).toMatchObject({ status: 'aborted', finished: 0 });

    const second = startChild(rough, 1);
    expect(await second.ended).toEqual({ code: 0, signal: null, errors: '' });
    expect(await normaliseRun(rough)).toEqual(await normaliseRun(smooth));
  });

  it('while another process works on the same run is not possible', async () => {
    await using folder = await temporaryFolder();
    const child = startChild(folder.path, 100);
    await child.event('step-end');
    const second = startChild(folder.path, 100);
    const { code, errors } = await second.ended;
    expect(code).toBe(1);
    expect(errors).toMatch(/RUN_LOCKED/);
    expect(errors).toMatch(new RegExp(`process ${child.process.pid} `));
    child.process.kill('SIGKILL');
    await child.ended;
  });
});
