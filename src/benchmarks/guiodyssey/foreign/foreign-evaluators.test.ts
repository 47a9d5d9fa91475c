import { describe, expect, it } from 'vitest';
import { decodeCommand } from '../decode-command.js';
import type { ForeignEvaluatorName, ForeignVerdict } from './foreign-evaluator.js';
import { FOREIGN_EVALUATORS } from './foreign-evaluators.js';
import { ForeignTally, foreignCounts } from './foreign-tally.js';
import { tokenF1 } from './token-f1.js';

function judge(name: ForeignEvaluatorName, expected: string, predicted: unknown): ForeignVerdict {
  const recorded = decodeCommand(expected);
  if (recorded === null) throw new Error(`no command: ${expected}`);
  return FOREIGN_EVALUATORS[name].match(recorded, decodeCommand(predicted));
}

const right = (name: ForeignEvaluatorName, expected: string, predicted: unknown): boolean =>
  judge(name, expected, predicted).isExact;
const NAMES = ['os-atlas', 'agentcpm', 'gui-r1'] as const;

describe('the evaluators of other projects', () => {
  it.each([
    // Exactly 140 away: 500 + 140, and 84² + 112² = 140².
    ['CLICK: (500, 500)', 'CLICK: (640, 500)', { 'os-atlas': true, agentcpm: true, 'gui-r1': false }],
    ['CLICK: (500, 500)', 'CLICK: (641, 500)', { 'os-atlas': false, agentcpm: false, 'gui-r1': false }],
    ['CLICK: (500, 500)', 'CLICK: (584, 611)', { 'os-atlas': true, agentcpm: true, 'gui-r1': true }],
    // Whole units decide for OS-Atlas alone.
    ['CLICK: (500, 500)', 'CLICK: (640.9, 500)', { 'os-atlas': true, agentcpm: false, 'gui-r1': false }],
    ['TYPE: best pizza', 'TYPE: Best PIZZA', { 'os-atlas': true, agentcpm: true, 'gui-r1': true }],
    // F1 exactly 0.5: one of two words each way.
    ['TYPE: best pizza', 'TYPE: best pasta', { 'os-atlas': false, agentcpm: false, 'gui-r1': true }],
    ['TYPE: best pizza here', 'TYPE: pizz', { 'os-atlas': false, agentcpm: true, 'gui-r1': false }],
    ['TYPE: pizza', 'TYPE:', { 'os-atlas': false, agentcpm: true, 'gui-r1': false }],
    ['SCROLL: UP', 'SCROLL: UP', { 'os-atlas': true, agentcpm: true, 'gui-r1': true }],
    ['SCROLL: UP', 'SCROLL: up', { 'os-atlas': false, agentcpm: true, 'gui-r1': true }],
    ['SCROLL: UP', 'SCROLL: DOWN', { 'os-atlas': false, agentcpm: false, 'gui-r1': false }],
    ['PRESS_RECENT', 'PRESS_HOME', { 'os-atlas': false, agentcpm: true, 'gui-r1': false }],
    ['PRESS_HOME', 'PRESS_RECENT', { 'os-atlas': false, agentcpm: true, 'gui-r1': false }],
    ['PRESS_BACK', 'PRESS_HOME', { 'os-atlas': false, agentcpm: false, 'gui-r1': false }],
    ['COMPLETE', 'IMPOSSIBLE', { 'os-atlas': false, agentcpm: true, 'gui-r1': false }],
    ['IMPOSSIBLE', 'COMPLETE', { 'os-atlas': false, agentcpm: true, 'gui-r1': false }],
    ['COMPLETE', 'COMPLETE', { 'os-atlas': true, agentcpm: true, 'gui-r1': true }],
    // Long presses: by name alone, but for AgentCPM.
    ['LONG_PRESS: (10, 10)', 'LONG_PRESS: (900, 900)', { 'os-atlas': true, agentcpm: false, 'gui-r1': true }],
    ['LONG_PRESS: (10, 10)', 'CLICK: (10, 10)', { 'os-atlas': false, agentcpm: false, 'gui-r1': false }],
    ['CLICK: (10, 10)', 'CLICK: (10', { 'os-atlas': false, agentcpm: false, 'gui-r1': false }],
    ['CLICK: (10, 10)', 'CLICK: (10, 10, 10)', { 'os-atlas': false, agentcpm: false, 'gui-r1': false }],
  ])('judge %s, predicted %s, each by its own rule', (expected, predicted, verdicts) => {
    expect(Object.fromEntries(NAMES.map((name) => [name, right(name, expected, predicted)]))).toEqual(
      verdicts,
    );
  });

  it.each(NAMES)(
    '%s counts no unreadable answer as the right type, and asks for a point of clicks alone',
    (name) => {
      expect(judge(name, 'CLICK: (1, 1)', 'CLICK: (')).toEqual({
        isType: false,
        isExact: false,
        isGrounded: false,
      });
      expect(judge(name, 'COMPLETE', null)).toEqual({ isType: false, isExact: false, isGrounded: null });
      expect(judge(name, 'CLICK: (1, 1)', 'CLICK: (900, 900)')).toEqual({
        isType: true,
        isExact: false,
        isGrounded: false,
      });
      expect(judge(name, 'SCROLL: UP', 'SCROLL: DOWN')).toMatchObject({ isType: true, isGrounded: null });
    },
  );

  it('agentcpm takes any two keys for one type', () => {
    expect(judge('agentcpm', 'PRESS_BACK', 'PRESS_HOME')).toMatchObject({ isType: true, isExact: false });
    expect(judge('os-atlas', 'PRESS_BACK', 'PRESS_HOME')).toMatchObject({ isType: false, isExact: false });
  });
});

describe('tokenF1', () => {
  it('compares sets of lower-case words', () => {
    expect(tokenF1('a b', 'A B b')).toBe(1);
    expect(tokenF1('a b', 'a c')).toBe(0.5);
    expect(tokenF1('', '')).toBe(0);
  });
});

describe('ForeignTally', () => {
  it('sums steps, and takes progress and success by episode', () => {
    const verdict = (isExact: boolean): ForeignVerdict => ({ isType: true, isExact, isGrounded: isExact });
    const tally = new ForeignTally();
    tally.add(foreignCounts([verdict(true), verdict(false), verdict(true), verdict(true)]));
    tally.add(foreignCounts([verdict(true), verdict(true)]));
    tally.add(foreignCounts([]));
    expect(tally.result()).toMatchObject({
      episodes: 2,
      succeeded: 1,
      steps: 6,
      exact: 5,
      typeRate: 1,
      exactRate: 5 / 6,
      groundingRate: 5 / 6,
      successRate: 0.5,
      goalProgress: 0.625,
    });
    expect(new ForeignTally().result()).toMatchObject({ exactRate: null, goalProgress: null });
  });
});
