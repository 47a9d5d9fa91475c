import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../domain/mode.js';
import { randomStream } from '../../../domain/random.js';
import { PUBLISHED_THRESHOLD, publishedMerge, type PublishedTrajectory } from './published-merge.js';
import { sameStateVerdict } from './same-state-verdict.js';

const YES = '是\n原因：同一页面';
const NO = '不是\n原因：不同页面';

interface Given {
  readonly mode?: Mode;
  readonly threshold?: number;
  readonly embeddings: Readonly<Record<string, readonly number[]>>;
  readonly sameState?: (known: string, fresh: string) => string;
  readonly draw?: (count: number) => number;
}

/** Screenshots are named after what they show, with a number behind `#`. */
async function merged(trajectories: readonly PublishedTrajectory[], given: Given) {
  const asked: string[] = [];
  const places: [number, number][] = [];
  const graph = await publishedMerge(trajectories, {
    app: 'X',
    mode: given.mode ?? 'reference',
    threshold: given.threshold ?? PUBLISHED_THRESHOLD,
    doors: {
      describe: async (screenshot) => screenshot.split('#')[0] ?? '',
      embed: async (description) => given.embeddings[description] ?? [0, 0, 1],
      sameState: async (known, fresh) => {
        asked.push(`${known} ${fresh}`);
        return given.sameState?.(known, fresh) ?? YES;
      },
      draw: given.draw ?? (() => 0),
    },
    now: () => '',
    onStep: (node, edge) => places.push([node, edge]),
    signal: new AbortController().signal,
  });
  return { graph, asked, places };
}

function walk(task: string, ...screens: readonly string[]): PublishedTrajectory {
  return {
    task,
    steps: screens.map((screenshot) => ({ screenshot, action: { action_type: 'wait' } })),
  };
}

/** A unit vector whose cosine with [1, 0, 0] is this, exactly. */
function at(cosine: number): readonly number[] {
  return [cosine, Math.sqrt(1 - cosine * cosine), 0];
}

describe('the verdict on two screenshots', () => {
  it.each(['不是', '否', '不属于', '不同'])('is a no where the answer has %s before its reason', (word) => {
    expect(sameStateVerdict(`${word}。原因：x`, 'reference', null)).toEqual({ type: 'value', value: false });
  });

  it('is a yes otherwise, whatever the reason says', () => {
    expect(sameStateVerdict('是。原因：内容不同，但不是另一页', 'reference', null)).toEqual({
      type: 'value',
      value: true,
    });
  });

  it('is that of the screenshot before where there is no reason, and none where there is none before', () => {
    expect(sameStateVerdict('不是', 'reference', true)).toEqual({ type: 'value', value: true });
    expect(sameStateVerdict('是', 'reference', false)).toEqual({ type: 'value', value: false });
    expect(sameStateVerdict('是', 'reference', null).type).toBe('unreadable');
  });

  it('is read from the whole text in corrected mode', () => {
    expect(sameStateVerdict('不是', 'corrected', true)).toEqual({ type: 'value', value: false });
    expect(sameStateVerdict('是', 'corrected', null)).toEqual({ type: 'value', value: true });
    expect(sameStateVerdict('是。原因：不同', 'corrected', null)).toEqual({ type: 'value', value: true });
  });
});

describe('publishedMerge', () => {
  it('compares strictly: at 0.9 it still asks, at the threshold it does not', async () => {
    const screens = [walk('t', 'a#0', 'b#0')];
    const above = await merged(screens, { embeddings: { a: [1, 0, 0], b: at(0.95) } });
    expect([above.asked, above.graph.metadata.num_nodes]).toEqual([[], 1]);
    const sure = await merged(screens, { embeddings: { a: [10, 0, 0], b: [9, Math.sqrt(19), 0] } });
    expect([sure.asked, sure.graph.metadata.num_nodes]).toEqual([['a#0 b#0'], 1]);
    const equal = await merged(screens, { threshold: 0.6, embeddings: { a: [1, 0, 0], b: [3, 4, 0] } });
    expect([equal.asked, equal.graph.metadata.num_nodes]).toEqual([[], 2]);
  });

  it('takes half the text and half the verdicts, which all have to be a yes at the usual threshold', async () => {
    const screens = [walk('t', 'a#0', 'a#1', 'b#0')];
    const embeddings = { a: [1, 0, 0], b: at(0.88) };
    const mixed = (known: string): string => (known === 'a#0' ? YES : NO);
    expect((await merged(screens, { embeddings, sameState: mixed })).graph.metadata.num_nodes).toBe(2);
    // 0.44 + 0.25 = 0.69
    expect(
      (await merged(screens, { embeddings, sameState: mixed, threshold: 0.65 })).graph.metadata.num_nodes,
    ).toBe(1);
  });

  it('compares with five texts and three pictures of a node that has more, drawn', async () => {
    const eight = Array.from({ length: 8 }, (_, number) => `a#${number}`);
    const stream = randomStream('draws');
    const counts: number[] = [];
    const { asked } = await merged([walk('t', ...eight, 'b#0')], {
      embeddings: { a: [1, 0, 0], b: at(0.88) },
      draw: (count) => {
        counts.push(count);
        return stream.below(count);
      },
    });
    expect(asked).toHaveLength(3);
    expect(new Set(asked).size).toBe(3);
    // Screenshots 6 to 8 find more than five texts, the last one more than three pictures too.
    expect(counts).toEqual([6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 8, 7, 6, 5, 4, 8, 7, 6]);
  });

  it('draws among pages that fit equally well', async () => {
    const embeddings = { a: [1, 0, 0], b: [0, 1, 0], c: [1, 1, 0] };
    const options = { threshold: 0.6, embeddings, sameState: () => YES };
    const drawn = await merged([walk('t', 'a#0', 'b#0', 'c#0')], { ...options, draw: () => 1 });
    expect(drawn.places.at(-1)?.[0]).toBe(1);
    expect((await merged([walk('t', 'a#0', 'b#0', 'c#0')], options)).places.at(-1)?.[0]).toBe(0);
  });

  it('ends in reference mode at an answer without a reason, and reads it in corrected', async () => {
    const given = { embeddings: { a: [1, 0, 0], b: at(0.88) }, sameState: () => '不是' };
    await expect(merged([walk('t', 'a#0', 'b#0')], given)).rejects.toThrow('a#0 and b#0');
    const { graph } = await merged([walk('t', 'a#0', 'b#0')], { ...given, mode: 'corrected' });
    expect(graph.metadata.num_nodes).toBe(2);
  });

  it('turns another edge in reference mode where an equal one waits, and keeps to its own in corrected', async () => {
    const embeddings = { a: [1, 0, 0], b: [0, 1, 0], c: [0, 0, 1] };
    // The first walk leaves an edge of `a` that waits; the second finds it there.
    const walks = [walk('one', 'a#0'), walk('two', 'a#1', 'b#0')];
    const edgesOf = async (mode: Mode) =>
      (await merged(walks, { embeddings, mode })).graph.nodes['0']?.ui_element_edge_list.map(
        ({ action_type: type, target_node: target }) => `${type} ${target}`,
      );
    expect(await edgesOf('reference')).toEqual(['wait -1', 'system_button 1']);
    expect(await edgesOf('corrected')).toEqual(['wait 1', 'system_button 0']);
  });

  it('gives terminal actions no edges in corrected mode', async () => {
    const steps = [
      { screenshot: 'a#0', action: { action_type: 'answer', text: 'x' } },
      { screenshot: 'a#1', action: { action_type: 'complete', status: 'success' } },
    ];
    const { graph, places } = await merged([{ task: 't', steps }], {
      mode: 'corrected',
      embeddings: { a: [1, 0, 0] },
    });
    expect(graph.nodes['0']?.ui_element_edge_list.map(({ action_type: type }) => type)).toEqual([
      'answer',
      'system_button',
    ]);
    expect(places).toEqual([
      [0, 0],
      [0, -1],
    ]);
  });

  it('goes on with a graph that is there', async () => {
    const embeddings = { a: [1, 0, 0], b: [0, 1, 0] };
    const whole = await merged([walk('one', 'a#0', 'b#0'), walk('two', 'b#1', 'a#1')], { embeddings });
    const first = await merged([walk('one', 'a#0', 'b#0')], { embeddings });
    const second = await publishedMerge([walk('two', 'b#1', 'a#1')], {
      app: 'X',
      mode: 'reference',
      threshold: PUBLISHED_THRESHOLD,
      doors: {
        describe: async (screenshot) => screenshot.split('#')[0] ?? '',
        embed: async (text) => (text === 'a' ? [1, 0, 0] : [0, 1, 0]),
        sameState: async () => YES,
        draw: () => 0,
      },
      from: first.graph,
      now: () => '',
      signal: new AbortController().signal,
    });
    expect(second).toEqual(whole.graph);
  });
});
