import { describe, expect, it } from 'vitest';
import { questionAnswerOf } from '../../domain/questions/question-answer.js';
import type { Question } from '../../domain/questions/question.js';
import type { Observation } from '../../domain/screen.js';
import type { Model } from '../../models/model.js';
import { buildAgentContext, emptyObservation } from '../../testing/contracts/agent-contract.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { smallPng } from '../../testing/small-png.js';
import { listeningModel, requestPictures, requestText } from '../../testing/models/listening-model.js';
import type { Agent } from '../agent.js';
import { directAgent } from '../direct/direct.js';
import { noOpAgent } from '../baselines/no-op.js';
import { answeringAgent } from './answering-agent.js';
import { QUESTION_PROMPTS } from './question-prompts.js';

const signal = new AbortController().signal;
const PICTURE = smallPng({ width: 8, height: 8 });
const HIERARCHY = hierarchyXml([
  uiNode({}, [uiNode({ text: 'Save', clickable: 'true', bounds: '[0,0][50,50]' })]),
]);

const KNOWLEDGE = {
  view: 'none',
  text: 'Which page lists alarms?',
  app: 'Clock',
  category: 'Tools',
} as const;
const OPTIONS: Question = {
  ...KNOWLEDGE,
  type: 'option',
  options: { A: 'Home', B: 'Alarms', C: 'Stopwatch', D: 'Timer' },
};
const COMPLETION = { type: 'completion', goal: 'Set an alarm', done: ['Click on Alarms.'] } as const;
const GROUNDING = { type: 'grounding', instruction: 'Save it' } as const;

function observe(question: Question): Observation {
  const content = (mediaType: string, bytes: Uint8Array) => ({ mediaType, load: async () => bytes });
  return {
    screen: {
      ...emptyObservation('q').screen,
      picture: content('image/png', PICTURE),
      hierarchy: content('text/xml', new TextEncoder().encode(HIERARCHY)),
    },
    question,
  };
}

function answering(agent: Agent, repairs = false): Agent {
  return answeringAgent(agent, { prompts: QUESTION_PROMPTS, role: 'actor', repairs });
}

async function ask(question: Question, models: Readonly<Record<string, Model>>, repairs = false) {
  await using episode = await answering(directAgent(), repairs).open(buildAgentContext({ models }));
  const decision = await episode.decide(observe(question), [], { signal });
  if (decision.type !== 'action') throw new Error(decision.error.message);
  return decision.action;
}

/** What a model that always says the same was asked, and what became of its answer. */
async function asked(question: Question, reply: string) {
  const { model, asked: requests } = listeningModel(() => ({ text: reply }));
  const action = await ask(question, { actor: model });
  const [request] = requests;
  if (request === undefined || requests.length > 1) throw new Error(`${requests.length} requests`);
  return { action, request, text: requestText(request) };
}

describe('answeringAgent', () => {
  it('asks for a letter, with app, category and options, and keeps the reply as it is', async () => {
    const { action, request, text } = await asked(OPTIONS, ' b)\n');
    expect(text).toContain('App: Clock\nCategory: Tools\nQuestion: Which page lists alarms?');
    expect(text).toContain('A. Home\nB. Alarms\nC. Stopwatch\nD. Timer');
    expect(request.messages.map(({ role }) => role)).toEqual(['user']);
    expect(questionAnswerOf(action)).toEqual({ original: ' b)\n', repaired: null });
  });

  it('leaves out the app that a question does not name', async () => {
    const { text } = await asked({ ...OPTIONS, app: null, category: null }, 'B');
    expect(text).toMatch(/app\.\nQuestion: /);
  });

  it('asks whether one option is right without naming the others', async () => {
    const { text } = await asked({ ...KNOWLEDGE, type: 'truth', option: 'Alarms' }, 'T');
    expect(text).toContain('Proposed answer: Alarms');
    expect(text).not.toContain('Stopwatch');
  });

  it.each([
    ['plain', '\t\ta View (text: Save', 0],
    ['screenshot', 'The picture is the current screen.', 1],
    ['none', 'ACTIONS SO FAR:\n- Click on Alarms.', 0],
  ] as const)('asks for completion, view %s', async (view, shown, pictures) => {
    const { request, text } = await asked({ ...COMPLETION, view }, 'NO');
    expect(request.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(text).toContain(shown);
    expect(text).toContain('GOAL:\nSet an alarm');
    expect(text).not.toMatch(/\{\{|\[0\]/);
    // As the published code encodes them, whatever was recorded.
    expect(requestPictures(request).map((data) => [data[0], data[1]])).toEqual(
      Array.from({ length: pictures }, () => [0xff, 0xd8]),
    );
    expect(request).toMatchObject({ temperature: 0.2, pictureDetail: 'low' });
  });

  it('asks for an action by element, with the indices of the tree', async () => {
    const { action, text } = await asked({ ...GROUNDING, view: 'tree' }, '```click [0]```');
    expect(text).toContain('[0] a View (text: Save');
    expect(text).toContain('TASK: Save it');
    expect(questionAnswerOf(action)?.original).toBe('```click [0]```');
  });

  it.each(['tree', 'marked'] as const)(
    'asks about grounding in prompts of the user, view %s',
    async (view) => {
      const { model, asked: requests } = listeningModel(() => ({ text: '' }));
      const prompts = {
        ...QUESTION_PROMPTS,
        question_grounding_system: 'Act.',
        question_grounding: '{{instruction}} / {{observation}} / {{actions}} / {{rules}}',
        question_grounding_actions: 'CALLS',
        question_grounding_rules: 'RULES',
        question_grounding_text: 'TREE {{elements}}',
        question_grounding_picture: 'MARKS',
      };
      const agent = answeringAgent(directAgent(), { prompts, role: 'actor', repairs: false });
      await using episode = await agent.open(buildAgentContext({ models: { actor: model } }));
      const png = smallPng({ width: 60, height: 60 });
      const seen = observe({ ...GROUNDING, view });
      const picture = { mediaType: 'image/png', load: async () => png };
      await episode.decide({ ...seen, screen: { ...seen.screen, picture } }, [], { signal });
      const [request] = requests;
      const texts = request?.messages.map(({ content }) =>
        content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
      );
      const shown =
        view === 'tree'
          ? /^Save it \/ TREE a View[^]*\[0\][^]* \/ CALLS \/ RULES$/
          : /^Save it \/ MARKS \/ CALLS \/ RULES$/;
      expect(texts).toEqual(['Act.', expect.stringMatching(shown)]);
    },
  );

  it('leaves a native question to the agent and its dialect', async () => {
    const { action, text } = await asked({ ...GROUNDING, view: 'native' }, 'Action: Click(25, 25)');
    expect(text).toContain('Save it');
    expect(text).not.toContain('Open the clock');
    expect(action.type).toBe('tap');
  });

  it('has replies of another form repaired, by a model that sees nothing but the reply', async () => {
    const actor = listeningModel(() => ({ text: 'It is B, the alarms.' }));
    const repair = listeningModel(() => ({ text: 'B' }));
    const models = { actor: actor.model, repair: repair.model };
    expect(questionAnswerOf(await ask(OPTIONS, models, true))).toEqual({
      original: 'It is B, the alarms.',
      repaired: 'B',
    });
    const text = repair.asked.map(requestText).join('\n');
    expect(text).toContain('It is B, the alarms.');
    expect(text).not.toContain('Which page');
    expect(text).not.toContain('Stopwatch');
  });

  it.each([
    [OPTIONS, 'B\n'],
    [{ ...GROUNDING, view: 'tree' }, 'So: ```click [0]```'],
    [{ ...COMPLETION, view: 'none' }, 'maybe'],
    [{ type: 'format', view: 'none', request: 'Write click [1].' }, 'what?'],
  ] as const)(
    'repairs nothing where the form is right or is what is measured: %#',
    async (question, reply) => {
      const { model: actor } = listeningModel(() => ({ text: reply }));
      const repair = listeningModel(() => ({ text: 'B' }));
      const action = await ask(question, { actor, repair: repair.model }, true);
      expect(questionAnswerOf(action)).toEqual({ original: reply, repaired: reply });
      expect(repair.asked).toEqual([]);
    },
  );

  it('has an action repaired that names no element of the screen', async () => {
    const { model: actor } = listeningModel(() => ({ text: '```click [1]```' }));
    const { model: repair } = listeningModel(() => ({ text: '```click [0]```' }));
    const action = await ask({ ...GROUNDING, view: 'tree' }, { actor, repair }, true);
    expect(questionAnswerOf(action)?.repaired).toBe('```click [0]```');
  });

  it('names its prompts in its settings, needs the repairing model, and leaves agents without a model alone', () => {
    const agent = answering(directAgent(), true);
    expect(agent.needs.models).toEqual(['actor', 'repair']);
    expect(agent.settings).toMatchObject({
      questions: { repairs: true, prompts: { question_option: expect.any(String) } },
    });
    const still = noOpAgent();
    expect(answering(still, true)).toBe(still);
  });
});
