import { describe, expect, it } from 'vitest';
import type { ModelRequest, ModelRoles } from '../../models/model.js';
import { agentContract, buildAgentContext } from '../../testing/contracts/agent-contract.js';
import {
  ERRAND,
  ERRAND_SCREENS,
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
import { callsOf } from '../../testing/published-loops/published-loop.js';
import { V2_EPISODES } from '../../testing/published-loops/v2-episodes.js';
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

  it('takes a judgement without a letter for none, or for a good one where a letter must begin it', async () => {
    const unsure = { ...heard(ALL), reflector: listeningModel(() => 'perhaps') };
    await run(agentWith(), unsure, 2);
    expect(unsure.planner.asked).toEqual([]);
    expect(requestText(requestAt(unsure.actor, 1))).not.toMatch(/Step-1|Think again/);
    const strict = { ...heard(ALL), reflector: listeningModel(() => '### Answer ###\nB, and A is not') };
    await run(agentWith(), strict, 2);
    expect(strict.planner.asked).toHaveLength(1);
    const first = { ...heard(ALL), reflector: listeningModel(() => '### Answer ###\nB, and A is not') };
    const { decisions } = await run(agentWith({ judgement: 'first' }), first, 2);
    expect(decisions[1]?.memory).toMatchObject({ kind: 'undo', outcome: 'B' });
  });

  it('looks again after going back where it is told to', async () => {
    const models = { ...heard(ALL), reflector: listeningModel(() => '### Answer ###\nB') };
    await run(agentWith({ looksAgain: true }), models, 3);
    expect(models.actor.asked.map((request) => screenIn(requestText(request)))).toEqual(['home', 'home']);
    const published = { ...heard(ALL), reflector: listeningModel(() => '### Answer ###\nB') };
    await run(agentWith(), published, 3);
    expect(published.actor.asked.map((request) => screenIn(requestText(request)))).toEqual(['home', 'mail']);
  });

  it('opens an app by the label on the screen, or by its name where it is told to', async () => {
    const acting = (app: string): ListeningModel => listeningModel(() => say(`Open app (${app})`));
    const done = async (app: string, options = {}): Promise<unknown> => {
      const { decisions } = await run(agentWith(options), { ...heard(ALL), actor: acting(app) }, 1);
      return decisions[0]?.type === 'action' ? decisions[0].action : null;
    };
    const native = { family: 'mobile_agent_v2', name: 'Open app' };
    const label = ERRAND_SCREENS.home[1] ?? '';
    expect(await done(label)).toMatchObject({
      type: 'tap',
      target: { point: { x: rowCentre(1)[0], y: rowCentre(1)[1] } },
      native,
    });
    expect(await done(label.toLowerCase())).toMatchObject({ type: 'wait', native });
    expect(await done(label, { openApp: 'name' })).toMatchObject({ type: 'open_app', app: label });
  });

  it('tells both states of the keyboard to the reflector, and no thought', async () => {
    const models = heard(ALL);
    await run(agentWith(), models);
    const judged = models.reflector.asked.map(requestText);
    expect(judged[2]).toContain('Keyboard before it: not shown\nKeyboard after it: shown');
    expect(judged.join('\n')).not.toContain('It is next.');
  });

  it('asks for notes after an answer that nobody can read, and judges it', async () => {
    const models = { ...heard(ALL), actor: listeningModel(() => 'no idea') };
    const { decisions } = await run(agentWith(), models, 2);
    expect(decisions.map(({ type }) => type)).toEqual(['format_error', 'format_error']);
    expect(models.memory.asked).toHaveLength(2);
    expect(requestText(requestAt(models.reflector, 0))).toContain('Action: no idea');
  });
});

describe('mobile-agent-v2 asks and acts as its published code', () => {
  it.each(V2_EPISODES)('where it $name', async (episode) => {
    const linesOf = (text: string): readonly string[] =>
      text.includes('### Important content ###') ? [] : (text.match(/Step-\d+: \[.*\]/g) ?? []).slice(-1);
    const calls = await callsOf(definition, episode, { linesOf });
    expect(calls).toEqual(episode.calls);
  });
});
