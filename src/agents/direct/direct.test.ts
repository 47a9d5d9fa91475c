import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { DecisionSchema, type Decision } from '../../domain/decision.js';
import type { Observation, ScreenContent } from '../../domain/screen.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';
import type { Model, ModelRequest } from '../../models/model.js';
import { openAiCompatibleModel } from '../../models/providers/openai-compatible.js';
import { scriptedModel } from '../../models/scripted.js';
import {
  agentContract,
  buildAgentContext,
  emptyObservation,
} from '../../testing/contracts/agent-contract.js';
import { chatCompletion, openChatEndpoint, sendJson } from '../../testing/models/chat-endpoint.js';
import { smallGraph } from '../../testing/small-graph.js';
import type { HistoryEntry } from '../agent.js';
import { directAgent, directRunSettings, type DirectAgentSettings } from './direct.js';

const signal = new AbortController().signal;

function content(mediaType: string, text: string): ScreenContent {
  return { mediaType, load: async () => new TextEncoder().encode(text) };
}

const HIERARCHY =
  '<hierarchy rotation="0">' +
  '<node class="android.widget.Button" text="Save" clickable="true" bounds="[100,200][300,400]" /></hierarchy>';
const SEEN: Observation = {
  screen: {
    id: 'secret-file-name',
    size: { width: 1000, height: 2000 },
    activity: null,
    picture: content('image/png', 'png'),
    hierarchy: content('text/xml', HIERARCHY),
  },
};

async function decide(
  model: Model,
  settings: DirectAgentSettings = {},
  observation: Observation = SEEN,
  history: readonly HistoryEntry[] = [],
): Promise<Decision> {
  await using episode = await directAgent(settings).open(buildAgentContext({ models: { actor: model } }));
  return await episode.decide(observation, history, { signal });
}

/** A model that answers alike and keeps what it was asked. */
function listener(answer: string): { model: Model; asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  const model = scriptedModel((request) => {
    asked.push(request);
    return answer;
  });
  return { model, asked };
}

function textOf(request: ModelRequest | undefined): string {
  return (request?.messages ?? [])
    .flatMap((message) => message.content.map((part) => (part.type === 'text' ? part.text : '')))
    .join('\n');
}

describe('the direct agent keeps the agent contract:', () => {
  const context = () => ({
    models: { actor: scriptedModel((request) => `Action: Type(${textOf(request).length})`) },
  });
  it.each([...agentContract({ agent: directAgent, context })])('it $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe('the direct agent', () => {
  it('shows picture, elements with their centres, and the task; never the name of the screen', async () => {
    const { model, asked } = listener('Action: Click(200, 300)');
    expect(await decide(model)).toMatchObject({
      type: 'action',
      action: { type: 'tap', target: { point: { x: 200, y: 300, space: 'pixel', pixel: [200, 300] } } },
      summary: 'Click(200, 300)',
    });
    expect(textOf(asked[0])).toContain('Open the clock');
    expect(textOf(asked[0])).toMatch(/text: Save.* at \(200, 300\)/);
    expect(asked[0]?.messages[0]?.content[1]).toMatchObject({ type: 'image', mediaType: 'image/png' });
    expect(JSON.stringify(asked)).not.toContain('secret-file-name');
  });

  it('shows only what its settings say, and what there is', async () => {
    const { model, asked } = listener('Action: Back()');
    await decide(model, { observation: 'screenshot' });
    await decide(model, { observation: 'hierarchy' });
    await decide(model, {}, emptyObservation());
    expect(asked.map((request) => request.messages[0]?.content.length)).toEqual([2, 1, 1]);
    expect(asked.map((request) => textOf(request).includes('Save'))).toEqual([false, true, false]);
    expect(directAgent({ observation: 'hierarchy' }).needs).toMatchObject({
      pictures: false,
      hierarchy: true,
    });
  });

  it('names elements in the numbers that the model is to answer with', async () => {
    const { model, asked } = listener('Action: Click(200, 150)');
    const dialect = genericCall.create({ coordinates: { space: 'norm', span: 1000 } });
    const decision = await decide(model, { dialect });
    expect(textOf(asked[0])).toContain('at (200, 150)');
    expect(decision).toMatchObject({
      action: { target: { point: { space: 'permille', resolved: [200, 300] } } },
    });
  });

  it('takes positions for pixels of the picture as its file has them, for any size of the screen', async () => {
    // The header of a PNG of 500 × 1000 pixels, half the screen.
    const header = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
    const bytes = Uint8Array.from([...header, 0, 0, 500 >> 8, 500 & 255, 0, 0, 1000 >> 8, 1000 & 255]);
    const halved: Observation = {
      screen: { ...SEEN.screen, picture: { mediaType: 'image/png', load: async () => bytes } },
    };
    const { model, asked } = listener('Action: Click(100, 150)');
    const decision = await decide(model, {}, halved);
    expect(textOf(asked[0])).toContain('pixels of a screen of 500 x 1000');
    expect(textOf(asked[0])).toMatch(/text: Save.* at \(100, 150\)/);
    expect(decision).toMatchObject({ action: { target: { point: { pixel: [200, 300] } } } });
    // Elements alone are in the pixels of the screen.
    await decide(model, { observation: 'hierarchy' }, halved);
    expect(textOf(asked[1])).toMatch(/text: Save.* at \(200, 300\)/);
  });

  it('shows the latest earlier actions as the model wrote them', async () => {
    const { model, asked } = listener('Action: Back()');
    const history: HistoryEntry[] = [];
    for (let step = 0; step < 4; step += 1) {
      const decision = await decide(scriptedModel([`Action: Click(${step}, ${step})`]), {}, SEEN, history);
      history.push({ observation: SEEN, decision });
    }
    await decide(model, { dialect: genericCall.create({ history: { steps: 2 } }) }, SEEN, history);
    expect(textOf(asked[0])).toContain('3. Click(2, 2)\n4. Click(3, 3)');
    expect(textOf(asked[0])).not.toContain('Click(1, 1)');
    await decide(model, { dialect: genericCall.create({ history: { steps: null } }) }, SEEN, history);
    expect(textOf(asked[1])).toContain('1. Click(0, 0)');
  });

  it('executes the first of several actions and says so', async () => {
    const decision = await decide(scriptedModel(['Action: Back()\nAction: Home()']));
    expect(decision).toMatchObject({ action: { key: 'BACK', warnings: ['extra_actions'] } });
  });

  it('returns thinking as its thought, from within the text or next to it', async () => {
    expect(await decide(scriptedModel(['<think>so</think>Action: Back()']))).toMatchObject({ thought: 'so' });
    const beside = scriptedModel([{ text: 'Action: Back()', reasoning: 'thus' }]);
    expect(await decide(beside)).toMatchObject({ thought: 'thus' });
  });

  it('takes refusals, silence and gibberish as its own format errors', async () => {
    const refusal = scriptedModel([{ text: 'I will not', finishReason: 'refusal' }]);
    expect(await decide(refusal)).toMatchObject({ error: { kind: 'refusal', excerpt: 'I will not' } });
    expect(await decide(scriptedModel(['']))).toMatchObject({ error: { kind: 'empty_output' } });
    expect(await decide(scriptedModel(['hm']))).toMatchObject({ error: { kind: 'no_action' } });
    const cut = scriptedModel([{ text: 'Action: Click(1', finishReason: 'length' }]);
    expect(await decide(cut)).toMatchObject({ error: { kind: 'malformed_action', message: /cut off/ } });
    const whole = scriptedModel([{ text: 'Action: Back() and', finishReason: 'length' }]);
    expect(await decide(whole)).toMatchObject({ action: { warnings: ['extra_text', 'truncated'] } });
    expect(await decide(scriptedModel(['Action: back']), { profile: 'strict' })).toMatchObject({
      type: 'format_error',
    });
  });

  it('decides something valid for any answer of the model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const decision = await decide(scriptedModel([`Action: ${text}`]), {}, emptyObservation());
        expect(DecisionSchema.safeParse(decision).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('asks for a model where none is bound', async () => {
    await using episode = await directAgent().open(buildAgentContext());
    await expect(episode.decide(SEEN, [], { signal })).rejects.toMatchObject({
      code: 'NO_MODEL',
      fault: 'user',
    });
  });

  it('names everything that changes its questions', () => {
    const settings = {
      dialect: genericCall.create({
        coordinates: { space: 'norm', span: 1000 },
        history: { steps: null },
      }),
    };
    expect(directRunSettings(settings)).toMatchObject({
      dialect: { name: 'generic_call@sent', version: '4' },
      coordinates: 'norm:1000',
      history: { kind: 'steps', length: null },
      parsing: 'tolerant',
      prompts: { turn: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(directAgent(settings).settings).not.toEqual(directAgent().settings);
  });
});

describe('the direct agent over a local endpoint', () => {
  const world = new GraphWorld(buildGraph(smallGraph()));

  it('operates a recorded phone in the real wire format', async () => {
    const answers = [
      'Action: Open(Notes)',
      'Action: Click(90, 120)',
      'Action: Type(shopping list)',
      'Action: Complete()',
    ];
    await using endpoint = await openChatEndpoint((_, response, index) =>
      sendJson(response, 200, chatCompletion(answers[index] ?? '')),
    );
    const model = openAiCompatibleModel({ baseUrl: endpoint.baseUrl, model: 'test' });
    await using environment = new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
    await using episode = await directAgent().open(buildAgentContext({ models: { actor: model } }));
    let observation = await environment.reset({ task: 'task', repeat: 0, seed: 1 }, { signal });
    const history: HistoryEntry[] = [];
    const states = [environment.state];
    for (;;) {
      const decision = await episode.decide(observation, history, { signal });
      history.push({ observation, decision });
      if (decision.type !== 'action') throw new Error(decision.error.message);
      const made = await environment.step(decision.action, { signal });
      if (made.type === 'ended') break;
      observation = made.observation;
      states.push(environment.state);
    }
    expect(states).toEqual(['home', 'notes', 'search', 'typed']);
    expect(endpoint.calls).toHaveLength(4);
    expect(JSON.stringify(endpoint.calls[3]?.body)).toContain('3. Type(shopping list)');
  });

  it.each([
    [500, 'MODEL_OUTAGE', 'model'],
    [429, 'MODEL_RATE_LIMIT', 'model'],
    [401, 'MODEL_ACCESS', 'user'],
  ])('passes status %i on as %s, the fault of %s', async (status, code, fault) => {
    await using endpoint = await openChatEndpoint((_, response) => sendJson(response, status, '{}'));
    const model = openAiCompatibleModel({ baseUrl: endpoint.baseUrl, model: 'test' });
    await expect(decide(model)).rejects.toMatchObject({ code, fault });
  });
});
