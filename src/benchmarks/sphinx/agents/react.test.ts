import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../registry/dialects.js';
import { scriptedModel } from '../../../models/scripted.js';
import { agentContract } from '../../../testing/contracts/agent-contract.js';
import { makeAgent } from '../../../testing/make-agent.js';
import { requestText } from '../../../testing/models/listening-model.js';
import {
  listeningModels,
  playToyPhone,
  toyObservation,
  type ToyPhone,
} from '../../../testing/phones/toy-phone.js';
import { reactAgent, reactDefinition } from './react.js';

const PHRASE = 'In summary, the next action I will perform is';
const say = (call: string): string => `I look at the screen. ${PHRASE} \`\`\`${call}\`\`\``;

const PHONE: ToyPhone = {
  home: [{ label: 'Settings' }, { label: 'Mail', to: 'mail' }],
  mail: [{ label: 'Inbox' }, { label: 'Archive', to: 'archive' }],
  archive: [{ label: 'Empty' }],
};
const GOAL = { goal: 'archive', instruction: 'Open the archive' };

describe('react keeps the agent contract:', () => {
  const screens = ['home', 'mail', 'home', 'archive'].map((name) => toyObservation(PHONE, name));
  it.each([
    ...agentContract({
      agent: () => makeAgent(reactAgent),
      context: () => ({
        models: { actor: scriptedModel((request) => say(`text [1] [${requestText(request).length}]`)) },
      }),
      observations: screens,
    }),
  ])('it $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe('react', () => {
  it('solves a task in the grammar of SPHINX, step after step', async () => {
    const { models, asked } = listeningModels({
      actor: (text) => {
        if (text.includes('Empty')) return say('press [stop]');
        return say('click [1]');
      },
    });
    const played = await playToyPhone(makeAgent(reactAgent), PHONE, { ...GOAL, models });
    expect(played).toMatchObject({ solved: true, screens: ['home', 'mail', 'archive'] });
    expect(asked).toHaveLength(3);
    expect(requestText(asked[0]?.request ?? { messages: [] })).toContain('Open the archive');
  });

  it('ends with the first answer that nobody can read', async () => {
    const { models } = listeningModels({ actor: () => 'click [1]' });
    const played = await playToyPhone(makeAgent(reactAgent), PHONE, { ...GOAL, models });
    expect(played).toMatchObject({ solved: false, decisions: [{ type: 'format_error' }] });
  });

  it('takes twenty steps at most unless set otherwise', () => {
    expect(makeAgent(reactAgent).maxSteps).toBe(20);
    expect(makeAgent(reactAgent, { maxSteps: '3' }).maxSteps).toBe(3);
    expect(makeAgent(reactAgent, { maxSteps: 'null' }).maxSteps).toBeNull();
  });

  it.each([...DIALECTS.keys()].filter((name) => name !== 'sphinx_ground'))(
    'speaks %s, and is shown one earlier action alone',
    async (dialect) => {
      const { models, asked } = listeningModels({ actor: () => 'nothing to read' });
      const agent = makeAgent(reactAgent, { repair: true }, { dialect });
      const waits = { ...models, repair: scriptedModel(() => 'nothing either') };
      await playToyPhone(agent, PHONE, { ...GOAL, models: waits, maxSteps: 4 });
      const turns = asked.map(({ request }) => request.messages.filter(({ role }) => role === 'assistant'));
      expect(asked).toHaveLength(4);
      expect(Math.max(...turns.map((answers) => answers.length))).toBeLessThanOrEqual(2);
    },
  );
});

describe('the switch history of react', () => {
  // Has done what the previous action says, and needs to know it: the button does nothing but be pressed.
  const phone: ToyPhone = {
    home: [{ label: 'Ring' }, { label: 'Leave', to: 'away' }],
    away: [{ label: 'Outside' }],
  };
  const actor = (text: string): string => {
    if (text.includes('Outside')) return say('press [stop]');
    return say(text.includes('Click on a View (text: Ring') ? 'click [1]' : 'click [0]');
  };
  const play = async (history: string) => {
    const { models, asked } = listeningModels({ actor });
    const agent = makeAgent(reactAgent, { history });
    const played = await playToyPhone(agent, phone, { goal: 'away', models, maxSteps: 6 });
    return { played, asked: asked.map(({ request }) => requestText(request)) };
  };

  it('decides whether a model can tell what it has done', async () => {
    expect((await play('last')).played.solved).toBe(true);
    expect((await play('none')).played.solved).toBe(false);
  });

  it('changes what the model is sent', async () => {
    const [last, none] = [await play('last'), await play('none')];
    expect(last.asked[1]).toContain('PREVIOUS ACTION: Click on');
    expect(none.asked[1]).toContain('PREVIOUS ACTION: None');
  });

  it('is named in a run', () => {
    const { dialect } = reactAgent;
    const family = DIALECTS.get(dialect);
    const parts = {
      dialectOf: () => family?.create() ?? expect.fail('the dialect is there'),
      profile: 'tolerant',
      observation: 'native',
      prompts: reactAgent.prompts,
    } as const;
    expect(reactAgent.create(parts, {}).runSettings).toMatchObject({ history: { length: 1 } });
    expect(reactAgent.create(parts, { history: 'none' }).runSettings).toMatchObject({
      history: { length: 0 },
    });
  });
});

describe('the switch skill of react', () => {
  // Follows the skill, and knows nothing without it.
  const actor = (text: string): string => {
    if (text.includes('Empty')) return say('press [stop]');
    return say(text.includes('Open Mail, then Archive') ? 'click [1]' : 'click [0]');
  };
  const play = async (skill: string | null, dialect?: string) => {
    const { models, asked } = listeningModels({ actor });
    const agent = makeAgent(reactAgent, { skill }, dialect === undefined ? {} : { dialect });
    const played = await playToyPhone(agent, PHONE, { ...GOAL, models });
    return { played, asked: asked.map(({ request }) => requestText(request)) };
  };

  it('decides whether a model that knows no way finds one', async () => {
    expect((await play('Open Mail, then Archive')).played.solved).toBe(true);
    expect((await play(null)).played.solved).toBe(false);
  });

  it('changes what the model is sent, in any dialect', async () => {
    const own = await play('Open Mail, then Archive');
    expect(own.asked[0]).toContain('SKILL: Open Mail, then Archive');
    const other = await play('Open Mail, then Archive', 'generic_call');
    expect(other.asked[0]).toContain('Follow these steps');
    expect((await play(null, 'generic_call')).asked[0]).not.toContain('Follow these steps');
  });

  it('gives each task the steps of its own', async () => {
    const definition = reactDefinition(new Map([['errand', ['Open Mail', 'Open Archive']]]));
    for (const [task, told] of [
      ['errand', true],
      ['other', false],
    ] as const) {
      const { models, asked } = listeningModels({ actor: () => say('press [stop]') });
      await playToyPhone(makeAgent(definition, { skill: 'hash' }), PHONE, { ...GOAL, models, task });
      const text = requestText(asked[0]?.request ?? { messages: [] });
      expect(text.includes('1. Open Mail\n2. Open Archive')).toBe(told);
      expect(text).not.toContain('hash');
    }
  });
});
