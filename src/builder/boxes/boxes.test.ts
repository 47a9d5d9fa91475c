import { describe, expect, it } from 'vitest';
import type { Mode } from '../../domain/mode.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { Ask, ModelQuestion, QuestionReply } from '../../models/asking/model-question.js';
import { decodePixels, encodePng } from '../../observations/pictures/pixels.js';
import { annotateTouch } from './annotate-touch.js';
import type { Touch } from './box-questions.js';
import { exactBox } from './exact-box.js';
import { markTouch } from './mark-touch.js';
import { overlayBoxes } from './overlay-boxes.js';
import { grownTo, readBoxReply, readReferee } from './read-box.js';

const TOUCH: Touch = {
  id: 'a',
  point: [100, 200],
  size: { width: 1000, height: 2000 },
  dotted: new Uint8Array([1]),
};

/** Answers by role, one after the other. */
function asking(answers: Readonly<Record<string, readonly string[]>>): { ask: Ask; asked: string[] } {
  const asked: string[] = [];
  const ask: Ask = async <A>(question: ModelQuestion<A>): Promise<QuestionReply<A>> => {
    for (let unreadable = 0; ; unreadable += 1) {
      const number = asked.filter((role) => role === question.role).length;
      asked.push(question.role);
      const text = answers[question.role]?.[number] ?? '';
      const read = question.read(text);
      if (read.type === 'value') return { type: 'value', value: read.value, text, unreadable };
      if (unreadable >= question.retries) {
        return { type: 'unreadable', problem: read.error.message, text, unreadable: unreadable + 1 };
      }
    }
  };
  return { ask, asked };
}

async function drawn(mode: Mode, answers: Readonly<Record<string, readonly string[]>>) {
  const { ask, asked } = asking(answers);
  return { ...(await annotateTouch(TOUCH, { ask, mode })), asked };
}

describe('the box in an answer', () => {
  it.each([
    ['[1, 2, 3, 4]\n点击意图：open', [1, 2, 3, 4]],
    ['at 9 [ 0.5,1.5 , 2.5,3.51 ] and [5,6,7,8]', [0, 2, 2, 4]],
    ['[-1, 2, 3, 4]', [-1, 2, 3, 4]],
    ['left -10, top 20, 30.5 to 41', [10, 20, 30, 41]],
    ['[1, 2, 3] then 4', [1, 2, 3, 4]],
  ])('%s', (text, box) => {
    expect(readBoxReply(text)).toMatchObject({ type: 'value', value: { box } });
  });

  it('is missing where there are no four numbers', () => {
    expect(readBoxReply('[1, 2, 3]').type).toBe('unreadable');
    expect(readBoxReply(' ').type).toBe('unreadable');
  });

  it('comes with what the annotator says', () => {
    const read = readBoxReply('[1, 2, 3, 4]\n点击意图：打开\n功能说明: 菜单\n边界框说明：图标');
    expect(read).toMatchObject({ value: { intent: '打开', purpose: '菜单', explanation: '图标' } });
  });

  it('grows to hold the point', () => {
    expect(grownTo([10, 10, 20, 20], [5, 30])).toEqual([5, 10, 20, 30]);
    expect(grownTo([10, 10, 20, 20], [15, 15])).toEqual([10, 10, 20, 20]);
  });
});

describe('the referee', () => {
  it('chooses the second by 2 alone as published', () => {
    expect(readReferee('更优标注：2', 'reference')).toEqual({ type: 'value', value: { type: 'second' } });
    for (const text of ['更优标注：1', '更优标注：3', '更优标注: 2', 'the second']) {
      expect(readReferee(text, 'reference'), text).toEqual({ type: 'value', value: { type: 'first' } });
    }
  });

  it('may draw a box in corrected mode, and is asked again where it decides nothing', () => {
    expect(readReferee('更优标注: 2', 'corrected')).toEqual({ type: 'value', value: { type: 'second' } });
    expect(readReferee('更优标注：0\n[1, 2, 3, 4]', 'corrected')).toEqual({
      type: 'value',
      value: { type: 'own', box: [1, 2, 3, 4] },
    });
    expect(readReferee('更优标注：0', 'corrected').type).toBe('unreadable');
    expect(readReferee('both', 'corrected').type).toBe('unreadable');
  });
});

describe('annotateTouch', () => {
  const WIDE = '[0, 150, 900, 250]';
  const TIGHT = '[80, 180, 120, 220]';
  const LARGE = '[50, 150, 150, 250]';

  it('takes the only box that can be read, and none where there is none', async () => {
    const one = await drawn('reference', { annotator1: ['no'], annotator2: [TIGHT] });
    expect([one.box, one.by, one.asked]).toEqual([
      [80, 180, 120, 220],
      'annotator2',
      ['annotator1', 'annotator2'],
    ]);
    const none = await drawn('reference', { annotator1: ['no'], annotator2: ['no'] });
    expect([none.box, none.by]).toEqual([null, null]);
  });

  it('does not look at limits as published, and grows the box that was chosen', async () => {
    const wide = await drawn('reference', { annotator1: [WIDE], annotator2: [TIGHT], referee: ['?'] });
    expect([wide.box, wide.by]).toEqual([[0, 150, 900, 250], 'annotator1']);
    const off = await drawn('reference', { annotator1: ['[0, 0, 50, 50]'], annotator2: ['x'] });
    expect(off.box).toEqual([0, 0, 100, 200]);
  });

  it('takes the other box for one that breaks the limits, without a referee, in corrected mode', async () => {
    for (const bad of [
      WIDE,
      '[99, 199, 101, 201]',
      '[120, 220, 80, 180]',
      '[80, 180, 1120, 220]',
      '[250, 300, 300, 350]',
    ]) {
      const { box, by, asked, doubt } = await drawn('corrected', { annotator1: [bad], annotator2: [TIGHT] });
      expect([box, by, asked.includes('referee')], bad).toEqual([[80, 180, 120, 220], 'annotator2', false]);
      expect(doubt).toContain('the first box');
    }
  });

  it('lets input fields be long', async () => {
    const field = `${WIDE}\n点击意图：输入文字`;
    const { by } = await drawn('corrected', { annotator1: [field], annotator2: ['x', 'x'] });
    expect(by).toBe('annotator1');
  });

  it('asks once more for what cannot be read, and lets the referee draw', async () => {
    const own = await drawn('corrected', {
      annotator1: ['sorry', LARGE],
      annotator2: [TIGHT],
      referee: ['hm', '更优标注：0\n[70, 170, 130, 230]'],
    });
    expect([own.box, own.by, own.doubt]).toEqual([[70, 170, 130, 230], 'referee', null]);
    const bad = await drawn('corrected', {
      annotator1: [LARGE],
      annotator2: [TIGHT],
      referee: ['更优标注：0\n[0, 0, 999, 1999]'],
    });
    expect([bad.by, bad.doubt]).toEqual(['annotator2', expect.stringContaining('own box')]);
  });
});

describe('exact boxes', () => {
  it('are those of the smallest element that takes touches', () => {
    const xml = `<hierarchy><node class="a" clickable="true" bounds="[0,0][500,500]"><node class="b" clickable="true" bounds="[10,10][60,60]"><node class="c" clickable="false" bounds="[20,20][40,40]"/></node></node></hierarchy>`;
    expect(exactBox(parseHierarchy(xml), [30, 30])).toEqual([10, 10, 59, 59]);
    expect(exactBox(parseHierarchy(xml), [100, 30])).toEqual([0, 0, 499, 499]);
    expect(exactBox(parseHierarchy(xml), [600, 30])).toBeNull();
  });
});

describe('the dot', () => {
  it('is red with a white outline, and leaves the rest as it is', async () => {
    const [width, height] = [200, 100];
    const grey = await encodePng({ width, height, data: new Uint8Array(width * height * 3).fill(80) });
    const { data } = await decodePixels(await markTouch(grey, [50, 40], { file: 'x' }), { file: 'x' });
    const at = (x: number, y: number): number[] => [
      ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
    ];
    expect(at(50, 40)).toEqual([255, 0, 0]);
    expect(at(50, 32)).toEqual([255, 0, 0]);
    expect(at(50, 31)).toEqual([255, 255, 255]);
    expect(at(50, 29)).toEqual([80, 80, 80]);
    expect(at(20, 40)).toEqual([80, 80, 80]);
  });
});

describe('the overlay of a screen', () => {
  it('has every box with its touch, and nothing else', async () => {
    const [width, height] = [200, 100];
    const grey = await encodePng({ width, height, data: new Uint8Array(width * height * 3).fill(80) });
    const touches = [
      { box: [10, 10, 60, 60], point: [45, 45] },
      { box: [100, 10, 190, 90], point: [170, 70] },
    ] as const;
    const drawn = await overlayBoxes(
      grey,
      touches.map(({ box, point }) => ({ box: [...box], point: [...point] })),
      { file: 'x' },
    );
    const { data } = await decodePixels(drawn, { file: 'x' });
    const at = (x: number, y: number): number[] => [
      ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
    ];
    expect(at(10, 30)).toEqual([255, 87, 51]);
    expect(at(189, 50)).toEqual([0, 160, 60]);
    for (const [x, y] of [
      [45, 45],
      [170, 70],
    ] as const)
      expect(at(x, y)).toEqual([255, 0, 0]);
    for (const [x, y] of [
      [80, 50],
      [30, 55],
      [5, 5],
    ] as const)
      expect(at(x, y)).toEqual([80, 80, 80]);
  });
});
