import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemKeyText } from '../../src/domain/episode.js';
import { readEpisodes } from '../../src/formats/run/read-episodes.js';
import { indexRun } from '../../src/formats/run/run-index.js';
import { genericCall } from '../../src/models/dialects/generic-call/generic-call.js';
import { competentModel } from '../../src/testing/competent-model/competent-model.js';
import { learnPocket, type PocketMemory } from '../../src/testing/competent-model/pocket-memory.js';
import { openModelEndpoint } from '../../src/testing/models/model-endpoint.js';
import { runTouchstone, USER_FOLDER } from './run-touchstone.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

let memory: PocketMemory;
let runs = '';

beforeAll(async () => {
  memory = await learnPocket();
  runs = await mkdtemp(join(tmpdir(), 'touchstone-killed-'));
});

afterAll(async () => {
  await rm(runs, { recursive: true, force: true });
});

function arguments_(baseUrl: string, run: string): string[] {
  const model = ['--agent', 'react', '--dialect', 'generic_call', '--model', 'm', '--base-url', baseUrl];
  const switches = ['--agent-option', 'history=family', '--agent-option', 'maxSteps=null'];
  return [
    'run',
    'pocket',
    ...model,
    ...switches,
    '--limit',
    '6',
    '--concurrency',
    '2',
    '--runs',
    runs,
    '--run-id',
    run,
  ];
}

/** What every episode of a run did and how it ended. */
async function doneIn(run: string): Promise<Record<string, unknown>> {
  const done: Record<string, unknown> = {};
  for await (const { episode } of readEpisodes(await indexRun(join(runs, run)))) {
    const steps = episode.trajectory.steps.map(({ action }) => action);
    done[itemKeyText(episode.key)] = { end: episode.end, steps };
  }
  return done;
}

describe('a run of a model, stopped in the middle and resumed', () => {
  it.each<NodeJS.Signals>(['SIGINT', 'SIGKILL'])(
    'comes to what an uninterrupted one comes to after %s',
    async (signal) => {
      const competent = competentModel({ memory, dialect: genericCall.create() });
      let stopAt = Infinity;
      let asked = 0;
      let child: ReturnType<typeof spawn> | null = null;
      await using endpoint = await openModelEndpoint(async (seen) => {
        asked += 1;
        if (asked === stopAt) child?.kill(signal);
        return await competent.answerTo(seen);
      });
      const whole = await runTouchstone(arguments_(endpoint.baseUrl, `whole-${signal}`));
      expect(whole.code).toBe(0);
      const calls = asked;
      asked = 0;
      stopAt = Math.floor(calls / 2);
      child = spawn(process.execPath, [MAIN, ...arguments_(endpoint.baseUrl, `cut-${signal}`)], {
        stdio: 'ignore',
        env: { ...process.env, TOUCHSTONE_HOME: USER_FOLDER },
      });
      const ended = await new Promise((resolve) =>
        child?.on('close', (code, killer) => resolve(killer ?? code)),
      );
      expect(ended).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 130);
      expect(asked).toBeLessThan(calls);
      const resumed = await runTouchstone(['resume', `cut-${signal}`, '--runs', runs]);
      expect(resumed.stderr).toContain('6 of 6 episodes done');
      expect(await doneIn(`cut-${signal}`)).toEqual(await doneIn(`whole-${signal}`));
      // Only calls whose answers were lost are made again.
      expect(asked).toBeLessThanOrEqual(calls + 4);
    },
  );
});
