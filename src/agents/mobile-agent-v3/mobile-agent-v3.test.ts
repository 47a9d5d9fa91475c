import { describe, expect, it } from 'vitest';
import { agentContract, buildAgentContext } from '../../testing/contracts/agent-contract.js';
import { makeAgent } from '../../testing/make-agent.js';
import {
  listeningModel,
  requestPictures,
  requestText,
  type ListeningModel,
} from '../../testing/models/listening-model.js';
import { ERRAND, errandEnvironment, openErrandPhone } from '../../testing/phones/errand-phone.js';
import { callsOf } from '../../testing/published-loops/published-loop.js';
import { V3_EPISODES } from '../../testing/published-loops/v3-episodes.js';
import { walkAgent, type Walk } from '../../testing/walk-agent.js';
import type { Agent } from '../agent.js';
import { currentSubgoal } from './current-subgoal.js';
import { mobileAgentV3Definition as definition } from './mobile-agent-v3.js';

const world = await openErrandPhone();
const agentWith = (options: Record<string, unknown> = {}): Agent => makeAgent(definition, options);
const act = (call: Record<string, unknown>): string =>
  `### Thought ###\nNext.\n\n### Action ###\n${JSON.stringify(call)}\n\n### Description ###\nDo it.`;
const PLAN = '### Thought ###\nI look.\n### Plan ###\n1. Read the mail\n2. Open the door';
const judge = (outcome: string): string => `### Outcome ###\n${outcome}\n### Error Description ###\nNone`;

type Heard = Record<'executor' | 'manager' | 'reflector' | 'notetaker', ListeningModel>;

function heard(changes: Partial<Heard> = {}): Heard {
  return {
    executor: listeningModel(() => act({ action: 'click', coordinate: [50, 20] })),
    manager: listeningModel(() => PLAN),
    reflector: listeningModel(() => judge('A')),
    notetaker: listeningModel(() => '### Important Notes ###\nThe code is 4271.'),
    ...changes,
  };
}

async function run(
  agent: Agent,
  models: Heard,
  { instruction = ERRAND, maxSteps = 4 }: { readonly instruction?: string; readonly maxSteps?: number } = {},
): Promise<Walk> {
  await using environment = errandEnvironment(world);
  const task = { ...buildAgentContext().task, instruction };
  const bound = Object.fromEntries(
    Object.entries(models).flatMap(([role, { model }]) =>
      // Only what the agent says it needs: asking another role would be an error.
      agent.needs.models.includes(role) ? [[role, model]] : [],
    ),
  );
  return await walkAgent(environment, agent, { models: bound, task, maxSteps });
}

describe('mobile-agent-v3 keeps the agent contract:', () => {
  const context = () => ({
    models: {
      executor: listeningModel((text) => act({ action: 'open_app', text: `app ${text.length}` })).model,
      manager: listeningModel((text) => `### Thought\nt\n### Plan\n1. ${text.length}`).model,
      reflector: listeningModel((text) => judge('ABC'[text.length % 3] ?? 'A')).model,
      notetaker: listeningModel((text) => `### Important Notes ###\n${text.length}`).model,
    },
  });
  it.each([...agentContract({ agent: () => agentWith(), context })])('it $name', async ({ run: check }) => {
    await expect(check()).resolves.toBeUndefined();
  });
});

describe('mobile-agent-v3 asks and acts as its published code', () => {
  it.each(V3_EPISODES)('where it $name', async (episode) => {
    const linesOf = (text: string): readonly string[] =>
      (text.match(/Action: \{.*\} \| Description: .*/g) ?? []).slice(-1);
    expect(await callsOf(definition, episode, { linesOf })).toEqual(episode.calls);
  });
});

describe('mobile-agent-v3', () => {
  it('asks the notetaker on tasks that speak of an answer, always, or never', async () => {
    const noted = async (notes: string, instruction: string): Promise<number> => {
      const models = heard();
      await run(agentWith({ notes }), models, { instruction, maxSteps: 2 });
      return models.notetaker.asked.length;
    };
    expect(await noted('asked', 'Open the door')).toBe(0);
    expect(await noted('asked', 'Answer me')).toBe(1);
    expect(await noted('asked', "Answer from the 'Ideas' folder of the Joplin app")).toBe(0);
    expect(await noted('always', 'Open the door')).toBe(1);
    expect(await noted('never', 'Answer me')).toBe(0);
  });

  it('hands on what is completed, what is noted, and the beginning of the plan', async () => {
    const models = heard({
      manager: listeningModel((text) =>
        text.includes('### Plan ###\n1. Read the mail 2. Open')
          ? '### Thought ###\nt\n### Historical Operations ###\nThe mail is read.\n### Plan ###\n1. Open the door'
          : PLAN,
      ),
    });
    await run(agentWith({ notes: 'always' }), models, { maxSteps: 3 });
    const [, managed] = models.manager.asked.map(requestText);
    expect(managed).toContain('The code is 4271.');
    expect(managed).toContain("Action: {'action': 'click', 'coordinate': [50, 20]}");
    const [first, , third] = models.executor.asked.map(requestText);
    expect(first).toContain('### Current Subgoal ###\n1. Read the mail 2. Open the doo\n');
    expect(third).toContain('### Progress ###\nThe mail is read.');
    expect(models.reflector.asked.map((request) => requestPictures(request).length)).toEqual([2, 2]);
  });

  it('ends where a judgement names no outcome', async () => {
    const { decisions } = await run(agentWith(), heard({ reflector: listeningModel(() => 'perhaps') }));
    expect(decisions.at(-1)).toMatchObject({ action: { type: 'stop', status: 'failure' } });
    expect(decisions).toHaveLength(2);
  });

  it('keeps its memory small for any input', async () => {
    const long = '\u0001'.repeat(60_000);
    const models = heard({
      executor: listeningModel(
        () =>
          `### Thought\nt\n### Action\n{"action": "type", "text": "${'x'.repeat(60_000)}"}\n### Description\n${long}`,
      ),
      manager: listeningModel(
        () => `### Thought\n${long}\n### Historical Operations\n${long}\n### Plan\n${long}`,
      ),
      reflector: listeningModel(() => `### Outcome\nB\n### Error Description\n${long}`),
      notetaker: listeningModel(() => long),
    });
    // The walk refuses decisions whose memory is larger than the engine takes.
    const { decisions } = await run(agentWith({ notes: 'always' }), models, { maxSteps: 8 });
    expect(decisions).toHaveLength(8);
  });
});

describe('currentSubgoal', () => {
  it.each([
    ['1. a 2. b 3. c 4. d', '1. a 2. b 3. c'],
    ['1. a 2. b', '1. a 2.'],
    ['Go on', 'Go o'],
    ['1. Go 😀', '1. Go'],
    ['', ''],
  ])('of %j is %j', (plan, subgoal) => {
    expect(currentSubgoal(plan)).toBe(subgoal);
  });
});
