import { describe, expect, it } from 'vitest';
import { tap, type Action } from '../../domain/action.js';
import { pixelPoint, type Box } from '../../domain/geometry.js';
import type { RecordedStep } from '../../domain/recordings/recorded-episode.js';
import { controlStepRules } from './control-step-rules.js';

const at = (x: number, y: number): Action => tap(pixelPoint(x, y));
const type = (text: string): Action => ({ type: 'type', text });
const open = (app: string): Action => ({ type: 'open_app', app });
const BOX: Box = [100, 100, 300, 500];

function recorded(action: Action, more: Partial<RecordedStep> = {}): RecordedStep {
  const screen = {
    id: 's',
    size: { width: 1000, height: 2000 },
    activity: null,
    picture: null,
    hierarchy: null,
  };
  return { screen, action, ...more };
}

/** Names of the evaluators that find the prediction right. */
function rightBy(
  said: Action | null,
  step: RecordedStep,
  mode: 'reference' | 'corrected' = 'reference',
): string[] {
  return controlStepRules(mode)
    .filter(({ match }) => match(said, step).match)
    .map(({ name }) => name.replace('androidcontrol.', ''));
}

describe('the evaluators of AndroidControl', () => {
  it.each([
    [
      'a touch far away within the element',
      at(290, 490),
      recorded(at(110, 110), { box: BOX }),
      ['default', 'box', 'ui_s1'],
    ],
    [
      'a touch near the point outside the element',
      at(90, 110),
      recorded(at(110, 110), { box: BOX }),
      ['default', 'ui_s1', 'point'],
    ],
    [
      'a touch at 0.14 across, without an element',
      at(640, 500),
      recorded(at(500, 500)),
      ['default', 'box', 'point'],
    ],
    ['a touch beyond 0.14', at(641, 500), recorded(at(500, 500)), []],
    [
      'a touch at 4 % of the longer side',
      at(580, 500),
      recorded(at(500, 500)),
      ['default', 'box', 'ui_s1', 'point'],
    ],
    ['a touch a little farther', at(580.5, 500), recorded(at(500, 500)), ['default', 'box', 'point']],
    // 1.2 times the box begins at 80 across; the point is 100 px from the recorded one.
    [
      'a touch beside the element, which is enlarged',
      at(81, 300),
      recorded(at(290, 300), { box: BOX }),
      ['ui_s1'],
    ],
    [
      'an area among several',
      at(850, 1500),
      recorded(at(110, 110), { candidates: [BOX, [800, 1400, 900, 1600]] }),
      ['default', 'box', 'ui_s1'],
    ],
    [
      'a part of the text',
      type('coffee'),
      recorded(type('Coffee shops ')),
      ['default', 'box', 'ui_s1', 'point'],
    ],
    ['half the words', type('coffee bars'), recorded(type('coffee shops')), []],
    [
      'most of the words',
      type('best coffee here'),
      recorded(type('the best coffee here')),
      ['default', 'box', 'ui_s1', 'point'],
    ],
    [
      'a part of the name of the app',
      open('maps'),
      recorded(open('Google Maps')),
      ['default', 'box', 'ui_s1', 'point'],
    ],
    ['a tap on the icon of the app', at(150, 150), recorded(open('Maps'), { candidates: [BOX] }), ['ui_s1']],
    [
      'another direction',
      { type: 'swipe', direction: 'up' },
      recorded({ type: 'swipe', direction: 'down' }),
      [],
    ],
    [
      'a path in the direction',
      { type: 'swipe', direction: null, from: pixelPoint(5, 9), to: pixelPoint(5, 1) },
      recorded({ type: 'swipe', direction: 'up' }),
      ['default', 'box', 'ui_s1', 'point'],
    ],
    [
      'a tap for a long press',
      at(5, 5),
      recorded({ type: 'long_press', target: { type: 'point', point: pixelPoint(5, 5) } }),
      [],
    ],
    ['nothing at all', null, recorded({ type: 'wait' }), []],
  ] as const satisfies readonly (readonly [string, Action | null, RecordedStep, readonly string[]])[])(
    'rule %s',
    (_, said, step, expected) => {
      expect(rightBy(said, step)).toEqual(expected);
    },
  );

  it('take an empty text for right in reference mode only, unless nothing was typed', () => {
    expect(rightBy(type(''), recorded(type('coffee')))).toEqual(['default', 'box', 'ui_s1']);
    expect(rightBy(type(''), recorded(type('coffee')), 'corrected')).toEqual([]);
    expect(rightBy(type(' '), recorded(type('')), 'corrected')).toHaveLength(4);
  });
});
