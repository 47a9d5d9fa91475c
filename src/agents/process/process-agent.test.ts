import { describe, expect, it } from 'vitest';
import type { Observation } from '../../domain/screen.js';
import {
  agentContract,
  buildAgentContext,
  emptyObservation,
} from '../../testing/contracts/agent-contract.js';
import { processAgent, type ProcessAgentSettings } from './process-agent.js';

const signal = new AbortController().signal;

/** An agent as a program of its own; `answer` is JavaScript that maps a message `m` to what is written for it. */
function program(answer: string): readonly [string, ...string[]] {
  const script = `
    const lines = require('node:readline').createInterface({ input: process.stdin });
    const say = (value) => console.log(typeof value === 'string' ? value : JSON.stringify(value));
    lines.on('line', (line) => { const m = JSON.parse(line); ${answer} });`;
  return [process.execPath, '-e', script];
}

const ECHO = program(`
  if (m.type === 'open') say({ type: 'ready' });
  if (m.type === 'observe') say({ type: 'decide', action: { type: 'answer', text: String(m.step), terminal: false }, memory: m.last });`);

async function decideOnce(settings: ProcessAgentSettings, observation: Observation = emptyObservation()) {
  await using episode = await processAgent(settings).open(buildAgentContext());
  return await episode.decide(observation, [], { signal });
}

describe('an agent in a process of its own keeps the agent contract:', () => {
  it.each([...agentContract({ agent: () => processAgent({ command: ECHO, stateless: true }) })])(
    'it $name',
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined();
    },
    20_000,
  );
});

describe('an agent in a process of its own', () => {
  it('is given the task and the screen, and never the names of either', async () => {
    const command = program(`
      if (m.type === 'open') { globalThis.opened = m; say({ type: 'ready' }); }
      if (m.type === 'observe') say({ type: 'unreadable', answer: JSON.stringify([globalThis.opened, m]) });`);
    const text = (value: string) => ({
      mediaType: 'text/xml',
      load: async () => new TextEncoder().encode(value),
    });
    const decision = await decideOnce(
      { command },
      {
        screen: {
          id: 'secret-screen',
          size: { width: 10, height: 20 },
          activity: { package: 'org.clock', activity: 'Main' },
          picture: null,
          hierarchy: text('<hierarchy/>'),
        },
      },
    );
    const excerpt = decision.type === 'format_error' ? decision.error.excerpt : '';
    expect(excerpt).toContain('Open the clock');
    expect(excerpt).toContain('org.clock');
    expect(excerpt).not.toContain('secret-screen');
    expect(excerpt).not.toContain('"task"');
  });

  it('uses a process again for the next episode, and one more for each that is open at once', async () => {
    const command = program(`
      if (m.type === 'open') say({ type: 'ready' });
      if (m.type === 'observe') say({ type: 'decide', action: { type: 'answer', text: String(process.pid), terminal: false } });`);
    const agent = processAgent({ command });
    const pidOf = async (): Promise<string> => {
      await using episode = await agent.open(buildAgentContext());
      const decision = await episode.decide(emptyObservation(), [], { signal });
      return decision.type === 'action' && decision.action.type === 'answer' ? decision.action.text : '';
    };
    const first = await pidOf();
    expect(await pidOf()).toBe(first);
    const [left, right] = await Promise.all([pidOf(), pidOf()]);
    expect(left).not.toBe(right);
  });

  const WRONG: readonly [string, string, RegExp, number?][] = [
    ['ends', `process.stderr.write('no weights'); process.exit(3)`, /exit code 3: no weights/],
    ['writes prose', `say('hello')`, /no JSON: hello/],
    ['writes an unknown message', `say({ type: 'dance' })`, /none of the known kinds/],
    ['answers twice', `say({ type: 'ready' }); say({ type: 'ready' })`, /nobody asked|says nothing/],
    [
      'answers something else',
      `say(m.type === 'open' ? { type: 'decide', action: { type: 'wait' } } : { type: 'ready' })`,
      /says nothing/,
    ],
    // Long enough to be started on a busy machine.
    ['hangs', ``, /did not answer within/, 3],
  ];

  it.each(WRONG)('that %s fails as the agent', async (_, answer, message, timeoutSeconds = 20) => {
    const command = program(`if (m.type === 'open') say({ type: 'ready' }); else { ${answer} }`);
    const run = decideOnce({ command, timeoutSeconds });
    await expect(run).rejects.toMatchObject({
      code: 'AGENT_PROCESS',
      fault: 'agent',
      message: expect.stringMatching(message),
    });
  });

  it.each(WRONG.filter(([name]) => name !== 'answers twice'))(
    'that %s at its very first message is no agent, which is the user’s to repair',
    async (_, answer, message, timeoutSeconds = 20) => {
      const run = decideOnce({ command: program(answer), timeoutSeconds });
      await expect(run).rejects.toMatchObject({
        code: 'AGENT_COMMAND',
        fault: 'user',
        stopsRun: true,
        message: expect.stringMatching(message),
      });
    },
  );

  it('that has taken an episode once is an agent, whatever becomes of the next', async () => {
    const command = program(`
      if (m.type === 'open' && globalThis.opened) process.exit(3);
      globalThis.opened = true;
      if (m.type === 'open') say({ type: 'ready' });`);
    const agent = processAgent({ command });
    await (await agent.open(buildAgentContext()))[Symbol.asyncDispose]();
    await expect(agent.open(buildAgentContext())).rejects.toMatchObject({ fault: 'agent' });
  });

  it('sees no key of Touchstone unless it is given an environment', async () => {
    const command = program(
      `say(m.type === 'open' ? { type: 'ready' } : { type: 'unreadable', answer: JSON.stringify(Object.keys(process.env)) });`,
    );
    process.env['A_KEY_OF_MINE'] = 'sk-secret-0123456789';
    try {
      const decision = await decideOnce({ command });
      const names = decision.type === 'format_error' ? decision.error.excerpt : '';
      expect(names).toContain('"PATH"');
      expect(names).not.toContain('A_KEY_OF_MINE');
    } finally {
      delete process.env['A_KEY_OF_MINE'];
    }
  });

  it('never repeats a key from its environment in any output', async () => {
    const environment = { ...process.env, MY_API_KEY: 'sk-secret-0123456789' };
    const loud = `process.stderr.write(process.env.MY_API_KEY); process.exit(3)`;
    for (const answer of [loud, `say(process.env.MY_API_KEY)`, `say({ type: process.env.MY_API_KEY })`]) {
      const agent = processAgent({ command: program(answer) }, { environment });
      const failed: unknown = await agent.open(buildAgentContext()).catch((error: unknown) => error);
      expect(String(failed)).toContain('[MY_API_KEY]');
      expect(JSON.stringify([String(failed), failed])).not.toContain('sk-secret');
    }
  });

  it('is named with its words quoted, and what its message must be', async () => {
    const ended = await decideOnce({ command: program('process.exit(3)') }).catch((error: unknown) => error);
    expect(ended).toMatchObject({ hint: expect.stringMatching(/^Run it by hand: .*node.* -e '/s) });
    const wrong = program(
      `say(m.type === 'open' ? { type: 'ready' } : { type: 'decide', action: { type: 'answer', text: 5, terminal: false } });`,
    );
    await expect(decideOnce({ command: wrong })).rejects.toThrow(
      "the agent's message does not fit: its action.text must be text",
    );
    const unknown = program(`say(m.type === 'open' ? { type: 'ready' } : { type: 'dance' });`);
    await expect(decideOnce({ command: unknown })).rejects.toThrow('its type is none of the known kinds');
  });

  it('never repeats a key from its environment in another form either', async () => {
    const key = 'very/secret-0123456789+value';
    const loud = `process.stderr.write(Buffer.from('Bearer ' + process.env.MY_API_KEY).toString('base64') + encodeURIComponent(process.env.MY_API_KEY)); process.exit(3)`;
    const agent = processAgent(
      { command: [process.execPath, '-e', loud] },
      { environment: { MY_API_KEY: key } },
    );
    const error: unknown = await agent.open(buildAgentContext()).catch((thrown: unknown) => thrown);
    const words = error instanceof Error ? error.message : '';
    expect(words).toContain('[MY_API_KEY]');
    expect(words).not.toContain(encodeURIComponent(key));
    expect(words).not.toContain(Buffer.from(key).toString('base64').slice(4, 30));
  });

  it('that does not exist is the fault of the user', async () => {
    await expect(decideOnce({ command: ['no-such-program-here'] })).rejects.toMatchObject({
      code: 'AGENT_COMMAND',
      fault: 'user',
    });
  });

  it('is stopped with the run', async () => {
    const controller = new AbortController();
    const agent = processAgent({ command: program(`if (m.type === 'open') say({ type: 'ready' })`) });
    await using episode = await agent.open(buildAgentContext());
    const decision = episode.decide(emptyObservation(), [], { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('interrupted')), 50);
    await expect(decision).rejects.toThrow('interrupted');
  });
});
