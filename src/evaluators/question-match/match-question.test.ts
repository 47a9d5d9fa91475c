import { describe, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { GroundingTruth } from '../../domain/questions/question-truth.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { countAnswers } from '../tree-rules/answer-counters.js';
import { matchChoice } from './match-choice.js';
import { matchCompletion } from './match-completion.js';
import { matchFormat } from './match-format.js';
import { matchGroundedAction, matchGrounding } from './match-grounding.js';

/** A list of two rows, the second with a button in it; widgets 0 to 3 in node order. */
const HIERARCHY = parseHierarchy(
  hierarchyXml([
    uiNode({ scrollable: 'true', bounds: '[0,0][100,200]' }, [
      uiNode({ clickable: 'true', bounds: '[0,0][100,100]' }, [
        uiNode({ text: 'Label', bounds: '[40,40][60,60]' }),
      ]),
      uiNode({ clickable: 'true', bounds: '[0,100][100,200]' }, [
        uiNode({ clickable: 'true', bounds: '[80,110][100,130]' }),
      ]),
    ]),
  ]),
);
const SCREEN = { hierarchy: HIERARCHY, size: { width: 100, height: 200 } };
/** The recording touched the label, which is smaller than the row that takes the click. */
const LABEL: GroundingTruth = { action: 'click', bounds: [40, 40, 60, 60], message: null };
const TYPED: GroundingTruth = { action: 'input', bounds: [0, 0, 100, 100], message: 'milk' };

const right = (truth: GroundingTruth, reply: string, mode: 'reference' | 'corrected'): boolean =>
  matchGrounding(truth, reply, SCREEN, mode).isRight;

describe('matchGrounding', () => {
  it.each([
    ['```click [1]```', true],
    ['```click [2]```', false],
    ['```longclick [1]```', false],
    ['```press [back]```', false],
    ['```click [9]```', false],
    ['click [1]', false],
  ])('judges %s alike in both modes', (reply, isRight) => {
    expect(right(LABEL, reply, 'reference')).toBe(isRight);
    expect(right(LABEL, reply, 'corrected')).toBe(isRight);
  });

  it('takes a line break behind the backticks for an error only in reference mode', () => {
    expect(right(LABEL, '```\nclick [1]\n```', 'reference')).toBe(false);
    expect(right(LABEL, '```\nclick [1]\n```', 'corrected')).toBe(true);
  });

  it('takes the last closed backticks in reference mode, the first ones in corrected mode', () => {
    const two = '```click [1]``` or rather ```click [2]```';
    expect(right(LABEL, two, 'reference')).toBe(false);
    expect(right(LABEL, two, 'corrected')).toBe(true);
  });

  it('reads positions only in corrected mode, by the smallest element under them', () => {
    // Next to the label, but on its row.
    expect(right(LABEL, '```click [5,5]```', 'corrected')).toBe(true);
    expect(right(LABEL, '```click [5,5]```', 'reference')).toBe(false);
    expect(right(LABEL, '```click [5,150]```', 'corrected')).toBe(false);
    const row: GroundingTruth = { action: 'click', bounds: [0, 140, 100, 160], message: null };
    // The row itself is right, the button within it is another element.
    expect(right(row, '```click [10,110]```', 'corrected')).toBe(true);
    expect(right(row, '```click [90,120]```', 'corrected')).toBe(false);
  });

  it('compares typed text exactly', () => {
    expect(right(TYPED, '```text [1] [milk]```', 'reference')).toBe(true);
    expect(right(TYPED, '```text [1] [Milk]```', 'reference')).toBe(false);
    expect(right(TYPED, '```text [2] [milk]```', 'reference')).toBe(false);
  });

  it('leaves out which way a swipe goes', () => {
    const swipe: GroundingTruth = { action: 'swipe', bounds: [0, 0, 100, 200], message: null };
    expect(right(swipe, '```swipe [0] [down]```', 'reference')).toBe(true);
    expect(right(swipe, '```swipe [0] [direction=left]```', 'reference')).toBe(true);
  });

  it('wants nothing but the right key where nothing is touched', () => {
    const back: GroundingTruth = { action: 'back', bounds: null, message: null };
    expect(right(back, '```press [back]```', 'reference')).toBe(true);
    expect(right(back, '```press [enter]```', 'reference')).toBe(false);
  });
});

describe('matchGroundedAction', () => {
  const judged = (truth: GroundingTruth, action: Action, mode: 'reference' | 'corrected'): boolean =>
    matchGroundedAction(truth, action, SCREEN, mode).isRight;
  const tap = (x: number, y: number): Action => ({
    type: 'tap',
    target: { type: 'point', point: pixelPoint(x, y) },
  });

  it('takes positions in any dialect, and the element under them only in corrected mode', () => {
    expect(judged(LABEL, tap(60, 60), 'reference')).toBe(true);
    expect(judged(LABEL, tap(61, 60), 'reference')).toBe(false);
    expect(judged(LABEL, tap(61, 60), 'corrected')).toBe(true);
    const permille: Action = {
      type: 'tap',
      target: { type: 'point', point: { x: 500, y: 250, space: 'permille' } },
    };
    expect(judged(LABEL, permille, 'reference')).toBe(true);
  });

  it('forgives a missing place only in corrected mode, where a grammar has none', () => {
    expect(judged(TYPED, { type: 'type', text: 'milk' }, 'reference')).toBe(false);
    expect(judged(TYPED, { type: 'type', text: 'milk' }, 'corrected')).toBe(true);
    const swipe: GroundingTruth = { action: 'swipe', bounds: [0, 0, 100, 200], message: null };
    expect(judged(swipe, { type: 'swipe', direction: 'up' }, 'reference')).toBe(false);
    expect(judged(swipe, { type: 'swipe', direction: 'up' }, 'corrected')).toBe(true);
    const upper: GroundingTruth = { action: 'swipe', bounds: [0, 0, 100, 50], message: null };
    expect(judged(upper, { type: 'swipe', direction: 'up' }, 'corrected')).toBe(false);
  });
});

describe('matchChoice', () => {
  it('wants exactly the letter; white space counts only in reference mode', () => {
    const truth = { type: 'option', letter: 'B' } as const;
    expect(matchChoice(truth, 'B\n', 'reference').isRight).toBe(true);
    expect(matchChoice(truth, ' B', 'reference')).toMatchObject({ isRight: false, isReadable: false });
    expect(matchChoice(truth, ' B', 'corrected').isRight).toBe(true);
    expect(matchChoice(truth, 'b', 'corrected')).toMatchObject({ isRight: false, isReadable: false });
    expect(matchChoice({ type: 'truth', letter: 'T' }, 'F', 'reference')).toMatchObject({ isReadable: true });
  });
});

describe('matchCompletion', () => {
  it('finds words within words only in reference mode; neither is continue', () => {
    const reached = { type: 'completion', isReached: true } as const;
    expect(matchCompletion(reached, 'My eyes say so', 'reference').isRight).toBe(true);
    expect(matchCompletion(reached, 'My eyes say so', 'corrected').isRight).toBe(false);
    expect(matchCompletion({ type: 'completion', isReached: false }, 'well', 'corrected')).toMatchObject({
      isRight: true,
      isReadable: false,
    });
  });
});

describe('matchFormat', () => {
  it('wants the action and nothing else, white space and backticks apart', () => {
    const truth = { type: 'format', wanted: 'text [3] [a ] b]' } as const;
    expect(matchFormat(truth, ' text [3] [a ] b]\n').isRight).toBe(true);
    expect(matchFormat(truth, '```text [3] [a ] b]```').isRight).toBe(true);
    expect(matchFormat(truth, 'text [3] [a ] b].').isRight).toBe(false);
    expect(matchFormat(truth, 'Text [3] [a ] b]').isRight).toBe(false);
  });
});

describe('countAnswers', () => {
  it('counts what was called true, in either case', () => {
    expect(
      countAnswers([
        { right: 'B', option: 'b', truths: ['f', 't', 'F', 'no'] },
        { right: 'C', option: 'A', truths: ['T', 'T', 'T', 'T'] },
        { right: 'A', option: 'A', truths: [] },
      ]),
    ).toEqual({
      questions: 3,
      optionRight: 2,
      allFalse: 1,
      allTrue: 1,
      singleTrue: 1,
      multipleTrue: 1,
      singleTrueRight: 1,
      multipleTrueRight: 2,
    });
  });
});

describe('what a match says', () => {
  const grounded = (
    truth: GroundingTruth,
    action: Action,
    mode: 'reference' | 'corrected' = 'corrected',
    screen = SCREEN,
  ) => matchGroundedAction(truth, action, screen, mode).explanation;
  const tap = (x: number, y: number): Action => ({
    type: 'tap',
    target: { type: 'point', point: pixelPoint(x, y), element: null, description: null } as never,
  });

  it('of a grounded action is what was done, and where', () => {
    expect(grounded(LABEL, tap(50.4, 50))).toBe('click at [50,50], within [40,40,60,60]');
    expect(grounded(LABEL, tap(5, 150))).toBe('click at [5,150], outside [40,40,60,60]');
    expect(grounded(LABEL, { type: 'key', key: 'BACK' })).toBe('back in place of click');
    expect(grounded(TYPED, { type: 'type', text: 'm'.repeat(100) })).toBe(
      `types "${'m'.repeat(80)}" in place of "milk"`,
    );
    expect(grounded({ ...LABEL, bounds: null }, tap(1, 1))).toBe('click, as it should');
    expect(grounded(TYPED, { type: 'type', text: 'milk' })).toBe('types the right text, without a place');
    expect(grounded(TYPED, { type: 'type', text: 'milk' }, 'reference')).toBe('names no place');
  });

  it('of an edge of the bounds is that it lies within', () => {
    for (const [x, y, isRight] of [
      [40, 40, true],
      [60, 60, true],
      [39, 40, false],
      [61, 60, false],
      [40, 39, false],
      [60, 61, false],
    ] as const) {
      const { isRight: found, isReadable } = matchGroundedAction(LABEL, tap(x, y), SCREEN, 'reference');
      expect([x, y, found, isReadable]).toEqual([x, y, isRight, true]);
    }
  });

  it('of an answer in words is what was said and what is right', () => {
    expect(matchChoice({ type: 'option', letter: 'B' }, 'B', 'corrected')).toEqual({
      isRight: true,
      isReadable: true,
      explanation: 'says B, right is B',
    });
    expect(matchChoice({ type: 'option', letter: 'B' }, 'C', 'corrected')).toMatchObject({
      isRight: false,
      explanation: 'says C, right is B',
    });
    expect(matchChoice({ type: 'option', letter: 'B' }, 'nobody knows', 'corrected')).toMatchObject({
      isReadable: false,
      explanation: expect.stringMatching(/^unreadable: ./) as string,
    });
    expect(matchCompletion({ type: 'completion', isReached: true }, 'stop', 'corrected')).toEqual({
      isRight: true,
      isReadable: true,
      explanation: 'says stop, right is stop',
    });
    expect(matchCompletion({ type: 'completion', isReached: true }, 'perhaps', 'corrected')).toEqual({
      isRight: false,
      isReadable: false,
      explanation: 'says neither, taken as continue, right is stop',
    });
    expect(matchFormat({ type: 'format', wanted: 'click [1]' }, 'click [1]')).toEqual({
      isRight: true,
      isReadable: true,
      explanation: 'exactly what was asked for',
    });
    expect(matchFormat({ type: 'format', wanted: 'click [1]' }, 'click [2]')).toEqual({
      isRight: false,
      isReadable: false,
      explanation: 'unreadable: not exactly "click [1]"',
    });
  });
});
