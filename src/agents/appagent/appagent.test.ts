import { describe, expect, it } from 'vitest';
import { AppDocuments } from '../../domain/app-documents.js';
import type { ModelRequest } from '../../models/model.js';
import { agentContract, emptyObservation } from '../../testing/contracts/agent-contract.js';
import { requestPictures, requestText } from '../../testing/models/listening-model.js';
import { makeAgent } from '../../testing/make-agent.js';
import {
  listeningModels,
  playToyPhone,
  toyObservation,
  toyScreenIn,
  type ToyPhone,
} from '../../testing/phones/toy-phone.js';
import { appAgent, appAgentDefinition } from './appagent.js';

/** Two buttons that look alike: nothing on the picture says which one leads on. */
const PHONE: ToyPhone = {
  home: [{ label: 'A' }, { label: 'B', to: 'goal' }],
  goal: [{ label: 'C' }],
};
const TASK = { goal: 'goal', instruction: 'Open the vault', maxSteps: 6 };
const APP = 'org.example.toy';
const uidOf = (row: number): string =>
  `android.widget.FrameLayout_240_480_android.widget.Button_200_40_${row}`;

const say = (call: string, summary = 'I tried an element.'): string =>
  `Observation: a screen\nThought: go on\nAction: ${call}\nSummary: ${summary}`;

async function screenOf(request: ModelRequest): Promise<string | null> {
  const [picture] = requestPictures(request);
  return picture === undefined ? null : toyScreenIn(PHONE, picture);
}

/** Taps what a document says leads to the vault; else the first element. */
const actor = async (text: string, request: ModelRequest): Promise<string> => {
  if ((await screenOf(request)) === 'goal') return say('FINISH');
  return say(`tap(${/Element (\d+), tapped: .*vault/.exec(text)?.[1] ?? '1'})`);
};

function knowing(): AppDocuments {
  const documents = new AppDocuments();
  documents.add({ app: APP, element: uidOf(1), slot: 'tap', text: 'Leads to the vault.' });
  documents.add({ app: APP, element: uidOf(1), slot: 'v_swipe', text: 'Turns the page.' });
  documents.add({ app: 'other.app', element: uidOf(0), slot: 'tap', text: 'Leads to another vault.' });
  return documents;
}

describe('appagent keeps the agent contract:', () => {
  it.each([
    ...agentContract({
      agent: () => makeAgent(appAgentDefinition(knowing())),
      context: () => ({
        models: listeningModels({
          actor: async (text, request) =>
            text.includes('under a grid')
              ? say('tap(3, "center")')
              : text.includes('I look closer')
                ? actor(text, request)
                : say('grid()', 'I look closer.'),
        }).models,
      }),
      observations: [
        ...['home', 'home', 'home', 'goal'].map((name) => toyObservation(PHONE, name)),
        emptyObservation(),
      ],
    }),
  ])('it $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe('appagent', () => {
  it('solves with documents what it cannot solve without', async () => {
    const { models, asked } = listeningModels({ actor });
    const informed = await playToyPhone(makeAgent(appAgentDefinition(knowing())), PHONE, { ...TASK, models });
    expect(informed).toMatchObject({ solved: true, screens: ['home', 'goal'] });
    const text = requestText(asked[0]?.request ?? { messages: [] });
    expect(text).toContain(
      'Element 2, tapped: Leads to the vault.\nElement 2, swiped up or down: Turns the page.',
    );
    expect(text).not.toContain('another vault');
    expect(text.indexOf('Leads to the vault')).toBeLessThan(text.indexOf('Open the vault'));
    const plain = listeningModels({ actor });
    const uninformed = await playToyPhone(makeAgent(appAgent), PHONE, { ...TASK, models: plain.models });
    expect(uninformed.solved).toBe(false);
    expect(requestText(plain.asked[0]?.request ?? { messages: [] })).not.toContain('What is known');
  });

  it('is shown its own last summary, and nothing at first', async () => {
    const { models, asked } = listeningModels({ actor: () => say('tap(1)', 'I tapped A.') });
    await playToyPhone(makeAgent(appAgent), PHONE, { ...TASK, models, maxSteps: 2 });
    const texts = asked.map(({ request }) => requestText(request));
    expect(texts[0]).toContain('What you have done so far: None');
    expect(texts[1]).toContain('What you have done so far: I tapped A.');
  });

  it('ends with the first answer that nobody can read, and after twenty rounds', async () => {
    const { models } = listeningModels({ actor: () => say('tap(9)') });
    const played = await playToyPhone(makeAgent(appAgent), PHONE, { ...TASK, models });
    expect(played.decisions).toMatchObject([{ type: 'format_error', error: { kind: 'element_not_found' } }]);
    expect(makeAgent(appAgent).maxSteps).toBe(20);
  });

  it('has a grid over the screen in the round behind grid(), and only there', async () => {
    // Only the grid reaches a place without a number.
    const phone: ToyPhone = { home: [{ label: 'A' }, { label: 'B', to: 'goal' }], goal: [{ label: 'C' }] };
    const gridded = async (text: string, request: ModelRequest): Promise<string> => {
      if (text.includes('under a grid')) return say('tap(1, "bottom")');
      return (await screenOf(request)) === 'goal' ? say('FINISH') : say('grid()', 'I looked closer.');
    };
    const { models, asked } = listeningModels({ actor: gridded });
    const played = await playToyPhone(makeAgent(appAgent), phone, { ...TASK, models });
    // The cells of a screen of 240 × 480 measure 120 × 120; the lower part of the first is the second button.
    expect(played).toMatchObject({
      solved: true,
      screens: ['home', 'home', 'goal'],
      decisions: [
        { action: { type: 'grid_overlay' } },
        { action: { type: 'tap', target: { point: { x: 60, y: 90 } } } },
        { action: { type: 'stop' } },
      ],
    });
    const texts = asked.map(({ request }) => requestText(request));
    expect(texts.map((text) => text.includes('under a grid'))).toEqual([false, true, false]);
    expect(texts[1]).toContain('What you have done so far: I looked closer.');
  });

  it('is told "grid" as what it has done behind grid(), as its code keeps it', async () => {
    const { models, asked } = listeningModels({ actor: () => say('grid()', 'I look closer.') });
    const agent = makeAgent(appAgent, {}, { profile: appAgent.parsing ?? 'tolerant' });
    await playToyPhone(agent, PHONE, { ...TASK, models, maxSteps: 2 });
    const texts = asked.map(({ request }) => requestText(request));
    expect(texts[1]).toContain('under a grid');
    expect(texts[1]).toContain('What you have done so far: grid\n');
  });

  it('is sampled under the grid as over elements', async () => {
    const { models, asked } = listeningModels({ actor: () => say('grid()') });
    const agent = makeAgent(appAgent, {}, { dialect: 'appagent@sphinx' });
    await playToyPhone(agent, PHONE, { ...TASK, models, maxSteps: 2 });
    expect(asked.map(({ request }) => request)).toMatchObject([
      { temperature: 0.2, pictureDetail: 'low' },
      { temperature: 0.2, pictureDetail: 'low' },
    ]);
    expect(asked[1]?.request).not.toHaveProperty('maxOutputTokens');
  });

  it('has no grid where the switch is off, and the task is not solved', async () => {
    const gridded = (text: string): string =>
      text.includes('under a grid') ? say('tap(1, "bottom")') : say('grid()');
    const { models, asked } = listeningModels({ actor: gridded });
    const played = await playToyPhone(makeAgent(appAgent, { grid: false }), PHONE, { ...TASK, models });
    expect(played.solved).toBe(false);
    const texts = asked.map(({ request }) => requestText(request));
    expect(texts.every((text) => !text.includes('under a grid') && text.includes('There is no grid()'))).toBe(
      true,
    );
  });

  it('forgets what it did where the switch summary is off, and does it for ever', async () => {
    const forgetful = async (text: string, request: ModelRequest): Promise<string> => {
      if ((await screenOf(request)) === 'goal') return say('FINISH');
      return text.includes('I tried the first') ? say('tap(2)') : say('tap(1)', 'I tried the first.');
    };
    const play = async (summary: boolean) => {
      const { models, asked } = listeningModels({ actor: forgetful });
      const played = await playToyPhone(makeAgent(appAgent, { summary }), PHONE, { ...TASK, models });
      return { solved: played.solved, second: requestText(asked[1]?.request ?? { messages: [] }) };
    };
    const [on, off] = [await play(true), await play(false)];
    expect([on.solved, off.solved]).toEqual([true, false]);
    expect(on.second).toContain('I tried the first.');
    expect(off.second).toContain('What you have done so far: None');
  });
});
