import { describe, expect, it } from 'vitest';
import { agentContract } from '../../../testing/contracts/agent-contract.js';
import { requestText } from '../../../testing/models/listening-model.js';
import { makeAgent } from '../../../testing/make-agent.js';
import {
  listeningModels,
  playToyPhone,
  toyObservation,
  type ToyPhone,
} from '../../../testing/phones/toy-phone.js';
import { llmPlannerAgent } from './llm-planner.js';

const say = (call: string): string => `So. In summary, the next action I will perform is \`\`\`${call}\`\`\``;

const PHONE: ToyPhone = {
  home: [{ label: 'Help' }, { label: 'Mail', to: 'mail' }],
  mail: [{ label: 'Inbox' }, { label: 'Archive', to: 'archive' }],
  archive: [{ label: 'Papers' }],
};

/** Knows the way, one screen at a time. */
const planner = (text: string): string => {
  const screen = text.slice(text.indexOf('Current screen:'));
  if (screen.includes('Papers')) return 'Done.\nHigh-level Plan:\n[end the task]';
  if (screen.includes('Archive')) return 'High-level Plan:\n[press Archive]\n[end the task]';
  return 'I think.\nHigh-level Plan:\n[press Mail]\n[press Archive]\n[end the task]';
};

/** Finds what a step names, and knows nothing of tasks. */
const actor = (text: string): string => {
  if (text.includes('end the task')) return say('press [stop]');
  const wanted = /press (\w+)\b(?! \[)/.exec(text.split('CURRENT STEP:')[1] ?? '')?.[1] ?? 'Help';
  const index = new RegExp(`\\[(\\d+)\\][^\\n]*text: ${wanted}`).exec(text)?.[1];
  return say(index === undefined ? 'press [replan]' : `click [${index}]`);
};

async function play(options: Record<string, unknown>, plan = planner, phone = PHONE) {
  const { models, asked } = listeningModels({ actor, planner: plan });
  const agent = makeAgent(llmPlannerAgent, options);
  const played = await playToyPhone(agent, phone, {
    goal: 'archive',
    instruction: 'Show me the papers',
    models,
    maxSteps: 8,
  });
  const texts = (role: string) =>
    asked.filter((call) => call.role === role).map(({ request }) => requestText(request));
  return { played, roles: asked.map(({ role }) => role), actor: texts('actor'), planner: texts('planner') };
}

describe('llm-planner keeps the agent contract:', () => {
  it.each([
    ...agentContract({
      agent: () => makeAgent(llmPlannerAgent),
      context: () => ({ models: listeningModels({ actor, planner }).models }),
      observations: ['home', 'mail', 'home', 'mail', 'archive'].map((name) => toyObservation(PHONE, name)),
    }),
  ])('it $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe('llm-planner', () => {
  it('makes a plan once and takes one action for each of its steps', async () => {
    const { played, roles, actor: acting, planner: planning } = await play({});
    expect(played).toMatchObject({ solved: true, screens: ['home', 'mail', 'archive'] });
    expect(roles).toEqual(['planner', 'actor', 'actor', 'actor']);
    expect(planning[0]).toMatch(/Show me the papers[^]*Last action: None[^]*Mail/);
    expect(acting[0]).toContain('CURRENT STEP: press Mail');
    expect(acting[1]).toContain('CURRENT STEP: press Archive');
  });

  it('plans again where the plan is used up', async () => {
    const short = (text: string): string =>
      planner(text).replace('\n[end the task]', '').replace('[press Mail]\n', '');
    const stepwise = (text: string): string =>
      text.includes('Papers')
        ? planner(text)
        : text.includes('Mail') && !text.includes('Inbox')
          ? '[press Mail]'
          : short(text);
    const { played, roles } = await play({}, stepwise);
    expect(played.solved).toBe(true);
    expect(roles).toEqual(['planner', 'actor', 'planner', 'actor', 'planner', 'actor']);
  });

  it('ends where the plan cannot be read, as published', async () => {
    const { played, roles } = await play({}, () => 'no idea');
    expect(roles).toEqual(['planner']);
    expect(played.decisions).toMatchObject([{ type: 'format_error' }]);
  });

  it('needsPlan=false acts without a step there, and asks for another at the next step', async () => {
    let first = true;
    const late = (text: string): string => {
      const answer = first ? 'no idea' : planner(text);
      first = false;
      return answer;
    };
    const { played, roles, actor: acting } = await play({ needsPlan: false }, late);
    expect(acting[0]).not.toContain('CURRENT STEP');
    expect(roles.slice(0, 4)).toEqual(['planner', 'actor', 'planner', 'actor']);
    expect(played.solved).toBe(true);
  });

  it('gives a dialect that has no place for it the step next to its prompt', async () => {
    const { models, asked } = listeningModels({ actor: () => 'Action: Complete()', planner });
    const agent = makeAgent(llmPlannerAgent, {}, { dialect: 'generic_call' });
    await playToyPhone(agent, PHONE, { goal: 'home', models });
    expect(requestText(asked[1]?.request ?? { messages: [] })).toContain('press Mail');
  });
});

describe('a switch of llm-planner', () => {
  it('plan=false leaves the actor with the task alone, which it cannot do', async () => {
    const { played, roles, actor: acting } = await play({ plan: false });
    expect(played.solved).toBe(false);
    expect(new Set(roles)).toEqual(new Set(['actor']));
    expect(acting[0]).not.toContain('CURRENT STEP');
    expect(makeAgent(llmPlannerAgent, { plan: false }).needs.models).toEqual(['actor']);
  });

  it('replan lets a plan that does not fit be given up, at the price of a step that waits', async () => {
    let plans = 0;
    const mistaken = (text: string): string => {
      plans += 1;
      return plans === 1 ? '[press Cellar]\n[end the task]' : planner(text);
    };
    const { played, roles, actor: acting } = await play({}, mistaken);
    expect(played).toMatchObject({
      solved: true,
      decisions: [{ action: { type: 'wait', native: { name: 'replan' } } }, {}, {}, {}],
    });
    expect(roles).toEqual(['planner', 'actor', 'planner', 'actor', 'actor', 'actor']);
    expect(acting[0]).toContain('press [replan]');
    plans = 0;
    const held = await play({ replan: false }, mistaken);
    expect(held.played.solved).toBe(false);
    expect(held.actor[0]).not.toContain('press [replan]');
  });

  it('history tells the actor what was done last', async () => {
    expect((await play({})).actor[1]).toContain('PREVIOUS ACTION: None');
    expect((await play({ history: 'last' })).actor[1]).toContain('PREVIOUS ACTION: Click on');
  });
});
