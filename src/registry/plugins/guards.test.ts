import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { statelessAgent } from '../../agents/baselines/stateless-agent.js';
import { defineAgent } from '../../agents/define-agent.js';
import { UserError } from '../../errors.js';
import { buildAgentContext } from '../../testing/contracts/agent-contract.js';
import { guardAgent, PluginAgentError } from './guard-agent.js';
import { guardEvaluator } from './guard-evaluator.js';
import { PluginError } from './plugin-error.js';
import { readPlugin } from './read-plugin.js';

const { signal } = new AbortController();

function agentThatThrows(error: unknown) {
  return defineAgent({
    name: 'shaky',
    title: 'throws',
    roles: [],
    options: z.object({}),
    create: () =>
      statelessAgent({
        name: 'shaky',
        version: '1',
        decide: () => {
          throw error;
        },
      }),
  });
}

async function decide(error: unknown, options = { signal }) {
  // An agent without roles uses none of its parts.
  const { agent } = guardAgent(agentThatThrows(error), 'mine 1').create({} as never, {});
  await using episode = await agent.open(buildAgentContext());
  return await episode.decide({} as never, [], options);
}

describe('the agent of a plug-in', () => {
  it('is the owner of what it throws', async () => {
    const refused: unknown = await decide(new TypeError('kaputt')).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PluginAgentError);
    expect(refused).toMatchObject({
      fault: 'agent',
      message: 'the agent shaky of mine 1 threw an error: kaputt',
      cause: expect.any(TypeError),
    });
  });

  it('lets errors of Touchstone through, and what follows an abort', async () => {
    const own = new UserError('as it is');
    await expect(decide(own)).rejects.toBe(own);
    const stopped = decide(new Error('stopped'), { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an agent of a plug-in that lacks a member', () => {
  const parts = { name: 'mine', title: 'plays', roles: [] };
  const guarded = (create: () => unknown) =>
    guardAgent(defineAgent({ ...parts, create: create as never }), './mine.mjs').create({} as never, {});

  it('is refused when it is defined or made, with the name that was written', () => {
    expect(() => defineAgent({ ...parts, crate: () => null } as never)).toThrow(
      'the agent mine has no function "create" (it has "crate")',
    );
    const decied = (): unknown => statelessAgent({ name: 'mine', version: '1', decied: () => null } as never);
    expect(() => guarded(decied)).toThrow('the agent mine has no function "decide" (it has "decied")');
    expect(() => guarded(() => ({ name: 'mine', opne: () => null }))).toThrow(
      'the agent mine of ./mine.mjs has no function "open" (it has "opne")',
    );
    expect(() => guarded(() => (undefined as unknown as { x: { y: 1 } }).x.y)).toThrow(
      /the agent mine of \.\/mine\.mjs cannot be made: Cannot read/,
    );
  });

  it('stops the run where its episodes lack it, since every one would', async () => {
    const { agent } = guarded(() => ({ name: 'mine', version: '1', open: async () => ({ decied: 1 }) }));
    const refused: unknown = await agent.open(buildAgentContext()).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'AGENT_SHAPE',
      fault: 'user',
      stopsRun: true,
      message: 'what open of the agent mine of ./mine.mjs gives has no function "decide" (it has "decied")',
    });
  });

  it('is named by what it would be', () => {
    const read = (exported: unknown) => () => readPlugin(exported, { file: 'mine.mjs', version: '1' });
    expect(read({ ...parts, craete: () => null })).toThrow(
      'the default export would be an agent, and has no create (it has "craete")',
    );
    expect(read({ kind: 'plugin', name: 'p', version: '1', agents: [{ ...parts, mkae: 1 }] })).toThrow(
      'its agent number 1 has no create',
    );
    expect(read({ hello: 1 })).toThrow('neither a plug-in nor a part of one');
  });
});

describe('the evaluator of a plug-in', () => {
  const guarded = (evaluate: () => Promise<unknown>) =>
    guardEvaluator({ name: 'e', version: '1', evaluate: evaluate as never }, 'mine 1').evaluate({
      signal,
    } as never);

  it('gives its score', async () => {
    const score = { status: 'scored', value: 0.5, explanation: 'half' } as const;
    expect(await guarded(async () => score)).toEqual(score);
  });

  it.each([
    [undefined, 'the evaluator e of mine 1 gives no score: '],
    [{ value: 1 }, 'gives no score at status: '],
    [{ status: 'scored', value: 7, explanation: '' }, 'gives no score at value: it must be 1 or less'],
  ])('is the owner of what is none: %j', async (given, message) => {
    const refused: unknown = await guarded(async () => given).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PluginError);
    expect(refused).toMatchObject({ fault: 'user', message: expect.stringContaining(message) });
  });

  it('is the owner of what it throws, Touchstone of its own errors', async () => {
    const thrown = guarded(async () => {
      throw new Error('kaputt');
    });
    await expect(thrown).rejects.toThrow('the evaluator e of mine 1 threw an error: kaputt');
    const own = new UserError('as it is');
    await expect(guarded(async () => Promise.reject(own))).rejects.toBe(own);
  });
});
