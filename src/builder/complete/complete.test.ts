import { describe, expect, it } from 'vitest';
import type { Mode } from '../../domain/mode.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { Ask, ModelQuestion, QuestionReply } from '../../models/asking/model-question.js';
import type { ModelRequest } from '../../models/model.js';
import { encodePng, type Pixels } from '../../observations/pictures/pixels.js';
import { fillBox } from '../../observations/pictures/paint.js';
import { ChangedRegion } from './changed-region.js';
import { completionDoubt } from './check-completion.js';
import { chosenFrames } from './choose-frames.js';
import { completePairs, type PairResult, type RecordedPicture } from './complete-pairs.js';
import { isNearlyIdentical, sketchFrame } from './near-identical.js';
import { readCompletedAction, readOrder } from './read-completed-action.js';

const SIZE = { width: 240, height: 480 };

function screen(...boxes: readonly [number, number, number, number][]): Pixels {
  const pixels = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height * 3).fill(255) };
  for (const box of boxes) fillBox(pixels, box, [0, 0, 0]);
  return pixels;
}

describe('the answers', () => {
  it('have an order to the end of its line as published', () => {
    const text = 'CLICK[1,2]###order: Tap it###confidence: 0.9\nx';
    expect(readOrder(text, 'reference')).toEqual({ type: 'value', value: 'Tap it###confidence: 0.9' });
  });

  it.each([
    ['CLICK[1,2]###reasoning: x###order: Tap it###confidence: 0.9', 'Tap it'],
    ['CLICK[1,2]\n###order：点击设置\n###confidence：1', '点击设置'],
  ])('have an order: %s', (text, order) => {
    expect(readOrder(text, 'corrected')).toEqual({ type: 'value', value: order });
  });

  it.each(['CLICK[1,2]###reasoning: x', '###order:', '###order: ###confidence: 1', ''])(
    'or none: %s',
    (text) => {
      expect(readOrder(text, 'corrected').type).toBe('unreadable');
    },
  );

  it.each([
    ['AWAKE[微信]', { type: 'open_app', app: '微信' }],
    [
      'CLICK[10, 20.5]',
      { type: 'tap', target: { type: 'point', point: { x: 10, y: 20.5, space: 'pixel' } } },
    ],
    ['TYPE[a, [b]]', { type: 'type', text: 'a, [b]' }],
    ['WAIT', { type: 'wait' }],
    ['system_button[Home]', { type: 'key', key: 'HOME' }],
  ])('name an action: %s', (written, action) => {
    for (const mode of ['reference', 'corrected'] as const) {
      const read = readCompletedAction(`${written}###reasoning: r###confidence: 0.25`, mode);
      expect(read).toMatchObject({ value: { written, action, confidence: 0.25 } });
    }
  });

  it('may name more in corrected mode, and nothing unknown', () => {
    expect(readCompletedAction('SWIPE[up]', 'corrected')).toMatchObject({
      value: { action: { type: 'swipe' }, confidence: null },
    });
    expect(readCompletedAction('SWIPE[up]', 'reference')).toMatchObject({ value: { action: null } });
    expect(readCompletedAction('system_button[Back]', 'reference')).toMatchObject({
      value: { action: null },
    });
    expect(readCompletedAction('FLY[1]', 'corrected').type).toBe('unreadable');
    expect(readCompletedAction('CLICK[button]', 'corrected').type).toBe('unreadable');
  });
});

describe('the check against what was recorded', () => {
  const tap = (x: number, y: number, confidence: number | null = 1) =>
    ({
      action: { type: 'tap', target: { type: 'point', point: { x, y, space: 'pixel' } } },
      confidence,
    }) as const;
  const small = new ChangedRegion(screen(), screen([24, 96, 72, 144]));
  const none = new ChangedRegion(screen(), screen());
  const clock = new ChangedRegion(screen(), screen([0, 0, 100, 12]));
  const where = { size: SIZE, changed: small, hierarchy: null };
  const hierarchy = parseHierarchy(
    '<hierarchy><node clickable="true" bounds="[150,300][220,400]"/></hierarchy>',
  );

  it('passes touches on what changed, and on elements', () => {
    expect(completionDoubt(tap(40, 120), where)).toBeNull();
    expect(completionDoubt(tap(200, 350), { ...where, hierarchy })).toBeNull();
    expect(completionDoubt({ action: { type: 'type', text: 'x' }, confidence: 0.9 }, where)).toBeNull();
  });

  it('doubts touches elsewhere, unsure ones, and those that changed nothing', () => {
    expect(completionDoubt(tap(200, 350), where)).toContain('nothing changed at');
    expect(completionDoubt(tap(200, 250), { ...where, hierarchy })).toContain('takes a touch');
    expect(completionDoubt(tap(500, 350), where)).toContain('not on the screen');
    expect(completionDoubt(tap(40, 120, 0.2), where)).toContain('unsure');
    expect(completionDoubt(tap(40, 120), { ...where, changed: none })).toContain('nothing changed');
    expect(completionDoubt(tap(40, 4), { ...where, changed: clock })).toContain('nothing changed');
    expect(
      completionDoubt({ action: { type: 'wait' }, confidence: null }, { ...where, changed: none }),
    ).toBeNull();
  });
});

describe('frames', () => {
  it('are chosen evenly or by skipping, with the first and the last', () => {
    expect(chosenFrames(500, 0.01, 'even')).toEqual([0, 125, 250, 374, 499]);
    expect(chosenFrames(250, 0.01, 'skip')).toEqual([0, 100, 200, 249]);
    expect(chosenFrames(5, 0.01, 'even')).toEqual([0, 4]);
    expect(chosenFrames(1, 0.01, 'skip')).toEqual([0]);
    expect(chosenFrames(3, 1, 'even')).toEqual([0, 1, 2]);
  });

  it('are nearly identical where they show the same, noise apart', async () => {
    const sketch = async (pixels: Pixels) => sketchFrame(await encodePng(pixels));
    const noisy = screen();
    for (let at = 0; at < noisy.data.length; at += 7) noisy.data[at] = 250;
    expect(isNearlyIdentical(await sketch(screen()), await sketch(noisy))).toBe(true);
    expect(isNearlyIdentical(await sketch(screen()), await sketch(screen([100, 200, 140, 240])))).toBe(false);
  });
});

describe('completePairs', () => {
  async function completed(
    mode: Mode,
    answers: (purpose: string, draw: number, request: ModelRequest) => string,
  ) {
    const purposes: string[] = [];
    const ask: Ask = async <A>(question: ModelQuestion<A>): Promise<QuestionReply<A>> => {
      for (let unreadable = 0; ; unreadable += 1) {
        purposes.push(question.purpose);
        const text = answers(question.purpose, unreadable, question.request);
        const read = question.read(text);
        if (read.type === 'value') return { type: 'value', value: read.value, text, unreadable };
        if (unreadable >= question.retries) {
          return { type: 'unreadable', problem: read.error.message, text, unreadable: unreadable + 1 };
        }
      }
    };
    const boxes = [[], [[24, 96, 72, 144]], [[0, 200, 240, 480]]] as [number, number, number, number][][];
    const pictures: RecordedPicture[] = await Promise.all(
      boxes.map(async (some, index) => ({
        name: `${index}.png`,
        mediaType: 'image/png',
        bytes: await encodePng(screen(...some)),
        hierarchy: null,
      })),
    );
    const results: PairResult[] = [];
    for await (const result of completePairs(pictures, { name: 'r', query: 'q', size: SIZE, mode, ask }))
      results.push(result);
    return { results, purposes };
  }

  it('asks two questions a pair, with the actions so far, and passes over pairs without an order', async () => {
    const texts: string[] = [];
    const { results, purposes } = await completed('reference', (purpose, _, { messages }) => {
      texts.push(
        messages[0]?.content.map((part) => (part.type === 'text' ? part.text : 'picture')).join('|') ?? '',
      );
      if (purpose.startsWith('app')) return 'Settings';
      if (purpose === 'order of r step 1') return 'CLICK[1,1]###order: Tap it###confidence: 1';
      if (purpose.startsWith('order')) return 'CLICK[1,1]';
      return 'CLICK[40,120]###reasoning: r###confidence: 0.1';
    });
    expect(purposes).toEqual(['app of r', 'order of r step 1', 'action of r step 1', 'order of r step 2']);
    expect(results).toMatchObject([
      {
        type: 'step',
        written: 'CLICK[40,120]',
        order: 'Tap it###confidence: 1',
        confidence: 0.1,
        doubt: null,
      },
      { type: 'skipped' },
    ]);
    expect(texts[1]).toContain('picture|picture|');
    expect(texts[1]).toContain('1080 x 2374');
    expect(texts[2]?.match(/picture/g)).toHaveLength(1);
    expect(texts[2]).toContain('Tap it');
    expect(texts[3]).toContain('CLICK[40,120]');
  });

  it('says the real size, asks again, and doubts in corrected mode', async () => {
    const { results, purposes } = await completed('corrected', (purpose, draw, request) => {
      expect(JSON.stringify(request.messages).includes('1080 x 2374')).toBe(false);
      if (purpose.startsWith('order')) return draw === 0 ? 'hm' : 'CLICK[1,1]###order: Tap###confidence: 1';
      return 'CLICK[200,40]###confidence: 0.9';
    });
    expect(purposes).toHaveLength(7);
    expect(results).toMatchObject([
      { type: 'step', doubt: expect.stringContaining('nothing changed at') },
      { type: 'step' },
    ]);
  });
});
