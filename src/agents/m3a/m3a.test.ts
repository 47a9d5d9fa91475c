import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../registry/dialects.js';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';
import type { ModelRoles } from '../../models/model.js';
import { agentContract, buildAgentContext } from '../../testing/contracts/agent-contract.js';
import {
  ERRAND,
  errandEnvironment,
  errandScreenIn,
  openErrandPhone,
} from '../../testing/phones/errand-phone.js';
import {
  listeningModel,
  requestPictures,
  requestText,
  type ListeningModel,
} from '../../testing/models/listening-model.js';
import { callsOf } from '../../testing/published-loops/published-loop.js';
import { M3A_EPISODES } from '../../testing/published-loops/m3a-episodes.js';
import { T3A_EPISODES } from '../../testing/published-loops/t3a-episodes.js';
import { walkAgent, type Walk } from '../../testing/walk-agent.js';
import type { Agent } from '../agent.js';
import type { AgentDefinition } from '../define-agent.js';
import { M3A_SET, T3A_SET } from './m3a-sets.js';
import { m3aDefinition, t3aDefinition } from './m3a.js';
import { REMARKS } from './m3a-prompts.js';

const world = await openErrandPhone();

function agentOf(definition: AgentDefinition, options: Record<string, unknown> = {}): Agent {
  const [family = '', variant = ''] = definition.dialect.split('@');
  const dialect = DIALECTS.get(family)?.create({ variant }) ?? genericCall.create();
  const { prompts } = definition;
  return definition.create(
    { dialectOf: () => dialect, profile: 'tolerant', observation: 'native', prompts },
    options,
  ).agent;
}

const say = (action: Record<string, unknown>): string =>
  `Reason: it is next\nAction: ${JSON.stringify(action)}`;
const requestAt = (model: ListeningModel, index: number) => model.asked[index] ?? { messages: [] };

/** Takes the code, and what did not work, from its history alone. */
function actor(): ListeningModel {
  return listeningModel((text) => {
    const [told = '', list = ''] = text.split(/The elements of the current screen:|Guidelines:/);
    const index = (label: string): number =>
      Number(new RegExp(`UI element (\\d+): [^\\n]*["']${label}`).exec(list)?.[1] ?? -1);
    switch (errandScreenIn(`elements ${list}`)) {
      case 'home':
        return say({ action_type: 'click', index: index(/code \d{4}/.test(told) ? 'Door' : 'Mail') });
      case 'mail':
        return say({ action_type: 'navigate_back' });
      case 'door': {
        const text = /code (\d{4})/.exec(told)?.[1] ?? '0000';
        return say({ action_type: 'input_text', text, index: index('Code field') });
      }
      case 'typed':
        return say({
          action_type: 'click',
          index: index(told.includes('nothing changed') ? 'Turn handle' : 'Unlock'),
        });
      case 'open':
        return say({ action_type: 'status', goal_status: 'complete' });
      default:
        return say({ action_type: 'wait' });
    }
  });
}

/** Compares the two lists that it is given. */
function summariser(): ListeningModel {
  return listeningModel((text) => {
    const [, before = '', after = ''] = text.split(/The elements (?:before|after) the action:/);
    const code = /The door code is (\d{4})/.exec(before + after)?.[1];
    if (code !== undefined) return `The mail says the code ${code}.`;
    return before.trim() === after.split('\n\nThe action:')[0]?.trim()
      ? 'I see that nothing changed.'
      : 'It worked.';
  });
}

async function run(agent: Agent, models: ModelRoles): Promise<Walk & { readonly reached: boolean }> {
  await using environment = errandEnvironment(world);
  const task = { ...buildAgentContext().task, instruction: ERRAND };
  const walk = await walkAgent(environment, agent, { models, task, maxSteps: 10 });
  const last = walk.decisions.at(-1);
  const isDone = last?.type === 'action' && last.action.type === 'stop';
  return { ...walk, reached: walk.states.at(-1) === 'open' && isDone };
}

describe.each([m3aDefinition, t3aDefinition])('$name', (definition) => {
  const context = () => ({
    models: {
      actor: listeningModel((text) => say({ action_type: 'open_app', app_name: `app ${text.length}` })).model,
      summarise: listeningModel((text) => `It came to ${text.length}.`).model,
    },
  });
  it.each([...agentContract({ agent: () => agentOf(definition), context })])(
    'keeps the agent contract: it $name',
    async ({ run: check }) => {
      await expect(check()).resolves.toBeUndefined();
    },
  );

  it('does with summaries what a model cannot do that is only shown its actions', async () => {
    const models = () => ({ actor: actor().model, summarise: summariser().model });
    expect((await run(agentOf(definition), models())).reached).toBe(true);
    const { states, reached } = await run(agentOf(definition, { summarise: false }), models());
    expect(reached).toBe(false);
    expect(states).not.toContain('typed');
  });

  it('tells each step as its action and its summary', async () => {
    const [acting, summaries] = [actor(), summariser()];
    await run(agentOf(definition), { actor: acting.model, summarise: summaries.model });
    const told = requestText(requestAt(acting, 2));
    expect(told).toMatch(
      /^Step 1[-:] Action selected: \{"action_type": ?"click".*\}\. The mail says the code 4271\.$/m,
    );
    expect(told).toMatch(
      /^Step 2[-:] Action selected: \{"action_type": ?"navigate_back"\}\. The mail says the code 4271\.$/m,
    );
    const asked = requestText(requestAt(summaries, 0));
    expect(asked).toContain('Why it was chosen: it is next');
    const plain = actor();
    await run(agentOf(definition, { summarise: false }), { actor: plain.model });
    expect(requestText(requestAt(plain, 1))).toMatch(/^Step 1[-:] Action selected: \{.*\}\.$/m);
  });

  it('spends the step of an answer that cannot be read, says so at the next, and asks nobody to sum it up', async () => {
    const answers = ['no idea', say({ action_type: 'click', index: 99 }), say({ action_type: 'wait' })];
    let call = 0;
    const acting = listeningModel(
      () => answers[call++] ?? say({ action_type: 'status', goal_status: 'infeasible' }),
    );
    const summaries = summariser();
    const { decisions } = await run(agentOf(definition), { actor: acting.model, summarise: summaries.model });
    expect(decisions.map(({ type }) => type)).toEqual(['format_error', 'format_error', 'action', 'action']);
    expect(decisions.at(-1)).toMatchObject({ action: { type: 'stop', status: 'infeasible' } });
    expect(summaries.asked).toHaveLength(1);
    const told = requestText(requestAt(acting, 3));
    expect(told).toMatch(new RegExp(`^Step 1[-:] ${REMARKS.unreadable}`, 'm'));
    expect(told).toMatch(new RegExp(`^Step 2[-:] ${REMARKS.noSuchElement}`, 'm'));
    expect(
      definition.create(
        {
          dialectOf: () => genericCall.create(),
          profile: 'tolerant',
          observation: 'native',
          prompts: {},
        },
        {},
      ).runSettings,
    ).toMatchObject({ formatErrors: 'wait' });
  });

  it('gives up when its model refuses, and continues when only the summary is refused', async () => {
    const refusing = listeningModel(() => ({ text: '', finishReason: 'refusal' }));
    const { decisions } = await run(agentOf(definition), {
      actor: refusing.model,
      summarise: summariser().model,
    });
    expect(decisions).toMatchObject([{ type: 'action', action: { type: 'stop', status: 'infeasible' } }]);
    const acting = actor();
    await run(agentOf(definition), { actor: acting.model, summarise: refusing.model });
    expect(requestText(requestAt(acting, 1))).toContain(REMARKS.noSummary);
  });
});

describe('M3A', () => {
  it('sums up from the marked screens before and after, the latter with its name in a corner; T3A from the lists', async () => {
    const summaries = summariser();
    const acting = actor();
    await run(agentOf(m3aDefinition), { actor: acting.model, summarise: summaries.model });
    const [before, after] = requestPictures(requestAt(summaries, 0));
    const [, marked] = requestPictures(requestAt(acting, 0));
    const [, markedNext] = requestPictures(requestAt(acting, 1));
    expect(before).toEqual(marked);
    expect(after).toBeDefined();
    expect(after).not.toEqual(markedNext);
    expect(requestText(requestAt(summaries, 0))).toContain('lower right corner');
    const both = summariser();
    await run(agentOf(m3aDefinition, { labels: 'both' }), { actor: actor().model, summarise: both.model });
    const [named, alike] = requestPictures(requestAt(both, 0));
    expect(named).not.toEqual(before);
    expect(alike).toEqual(after);
    const texts = summariser();
    await run(agentOf(t3aDefinition), { actor: actor().model, summarise: texts.model });
    expect(requestPictures(requestAt(texts, 0))).toEqual([]);
    expect(requestText(requestAt(texts, 0))).not.toContain('lower right corner');
  });
});

describe.each([
  { definition: m3aDefinition, set: M3A_SET, episodes: M3A_EPISODES },
  { definition: t3aDefinition, set: T3A_SET, episodes: T3A_EPISODES },
])('$definition.name asks and acts as its published code', ({ definition, set, episodes }) => {
  it.each(episodes)('where it $name', async (episode) => {
    const linesOf = (text: string): readonly string[] => (text.match(/^Step \d+[-:] .*$/gm) ?? []).slice(-1);
    const calls = await callsOf(definition, episode, { linesOf });
    expect(calls).toEqual(episode.calls);
  });

  it.each(episodes)('in official texts where it $name', async (episode) => {
    const idsOf = (text: string): readonly string[] => [/^\[([\w.-]+)/m.exec(text)?.[1] ?? 'none'];
    const calls = await callsOf(definition, episode, { linesOf: idsOf, set });
    const wanted = episode.calls.map((call) =>
      call
        .replace(/^actor (\[.*?\]).*/, `actor $1 ${set.name}.select`)
        .replace(/^summarise (\[.*?\])/, `summarise $1 ${set.name}.summary`),
    );
    expect(calls).toEqual(wanted);
  });
});
