import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../registry/dialects.js';
import { genericCall } from '../../../models/dialects/generic-call/generic-call.js';
import { ModelOutageError } from '../../../models/model-errors.js';
import type { ModelRoles } from '../../../models/model.js';
import {
  agentContract,
  buildAgentContext,
  emptyObservation,
} from '../../../testing/contracts/agent-contract.js';
import {
  ERRAND,
  errandEnvironment,
  errandScreenIn,
  openErrandPhone,
  rowCentre,
} from '../../../testing/phones/errand-phone.js';
import {
  listeningModel,
  requestPictures,
  requestText,
  type ListeningModel,
} from '../../../testing/models/listening-model.js';
import { walkAgent, type Walk } from '../../../testing/walk-agent.js';
import type { Agent } from '../../../agents/agent.js';
import type { AgentParts } from '../../../agents/define-agent.js';
import { colorbenchMultiAgentDefinition as definition } from './colorbench-multi-agent.js';

const PARTS: AgentParts = {
  dialectOf: () => genericCall.create(),
  profile: 'tolerant',
  observation: 'native',
  prompts: definition.prompts,
};
const world = await openErrandPhone();

type Switches = Readonly<Partial<Record<'plan' | 'reflect' | 'memory', boolean>>>;

function agentWith(switches: Switches): Agent {
  return definition.create(PARTS, switches).agent;
}

const press = (row: number): string => `Action: Click(${rowCentre(row).join(', ')})`;

/** Whether the progress that a role is given says so. */
const wasAtMail = (text: string): boolean => text.includes('Action: Back();');

/** Says what comes next, to whoever asks for a plan. */
function planner(): ListeningModel {
  return listeningModel((text) => {
    const plans = {
      home: wasAtMail(text) ? 'Press Door.' : 'Press Mail.',
      mail: 'Go back.',
      door: 'Type the code.',
      typed: 'Unlock it.',
      open: 'Finish.',
    };
    const screen = errandScreenIn(text);
    return `<reasoning>…</reasoning>\n<action_plan>\n${screen === null ? 'Look.' : plans[screen]}\n</action_plan>`;
  });
}

/** Sees whether anything has changed between the two screens that it is shown. */
function reflector(): ListeningModel {
  return listeningModel((text) => {
    const [, before, after] = text.split(/Screen (?:before|after) the action:/);
    const isUnchanged = before?.trim() === after?.trim();
    const said = isUnchanged ? 'Nothing has changed, use the handle.' : 'The execution has no issues.';
    return `<planning_reflection>\nThe plan has no issues.\n</planning_reflection>\n<execution_reflection>\n${said}\n</execution_reflection>`;
  });
}

/** Writes the code down where a screen shows one. */
function memory(): ListeningModel {
  return listeningModel((text) => {
    const code = /The door code is (\d+)/.exec(text)?.[1];
    return `<memory>\n${code === undefined ? '"None"' : `The code is ${code}.`}\n</memory>`;
  });
}

/** Knows some things itself and takes the rest from its prompt. */
function executor(knows: {
  readonly route: boolean;
  readonly code: boolean;
  readonly handle: boolean;
}): ListeningModel {
  return listeningModel((text) => {
    const plan = /Action plan for this step: (.*)/.exec(text)?.[1] ?? '';
    const code = knows.code ? '4271' : (/\(\d+\)\. .*?(\d{4})/.exec(text)?.[1] ?? '0000');
    const isHandle = knows.handle || text.includes('use the handle');
    const screen = errandScreenIn(text);
    if (screen === 'door' && (knows.route || plan.includes('Type'))) return `Action: Type(${code})`;
    if (screen === 'typed' && (knows.route || plan.includes('Unlock'))) return press(isHandle ? 2 : 1);
    if (screen === 'open' && (knows.route || plan.includes('Finish'))) return 'Action: Complete()';
    if (screen === 'mail' && (knows.route || plan.includes('back'))) return 'Action: Back()';
    if (plan.includes('Mail')) return press(0);
    if (plan.includes('Door')) return press(1);
    if (screen === 'home' && knows.route) return press(knows.code || wasAtMail(text) ? 1 : 0);
    return 'Action: Wait()';
  });
}

interface Outcome extends Walk {
  readonly reached: boolean;
}

async function run(agent: Agent, models: ModelRoles): Promise<Outcome> {
  await using environment = errandEnvironment(world);
  const task = { ...buildAgentContext().task, instruction: ERRAND };
  const walk = await walkAgent(environment, agent, { models, task, maxSteps: 12 });
  const last = walk.decisions.at(-1);
  const isDone = last?.type === 'action' && last.action.type === 'stop';
  return { ...walk, reached: walk.states.at(-1) === 'open' && isDone };
}

const FULL = { route: true, code: true, handle: true };

describe('the multi-agent system of ColorBench keeps the agent contract:', () => {
  const models = (): ModelRoles => ({
    executor: listeningModel((text) => `Action: Type(${text.length})`).model,
    planner: listeningModel((text) => `<action_plan>plan ${text.length}</action_plan>`).model,
    reflector: listeningModel((text) => `<execution_reflection>${text.length}</execution_reflection>`).model,
    memory: listeningModel((text) => `<memory>note ${text.length}</memory>`).model,
  });
  it.each([...agentContract({ agent: () => agentWith({}), context: () => ({ models: models() }) })])(
    'it $name',
    async ({ run: check }) => {
      await expect(check()).resolves.toBeUndefined();
    },
  );
});

describe('a switch of the multi-agent system of ColorBench', () => {
  const switches = [
    ['plan', { route: false, code: true, handle: true }],
    ['reflect', { route: true, code: true, handle: false }],
    ['memory', { route: true, code: false, handle: true }],
  ] as const;
  const off = { plan: false, reflect: false, memory: false };

  it.each(switches)('%s makes the difference for a model that lacks what it gives', async (name, knows) => {
    const models = () => ({
      executor: executor(knows).model,
      planner: planner().model,
      reflector: reflector().model,
      memory: memory().model,
    });
    expect((await run(agentWith({ ...off, [name]: true }), models())).reached).toBe(true);
    const everything = await run(agentWith({}), models());
    expect(everything.reached).toBe(true);
    const without = await run(agentWith({ [name]: false }), models());
    expect(without.reached).toBe(false);
  });

  it('all six rows of the ablation table ask other models other things', async () => {
    const rows: readonly Switches[] = [
      off,
      { ...off, plan: true },
      { ...off, reflect: true },
      { ...off, memory: true },
      { plan: true, reflect: true, memory: false },
      {},
    ];
    const transcripts = new Set<string>();
    for (const row of rows) {
      const heard = {
        executor: executor(FULL),
        planner: planner(),
        reflector: reflector(),
        memory: memory(),
      };
      const agent = agentWith(row);
      // Only the roles that the row needs are bound: asking another one would be an error.
      const models = Object.fromEntries(
        Object.entries(heard).flatMap(([role, { model }]) =>
          agent.needs.models.includes(role) ? [[role, model]] : [],
        ),
      );
      expect((await run(agent, models)).states.length).toBeGreaterThan(2);
      const asked = Object.entries(heard).map(([role, one]) => [role, one.asked.map(requestText)]);
      transcripts.add(JSON.stringify(asked));
    }
    expect(transcripts.size).toBe(rows.length);
  });
});

describe('the multi-agent system of ColorBench', () => {
  it('asks reflector, planner, executor and memory in this order, each with what the others said', async () => {
    const order: string[] = [];
    const heard = {
      executor: executor({ ...FULL, code: false }),
      planner: planner(),
      reflector: reflector(),
      memory: memory(),
    };
    const models = Object.fromEntries(
      Object.entries(heard).map(([role, { model }]) => [
        role,
        {
          ...model,
          generate: (...call: Parameters<typeof model.generate>) => (
            order.push(role),
            model.generate(...call)
          ),
        },
      ]),
    );
    expect((await run(agentWith({}), models)).reached).toBe(true);
    expect(order.slice(0, 7)).toEqual([
      'planner', 'executor', 'memory',
      'reflector', 'planner', 'executor', 'memory',
    ]); // prettier-ignore
    const [, second] = heard.planner.asked.map(requestText);
    expect(second).toContain('Reflection on the plan of the last step: The plan has no issues.');
    expect(second).toContain('Step 1: Action: Click(50, 20); Action description: Click(50, 20)');
    const [, , third] = heard.executor.asked.map(requestText);
    expect(third).toContain('    (2). The code is 4271.');
    expect(third).toContain('Action plan for this step: Press Door.');
    const [reflected] = heard.reflector.asked;
    expect(requestText(reflected ?? { messages: [] })).toContain('Plan of the step: Press Mail.');
    expect(reflected === undefined ? [] : requestPictures(reflected)).toHaveLength(2);
    expect(requestText(heard.memory.asked[0] ?? { messages: [] })).toContain('Its purpose: Press Mail.');
  });

  it('leaves the slot of a role empty that refuses or answers what nobody can read, and continues', async () => {
    const nonsense = listeningModel(() => 'I do not know.');
    const refusal = listeningModel(() => ({ text: '', finishReason: 'refusal' }));
    const acting = executor(FULL);
    const { states, decisions } = await run(agentWith({}), {
      executor: acting.model,
      planner: nonsense.model,
      reflector: refusal.model,
      memory: nonsense.model,
    });
    expect(states).toEqual(['home', 'door', 'typed', 'open']);
    expect(decisions.at(-1)?.memory).toMatchObject({ plan: null, planningReflection: null, note: null });
    expect(requestText(acting.asked[1] ?? { messages: [] })).not.toMatch(/Action plan|Reflection|Notes/);
    expect(requestText(refusal.asked[0] ?? { messages: [] })).toContain('Plan of the step: No action plan');
  });

  it('is interrupted by an outage of a helping model, unless it is to skip outages', async () => {
    const out = listeningModel(() => new ModelOutageError('out')).model;
    const models = { executor: executor(FULL).model, planner: out, reflector: out, memory: out };
    await expect(run(agentWith({}), models)).rejects.toMatchObject({ fault: 'model' });
    const skipping = definition.create(PARTS, { skipOutages: true }).agent;
    expect((await run(skipping, models)).reached).toBe(true);
  });

  it('fails the step when the executor cannot be read, and tells later steps so', async () => {
    const acting = listeningModel((_, request) =>
      requestText(request).includes('Task progress') ? 'Action: Back()' : '?',
    );
    const { decisions } = await run(agentWith({ plan: false, reflect: false }), {
      executor: acting.model,
      memory: memory().model,
    });
    expect(decisions[0]).toMatchObject({ type: 'format_error', memory: { note: null } });
    expect(requestText(acting.asked[1] ?? { messages: [] })).toContain(
      'Step 1: Action: an answer that nobody could read;',
    );
  });

  it('asks in the form of the published executor by default', async () => {
    const [family = '', variant = ''] = definition.dialect.split('@');
    const dialect = DIALECTS.get(family)?.create({ variant }) ?? genericCall.create();
    const acting = listeningModel(
      () =>
        '<action>\n{"name": mobile_use, "arguments": {"action": "click", "coordinate": [50, 20]}}\n</action>\n<description>\nOpens the mail.\n</description>',
    );
    const { agent } = definition.create(
      { ...PARTS, dialectOf: () => dialect },
      { reflect: false, memory: false },
    );
    const { decisions } = await run(agent, { executor: acting.model, planner: planner().model });
    expect(decisions[0]).toMatchObject({
      type: 'action',
      action: { type: 'tap' },
      summary: 'Opens the mail.',
    });
    const second = requestText(acting.asked[1] ?? { messages: [] });
    expect(second).toContain('<description>');
    expect(second).toMatch(/Step 1: Action: .*click.*; Action description: Opens the mail\./);
    expect(acting.asked[0]).toMatchObject({ temperature: 0.1, topP: 0.9, topK: 5, maxOutputTokens: 1024 });
  });

  it.each([
    ['I do not know.', 'No action plan provided', 'No planning_reflection described', 'No memory provided'],
    // No answer at all, to the published code.
    [' \n', null, null, null],
  ])('reads all roles as the published code does unless it is asked otherwise: %j', async (...said) => {
    const [answer, plan, planningReflection, note] = said;
    const dialect = DIALECTS.get('qwen25_mobile_use')?.create({ variant: 'colorbench_executor' });
    const published: AgentParts = {
      ...PARTS,
      dialectOf: () => dialect ?? genericCall.create(),
      profile: definition.parsing ?? 'tolerant',
    };
    const acting = listeningModel(
      () =>
        '<action>{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [50, 20]}}}</action>',
    );
    const silent = listeningModel(() => answer);
    const { decisions } = await run(definition.create(published, {}).agent, {
      executor: acting.model,
      planner: silent.model,
      reflector: silent.model,
      memory: silent.model,
    });
    expect(decisions[1]).toMatchObject({
      summary: 'No description provided',
      memory: { plan, planningReflection, note },
    });
  });

  it('asks as the direct agent does when everything is off', async () => {
    const acting = executor(FULL);
    const { agent } = definition.create(PARTS, { plan: false, reflect: false, memory: false });
    await using episode = await agent.open(buildAgentContext({ models: { executor: acting.model } }));
    await episode.decide(emptyObservation(), [], { signal: new AbortController().signal });
    expect(agent.needs.models).toEqual(['executor']);
    expect(requestText(acting.asked[0] ?? { messages: [] })).toContain('No action has been taken yet.');
  });
});
