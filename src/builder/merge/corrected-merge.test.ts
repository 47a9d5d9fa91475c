import { describe, expect, it } from 'vitest';
import type { ScreenContent } from '../../domain/screen.js';
import { sha256 } from '../../formats/run/canonical-json.js';
import type { Ask } from '../../models/asking/model-question.js';
import { encodePng } from '../../observations/pictures/pixels.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import type { Capture, Material, WorldStep } from '../material/material.js';
import { correctedMerge } from './corrected-merge.js';

const { signal } = new AbortController();

function contentOf(text: string): ScreenContent {
  const bytes = Buffer.from(text);
  return { mediaType: 'application/xml', hash: sha256(bytes), load: async () => bytes };
}

/** A page with a label, a counter that may change by itself, and rows of a list. */
function page(activity: string, rows: readonly string[], counter = '1'): Capture {
  const node = (id: string, text: string) =>
    uiNode({ 'resource-id': `app:id/${id}`, class: 'android.widget.TextView', text, bounds: '[0,0][10,10]' });
  const xml = hierarchyXml([
    uiNode({ class: 'android.widget.FrameLayout', bounds: '[0,0][100,100]' }, [
      node('name', activity),
      node('count', counter),
      ...rows.map((row) => node('row', row)),
      ...Array.from({ length: 12 }, (_, index) => node(`part${index}`, activity)),
    ]),
  ]);
  const hierarchyContent = contentOf(xml);
  const size = { width: 100, height: 100 };
  const hierarchy = hierarchyContent.hash ?? null;
  return {
    size,
    activity: { package: 'app', activity },
    picture: null,
    hierarchy,
    pictureContent: null,
    hierarchyContent,
  };
}

/** A page of an app that names nothing, as some toolkits make them. */
function bare(texts: readonly string[]): Capture {
  const all = [...texts, ...Array.from({ length: 12 }, (_, index) => `same ${'x'.repeat(index)}`)];
  const nodes = all.map((text, index) =>
    uiNode({ class: 'android.view.View', text, bounds: `[0,${index * 5}][100,${index * 5 + 5}]` }),
  );
  const bounds = '[0,0][100,100]';
  const xml = hierarchyXml([uiNode({ class: 'android.widget.FrameLayout', bounds }, nodes)]);
  const hierarchyContent = contentOf(xml);
  return { ...page('main', []), hierarchy: hierarchyContent.hash ?? null, hierarchyContent };
}

/** A picture with two halves, a bar with a clock, and a patch that may change by itself. */
async function picture(
  halves: readonly [number, number],
  clock = 0,
  patch = 0,
): Promise<Pick<Capture, 'picture' | 'pictureContent'>> {
  const [width, height] = [108, 216];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isPatch = y >= 100 && y < 104 && x < 8;
      data.fill(
        y < 4 ? clock : isPatch ? patch : (halves[x < width / 2 ? 0 : 1] ?? 0),
        (y * width + x) * 3,
        (y * width + x) * 3 + 3,
      );
    }
  }
  const bytes = await encodePng({ width, height, data });
  const hash = sha256(bytes);
  return { picture: hash, pictureContent: { mediaType: 'image/png', hash, load: async () => bytes } };
}

function materialOf(
  captures: readonly Capture[],
  idle: readonly (readonly [number, number])[] = [],
): Material {
  const steps = idle.map(([from, to]): WorldStep => ({
    from,
    to,
    actions: [{ type: 'wait' }],
    isIdle: true,
  }));
  return { captures, steps, walks: [{ first: 0, of: null }], size: null, warnings: [] };
}

function answering(answer: (texts: string) => string): Ask & { asked: number } {
  const ask = Object.assign(
    async (question: Parameters<Ask>[0]) => {
      ask.asked += 1;
      const texts = question.request.messages.flatMap(({ content }) =>
        content.flatMap((part) => (part.type === 'text' ? part.text : [])),
      );
      const text = answer(texts.join('\n'));
      const reading = question.read(text);
      if (reading.type !== 'value') throw new Error(text);
      return { type: 'value' as const, value: reading.value, text, unreadable: 0 };
    },
    { asked: 0 },
  );
  // The answer's type is the question's own.
  return ask as unknown as Ask & { asked: number };
}

describe('correctedMerge', () => {
  it('learns what changes by itself from looks between which nothing was done', async () => {
    const captures = [page('a', ['x']), page('a', ['x'], '2'), page('b', ['x'], '3'), page('b', ['x'], '4')];
    captures.push(page('c', ['x'], '5'), page('c', ['x'], '6'));
    const idle = [
      [0, 1],
      [4, 5],
    ] as const;
    const learnt = await correctedMerge(materialOf(captures, idle), { ask: null, signal });
    expect(learnt.states).toEqual([0, 0, 1, 1, 2, 2]);
    expect(learnt.doubts).toEqual([]);
    const unlearnt = await correctedMerge(materialOf(captures), { ask: null, signal });
    expect(unlearnt.states).toEqual([0, 1, 2, 3, 4, 5]);
    expect(unlearnt.doubts).toHaveLength(3);
    // Once says nothing of other screens: those two are one, and no others.
    const once = await correctedMerge(materialOf(captures, [[0, 1]]), { ask: null, signal });
    expect(once.states).toEqual([0, 0, 1, 2, 3, 4]);
  });

  it.each([1, 3])(
    'keeps pages apart that have no resource ids, after %i changes by themselves',
    async (times) => {
      const loading = Array.from({ length: times }, (_, index) => [
        bare(['Loading…', `Part ${index}`]),
        bare(['Ready', `Part ${index}`]),
      ]).flat();
      const captures = [...loading, bare(['Apple', 'Red']), bare(['Pear', 'Green'])];
      const idle = Array.from({ length: times }, (_, index) => [2 * index, 2 * index + 1] as const);
      const merged = await correctedMerge(materialOf(captures, idle), { ask: null, signal });
      const [apple, pear] = merged.states.slice(-2);
      expect(new Set(merged.states.slice(0, -2))).not.toContain(apple);
      expect(pear).not.toBe(apple);
      expect(merged.states[1]).toBe(merged.states[0]);
      expect(merged.doubts).not.toEqual([]);
    },
  );

  it('never takes the rows of a list for what changes by itself', async () => {
    const rows = (letter: string) => Array.from({ length: 6 }, (_, index) => `${letter}${'x'.repeat(index)}`);
    const captures = ['a', 'a', 'b', 'b', 'c', 'd'].map((letter, index) =>
      page('list', index % 2 === 1 && index < 4 ? ['new', ...rows(letter).slice(1)] : rows(letter)),
    );
    const merged = await correctedMerge(
      materialOf(captures, [
        [0, 1],
        [2, 3],
      ]),
      { ask: null, signal },
    );
    expect(merged.states).toEqual([0, 0, 1, 1, 2, 3]);
  });

  it('asks about what rules leave open, and takes two answers for a pair that looked different', async () => {
    const captures = [page('a', ['x']), page('a', ['x']), page('a', ['y']), page('b', ['z'])];
    const ask = answering((texts) => (texts.includes('"z"') ? 'DIFFERENT' : 'They are the SAME'));
    const merged = await correctedMerge(materialOf(captures, [[0, 1]]), { ask, signal });
    expect(merged.states).toEqual([0, 0, 0, 1]);
    expect(ask.asked).toBeGreaterThan(1);
    expect(merged.counts.asked).toBe(ask.asked);
  });

  it.each(['SAME', 'DIFFERENT'])('does not believe a model that says %s of everything', async (always) => {
    const others = ['c', 'd', 'e', 'f'].flatMap((name) => [page(name, ['x']), page(name, ['x'], '2')]);
    const captures = [page('a', ['x']), page('a', ['y']), ...others];
    const idle = [2, 4, 6, 8].map((first) => [first, first + 1] as const);
    const merged = await correctedMerge(materialOf(captures, idle), { ask: answering(() => always), signal });
    expect(merged.warnings).toEqual([expect.stringContaining('the model is not believed')]);
    expect(merged.states[0]).not.toBe(merged.states[1]);
    expect(merged.doubts).toHaveLength(1);
  });

  it('compares looks without elements with those that have some, by their pictures', async () => {
    const [first, second, third] = [
      await picture([10, 60]),
      await picture([200, 90]),
      await picture([10, 60], 9),
    ];
    const bareOf = (shown: Partial<Capture>, activity = 'a'): Capture => ({
      ...page(activity, []),
      hierarchy: null,
      hierarchyContent: null,
      ...shown,
    });
    const captures = [
      { ...page('a', ['x']), ...first },
      bareOf(first),
      bareOf(second),
      { ...page('a', ['y']), ...second },
      // As the first, at another time of the day; and on another page.
      bareOf(third),
      bareOf(first, 'b'),
    ];
    const merged = await correctedMerge(materialOf(captures), { ask: null, signal });
    expect(merged.states).toEqual([0, 0, 1, 1, 0, 2]);
    const reversed = await correctedMerge(materialOf(captures.toReversed()), { ask: null, signal });
    expect(reversed.states).toEqual([0, 1, 2, 2, 1, 1]);
  });

  it('joins no screens whose elements differ because of a picture that is equal to both', async () => {
    const shown = await picture([10, 60]);
    const captures = [
      { ...page('a', ['x']), ...shown },
      { ...page('a', ['p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y']), ...shown },
      { ...page('a', []), ...shown, hierarchy: null, hierarchyContent: null },
    ];
    const { states } = await correctedMerge(materialOf(captures), { ask: null, signal });
    expect(states[1]).not.toBe(states[0]);
    expect(states.slice(0, 2)).toContain(states[2]);
  });

  it('learns what changes by itself on pictures from looks that have elements', async () => {
    const looks = await Promise.all([0, 1, 2, 3, 4, 5].map((time) => picture([10, 60], 0, 40 * time)));
    const captures = looks.map((shown, index) => ({
      ...page('a', ['x']),
      ...shown,
      ...(index < 4 ? {} : { hierarchy: null, hierarchyContent: null }),
    }));
    const idle = [
      [0, 1],
      [2, 3],
    ] as const;
    const learnt = await correctedMerge(materialOf(captures, idle), { ask: null, signal });
    expect(learnt.states).toEqual([0, 0, 0, 0, 0, 0]);
    const unlearnt = await correctedMerge(materialOf(captures), { ask: null, signal });
    expect(new Set(unlearnt.states).size).toBeGreaterThan(1);
  });

  it('reads the words on pictures that differ little, once each, and no others', async () => {
    const shown = await Promise.all([picture([10, 60]), picture([10, 60], 0, 200), picture([200, 90])]);
    const captures = shown.map((one) => ({
      ...page('a', []),
      ...one,
      hierarchy: null,
      hierarchyContent: null,
    }));
    const read: string[] = [];
    const merge = async (words: readonly string[]) => {
      const phases: string[] = [];
      const { doubts } = await correctedMerge(materialOf(captures), {
        ask: null,
        readWords: async ({ capture: { picture: hash } }) => {
          read.push(hash ?? '');
          return new Set(read.at(-1) === shown[0]?.picture ? ['a', 'b', 'c'] : words);
        },
        onProgress: (of, total) => phases.push(`${of} ${total}`),
        signal,
      });
      expect(phases).toEqual([
        ...Array.from({ length: 3 }, () => 'screens 3'),
        ...Array.from({ length: 3 }, () => 'pictures 3'),
        'words 1',
        ...doubts.map(() => 'pairs 1'),
      ]);
      return doubts.map(({ why }) => why);
    };
    expect(await merge(['a', 'b', 'c'])).toEqual([expect.stringContaining('with the same words')]);
    expect(read).toEqual([shown[0]?.picture, shown[1]?.picture]);
    expect(await merge(['a', 'b', 'x'])).toEqual([expect.stringContaining('words: "c", "x"')]);
    expect(await merge(['x', 'y', 'z'])).toEqual([]);
  });

  it('does what a person decided, in the next call', async () => {
    const captures = [page('a', ['x']), page('a', ['y']), page('a', ['y'], '2')];
    const first = await correctedMerge(materialOf(captures, [[1, 2]]), { ask: null, signal });
    const [doubt] = first.doubts;
    const ids = (doubt?.looks ?? [0, 0]).map((place) => first.looks[place]?.id ?? '');
    const decisions = [{ looks: [ids[0] ?? '', ids[1] ?? ''] as const, isSame: true }];
    const again = await correctedMerge(materialOf(captures, [[1, 2]]), { ask: null, decisions, signal });
    expect(again.states).toEqual([0, 0, 0]);
    expect(again.doubts).toEqual([]);
  });
});
