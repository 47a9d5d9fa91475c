import { describe, expect, it } from 'vitest';
import type { ModelRequest, ModelRoles } from '../../models/model.js';
import { agentContract, buildAgentContext } from '../../testing/contracts/agent-contract.js';
import {
  ERRAND,
  errandEnvironment,
  errandScreenIn,
  openErrandPhone,
  rowCentre,
  type ErrandScreen,
} from '../../testing/phones/errand-phone.js';
import {
  listeningModel,
  requestPictures,
  requestText,
  type ListeningModel,
} from '../../testing/models/listening-model.js';
import { mobileAgentE } from '../../models/dialects/mobile-agent-e/mobile-agent-e.js';
import { makeAgent } from '../../testing/make-agent.js';
import { E_EPISODES } from '../../testing/published-loops/e-episodes.js';
import { callsOf } from '../../testing/published-loops/published-loop.js';
import { walkAgent, type Walk } from '../../testing/walk-agent.js';
import { AgentOptionError } from '../define-agent.js';
import type { Agent } from '../agent.js';
import { mobileAgentEDefinition as definition } from './mobile-agent-e.js';

const world = await openErrandPhone();
const agentWith = (options: Record<string, unknown> = {}, prompts: Record<string, string> = {}): Agent =>
  makeAgent(definition, options, { prompts });
const requestAt = (model: ListeningModel | undefined, index: number): ModelRequest =>
  model?.asked[index] ?? { messages: [] };
const say = (name: string, args: Record<string, unknown> | null = null): string =>
  `### Thought ###\nIt is next.\n\n### Action ###\n${JSON.stringify({ name, arguments: args })}\n\n### Description ###\nDo ${name}.`;
const press = (row: number): string => {
  const [x, y] = rowCentre(row);
  return say('Tap', { x, y });
};

/** Reads the mail and comes back; where the buttons are is part of what was learned. */
const READ_MAIL = {
  name: 'Read_Mail',
  arguments: [],
  description: 'reads the mail and comes back',
  precondition: 'the home screen',
  atomic_action_sequence: [
    { name: 'Tap', arguments_map: { x: '50', y: '20' } },
    { name: 'Back', arguments_map: null },
  ],
};

/** The screen whose texts the prompt of the operator lists. */
function screenIn(text: string): ErrandScreen | null {
  const list = /is right\.\n([^]*?)\n\n/.exec(text)?.[1] ?? '';
  return errandScreenIn(`elements ${list}`);
}

interface Knowledge {
  /** Without it, it takes the code from the notes. */
  readonly code?: boolean;
  /** Without it, it uses the handle only where a tip or an error says so. */
  readonly handle?: boolean;
  /** Without it, it can read the mail only by a shortcut. */
  readonly mail?: boolean;
}

function operator({ code = true, handle = true, mail = true }: Knowledge): ListeningModel {
  return listeningModel((text) => {
    const noted = /### Important Notes ###\n[^#]*?(\d{4})/.exec(text)?.[1] ?? '0000';
    const usesHandle = handle || text.includes('use the handle');
    switch (screenIn(text)) {
      case 'home':
        if (text.includes('Do Back') || text.includes('Do Read_Mail')) return press(1);
        if (mail) return press(0);
        return text.includes('- Read_Mail(') ? say('Read_Mail') : say('Wait');
      case 'mail':
        return say('Back');
      case 'door':
        return say('Type', { text: code ? '4271' : noted });
      case 'typed':
        return press(usesHandle ? 2 : 1);
      default:
        return say('Wait');
    }
  });
}

function manager(): ListeningModel {
  return listeningModel((text) => {
    // It is shown no list of elements.
    const subgoal = text.includes('I am at open.') ? 'Finished' : 'Get through the door';
    return `### Thought ###\nI look.\n### Plan ###\n1. Read the mail\n2. Open the door\n### Current Subgoal ###\n${subgoal}`;
  });
}

/** Compares the lists of both screens. */
function reflector(): ListeningModel {
  return listeningModel((text) => {
    const [, before = '', after = ''] = text.split(/Screen (?:before|after) the action:/);
    const isSame = before.trim() === after.trim();
    const [outcome, error] = isSame ? ['C', 'Nothing has changed.'] : ['A', 'None'];
    return `### Outcome ###\n${outcome}\n### Error Description ###\n${error}\n### Progress Status ###\nI am at ${errandScreenIn(text)}.`;
  });
}

/** Carries on the notes that it is given. */
function notetaker(): ListeningModel {
  return listeningModel((text) => {
    const code = /The door code is (\d{4})/.exec(text)?.[1] ?? /The code is (\d{4})/.exec(text)?.[1];
    return `### Important Notes ###\n${code === undefined ? 'None' : `The code is ${code}.`}`;
  });
}

function experience(): ListeningModel {
  return listeningModel((text) =>
    text.includes('New Shortcut')
      ? `### New Shortcut ###\n${JSON.stringify(READ_MAIL)}`
      : '### Updated Tips ###\n- At doors, use the handle.',
  );
}

function heard(knows: Knowledge = {}): Record<string, ListeningModel> {
  return {
    operator: operator(knows),
    manager: manager(),
    reflector: reflector(),
    notetaker: notetaker(),
    experience: experience(),
  };
}

async function run(
  agent: Agent,
  models: Record<string, ListeningModel>,
  maxSteps = 12,
): Promise<Walk & { readonly reached: boolean }> {
  await using environment = errandEnvironment(world);
  const task = { ...buildAgentContext().task, instruction: ERRAND };
  const bound: ModelRoles = Object.fromEntries(
    // Only what the agent says it needs: asking another role would be an error.
    agent.needs.models.flatMap((role) => {
      const one = models[role];
      return one === undefined ? [] : [[role, one.model]];
    }),
  );
  const walk = await walkAgent(environment, agent, { models: bound, task, maxSteps });
  const last = walk.decisions.at(-1);
  const isDone = last?.type === 'action' && last.action.type === 'stop' && last.action.status === 'success';
  return { ...walk, reached: walk.states.at(-1) === 'open' && isDone };
}

describe('mobile-agent-e keeps the agent contract:', () => {
  const context = () => ({
    models: {
      operator: listeningModel((text) =>
        text.length % 2 === 0
          ? say('Tap_Type_and_Enter', { x: 1, y: 2, text: `${text.length}` })
          : say('Open_App', { app_name: `app ${text.length}` }),
      ).model,
      manager: listeningModel((text) => `### Plan ###\n${text.length}\n### Current Subgoal ###\ngo on`).model,
      reflector: listeningModel(
        (text) => `### Outcome ###\n${'AC'[text.length % 2]}\n### Progress Status ###\n${text.length}`,
      ).model,
      notetaker: listeningModel((text) => `### Important Notes ###\n${text.length}`).model,
    },
  });
  it.each([...agentContract({ agent: () => agentWith(), context })])('it $name', async ({ run: check }) => {
    await expect(check()).resolves.toBeUndefined();
  });
});

describe('a switch of mobile-agent-e', () => {
  const learned = { tips: '- At doors, use the handle.', shortcuts: JSON.stringify([READ_MAIL]) };

  it('notes makes the difference for a model that needs to be reminded', async () => {
    expect((await run(agentWith(), heard({ code: false }))).reached).toBe(true);
    expect((await run(agentWith({ notes: false }), heard({ code: false }))).reached).toBe(false);
  });

  it.each([
    ['tips', { handle: false }],
    ['shortcuts', { mail: false }],
  ] as const)('experience makes the difference for a model that needs %s', async (name, knows) => {
    for (const [value, expected] of [
      ['both', true],
      [name, true],
      ['none', false],
    ] as const) {
      const { reached } = await run(agentWith({ experience: value }, learned), heard(knows));
      expect({ value, reached }).toEqual({ value, reached: expected });
    }
  });

  it('learn draws from one task what another one needs', async () => {
    const models = heard();
    const { decisions } = await run(agentWith(), models);
    expect(requestText(requestAt(models['experience'], 0))).toMatch(
      /Action: \{'name': 'Tap', .* \| Description: Do Tap\. \| Outcome: Successful \| Progress: I am at mail\.\nAction: \{'name': 'Back'/,
    );
    const memory = decisions.at(-1)?.memory as { learned: { shortcut: unknown; tips: string } };
    const prompts = { tips: memory.learned.tips, shortcuts: JSON.stringify([memory.learned.shortcut]) };
    const needy = { mail: false, handle: false };
    expect((await run(agentWith({}, prompts), heard(needy))).reached).toBe(true);
    expect((await run(agentWith(), heard(needy))).reached).toBe(false);
    const without = await run(agentWith({ learn: false }), heard());
    expect(without.decisions.at(-1)?.memory).not.toHaveProperty('learned');
  });

  it('perception lets a model list what it sees', async () => {
    const perceiver = listeningModel(() => '(50, 20); text: Mail\n(50, 60); text: Door');
    const models: Record<string, ListeningModel> = { ...heard(), perceiver };
    await run(agentWith({ perception: 'model' }), models, 2);
    expect(requestText(requestAt(models['operator'], 0))).toContain('(50, 60); text: Door');
    expect(requestPictures(requestAt(perceiver, 0))).toHaveLength(1);
    expect(perceiver.asked).toHaveLength(2);
  });

  it.each([
    [{ maxIterations: 5 }, {}, 5, 'No task takes more than 4 actions.'],
    [{ maxFailures: 2, maxRepeats: 9 }, { handle: false }, 7, '2 actions in a row went wrong.'],
    [{ maxRepeats: 2, maxFailures: 9 }, { handle: false }, 7, 'The same action was chosen 2 times in a row.'],
  ])('%j stops early', async (options, knows, steps, thought) => {
    const { decisions } = await run(agentWith(options), heard(knows), 20);
    expect(decisions).toHaveLength(steps);
    expect(decisions.at(-1)).toMatchObject({ action: { type: 'stop', status: 'failure' }, thought });
  });
});

describe('mobile-agent-e', () => {
  it('asks reflector, notetaker, manager and operator in this order, each with what the others said', async () => {
    const models = heard({ code: false });
    const { states, reached } = await run(agentWith(), models);
    expect(reached).toBe(true);
    expect(states).toEqual(['home', 'mail', 'home', 'door', 'typed', 'open']);
    const fourth = requestText(requestAt(models['operator'], 3));
    expect(fourth).toContain('### Current Subgoal ###\nGet through the door');
    expect(fourth).toContain('### Important Notes ###\nThe code is 4271.');
    expect(fourth).toContain('### Progress ###\nI am at door.');
    expect(fourth.match(/Outcome: Successful/g)).toHaveLength(3);
    const managed = requestText(requestAt(models['manager'], 3));
    expect(managed).toContain('### Current Plan ###\n1. Read the mail');
    expect(managed).toContain('The code is 4271.');
    expect(requestPictures(requestAt(models['reflector'], 0))).toHaveLength(2);
    // Nobody judges what has not been done, nor notes what a stop leaves.
    expect(models['reflector']?.asked).toHaveLength(5);
    expect(models['operator']?.asked).toHaveLength(5);
  });

  it('tells the manager of failures once there are two in a row, and the operator at once', async () => {
    const models = heard({ handle: false });
    await run(agentWith({ maxRepeats: 9 }), models);
    const stuck = models['manager']?.asked.map((request) =>
      requestText(request).includes('Potentially Stuck'),
    );
    expect(stuck?.slice(0, 7)).toEqual([false, false, false, false, false, false, true]);
    expect(requestText(requestAt(models['operator'], 5))).toContain('Nothing has changed.');
  });

  it('carries a shortcut out action by action, asks nobody in between, and judges it as one', async () => {
    const models = heard({ mail: false, code: false });
    const agent = agentWith({}, { shortcuts: JSON.stringify([READ_MAIL]) });
    const { states, decisions } = await run(agent, models);
    expect(states.slice(0, 4)).toEqual(['home', 'mail', 'home', 'door']);
    expect(decisions[1]).toMatchObject({ action: { type: 'key', key: 'BACK' }, summary: 'Do Read_Mail.' });
    expect(requestText(requestAt(models['reflector'], 0))).toContain('Read_Mail');
    expect(models['operator']?.asked).toHaveLength(decisions.length - 2);
  });

  it('counts an unreadable answer as a failure without asking anybody, where that does not end the episode', async () => {
    const models: Record<string, ListeningModel> = {
      ...heard(),
      operator: listeningModel(() => 'no idea'),
      manager: listeningModel(() => '### Plan ###\nP\n### Current Subgoal ###\nS'),
    };
    const { decisions } = await run(agentWith({ invalidAction: 'wait' }), models);
    expect(decisions.map(({ type }) => type)).toEqual([
      'format_error',
      'format_error',
      'format_error',
      'action',
    ]);
    expect(models['reflector']?.asked).toHaveLength(0);
    expect(requestText(requestAt(models['operator'], 2))).toContain('### Overall Plan ###\nP');
    expect(requestText(requestAt(models['operator'], 2))).toContain('The answer could not be read.');
  });

  it('ends its episode at an unreadable answer unless it is told to go on', () => {
    const parts = {
      dialectOf: () => mobileAgentE.create({ variant: 'operator' }),
      profile: 'tolerant',
      observation: 'native',
      prompts: {},
    } as const;
    const { formatErrors } = definition.create(parts, {}).runSettings;
    expect(formatErrors).toBe('end');
    expect(definition.create(parts, { invalidAction: 'wait' }).runSettings.formatErrors).toBe('wait');
  });

  it('ends at a judgement without a letter, or takes it for a good one where a letter must begin it', async () => {
    const unsure = { ...heard(), reflector: listeningModel(() => '### Outcome ###\nperhaps') };
    const { decisions } = await run(agentWith(), unsure);
    expect(decisions.at(-1)).toMatchObject({ action: { type: 'stop', status: 'failure' } });
    expect(decisions).toHaveLength(2);
    const first: Record<string, ListeningModel> = {
      ...heard(),
      reflector: listeningModel(() => '### Outcome ###\nperhaps'),
    };
    await run(agentWith({ judgement: 'first' }), first, 2);
    expect(first['notetaker']?.asked).toHaveLength(1);
    const any: Record<string, ListeningModel> = {
      ...heard(),
      reflector: listeningModel(() => '### Outcome ###\nB, as All is wrong'),
    };
    await run(agentWith(), any, 2);
    expect(any['notetaker']?.asked).toHaveLength(1);
  });

  it('shows the manager the screenshot alone, and the notetaker plan and subgoal', async () => {
    const models = heard();
    await run(agentWith(), models);
    const managed = requestAt(models['manager'], 1);
    expect(requestPictures(managed)).toHaveLength(1);
    expect(requestText(managed)).not.toContain('text: ');
    const noted = requestText(requestAt(models['notetaker'], 0));
    expect(noted).toContain('1. Read the mail 2. Open the door');
    expect(noted).toContain('Get through the door');
    expect(noted).toContain('The door code is 4271');
  });

  it('offers typing where there is a keyboard, and tells the reflector both states', async () => {
    const models = heard();
    await run(agentWith(), models);
    const offered = models['operator']?.asked.map((request) => requestText(request).includes('- Type(text)'));
    expect(offered?.slice(0, 4)).toEqual([false, false, false, true]);
    expect(requestText(requestAt(models['reflector'], 2))).toContain(
      'Keyboard before it: not shown\nKeyboard after it: shown',
    );
  });

  it('hints at another way where two taps in a row have changed nothing', async () => {
    const models = heard({ handle: false });
    await run(agentWith({ maxRepeats: 9, maxFailures: 9 }), models);
    const hints = models['operator']?.asked.map((request) =>
      requestText(request).includes('Taps change nothing here'),
    );
    expect(hints?.slice(0, 7)).toEqual([false, false, false, false, false, false, true]);
  });

  it('refuses shortcuts that cannot be read, and ignores those that a model cannot write', async () => {
    expect(() => agentWith({}, { shortcuts: 'x' })).toThrow(AgentOptionError);
    expect(() => agentWith({}, { shortcuts: '[{"name": "A"}]' })).toThrow(AgentOptionError);
    const models = { ...heard(), experience: listeningModel(() => '### New Shortcut ###\n{"name": "A"}') };
    const { decisions } = await run(agentWith({ learn: true }), models);
    expect(decisions.at(-1)?.memory).toMatchObject({ learned: { shortcut: null, tips: null } });
  });

  it('keeps its memory small for any input', async () => {
    const long = '\u0001'.repeat(60_000);
    const models = {
      operator: listeningModel(
        () =>
          `### Thought ###\n${long}\n### Action ###\n${JSON.stringify({ name: 'Tap_Type_and_Enter', arguments: { x: 1, y: 1, text: 'x'.repeat(30_000) } })}\n### Description ###\n${long}`,
      ),
      manager: listeningModel(() => `### Plan ###\n${long}\n### Current Subgoal ###\n${long}`),
      reflector: listeningModel(
        () => `### Outcome ###\nA\n### Error Description ###\n${long}\n### Progress Status ###\n${long}`,
      ),
      notetaker: listeningModel(() => `### Important Notes ###\n${long}`),
      perceiver: listeningModel(() => `(1, 1); text: ${'x'.repeat(290)}\n`.repeat(200)),
    };
    // The walk refuses decisions whose memory is larger than the engine takes.
    const { decisions } = await run(
      agentWith({ perception: 'model', maxFailures: 99, maxRepeats: 99 }),
      models,
      12,
    );
    expect(decisions).toHaveLength(12);
  });
});

describe('mobile-agent-e asks and acts as its published code', () => {
  it('for 39 actions, and gives up at the iteration behind them', async () => {
    const calls = ['Home', 'Back', 'Wait'].map(
      (name) =>
        `### Thought ###\nN.\n\n### Action ###\n{"name": "${name}", "arguments": null}\n\n### Description ###\nDo it.`,
    );
    const plan = '### Thought ###\nI look.\n\n### Plan ###\n1. Do it\n\n### Current Subgoal ###\nDo it';
    const judgement = '### Outcome ###\nA\n\n### Error Description ###\nNone\n\n### Progress Status ###\nOn.';
    const notes = '### Important Notes ###\nNone';
    const answers = Array.from({ length: 60 }, (_, index) => [
      plan,
      calls[index % 3] ?? '',
      judgement,
      notes,
    ]).flat();
    const told = await callsOf(definition, { task: 'dark-theme', answers, steps: 60 }, { linesOf: () => [] });
    const done = told.filter((call) => call.startsWith('>'));
    expect(done).toHaveLength(40);
    expect(done.at(-1)).toBe('> stop failure');
  });

  it.each(E_EPISODES)('where it $name', async (episode) => {
    const linesOf = (text: string): readonly string[] =>
      (text.match(/Action: \{.*\} \| Description: .*/g) ?? []).slice(-1);
    expect(await callsOf(definition, episode, { linesOf, unreadable: 'ends' })).toEqual(episode.calls);
  });
});
