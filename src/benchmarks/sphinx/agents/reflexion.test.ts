import { describe, expect, it } from 'vitest';
import { agentContract } from '../../../testing/contracts/agent-contract.js';
import { requestPictures, requestText } from '../../../testing/models/listening-model.js';
import { makeAgent } from '../../../testing/make-agent.js';
import {
  listeningModels,
  playToyPhone,
  toyObservation,
  type ToyPhone,
} from '../../../testing/phones/toy-phone.js';
import { reflexionAgent } from './reflexion.js';

const say = (call: string): string => `So. In summary, the next action I will perform is \`\`\`${call}\`\`\``;

const PHONE: ToyPhone = {
  home: [{ label: 'Loose' }, { label: 'Onward', to: 'goal' }],
  goal: [{ label: 'Arrived' }],
};

/** Keeps pressing the first button until somebody tells it otherwise. */
const actor = (text: string): string => {
  if (text.includes('Arrived')) return say('press [stop]');
  return say(text.includes('try the other button') ? 'click [1]' : 'click [0]');
};

/** Sees whether anything changed; without both screens it believes the best. */
const reflector = (text: string): string => {
  const [before, after] = text.split('Screen after the action:');
  const screen = before?.split('Screen before the action:')[1];
  const same = screen !== undefined && screen.trim() === after?.trim();
  return same ? 'Nothing changed: try the other button. ```No```' : 'That worked. ```Yes```';
};

/** What the paper means, where the published code does something else. */
const MEANT = {
  screenBefore: true,
  reflectionText: true,
  reflectAlways: false,
  replanStep: false,
  needsVerdict: false,
};

async function play(options: Record<string, unknown>, phone = PHONE, act = actor, dialect?: string) {
  const { models, asked } = listeningModels({ actor: act, reflector });
  const agent = makeAgent(reflexionAgent, { ...MEANT, ...options }, dialect === undefined ? {} : { dialect });
  const played = await playToyPhone(agent, phone, {
    goal: 'goal',
    instruction: 'Get there',
    models,
    maxSteps: 6,
  });
  const texts = (role: string) =>
    asked.filter((call) => call.role === role).map(({ request }) => requestText(request));
  return { played, asked, actor: texts('actor'), reflector: texts('reflector') };
}

describe('reflexion keeps the agent contract:', () => {
  it.each([
    ...agentContract({
      agent: () => makeAgent(reflexionAgent),
      context: () => ({ models: listeningModels({ actor, reflector }).models }),
      observations: ['home', 'home', 'home', 'goal'].map((name) => toyObservation(PHONE, name)),
    }),
  ])('it $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe('reflexion as it is meant', () => {
  it('judges the last action by both screens, and chooses again where it failed', async () => {
    const { played, asked } = await play({});
    expect(played).toMatchObject({ solved: true, screens: ['home', 'home', 'goal'] });
    // The action that was chosen anew is not judged in turn.
    expect(asked.map(({ role }) => role)).toEqual(['actor', 'reflector', 'actor', 'actor']);
    expect(played.decisions[1]?.memory).toMatchObject({ verdict: 'no', words: /try the other/ });
  });

  it('tells the judge task, last action and both screens, before first', async () => {
    const { reflector: texts } = await play({});
    expect(texts[0]).toContain('Get there');
    expect(texts[0]).toContain('Last action: click [0]');
    expect(texts[0]).toMatch(/Screen before the action:[^]*Loose[^]*Screen after the action:[^]*Loose/);
  });

  it('shows the judge both pictures where the actor sees pictures', async () => {
    const { models, asked } = listeningModels({ actor: () => say('click [0]'), reflector });
    const agent = makeAgent(reflexionAgent, {}, { dialect: 'sphinx_id@annotated_image' });
    await playToyPhone(agent, PHONE, { goal: 'goal', models, maxSteps: 2 });
    const judged = asked.find(({ role }) => role === 'reflector');
    expect(requestPictures(judged?.request ?? { messages: [] })).toHaveLength(2);
  });

  it('continues as usual where the judgement cannot be read', async () => {
    const { models, asked } = listeningModels({ actor, reflector: () => 'perhaps' });
    const played = await playToyPhone(makeAgent(reflexionAgent, { needsVerdict: false }), PHONE, {
      goal: 'goal',
      models,
      maxSteps: 3,
    });
    expect(played.decisions[1]?.memory).toMatchObject({ verdict: 'unreadable' });
    expect(asked.map(({ role }) => role)).toEqual(['actor', 'reflector', 'actor', 'reflector', 'actor']);
    expect(requestText(asked[2]?.request ?? { messages: [] })).not.toContain('Choose another one');
  });

  it('speaks any dialect', async () => {
    const generic = (text: string): string =>
      text.includes('Arrived')
        ? 'Action: Complete()'
        : text.includes('try the other button')
          ? 'Action: Click(120, 90)'
          : 'Action: Click(120, 30)';
    expect((await play({}, PHONE, generic, 'generic_call')).played.solved).toBe(true);
  });
});

describe('reflexion as published', () => {
  async function published(answers: readonly string[], steps: number, options = {}) {
    const left = [...answers];
    const { models, asked } = listeningModels({
      actor: () => left.shift() ?? '',
      reflector: () => left.shift() ?? '',
    });
    const played = await playToyPhone(makeAgent(reflexionAgent, options), PHONE, {
      goal: 'goal',
      models,
      maxSteps: steps,
    });
    return { played, asked, roles: asked.map(({ role }) => role) };
  }

  it('waits a step after a No, chooses again untold, and judges that action as well', async () => {
    const { played, asked, roles } = await published(
      [say('click [0]'), 'x ```No```', say('longclick [0]'), '```no, or yes```', say('click [1]')],
      4,
    );
    expect(roles).toEqual(['actor', 'reflector', 'actor', 'reflector', 'actor']);
    expect(played.decisions.map((one) => (one.type === 'action' ? one.action.type : one.type))).toEqual([
      'tap',
      'wait',
      'long_press',
      'tap',
    ]);
    const texts = asked.map(({ request }) => requestText(request));
    expect(texts[2]).toContain('PREVIOUS ACTION: click [0]');
    expect(texts[2]).not.toContain('Choose another one');
    expect(texts[3]).toContain('Last action: longclick [0]');
  });

  it('reads the first backticks behind the final phrase, and ends where there are none', async () => {
    const judged = 'In summary, the next action I will perform is ```Yes``` and ```No```';
    const { roles } = await published([say('click [0]'), judged, say('press [stop]')], 5);
    expect(roles).toEqual(['actor', 'reflector', 'actor']);
    const { played } = await published([say('click [0]'), 'Yes, it worked'], 5);
    expect(played.decisions.at(-1)).toMatchObject({
      type: 'format_error',
      memory: { verdict: 'unreadable' },
    });
  });

  it('sends pictures as JPEG of low detail, and sets no limit of the answer', async () => {
    const { models, asked } = listeningModels({ actor: () => say('click [0]'), reflector });
    const agent = makeAgent(reflexionAgent, {}, { dialect: 'sphinx_id@annotated_image' });
    await playToyPhone(agent, PHONE, { goal: 'goal', models, maxSteps: 2 });
    for (const { request } of asked) {
      expect(request).toMatchObject({ temperature: 0.2, pictureDetail: 'low' });
      expect(request.maxOutputTokens).toBeUndefined();
    }
  });
});

describe('a switch of reflexion', () => {
  it.each([
    ['reflect', false],
    ['reflectionText', false],
  ])('decides the task, and what the models are sent: %s', async (name, off) => {
    const [on, without] = [await play({}), await play({ [name]: off })];
    expect(on.played.solved).toBe(true);
    expect(without.played.solved).toBe(false);
    const sent = ({ actor: acting, reflector: judging }: typeof on): string =>
      [...judging.slice(0, 1), ...acting.slice(0, 2)].join('\n');
    expect(sent(without)).not.toBe(sent(on));
  });

  it('reflect=false asks the actor alone', async () => {
    const { reflector: judging, actor: acting } = await play({ reflect: false });
    expect(judging).toHaveLength(0);
    expect(acting[1]).not.toContain('Choose another one');
    expect(makeAgent(reflexionAgent, { reflect: false }).needs.models).toEqual(['actor']);
  });

  it('reflectionText=false tells the actor nothing', async () => {
    const { actor: acting } = await play({ reflectionText: false });
    expect(acting[1]).not.toContain('Choose another one');
    expect(acting[1]).not.toContain('try the other button');
  });

  it('screenBefore=false shows the judge the current screen twice', async () => {
    const { reflector: judging } = await play({ screenBefore: false });
    const [before, after] = (judging.at(-1) ?? '').split('Screen after the action:');
    expect(before?.split('Screen before the action:')[1]?.trim()).toBe(after?.trim());
  });

  it('reflectAlways judges actions that were chosen anew, which a second failure in a row needs', async () => {
    const phone: ToyPhone = {
      home: [{ label: 'Loose' }, { label: 'Stuck' }, { label: 'Onward', to: 'goal' }],
      goal: [{ label: 'Arrived' }],
    };
    const careful = (text: string): string => {
      if (text.includes('Arrived')) return say('press [stop]');
      if (!text.includes('try the other button')) return say('click [0]');
      return say(/PREVIOUS ACTION: click \[1\]/.test(text) ? 'click [2]' : 'click [1]');
    };
    const always = await play({ reflectAlways: true }, phone, careful);
    const once = await play({}, phone, careful);
    expect([always.played.solved, once.played.solved]).toEqual([true, false]);
    expect(always.reflector.length).toBeGreaterThan(0);
    expect(always.actor[2]).toContain('try the other button');
    expect(once.actor[2]).not.toContain('try the other button');
  });

  it('history=none hides the last action from the actor', async () => {
    expect((await play({ history: 'none' })).actor[1]).toContain('PREVIOUS ACTION: None');
    expect((await play({})).actor[1]).toContain('PREVIOUS ACTION: click [0]');
  });

  it('repair puts its answers into form', async () => {
    const { models } = listeningModels({ actor: () => 'press [stop]', repair: () => say('press [stop]') });
    const played = await playToyPhone(makeAgent(reflexionAgent, { repair: true }), PHONE, {
      goal: 'home',
      models,
    });
    expect(played).toMatchObject({ solved: true, decisions: [{ repaired: { kind: 'no_action' } }] });
  });
});
