import { describe, expect, it } from 'vitest';
import type { Detections } from '../../domain/detections/detected-element.js';
import type { Decision } from '../../domain/decision.js';
import type { Observation } from '../../domain/screen.js';
import type { ModelRequest } from '../../models/model.js';
import { buildAgentContext, emptyObservation } from '../../testing/contracts/agent-contract.js';
import { statelessAgent } from '../baselines/stateless-agent.js';
import { servedDetector } from './detector.js';
import type { ElementSource } from './element-source.js';
import { markedAgent } from './marked-agent.js';

const signal = new AbortController().signal;
const ONE: Detections = { count: 1, elements: [{ index: 0, kind: 'icon', box: [0, 0, 1, 1], words: '' }] };
const content = (data: Uint8Array) => ({ mediaType: 'image/png', load: async () => data });

function observed(id: string, more: Partial<Observation['screen']> = {}): Observation {
  const { screen, ...rest } = emptyObservation(id);
  return { ...rest, screen: { ...screen, hierarchy: null, picture: content(new Uint8Array([1])), ...more } };
}

/** Looks at what was detected on the current screen and on those before. */
function looking(seen: (Detections | null)[]) {
  return statelessAgent({
    name: 'looking',
    version: '1',
    settings: { own: true },
    decide: async ({ observation, history }) => {
      for (const { screen } of [...history.map((entry) => entry.observation), observation]) {
        seen.push((await screen.detected?.load({ signal })) ?? null);
      }
      return { type: 'action', action: { type: 'wait' } };
    },
  });
}

function counting(answers: Readonly<Record<string, Detections | null>>, identity = {}) {
  const asked: string[] = [];
  const source: ElementSource = {
    identity,
    detect: async ({ id }) => {
      asked.push(id);
      return answers[id] ?? null;
    },
  };
  return { source, asked };
}

async function decide(sources: readonly ElementSource[], ids: readonly string[], more = {}) {
  const seen: (Detections | null)[] = [];
  await using episode = await markedAgent(looking(seen), sources).open(buildAgentContext(more));
  const history = ids.slice(0, -1).map((id) => ({
    observation: observed(id),
    decision: { type: 'action', action: { type: 'wait' } } as const,
  }));
  await episode.decide(observed(ids.at(-1) ?? ''), history, { signal });
  return seen;
}

describe('an agent that is shown marks', () => {
  it('asks the sources in turn, and about each screen once', async () => {
    const [first, second] = [counting({ a: ONE }), counting({ a: ONE, b: ONE })];
    expect(await decide([first.source, second.source], ['a', 'b', 'a'])).toEqual([ONE, ONE, ONE]);
    expect([first.asked, second.asked]).toEqual([['a', 'b'], ['b']]);
  });

  it('leaves a screen with a hierarchy alone', async () => {
    const seen: (Detections | null)[] = [];
    const { source, asked } = counting({ a: ONE });
    await using episode = await markedAgent(looking(seen), [source]).open(buildAgentContext());
    await episode.decide(observed('a', { hierarchy: content(new Uint8Array()) }), [], { signal });
    expect([seen, asked]).toEqual([[null], []]);
  });

  it('refuses where nobody knows the elements', async () => {
    for (const sources of [[], [counting({}).source]]) {
      await expect(decide(sources, ['a'])).rejects.toMatchObject({
        code: 'MARKS_MISSING',
        message: 'the model answers with numbers of marks, and the screen a has no UI hierarchy',
      });
    }
  });

  it('names its sources, and is the agent that it was without', () => {
    const sources = [counting({}, { files: 3, hash: 'h' }).source, servedDetector];
    const { settings } = markedAgent(looking([]), sources);
    expect(settings).toEqual({ own: true, elements: { files: 3, hash: 'h', detector: true } });
    expect(markedAgent(looking([]), []).settings).toEqual({ own: true });
  });

  it('is told of a touch that was recorded by the number of its mark', async () => {
    const tap = (element?: number): Decision => ({
      type: 'action',
      action: {
        type: 'tap',
        target: {
          type: 'point',
          point: { x: 5, y: 5, space: 'pixel' },
          ...(element === undefined ? {} : { element }),
        },
      },
    });
    const seen: (Decision | undefined)[] = [];
    const agent = statelessAgent({
      name: 'remembering',
      version: '1',
      needs: { marks: 'omniparser' },
      decide: ({ history }) => {
        seen.push(...history.map(({ decision }) => decision));
        return tap();
      },
    });
    const size = { width: 10, height: 10 };
    const { source, asked } = counting({ a: ONE, b: ONE });
    await using episode = await markedAgent(agent, [source]).open(buildAgentContext());
    const recorded = {
      observation: observed('a', { size }),
      decision: tap(),
      isTeacherForced: true,
    } as const;
    const own = { observation: observed('b', { size }), decision: tap() };
    const unknown = { ...recorded, observation: observed('b', { size: null }) };
    await episode.decide(observed('c'), [recorded, own, unknown], { signal });
    expect(seen).toEqual([tap(0), tap(), tap()]);
    expect(asked).toEqual(['a']);
  });

  it('asks a failed detector again', async () => {
    let calls = 0;
    const flaky: ElementSource = {
      identity: {},
      detect: async () => {
        calls += 1;
        if (calls === 1) throw new Error('out');
        return ONE;
      },
    };
    const seen: (Detections | null)[] = [];
    await using episode = await markedAgent(looking(seen), [flaky]).open(buildAgentContext());
    await expect(episode.decide(observed('a'), [], { signal })).rejects.toThrow('out');
    await episode.decide(observed('a'), [], { signal });
    expect(seen).toEqual([ONE]);
  });
});

describe('a served detector', () => {
  const answering = (text: string, requests: ModelRequest[] = []) => ({
    models: {
      detector: {
        identity: {},
        generate: async (request: ModelRequest) => {
          requests.push(request);
          return {
            text,
            finishReason: 'stop' as const,
            model: null,
            usage: { inputTokens: 0, outputTokens: 0 },
            latencyMs: 1,
            fromCache: false,
            costUsd: null,
          };
        },
      },
    },
  });

  it('is sent the picture as it was recorded, and no text', async () => {
    const requests: ModelRequest[] = [];
    const list = [{ type: 'icon', bbox: [0, 0, 1, 1], interactivity: true, content: null }];
    expect(await decide([servedDetector], ['a'], answering(JSON.stringify(list), requests))).toEqual([ONE]);
    expect(requests).toEqual([
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', mediaType: 'image/png', data: new Uint8Array([1]) }],
          },
        ],
      },
    ]);
  });

  it.each(['no JSON', '{"boxes": []}', '[{"type": "icon", "bbox": [1, 2, 3, 4], "content": null}]'])(
    'is at fault for %s',
    async (text) => {
      await expect(decide([servedDetector], ['a'], answering(text))).rejects.toMatchObject({
        code: 'MODEL_OUTAGE',
        fault: 'model',
      });
    },
  );
});
