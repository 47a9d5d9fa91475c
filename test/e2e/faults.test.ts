import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { genericCall } from '../../src/models/dialects/generic-call/generic-call.js';
import { itemKeyText } from '../../src/domain/episode.js';
import { readEpisodes } from '../../src/formats/run/read-episodes.js';
import { indexRun } from '../../src/formats/run/run-index.js';
import { competentModel } from '../../src/testing/competent-model/competent-model.js';
import { learnPocket, type PocketMemory } from '../../src/testing/competent-model/pocket-memory.js';
import {
  openModelEndpoint,
  type EndpointReply,
  type SeenRequest,
} from '../../src/testing/models/model-endpoint.js';
import { runTouchstone } from './run-touchstone.js';

/** One request in ten goes wrong, the six ways in turn; so many of Pocket's tasks see each of them several times. */
const EVERY = 10;
const TASKS = 45;

interface Fault {
  readonly reply: EndpointReply;
  /** `passes`: asked again and answered, so that nothing is seen of it; `agent`: the model's own poor answer. */
  readonly owner: 'passes' | 'agent';
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'too many requests': {
    reply: { fault: 'status', status: 429, headers: { 'retry-after-ms': '5' } },
    owner: 'passes',
  },
  'server error': { reply: { fault: 'status', status: 500 }, owner: 'passes' },
  'page instead of an answer': { reply: { fault: 'html' }, owner: 'passes' },
  'broken connection': { reply: { fault: 'reset' }, owner: 'passes' },
  prose: { reply: 'I am sorry, I would rather talk about the weather.', owner: 'agent' },
  refusal: { reply: { text: '', finish: 'filter' }, owner: 'agent' },
};
const NAMES = Object.keys(FAULTS);

let memory: PocketMemory;
let runs = '';

beforeAll(async () => {
  memory = await learnPocket();
  runs = await mkdtemp(join(tmpdir(), 'touchstone-faults-'));
});

afterAll(async () => {
  await rm(runs, { recursive: true, force: true });
});

function arguments_(baseUrl: string, more: readonly string[]): string[] {
  const model = ['--model', 'competent', '--base-url', baseUrl];
  const switches = ['--agent-option', 'history=family', '--agent-option', 'maxSteps=null'];
  const agent = ['--agent', 'react', '--dialect', 'generic_call', ...switches];
  return ['run', 'pocket', ...agent, ...model, '--runs', runs, ...more];
}

/** How each item ended, with the owner of what went wrong. */
async function endsOf(run: string): Promise<Record<string, string>> {
  const index = await indexRun(join(runs, run));
  const outcomes: Record<string, string> = {};
  for await (const { episode } of readEpisodes(index)) {
    const { key, end } = episode;
    outcomes[itemKeyText(key)] = `${end.reason}${end.fault === undefined ? '' : ` ${end.fault}`}`;
  }
  return outcomes;
}

describe('a run against an endpoint of which one answer in ten goes wrong', () => {
  it('loses no episode, and gives each fault to its owner', async () => {
    const competent = competentModel({ memory, dialect: genericCall.create() });
    const injected: { name: string; text: string }[] = [];
    let asked = 0;
    await using endpoint = await openModelEndpoint(async (seen): Promise<EndpointReply> => {
      asked += 1;
      if (asked % EVERY !== 0) return await competent.answerTo(seen);
      const name = NAMES[(asked / EVERY) % NAMES.length] ?? '';
      injected.push({ name, text: seen.texts.join('\n') });
      return FAULTS[name]?.reply ?? '';
    });
    const done = await runTouchstone(
      arguments_(endpoint.baseUrl, [
        '--run-id',
        'faults',
        '--sample',
        String(TASKS),
        '--concurrency',
        '4',
        '--json',
      ]),
    );
    expect(done.stderr).not.toContain('BUG');
    expect(done.code).toBe(0);
    expect(new Set(injected.map(({ name }) => name))).toEqual(new Set(NAMES));
    const outcomes = await endsOf('faults');
    expect(Object.keys(outcomes)).toHaveLength(TASKS);
    const blamed = injected.flatMap(({ name, text }) => {
      const task = memory.tasks.find(({ instructions }) =>
        instructions.some((words) => text.includes(words)),
      );
      return FAULTS[name]?.owner === 'agent' && task !== undefined ? [`${task.id}#0`] : [];
    });
    expect(blamed.length).toBeGreaterThanOrEqual(2);
    for (const [item, outcome] of Object.entries(outcomes)) {
      expect(`${item} ${outcome}`).toBe(
        `${item} ${blamed.includes(item) ? 'format_error agent' : 'agent_stop'}`,
      );
    }
  });

  it('voids what an outage keeps from being done, and does it when resumed', async () => {
    const competent = competentModel({ memory, dialect: genericCall.create() });
    let isOut = true;
    const victim = memory.tasks.find(({ id }) => id === 'dark-theme');
    const isVictim = ({ texts }: SeenRequest): boolean =>
      victim?.instructions.some((instruction) => texts.join('\n').includes(instruction)) ?? false;
    await using endpoint = await openModelEndpoint(async (seen): Promise<EndpointReply> => {
      if (isOut && isVictim(seen))
        return { fault: 'status', status: 429, headers: { 'retry-after': '3600' } };
      return await competent.answerTo(seen);
    });
    const args = arguments_(endpoint.baseUrl, ['--run-id', 'outage', '--tasks', 'dark-theme,screen-timeout']);
    await runTouchstone(args);
    expect(await endsOf('outage')).toEqual({
      'dark-theme#0': expect.stringContaining('model'),
      'screen-timeout#0': 'agent_stop',
    });
    isOut = false;
    const resumed = await runTouchstone(['resume', 'outage', '--retry-voided', '--runs', runs]);
    expect(resumed.code).toBe(0);
    expect(await endsOf('outage')).toEqual({
      'dark-theme#0': 'agent_stop',
      'screen-timeout#0': 'agent_stop',
    });
  });

  it('stops with a refused key, which is the user’s, and continues once it is right', async () => {
    const competent = competentModel({ memory, dialect: genericCall.create() });
    const key = 'right-key-0123456789';
    await using endpoint = await openModelEndpoint(async (seen): Promise<EndpointReply> => {
      if (seen.headers.authorization !== `Bearer ${key}`) return { fault: 'status', status: 401 };
      return await competent.answerTo(seen);
    });
    const wrong = 'wrong-key-0123456789';
    const args = arguments_(endpoint.baseUrl, ['--run-id', 'key', '--tasks', 'dark-theme,screen-timeout']);
    const stopped = await runTouchstone(args, { env: { TOUCHSTONE_API_KEY: wrong } });
    expect(stopped.code).toBe(2);
    expect(stopped.stderr).toContain('MODEL_ACCESS');
    expect(`${stopped.stdout}${stopped.stderr}`).not.toContain(wrong);
    const resumed = await runTouchstone(['resume', 'key', '--runs', runs, '--retry-voided'], {
      env: { TOUCHSTONE_API_KEY: key },
    });
    expect(resumed.code).toBe(0);
    expect(Object.values(await endsOf('key'))).toEqual(['agent_stop', 'agent_stop']);
  });

  it('answers again from a cache and from a recording, without asking', async () => {
    const competent = competentModel({ memory, dialect: genericCall.create() });
    let asked = 0;
    await using endpoint = await openModelEndpoint(async (seen) => {
      asked += 1;
      return await competent.answerTo(seen);
    });
    const kept = ['--cache', join(runs, 'cache'), '--tasks', 'dark-theme'];
    const args = (id: string, more: readonly string[]) =>
      arguments_(endpoint.baseUrl, ['--run-id', id, ...more]);
    const recording = join(runs, 'recorded.jsonl');
    await runTouchstone(args('first', [...kept, '--record', recording]));
    const drawn = asked;
    expect(drawn).toBeGreaterThan(0);
    await runTouchstone(args('cached', kept));
    const replayed = await runTouchstone(args('replayed', ['--replay', recording, '--tasks', 'dark-theme']));
    expect(asked).toBe(drawn);
    expect(replayed.code).toBe(0);
    // Another repeat is another sample.
    await runTouchstone(args('repeats', [...kept, '--repeats', '2']));
    expect(asked).toBe(2 * drawn);
    for (const id of ['cached', 'replayed', 'repeats']) {
      expect(Object.values(await endsOf(id))).toContain('agent_stop');
    }
  });
});
