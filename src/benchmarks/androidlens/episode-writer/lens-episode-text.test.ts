import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import type { RecordedEpisode } from '../../../domain/recordings/recorded-episode.js';
import { readMilestones } from '../lens-milestones.js';
import { NoLensAction, readLensAction } from '../read-lens-action.js';
import { lensEpisodeText, lensWords } from './lens-episode-text.js';

const size = { width: 200, height: 400 };
const reading = { space: 'pixel', boxSpace: 'pixel', boxOrder: 'x1y1x2y2', scroll: 'content', size } as const;
const swipe = (direction: 'up' | 'down' | 'left' | 'right'): Action => ({ type: 'swipe', direction });

describe('lensWords', () => {
  it.each<[Action, Record<string, unknown>]>([
    [tap(pixelPoint(10.4, 20.5)), { action_type: 'Click', point: [10, 21] }],
    [tap({ x: 0.5, y: 0.25, space: 'unit' }), { action_type: 'Click', point: [100, 100] }],
    [
      { type: 'long_press', target: { type: 'point', point: pixelPoint(1, 2) } },
      { action_type: 'LongPress', point: [1, 2] },
    ],
    [
      { type: 'swipe', direction: 'up', from: pixelPoint(1, 300), to: pixelPoint(1, 20) },
      { action_type: 'Swipe', start: [1, 300], end: [1, 20] },
    ],
    [swipe('up'), { action_type: 'Swipe', start: [100, 300], end: [100, 100] }],
    [swipe('down'), { action_type: 'Swipe', start: [100, 100], end: [100, 300] }],
    [swipe('left'), { action_type: 'Swipe', start: [150, 200], end: [50, 200] }],
    [swipe('right'), { action_type: 'Swipe', start: [50, 200], end: [150, 200] }],
    [
      { type: 'type', text: 'a "quoted", text' },
      { action_type: 'Type', text: 'a "quoted", text' },
    ],
    [{ type: 'key', key: 'BACK' }, { action_type: 'PressBack' }],
    [{ type: 'key', key: 'HOME' }, { action_type: 'PressHome' }],
    [{ type: 'key', key: 'MENU' }, { action_type: 'PressMenu' }],
    [{ type: 'wait' }, { action_type: 'Wait' }],
    [stop('success'), { action_type: 'Terminate', status: 'success' }],
    [stop('unspecified'), { action_type: 'Terminate', status: 'success' }],
    [stop('infeasible'), { action_type: 'Terminate', status: 'failure' }],
  ])('writes %j so that it is read as the same', (action, words) => {
    const written = lensWords(action, size);
    expect(written).toEqual(words);
    const read = readLensAction(written, reading);
    if (read instanceof NoLensAction) throw new Error(read.reason);
    expect(read.action.type).toBe(action.type);
  });

  it.each<Action>([
    { type: 'key', key: 'ENTER' },
    { type: 'open_app', app: 'Shop' },
    { type: 'swipe', direction: null },
    { type: 'tap', target: { type: 'description', text: 'the button' } },
  ])('has no word for %j', (action) => {
    expect(lensWords(action, size)).toBeNull();
  });
});

describe('lensEpisodeText', () => {
  it('gives milestones the last written step before they were marked, and their groups', () => {
    const mark = (id: string, step: number, group: string | null) => ({
      id,
      subTarget: id,
      step,
      screen: 's',
      box: null,
      text: '',
      state: [],
      group,
      reference: { id: 's', size, activity: null, picture: null, hierarchy: null },
    });
    const episode: RecordedEpisode = {
      id: 'e',
      instructions: { en: 'Do it' },
      apps: ['Shop'],
      labels: {},
      steps: [],
      milestones: [mark('a', 1, null), mark('b', 3, 'g'), mark('c', 3, 'g'), mark('start', 0, null)],
    };
    const line = {
      action: { action_type: 'Wait' },
      screenshot: 'x.png',
      box: null,
      stepInstruction: null,
      anomaly: null,
    };
    const text = lensEpisodeText(episode, [line, line], {
      language: 'en',
      pictures: new Map([['a', 'e_a.png']]),
      // The second of three steps has no word.
      numbers: [0, null, 1],
    });
    const [first, second] = JSON.parse(text) as Record<string, unknown>[];
    expect(second).toEqual({ step: 1, image: 'x.png', action: { action_type: 'Wait' } });
    expect(first?.['instruction']).toBe('Do it');
    const groups = readMilestones(first?.['milestones'], 2);
    expect(
      groups.map(({ ordered, items }) => [ordered, items.map(({ title, steps }) => [title, steps])]),
    ).toEqual([
      [true, [['a', [0, 0]]]],
      [
        false,
        [
          ['b', [1, 1]],
          ['c', null],
        ],
      ],
      [true, [['start', null]]],
    ]);
  });
});
