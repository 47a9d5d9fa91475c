import { describe, expect, it } from 'vitest';
import type { ModelRequest, ModelRoles } from '../../models/model.js';
import { agentContract, buildAgentContext } from '../../testing/contracts/agent-contract.js';
import { ERRAND, errandEnvironment, openErrandPhone } from '../../testing/phones/errand-phone.js';
import {
  listeningModel,
  requestPictures,
  requestText,
  type ListeningModel,
} from '../../testing/models/listening-model.js';
import { makeAgent } from '../../testing/make-agent.js';
import { callsOf } from '../../testing/published-loops/published-loop.js';
import { SEEACT_EPISODES } from '../../testing/published-loops/seeact-episodes.js';
import { walkAgent, type Walk } from '../../testing/walk-agent.js';
import type { Agent } from '../agent.js';
import { SEEACT_SET } from './seeact-set.js';
import { seeactDefinition } from './seeact.js';

const { signal } = new AbortController();
const world = await openErrandPhone();
const say = (element: string, action: string, value = 'None'): string =>
  `ELEMENT: ${element}\nACTION: ${action}\nVALUE: ${value}`;
const requestAt = (model: ListeningModel, index: number): ModelRequest =>
  model.asked[index] ?? { messages: [] };

/** Knows a screen by its picture, and the next action on it, but not the letters. */
async function describer(): Promise<ListeningModel> {
  const known: (readonly [Uint8Array, string])[] = [];
  for (const [id, words] of [
    ['home', 'press Door'],
    ['door', 'type the code 4271 into the Code field'],
    ['typed', 'press Turn handle'],
    ['open', 'finish'],
  ] as const) {
    const picture = await world.screen(id)?.picture?.load({ signal });
    known.push([picture ?? new Uint8Array(), words]);
  }
  return listeningModel((_, request) => {
    const [seen = new Uint8Array()] = requestPictures(request);
    const next = known.find(([picture]) => Buffer.compare(picture, seen) === 0)?.[1] ?? 'wait';
    return `<think>hm</think>The next action is: ${next}.`;
  });
}

/** Finds the letter of what its prompt tells it to press. */
function chooser(): ListeningModel {
  return listeningModel((text) => {
    const letter = (label: string): string =>
      new RegExp(`^([A-Z]+)\\. [^\\n]*${label}`, 'm').exec(text)?.[1] ?? 'None';
    const next = /The next action is: (.*)\./.exec(text)?.[1] ?? '';
    if (next.startsWith('type')) return say(letter('Code field'), 'INPUT TEXT', '4271');
    if (next.startsWith('press')) return say(letter(next.slice('press '.length)), 'CLICK');
    return next === 'finish' ? say('None', 'TERMINATE') : say('None', 'WAIT');
  });
}

async function run(agent: Agent, models: ModelRoles): Promise<Walk & { readonly reached: boolean }> {
  await using environment = errandEnvironment(world);
  const task = { ...buildAgentContext().task, instruction: ERRAND };
  const walk = await walkAgent(environment, agent, { models, task, maxSteps: 6 });
  const last = walk.decisions.at(-1);
  const isDone = last?.type === 'action' && last.action.type === 'stop';
  return { ...walk, reached: walk.states.at(-1) === 'open' && isDone };
}

describe('seeact keeps the agent contract:', () => {
  const context = () => ({
    models: {
      actor: listeningModel((text) => say('None', 'OPEN APP', `app ${text.length}`)).model,
      describer: listeningModel((text) => `Open app ${text.length}.`).model,
    },
  });
  it.each([...agentContract({ agent: () => makeAgent(seeactDefinition), context })])(
    'it $name',
    async ({ run: check }) => {
      await expect(check()).resolves.toBeUndefined();
    },
  );
});

describe('seeact', () => {
  it('does by describing first what a model cannot do that has to choose at once', async () => {
    const models = async () => ({ actor: chooser().model, describer: (await describer()).model });
    expect((await run(makeAgent(seeactDefinition), await models())).reached).toBe(true);
    const { states, reached } = await run(makeAgent(seeactDefinition, { describe: false }), await models());
    expect({ states: new Set(states), reached }).toEqual({ states: new Set(['home']), reached: false });
  });

  it('asks for the description first, and for the choice in the same conversation', async () => {
    const [acting, describing] = [chooser(), await describer()];
    await run(makeAgent(seeactDefinition), { actor: acting.model, describer: describing.model });
    const [first, second] = [requestAt(describing, 1), requestAt(acting, 1)];
    expect(requestText(first)).not.toContain('A. ');
    expect(requestText(first)).toContain('CLICK');
    expect(first.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(second.messages.slice(0, 2)).toEqual(first.messages);
    expect(second.messages.slice(2).map(({ role }) => role)).toEqual(['assistant', 'user']);
    expect(second.messages[2]?.content).toEqual([
      { type: 'text', text: '\n\nThe next action is: type the code 4271 into the Code field.' },
    ]);
  });

  it('asks both at once where it is to, and in turns where nothing is described', async () => {
    const [alone, after] = [chooser(), chooser()];
    await run(makeAgent(seeactDefinition, { describe: false }), { actor: alone.model });
    expect(requestAt(alone, 0).messages.map(({ role }) => role)).toEqual(['system', 'user']);
    const silent = listeningModel(() => ({ text: '', finishReason: 'refusal' }));
    await run(makeAgent(seeactDefinition), { actor: after.model, describer: silent.model });
    const { messages } = requestAt(after, 0);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[2]?.content).toEqual([{ type: 'text', text: '\n\n' }]);
  });

  it('tells earlier steps by element and action, and a choice that could not be read by its error', async () => {
    const answers = ['B, I think', say('B', 'CLICK'), say('None', 'OPEN APP', 'Clock')];
    const acting = listeningModel(() => answers.shift() ?? say('None', 'WAIT'));
    const agent = makeAgent(seeactDefinition);
    await run(agent, { actor: acting.model, describer: (await describer()).model });
    expect(requestText(requestAt(acting, 3))).toContain(
      'Previous actions:\nNothing was done: there is no ACTION line.\n"Door" button -> CLICK\nOPEN APP: Clock\n',
    );
    expect(requestText(requestAt(acting, 0))).toContain('is none of them, choose C.');
  });

  it('describes in any dialect, next to its prompt', async () => {
    const describing = listeningModel(() => 'Go back.');
    const acting = listeningModel((text) =>
      text.includes('Go back.') ? 'Action: Back()' : 'Action: Wait()',
    );
    const agent = makeAgent(seeactDefinition, {}, { dialect: 'generic_call' });
    const { decisions } = await run(agent, { actor: acting.model, describer: describing.model });
    expect(decisions[0]).toMatchObject({ action: { type: 'key', key: 'BACK' } });
    expect(requestText(requestAt(describing, 0))).toContain(ERRAND);
    expect(requestPictures(requestAt(describing, 0))).toHaveLength(1);
  });

  it('spends the step of a choice that cannot be read', async () => {
    const { decisions } = await run(makeAgent(seeactDefinition, { describe: false }), {
      actor: listeningModel(() => 'B, I think').model,
    });
    expect(decisions.map(({ type }) => type)).toEqual(Array.from({ length: 6 }, () => 'format_error'));
  });
});

describe('seeact asks and acts as its published code', () => {
  it.each(SEEACT_EPISODES)('where it $name', async (episode) => {
    const linesOf = (text: string): readonly string[] => {
      const [, told = 'None'] = /Previous actions:\n([^]*?)\n\nThe screenshot/.exec(text) ?? [];
      const last = told.split('\n').at(-1) ?? '';
      return last === 'None' ? [] : [last.replace(/^(Nothing was done): .*/, '$1')];
    };
    expect(await callsOf(seeactDefinition, episode, { linesOf })).toEqual(episode.calls);
  });

  it.each(SEEACT_EPISODES)('in official texts where it $name', async (episode) => {
    const idsOf = (text: string): readonly string[] =>
      [...text.matchAll(/\[seeact\.([\w-]+)/g)].map(([, id = '']) => id);
    const calls = await callsOf(seeactDefinition, episode, { linesOf: idsOf, set: SEEACT_SET });
    const describer = 'system task-head previous-head question';
    const wanted = episode.calls.map((call) =>
      call
        .replace(/^describer (\[.*?\]).*/, `describer $1 ${describer}`)
        .replace(/^actor (\[.*?\]).*/, `actor $1 ${describer} referring none-option element-format`),
    );
    expect(calls).toEqual(wanted);
  });
});
