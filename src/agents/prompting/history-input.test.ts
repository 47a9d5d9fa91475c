import { describe, expect, it } from 'vitest';
import type { Decision } from '../../domain/decision.js';
import type { Observation } from '../../domain/screen.js';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';
import type { HistoryRule } from '../../models/dialects/dialect.js';
import type { ModelRequest } from '../../models/model.js';
import { scriptedModel } from '../../models/scripted.js';
import { buildAgentContext } from '../../testing/contracts/agent-contract.js';
import { requestPictures, requestText } from '../../testing/models/listening-model.js';
import { smallPng } from '../../testing/small-png.js';
import { directAgent } from '../direct/direct.js';
import type { HistoryEntry } from '../agent.js';
import { strategyOf, strategyText, HISTORY_PARTS, type HistoryPart } from './history-strategy.js';
import { SUMMARISE_PROMPT } from './summarise-prompt.js';

const signal = new AbortController().signal;
const SIZE = { width: 10, height: 20 };

function seen(name: number, context?: string): Observation {
  return {
    screen: {
      id: `s${name}`,
      size: SIZE,
      activity: null,
      picture: { mediaType: 'image/png', load: async () => smallPng(SIZE, name) },
      hierarchy: null,
    },
    ...(context === undefined ? {} : { context }),
  };
}

interface Asking {
  readonly parts: readonly HistoryPart[];
  readonly rule?: Partial<HistoryRule>;
  readonly steps?: number;
  readonly context?: string;
}

/** Lets the direct agent take so many steps, each a tap of its own, and gives what it was asked at the last one. */
async function askedAtLast({ parts, rule = { steps: 4, pictures: 4 }, steps = 6, context }: Asking) {
  const asked: ModelRequest[] = [];
  const summaries: ModelRequest[] = [];
  const models = {
    actor: scriptedModel((request, call) => {
      asked.push(request);
      return `Action: Type(step${call})`;
    }),
    summarise: scriptedModel((request, call) => {
      summaries.push(request);
      return call === 1 ? { text: 'no', finishReason: 'refusal' as const } : `So far, ${call} done.`;
    }),
  };
  const agent = directAgent({
    dialect: genericCall.create({ history: rule }),
    history: { strategy: strategyOf(parts), summarise: SUMMARISE_PROMPT, sampling: {} },
  });
  await using episode = await agent.open(buildAgentContext({ models }));
  const history: HistoryEntry[] = [];
  for (let step = 0; step < steps; step += 1) {
    const observation = seen(step, context);
    const decision: Decision = await episode.decide(observation, history, { signal });
    history.push({ observation, decision });
  }
  const last = asked.at(-1);
  if (last === undefined) throw new Error('nothing was asked');
  return { needs: agent.needs, last, text: requestText(last), summaries, history };
}

const shades = (request: ModelRequest): number[] => {
  const all = [0, 1, 2, 3, 4, 5].map((name) => smallPng(SIZE, name));
  return requestPictures(request).map((picture) => all.findIndex((one) => one.equals(picture)));
};
const steps = (text: string): number[] => [...text.matchAll(/step(\d)/g)].map(([, number]) => Number(number));

describe('a history that the user has chosen', () => {
  it('is none: neither actions nor screenshots nor how many there were', async () => {
    const { last, text } = await askedAtLast({ parts: [] });
    expect([steps(text), shades(last)]).toEqual([[], [5]]);
    const first = await askedAtLast({ parts: [], steps: 1 });
    expect(text).toBe(first.text);
  });

  it('is of actions, as many as asked for', async () => {
    const { last, text } = await askedAtLast({ parts: ['actions'] });
    expect([steps(text), shades(last)]).toEqual([[1, 2, 3, 4], [5]]);
    const two = await askedAtLast({ parts: ['actions'], rule: { steps: 2 } });
    expect(steps(two.text)).toEqual([3, 4]);
  });

  it('is of screenshots, as many as asked for', async () => {
    const { last, text } = await askedAtLast({ parts: ['screenshots'] });
    expect([steps(text), shades(last)]).toEqual([[], [1, 2, 3, 4, 5]]);
    const one = await askedAtLast({ parts: ['screenshots'], rule: { steps: 1, pictures: 1 } });
    expect(shades(one.last)).toEqual([4, 5]);
  });

  it('is of both, of numbers of their own', async () => {
    const { last, text } = await askedAtLast({
      parts: ['actions', 'screenshots'],
      rule: { steps: 3, pictures: 2 },
    });
    expect([steps(text), shades(last)]).toEqual([
      [2, 3, 4],
      [3, 4, 5],
    ]);
  });

  it('has pictures of earlier steps counted apart', async () => {
    const { last } = await askedAtLast({ parts: ['screenshots'], rule: { steps: 2, pictures: 2 } });
    const marks = last.messages.flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'image' ? [part.isEarlier === true] : [])),
    );
    expect(marks).toEqual([true, true, false]);
  });

  it('is a summary that a model writes from step to step; one that is refused leaves the one before', async () => {
    const { text, summaries, needs, history } = await askedAtLast({ parts: ['context'], steps: 4 });
    expect(needs.models).toEqual(['actor', 'summarise']);
    expect(text).toContain('What has been done: So far, 2 done.');
    expect(steps(text)).toEqual([]);
    // Nothing is asked about at the first step.
    expect(summaries).toHaveLength(3);
    const [first, , third] = summaries.map((request) => requestText(request));
    expect(first).toContain('The task has just begun');
    expect(first).toContain('step0');
    // The second was refused.
    expect(third).toContain('Summary before the last action: So far, 0 done.');
    expect(shades(summaries[2] as ModelRequest)).toEqual([2, 3]);
    expect(history.map(({ decision }) => (decision.memory as { context?: string }).context)).toEqual([
      'The task has just begun, nothing has been done.',
      'So far, 0 done.',
      'So far, 0 done.',
      'So far, 2 done.',
    ]);
  });

  it("is the recording's own summary, and asks no model for one", async () => {
    const parts: HistoryPart[] = ['actions', 'annotated-context'];
    const { text, summaries, needs } = await askedAtLast({ parts, context: 'So far, by the data.' });
    expect(needs.models).toEqual(['actor']);
    expect(text).toContain('What has been done: So far, by the data.');
    expect(steps(text)).toEqual([1, 2, 3, 4]);
    expect(summaries).toEqual([]);
  });

  it('sums up every action since the last summary, where an answer held several', async () => {
    const summaries: string[] = [];
    const agent = directAgent({
      dialect: { ...genericCall.create(), maxActionsPerStep: 3 },
      history: { strategy: strategyOf(['context']), summarise: SUMMARISE_PROMPT, sampling: {} },
    });
    const models = {
      actor: scriptedModel((_, call) => `Action: Type(first${call})\nAction: Type(second${call})`),
      summarise: scriptedModel((request) => {
        summaries.push(requestText(request));
        return 'So far, both.';
      }),
    };
    await using episode = await agent.open(buildAgentContext({ models }));
    const history: HistoryEntry[] = [];
    for (let step = 0; step < 3; step += 1) {
      const observation = seen(step);
      history.push({ observation, decision: await episode.decide(observation, history, { signal }) });
    }
    expect(summaries).toHaveLength(1);
    expect(summaries[0]).toMatch(/first0.*; .*second0/);
  });
});

describe('strategyText', () => {
  it.each([
    [[], 'none'],
    [['screenshots', 'actions'], 'actions+screenshots'],
    [['context'], 'context'],
    [[...HISTORY_PARTS], 'actions+screenshots+annotated-context'],
  ] as const)('writes %j as %s', (parts, text) => {
    expect(strategyText(strategyOf(parts))).toBe(text);
  });
});
