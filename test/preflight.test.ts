import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexRun } from '../src/formats/run/run-index.js';
import type { ModelProfile } from '../src/models/profile.js';
import { PREFLIGHT_TEXT } from '../src/models/preflight/preflight.js';
import {
  openModelEndpoint,
  type EndpointReply,
  type ModelEndpoint,
  type ModelEndpointOptions,
  type SeenRequest,
} from '../src/testing/models/model-endpoint.js';
import { normaliseRun } from '../src/testing/run-fakes/normalise-run.js';
import { temporaryFolder } from '../src/testing/run-fakes/run-fake.js';
import { runInProcess, type InProcess } from './fixtures/run-in-process.js';

/** What no dialect can read: each episode ends with it, judged and failed. */
const ANSWER = 'The weather is fine.';

const isPreflight = ({ texts }: SeenRequest): boolean => texts.includes(PREFLIGHT_TEXT);

async function workplace() {
  const folder = await temporaryFolder({ onDisk: true });
  const command = (...args: string[]): Promise<InProcess> => runInProcess(args, { cwd: folder.path });
  const run = (baseUrl: string, ...more: string[]): Promise<InProcess> =>
    command(
      'run',
      'pocket',
      '--agent',
      'direct',
      '--limit',
      '4',
      '--run-id',
      'r',
      ...modelAt(baseUrl),
      ...more,
    );
  return {
    path: folder.path,
    runs: join(folder.path, 'runs'),
    command,
    run,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function modelAt(baseUrl: string): readonly string[] {
  return ['--model', 'm', '--base-url', baseUrl];
}

function opened(
  answer: (seen: SeenRequest) => EndpointReply = () => ANSWER,
  options: ModelEndpointOptions = {},
): Promise<ModelEndpoint> {
  return openModelEndpoint(answer, { seesPreflight: true, ...options });
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

/** An address that nothing listens at. */
async function refusedAddress(): Promise<string> {
  const endpoint = await opened();
  await endpoint[Symbol.asyncDispose]();
  return endpoint.baseUrl;
}

describe('before a run', () => {
  it('each model is asked once, which is in the cost and in no score', async () => {
    await using place = await workplace();
    await using endpoint = await opened();
    const done = await place.run(endpoint.baseUrl, '--price-input', '1', '--price-output', '1');
    expect(done.stderr).toContain(`preflight: m at ${endpoint.baseUrl} answers and takes pictures (`);
    expect(done.code).toBe(0);
    expect(endpoint.requests.filter(isPreflight)).toHaveLength(1);
    expect(endpoint.requests[0]?.pictures).toHaveLength(1);
    const index = await indexRun(join(place.runs, 'r'));
    expect(index.cost.calls).toBe(endpoint.requests.length);
    const items = [...index.items.values()];
    expect(items.reduce((sum, { cost }) => sum + cost.calls, 0)).toBe(endpoint.requests.length - 1);
    expect(JSON.stringify(index.start.identity)).not.toContain('preflight');
  });

  it('nothing is asked where that is not wanted', async () => {
    await using place = await workplace();
    await using endpoint = await opened();
    const done = await place.run(endpoint.baseUrl, '--no-preflight');
    expect(done.stderr).not.toContain('preflight');
    expect(endpoint.requests.filter(isPreflight)).toEqual([]);
    const other = await workplace();
    await other.run(endpoint.baseUrl);
    const [quick, asked] = await Promise.all([place, other].map(({ runs }) => indexRun(join(runs, 'r'))));
    expect(quick?.start.identityHash).toBe(asked?.start.identityHash);
    await other[Symbol.asyncDispose]();
  });

  it.each([
    ['refused', refusedAddress, 'ECONNREFUSED'],
    ['unresolvable', async () => 'http://no-such-host.invalid/v1', 'cannot be reached'],
  ])('an address that is %s ends it at once, with nothing kept', async (_, address, words) => {
    await using place = await workplace();
    const done = await place.run(await address());
    expect(done.code).toBe(5);
    expect(done.stderr).toContain(words);
    expect(done.stderr).toContain('MODEL_OUTAGE');
    expect(await filesIn(place.runs)).toEqual([]);
  });

  it('a wrong key ends it', async () => {
    await using place = await workplace();
    await using endpoint = await opened(() => ({ fault: 'status', status: 401 }));
    const done = await place.run(endpoint.baseUrl);
    expect([done.code, endpoint.requests.length]).toEqual([2, 1]);
    expect(done.stderr).toContain('MODEL_ACCESS');
    expect(await filesIn(place.runs)).toEqual([]);
  });

  it('nothing is asked under a name that another run has', async () => {
    await using place = await workplace();
    await using endpoint = await opened();
    await place.run(endpoint.baseUrl);
    const asked = endpoint.requests.length;
    const again = await place.run(endpoint.baseUrl);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already holds a run')]);
    const step = ['fork', 'r', '--item', 'dark-theme', '--step', '1', '--run-id'];
    const forked = await place.command(...step, 'r');
    expect([forked.code, forked.stderr]).toEqual([2, expect.stringContaining('already holds a run')]);
    // As one that is just beginning.
    await mkdir(join(place.runs, 'begun'));
    await writeFile(join(place.runs, 'begun', 'settings.json'), '');
    const begun = await place.run(endpoint.baseUrl, '--run-id', 'begun');
    expect([begun.code, begun.stderr]).toEqual([2, expect.stringContaining('is not empty')]);
    expect((await place.run(endpoint.baseUrl, '--run-id', 'a/b')).stderr).toContain('cannot name a run');
    expect(endpoint.requests).toHaveLength(asked);
  });

  it('an unknown model ends it, with the models there are', async () => {
    await using place = await workplace();
    await using endpoint = await opened(() => ({ fault: 'status', status: 404 }), {
      models: ['m-1', 'other'],
    });
    const done = await place.run(endpoint.baseUrl);
    expect(done.code).toBe(2);
    expect(done.stderr).toContain(`${endpoint.baseUrl} has no model "m" [MODEL_NOT_FOUND]`);
    expect(done.stderr).toContain('It has m-1, other.');
    expect(await filesIn(place.runs)).toEqual([]);
  });

  const blind = ({ pictures }: SeenRequest): EndpointReply =>
    pictures.length > 0 ? { fault: 'status', status: 400, body: 'no image input' } : ANSWER;

  it('a model that takes no pictures ends it where the agent shows it some', async () => {
    await using place = await workplace();
    await using endpoint = await opened(blind);
    const done = await place.run(endpoint.baseUrl);
    expect(done.code).toBe(2);
    expect(done.stderr).toContain('MODEL_NO_PICTURES');
    expect(done.stderr).toContain('no image input');
    expect(await filesIn(place.runs)).toEqual([]);
  });

  it('no picture is tried where the screen is shown as text', async () => {
    await using place = await workplace();
    await using endpoint = await opened(blind);
    const done = await place.run(endpoint.baseUrl, '--observation', 'tree');
    expect(done.stderr).toContain(`preflight: m at ${endpoint.baseUrl} answers (`);
    expect(done.code).toBe(0);
  });

  it('a busy endpoint is for the run to wait for', async () => {
    await using place = await workplace();
    await using endpoint = await opened((seen) =>
      isPreflight(seen) ? { fault: 'status', status: 429 } : ANSWER,
    );
    const done = await place.run(endpoint.baseUrl);
    expect(done.stderr).toContain('answered 429');
    expect(done.stderr).toContain('the run begins all the same');
    expect(done.code).toBe(0);
  });

  it('an answer of a recording is none of the network, and the question is in no recording', async () => {
    await using place = await workplace();
    const endpoint = await opened();
    await place.run(endpoint.baseUrl, '--record', 'tape.jsonl');
    expect(await readFile(join(place.path, 'tape.jsonl'), 'utf8')).not.toContain(PREFLIGHT_TEXT);
    await endpoint[Symbol.asyncDispose]();
    const done = await place.run(endpoint.baseUrl, '--replay', 'tape.jsonl', '--run-id', 'again');
    expect(done.code).toBe(0);
    expect(done.stderr).not.toContain('preflight');
  });

  it('a cache that holds all answers needs no endpoint', async () => {
    await using place = await workplace();
    const endpoint = await opened();
    await place.run(endpoint.baseUrl, '--cache', 'kept', '--no-preflight');
    await endpoint[Symbol.asyncDispose]();
    const done = await place.run(endpoint.baseUrl, '--cache', 'kept', '--run-id', 'again');
    expect(done.stderr).toContain('the run begins all the same');
    expect(done.code).toBe(0);
  });

  it('an agent without a model asks nothing', async () => {
    await using place = await workplace();
    const done = await place.command('run', 'pocket', '--agent', 'no-op', '--limit', '1');
    expect([done.code, done.stderr.includes('preflight')]).toEqual([0, false]);
  });

  it('roles with models of their own are each asked, those of one model together', async () => {
    await using place = await workplace();
    await using first = await opened();
    await using second = await opened(blind);
    const profile = profileAt(second.baseUrl);
    await writeFile(join(place.path, 'second.json'), JSON.stringify({ ...profile, model: 'small' }));
    const agent = ['--agent', 'm3a', '--role', 'summarise=second.json'];
    const done = await place.run(first.baseUrl, ...agent);
    expect(done.stderr).toContain(`preflight: m at ${first.baseUrl} answers and takes pictures`);
    expect(done.stderr).toContain(`preflight: small at ${second.baseUrl} answers (`);
    expect(first.requests.filter(isPreflight)).toHaveLength(1);
    expect(second.requests.filter(isPreflight)).toHaveLength(1);
  });
});

function profileAt(baseUrl: string): ModelProfile {
  return {
    formatVersion: 1,
    id: 'm',
    provider: 'openai-compatible',
    baseUrl,
    model: 'm',
    retries: { attempts: 1 },
  };
}

describe('a server that dies in mid-run', () => {
  /** Answers some requests, then is gone; can be started again in the same place. */
  async function mortal(answers: number) {
    let count = 0;
    let tellGone: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (tellGone = resolve));
    const endpoint = await opened((): EndpointReply => {
      count += 1;
      if (count <= answers) return ANSWER;
      void endpoint[Symbol.asyncDispose]().then(tellGone);
      return { fault: 'reset' };
    });
    const port = Number(new URL(endpoint.baseUrl).port);
    return { baseUrl: endpoint.baseUrl, gone, restart: () => opened(() => ANSWER, { port }) };
  }

  async function runMortal(place: Awaited<ReturnType<typeof workplace>>, baseUrl: string, seconds: string) {
    await writeFile(join(place.path, 'profile.json'), JSON.stringify(profileAt(baseUrl)));
    const what = ['run', 'pocket', '--agent', 'direct', '--limit', '4', '--concurrency', '1'];
    const model = ['--profile', 'profile.json', '--outage-seconds', seconds];
    return (id: string, ...more: string[]) => place.command(...what, ...model, '--run-id', id, ...more);
  }

  it('stops the run after its limit: one void, the rest not run, and resumed it is whole', async () => {
    await using place = await workplace();
    const server = await mortal(2);
    const run = await runMortal(place, server.baseUrl, '0');
    const done = await run('r', '--min-success', '0%');
    expect(done.code).toBe(5);
    expect(done.stderr).toContain('Gate not judged');
    expect(done.stderr).toContain('1 judged, 1 voided, 2 not run, of 4 episodes');
    expect(done.stderr).toContain('Stopped by an outage: ');
    expect(done.stderr).toContain('touchstone resume runs/r --retry-voided');
    expect(done.stderr).not.toContain('Interrupted');
    await server.gone;
    const still = await place.command('resume', 'r', '--retry-voided');
    expect([still.code, still.stderr.includes('ECONNREFUSED')]).toEqual([5, true]);
    await using again = await server.restart();
    const resumed = await place.command('resume', 'r', '--retry-voided');
    expect(resumed.stderr).toContain('preflight: m at ');
    expect([resumed.code, resumed.stderr.includes('4 of 4 episodes done')]).toEqual([0, true]);
    const asked = again.requests.length;
    await place.command('resume', 'r');
    expect(again.requests).toHaveLength(asked);
    await run('whole');
    expect(await normaliseRun(join(place.runs, 'r'))).toEqual(await normaliseRun(join(place.runs, 'whole')));
  });

  it('pauses the run, in one line, until it is back', async () => {
    await using place = await workplace();
    const server = await mortal(2);
    const run = await runMortal(place, server.baseUrl, '600');
    const running = run('r');
    await server.gone;
    await using _again = await server.restart();
    const done = await running;
    expect(done.code).toBe(0);
    expect(done.stderr).toContain('4 of 4 episodes done');
    // The request that was reset ends in an attempt of its own; the server may be back before the next.
    expect(done.stderr.split('\n').filter((line) => line.startsWith('paused: '))).toHaveLength(1);
    expect(done.stderr).toContain('it answers again after ');
    expect(done.stderr).not.toContain('; again in ');
  });

  it('says how many were judged where all are void', async () => {
    await using place = await workplace();
    await using endpoint = await opened((seen) =>
      isPreflight(seen) ? ANSWER : { fault: 'status', status: 400, body: 'too long' },
    );
    const done = await place.run(endpoint.baseUrl);
    expect(done.stderr).toContain('0 judged, 4 voided, of 4 episodes');
    expect(done.stderr).not.toContain('4 of 4 episodes done');
    expect(done.code).toBe(2);
  });
});

describe('a model that the endpoint loses in mid-run', () => {
  it('is told with how to start again', async () => {
    await using place = await workplace();
    await using endpoint = await opened(() => ({ fault: 'status', status: 404 }));
    const done = await place.run(endpoint.baseUrl, '--no-preflight');
    expect(done.code).toBe(2);
    expect(done.stderr).toContain('start again with the right --model');
  });
});
