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
import { makeAgent } from '../../testing/make-agent.js';
import { walkAgent, type Walk } from '../../testing/walk-agent.js';
import type { Agent } from '../agent.js';
import { mobileAgentV2Definition as definition } from './mobile-agent-v2.js';

const world = await openErrandPhone();
const agentWith = (options: Record<string, unknown> = {}): Agent => makeAgent(definition, options);
const requestAt = (model: ListeningModel | undefined, index: number): ModelRequest =>
  model?.asked[index] ?? { messages: [] };
const say = (action: string, operation = `Do ${action}`): string =>
  `### Thought ###\nIt is next.\n### Action ###\n${action}\n### Operation ###\n${operation}`;
const press = (row: number): string => `Tap (${rowCentre(row).join(', ')})`;

/** The screen whose texts the prompt of the acting model lists. */
function screenIn(text: string): ErrandScreen | null {
  const list = /is right\.\n([^]*?)\n\n/.exec(text)?.[1] ?? '';
  return errandScreenIn(`elements ${list}`);
}

interface Knowledge {
  /** Without it, it takes the code from its memory. */
  readonly code: boolean;
  /** Without it, it turns the handle only after the prompt says that something went wrong. */
  readonly handle: boolean;
  /** Without it, it knows from the completed contents that the mail has been read. */
  readonly route: boolean;
}

function actor({ code, handle, route }: Knowledge): ListeningModel {
  return listeningModel((text) => {
    const remembered = /### Memory ###\n[^#]*?(\d{4})/.exec(text)?.[1] ?? '0000';
    const isRead = route ? /Do Back/.test(text) : /Completed contents ###\n[^#]*mail is read/.test(text);
    switch (screenIn(text)) {
      case 'home':
        return say(press(isRead ? 1 : 0));
      case 'mail':
        return say('Back');
      case 'door':
        return say(`Type (${code ? '4271' : remembered})`);
      case 'typed':
        return say(press(handle || text.includes('did not do what was expected') ? 2 : 1));
      case 'open':
        return say('Stop');
      default:
        return say('Home');
    }
  });
}

/** Compares the lists of both screens. */
function reflector(): ListeningModel {
  return listeningModel((text) => {
    const [, before = '', after = ''] = text.split(/Screen (?:before|after) the operation:/);
    return `### Thought ###\nI compare.\n### Answer ###\n${before.trim() === after.trim() ? 'C' : 'A'}`;
  });
}

function planner(): ListeningModel {
  return listeningModel((text) =>
    text.includes('Do Back')
      ? '### Completed contents ###\nThe mail is read.'
      : '### Completed contents ###\nNone',
  );
}

function memory(): ListeningModel {
  return listeningModel((text) => {
    const code = /The door code is (\d{4})/.exec(text)?.[1];
    return `### Important content ###\n${code === undefined ? 'None' : `The code is ${code}.`}`;
  });
}

function heard(knows: Knowledge): Record<'actor' | 'reflector' | 'planner' | 'memory', ListeningModel> {
  return { actor: actor(knows), reflector: reflector(), planner: planner(), memory: memory() };
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
  const isDone = last?.type === 'action' && last.action.type === 'stop';
  return { ...walk, reached: walk.states.at(-1) === 'open' && isDone };
}

const ALL: Knowledge = { code: true, handle: true, route: true };

describe('mobile-agent-v2 keeps the agent contract:', () => {
  const context = () => ({
    models: {
      actor: listeningModel((text) => say(`Open app (app ${text.length})`)).model,
      reflector: listeningModel((text) => `### Answer ###\n${'ABC'[text.length % 3]}`).model,
      planner: listeningModel((text) => `### Completed contents ###\n${text.length}`).model,
      memory: listeningModel((text) => `### Important content ###\n${text.length}`).model,
    },
  });
  it.each([...agentContract({ agent: () => agentWith(), context })])('it $name', async ({ run: check }) => {
    await expect(check()).resolves.toBeUndefined();
  });
});

describe('a switch of mobile-agent-v2', () => {
  it.each([
    ['reflect', { ...ALL, handle: false }],
    ['plan', { ...ALL, route: false }],
    ['memory', { ...ALL, code: false }],
  ] as const)('%s makes the difference for a model that lacks what it gives', async (name, knows) => {
    expect((await run(agentWith(), heard(knows))).reached).toBe(true);
    expect((await run(agentWith({ [name]: false }), heard(knows))).reached).toBe(false);
  });

  it('perception lets a model list what it sees in place of the UI hierarchy', async () => {
    const { signal } = new AbortController();
    const mail = await world.screen('mail')?.picture?.load({ signal });
    const perceiver = listeningModel((_, request) => {
      const isMail = Buffer.compare(requestPictures(request)[0] ?? Buffer.of(), mail ?? Buffer.of()) === 0;
      return isMail
        ? 'Texts:\n(50, 20); text: The door code is 4271'
        : '- (50, 20); text: Mail\n(50, 60); text: Door';
    });
    const models = { ...heard(ALL), perceiver };
    const { states, decisions } = await run(agentWith({ perception: 'model' }), models, 3);
    expect(states.slice(0, 3)).toEqual(['home', 'mail', 'home']);
    // Once per screen: what was listed is remembered for the judgement of the next step.
    expect(perceiver.asked).toHaveLength(3);
    expect(decisions[0]?.memory).toMatchObject({ perceived: '- (50, 20); text: Mail\n(50, 60); text: Door' });
    const judged = requestText(requestAt(models.reflector, 0));
    expect(judged).toMatch(/before the operation:[^]*text: Mail[^]*after the operation:[^]*The door code/);
  });

  it('every switch changes what is asked', async () => {
    const transcripts = new Set<string>();
    for (const options of [{}, { reflect: false }, { plan: false }, { memory: false }]) {
      const models = heard(ALL);
      await run(agentWith(options), models);
      transcripts.add(JSON.stringify(Object.values(models).map(({ asked }) => asked.map(requestText))));
    }
    expect(transcripts.size).toBe(4);
  });
});

describe('mobile-agent-v2', () => {
  it('tells only operations that went well, quotes the one that did not, and keeps what is completed', async () => {
    const models = heard({ code: false, handle: false, route: false });
    const { states, reached } = await run(agentWith(), models);
    expect(reached).toBe(true);
    expect(states).toEqual(['home', 'mail', 'home', 'door', 'typed', 'typed', 'open']);
    const afterFailure = requestText(requestAt(models.actor, 5));
    expect(afterFailure).toContain('[Operation: Do Tap (50, 60); Action: Tap (50, 60)] Think again');
    expect(afterFailure).toMatch(/Step-4: \[Operation: Do Type \(4271\)/);
    expect(afterFailure).not.toContain('Step-5');
    expect(afterFailure).toContain('The code is 4271.');
    const done = requestText(requestAt(models.actor, 6));
    expect(done).not.toContain('Think again');
    expect(done).toMatch(/Step-5: \[Operation: Do Tap \(50, 100\)/);
  });

  it('asks for notes in the conversation of the decision', async () => {
    const models = heard(ALL);
    await run(agentWith(), models);
    const [decided, noted] = [requestAt(models.actor, 0), requestAt(models.memory, 0)];
    expect(noted.messages.slice(0, 2)).toEqual(decided.messages);
    expect(noted.messages.slice(2).map(({ role }) => role)).toEqual(['assistant', 'user']);
  });

  it('goes back by itself when an operation led astray, and does not judge that', async () => {
    const astray = listeningModel((text) =>
      text.includes('Screen after the operation:') ? '### Answer ###\nB' : 'B',
    );
    const models = { ...heard(ALL), reflector: astray };
    const { decisions, states } = await run(agentWith(), models, 4);
    expect(states.slice(0, 4)).toEqual(['home', 'mail', 'home', 'mail']);
    expect(decisions[1]).toMatchObject({
      action: { type: 'key', key: 'BACK' },
      memory: { kind: 'undo', outcome: 'B' },
    });
    expect(astray.asked).toHaveLength(2);
    expect(models.actor.asked).toHaveLength(2);
    expect(requestText(requestAt(models.actor, 1))).toContain('did not do what was expected');
  });

  it('offers typing where a field has the focus, and not elsewhere', async () => {
    const models = heard(ALL);
    await run(agentWith(), models);
    const texts = models.actor.asked.map(requestText);
    expect(texts.map((text) => text.includes('Type (text)')).slice(0, 4)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('takes an unreadable judgement for a good one, and an unreadable operation for one that did nothing', async () => {
    const models = { ...heard(ALL), reflector: listeningModel(() => 'Perhaps.') };
    expect((await run(agentWith(), models)).reached).toBe(true);
    let first = true;
    const acting = listeningModel(() => {
      const answer = first ? 'no idea' : say('Home');
      first = false;
      return answer;
    });
    const { decisions } = await run(agentWith(), { ...heard(ALL), actor: acting }, 2);
    expect(decisions[1]?.memory).toMatchObject({
      outcome: 'C',
      failed: expect.stringContaining('nobody could read'),
    });
  });
});
