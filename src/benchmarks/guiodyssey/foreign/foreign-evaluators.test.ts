import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ForeignTally, foreignCounts } from './foreign-tally.js';
import type { ForeignEvaluatorName, ForeignVerdict } from './foreign-evaluator.js';
import { FOREIGN_EVALUATORS } from './foreign-evaluators.js';
import { tokenF1, wordSet } from './token-f1.js';

const NAMES = ['os-atlas', 'agentcpm', 'gui-r1'] as const;

/** `type right`, with `-` for a question that is not asked; or that the step is left out or void. */
function said(name: ForeignEvaluatorName, recorded: string, predicted: unknown): string {
  const verdict = FOREIGN_EVALUATORS[name].judge(recorded, predicted);
  if (verdict.type !== 'judged') return verdict.type;
  const mark = (is: boolean | null): string => (is === null ? '-' : is ? '+' : '.');
  return `${mark(verdict.isType)}${mark(verdict.isRight)}`;
}

function tallyOf(name: ForeignEvaluatorName, steps: readonly (readonly [string, unknown])[]): ForeignTally {
  const evaluator = FOREIGN_EVALUATORS[name];
  const tally = new ForeignTally(evaluator);
  tally.add(
    foreignCounts(
      steps.map(([recorded, predicted]) => evaluator.judge(recorded, predicted)),
      evaluator,
    ),
  );
  return tally;
}

function lineOf(tally: ForeignTally, name: string): number | null | undefined {
  return tally.figures().lines.find((line) => line.name === name)?.value;
}

describe('the evaluators of other projects', () => {
  it.each([
    // Exactly 140 away: whole numbers decide for OS-Atlas, rounded doubles for the others.
    ['CLICK: (500, 500)', 'CLICK: (640, 500)', '++ ++ +.'],
    ['CLICK: (500, 500)', 'CLICK: (641, 500)', '+. +. +.'],
    ['CLICK: (500, 500)', 'CLICK: (584, 611)', '++ ++ ++'],
    // Cut to whole numbers, but for the runner of AgentCPM-GUI, which reads no fraction.
    ['CLICK: (500, 500)', 'CLICK: (640.9, 500)', '++ left_out +.'],
    ['CLICK: (500, 500)', 'LONG_PRESS: (500, 500)', '.. .. .+'],
    ['LONG_PRESS: (10, 10)', 'LONG_PRESS: (900, 900)', '+. +. +.'],
    ['TYPE: best pizza', 'TYPE: Best PIZZA', '++ ++ ++'],
    // The word TYPE and the brackets are words of OS-Atlas's texts.
    ['TYPE: pizza', 'TYPE: pasta', '+. +. +.'],
    ['TYPE: best pizza', 'TYPE: best pasta', '++ +. ++'],
    ['TYPE: pizza', 'TYPE: pizz', '+. ++ ++'],
    ['TYPE: pizza', 'TYPE:', '+. ++ +.'],
    ['TYPE: 10:30 am', 'TYPE: 11:30 am', '++ ++ ++'],
    ['TYPE: pizza', 'SCROLL: pizza', '.. .. .+'],
    ['SCROLL: UP', 'SCROLL: up', '+. ++ ++'],
    ['SCROLL: UP', 'SCROLL: upward', '+. .. ++'],
    ['SCROLL: UP', 'SCROLL: DOWN', '+. +. +.'],
    ['PRESS_RECENT', 'PRESS_RECENT', '++ +. +-'],
    ['PRESS_RECENT', 'PRESS_HOME', '.. ++ .-'],
    ['PRESS_HOME', 'PRESS_RECENT', '.. +. .-'],
    ['PRESS_BACK', 'PRESS_HOME', '.. +. .-'],
    ['COMPLETE', 'IMPOSSIBLE', '.. ++ .-'],
    ['COMPLETE', 'COMPLETE', '++ ++ +-'],
    ['COMPLETE', 'COMPLETE ', '++ left_out +-'],
    ['COMPLETE', 'UNSUPPORTED', '.. left_out .-'],
    ['COMPLETE', null, '.. left_out .-'],
    // Near the corner an unreadable touch is right for two of them.
    ['CLICK: (60, 80)', 'CLICK: (10, 20, 30)', '++ left_out ++'],
  ])('judge %s, predicted %s, each as its script does', (recorded, predicted, verdicts) => {
    expect(NAMES.map((name) => said(name, recorded, predicted)).join(' ')).toBe(verdicts);
  });

  it('hand an answer in the words of OS-Atlas over to the scripts that know them', () => {
    const answer = 'thoughts:\nx\nactions:\nCLICK <point>[[500,510]]</point>';
    expect(said('os-atlas', 'CLICK: (500, 500)', answer)).toBe('++');
    expect(said('agentcpm', 'CLICK: (500, 500)', answer)).toBe('++');
    expect(said('agentcpm', 'PRESS_RECENT', 'actions:\nPRESS_RECENT')).toBe('..');
    expect(said('gui-r1', 'CLICK: (500, 500)', answer)).toBe('..');
  });

  it.each([
    ['os-atlas', 'WAIT', 'void'],
    ['gui-r1', 'WAIT', 'void'],
    ['agentcpm', 'WAIT', 'void'],
    // A touch without two numbers stops two of the scripts.
    ['os-atlas', 'CLICK: (5)', 'void'],
    ['agentcpm', 'CLICK: (5, 6, 7)', 'void'],
    ['gui-r1', 'CLICK: (5)', '++'],
  ] as const)('%s: the recorded command %s is %s', (name, recorded, verdict) => {
    expect(said(name, recorded, 'CLICK: (1, 2)')).toBe(verdict);
  });

  it('read points of any size, and no other numbers than decimal ones', () => {
    const far = `CLICK: (${'9'.repeat(400)}, 1)`;
    expect(NAMES.map((name) => said(name, 'CLICK: (60, 80)', far))).toEqual(['+.', '..', '+.']);
    for (const tail of ['1e2, 3', '.5, 6', '0x1, 2', '1_0, 2']) {
      expect(said('gui-r1', 'CLICK: (0, 0)', `CLICK: (${tail})`)).toBe('++');
      expect(said('gui-r1', 'CLICK: (900, 900)', `CLICK: (${tail})`)).toBe('+.');
    }
  });

  it.each(NAMES)('%s never stops at any prediction, and judges each alike twice', (name) => {
    const command = fc.oneof(
      fc.string(),
      fc.constantFrom('CLICK: (', 'TYPE', 'PRESS_', 'SCROLL:', 'actions:\n', 'LONG_PRESS: (1, 2)'),
      fc.jsonValue(),
    );
    const recorded = fc.constantFrom('CLICK: (5, 6)', 'TYPE: x', 'SCROLL: UP', 'PRESS_HOME', 'COMPLETE');
    fc.assert(
      fc.property(recorded, command, (truth, prediction) => {
        const verdict = FOREIGN_EVALUATORS[name].judge(truth, prediction);
        expect(verdict.type).not.toBe('void');
        expect(FOREIGN_EVALUATORS[name].judge(truth, prediction)).toEqual(verdict);
      }),
    );
  });
});

describe('the records of other projects', () => {
  function verdictOn(name: ForeignEvaluatorName, value: unknown): ForeignVerdict | string {
    const read = FOREIGN_EVALUATORS[name].judgeRecord(value);
    return read.type === 'record' ? read.verdict : read.message;
  }

  it('are those of OS-Atlas: two conversations and a text', () => {
    const conversations = [{ value: 'asked' }, { value: 'actions:\nPRESS_HOME' }];
    expect(verdictOn('os-atlas', { conversations, pred: 'actions:\nPRESS_HOME<|im_end|>' })).toMatchObject({
      isRight: true,
    });
    expect(verdictOn('os-atlas', { conversations })).toMatchObject({ isType: false });
    expect(verdictOn('os-atlas', { conversations: [{ value: 'x' }] })).toContain('conversations');
    expect(verdictOn('os-atlas', { conversations: [{}, {}] })).toBe('its second conversation has no value');
    expect(verdictOn('os-atlas', { conversations: [{}, { value: 'PRESS_HOME' }] })).toMatchObject({
      type: 'void',
    });
  });

  const trajectory = {
    episode_id: '7',
    step_id: 2,
    result_action_type: 4,
    result_action_text: '',
    result_touch_yx: '[0.1, 0.2]',
    result_lift_yx: '[0.1, 0.2]',
    ui_positions: '[]',
  };

  it('are those of AgentCPM-GUI: a step of its trajectory files with an action', () => {
    expect(
      FOREIGN_EVALUATORS.agentcpm.judgeRecord({
        ...trajectory,
        subset: 'odyssey',
        pred: { POINT: [200, 100] },
      }),
    ).toMatchObject({
      episode: 'odyssey-7',
      step: 2,
      verdict: { kind: 'click', isRight: true, distance: 0 },
    });
    // No prediction is an empty one: a format miss that counts.
    expect(verdictOn('agentcpm', trajectory)).toMatchObject({ type: 'judged', hasFormat: false });
    expect(verdictOn('agentcpm', { ...trajectory, result_touch_yx: '[0.1]' })).toContain('result_touch_yx');
    expect(verdictOn('agentcpm', { ...trajectory, ui_positions: '[[0, 0, 1, 1]]' })).toContain(
      'its ui_positions must be',
    );
  });

  it.each([
    [1, 'stop'],
    [7, 'press'],
    [10, 'stop'],
    [11, 'stop'],
  ])('of AgentCPM-GUI with result type %s are of kind %s', (type, kind) => {
    expect(verdictOn('agentcpm', { ...trajectory, result_action_type: type })).toMatchObject({ kind });
  });

  it('of AgentCPM-GUI with a movement above 0.04 are scrolls', () => {
    const moved = { ...trajectory, result_lift_yx: '[0.1, 0.239]' };
    expect(verdictOn('agentcpm', moved)).toMatchObject({ kind: 'click' });
    const pred = { POINT: [0, 0], to: 'right' };
    expect(verdictOn('agentcpm', { ...moved, result_lift_yx: '[0.1, 0.25]', pred })).toMatchObject({
      kind: 'scroll',
      isRight: true,
    });
  });

  it('are those of GUI-R1: fields, or the text that they are taken from', () => {
    const recorded = {
      group: 'mobile',
      gt_action: 'click',
      gt_bbox: [540, 1200],
      image_size: [1080, 2400],
      gt_input_text: 'no input text',
    };
    const said = { pred_action: 'click', pred_coord: [540, 1200], pred_input_text: 'no input text' };
    const right = { kind: 'mobile-click', isType: true, isRight: true, part: 'grounding' };
    expect(verdictOn('gui-r1', { ...recorded, ...said })).toMatchObject(right);
    const pred = "<answer>[{'action': 'click', 'point': [270, 600]}]</answer>";
    expect(verdictOn('gui-r1', { ...recorded, pred, scale: [2, 2] })).toMatchObject(right);
    expect(verdictOn('gui-r1', { ...recorded, pred: 'nothing' })).toMatchObject({ isType: false });
    expect(verdictOn('gui-r1', recorded)).toContain('neither pred nor pred_action');
    expect(verdictOn('gui-r1', { ...recorded, image_size: [0, 1], ...said })).toContain('image_size');
  });
});

describe('ForeignTally', () => {
  it('gives what the script prints before it divides by zero, says where, and goes on', () => {
    const tally = tallyOf('os-atlas', [
      ['LONG_PRESS: (5, 6)', 'LONG_PRESS: (5, 6)'],
      ['PRESS_HOME', 'PRESS_BACK'],
      ['COMPLETE', 'PRESS_BACK'],
    ]);
    const { lines, stops } = tally.figures();
    expect(stops).toBe('it divides by zero at Click Type Acc');
    expect(lines.slice(0, 5).map(({ value }) => value)).toEqual([1 - 2 / 3, 0, 1 / 3, null, null]);
    expect(lineOf(tally, 'Action Match Score - LONG_PRESS')).toBe(1);
    expect(lineOf(tally, 'Action Match Score - CLICK')).toBeUndefined();
  });

  it('leaves kinds of actions without a hit out of both sides of GUI-R1’s shares', () => {
    const tally = tallyOf('gui-r1', [
      ['CLICK: (5, 6)', 'CLICK: (5, 6)'],
      ['CLICK: (5, 6)', 'COMPLETE'],
      ['PRESS_HOME', 'PRESS_BACK'],
      ['TYPE: a b c', 'TYPE: d e'],
    ]);
    // COMPLETE has the point (0, 0), which hits. Neither the key nor the typed text is counted.
    expect(lineOf(tally, 'ALL Type')).toBe(2 / 3);
    expect(lineOf(tally, 'ALL Step')).toBe(1);
    expect(tally.sums).toMatchObject({ steps: 4, asked: 3, right: 2 });
  });

  it('puts plain names of GUI-R1 that end in text or grounding with those keys', () => {
    const evaluator = FOREIGN_EVALUATORS['gui-r1'];
    const cells = new Map(
      evaluator.cellsOf({
        type: 'judged',
        kind: 'mobile-mytext',
        isType: true,
        isRight: null,
        part: null,
        hasFormat: true,
        textRatio: null,
        distance: null,
      }),
    );
    const { sums } = new ForeignTally(evaluator);
    expect(evaluator.figures({ ...sums, cells })).toMatchObject({
      type: { value: null },
      step: { value: 1 },
      stops: 'it divides by zero at ALL Type',
    });
  });

  it('sums AgentCPM-GUI by episode, and counts what is left out', () => {
    const tally = tallyOf('agentcpm', [
      ['COMPLETE', 'COMPLETE'],
      ['PRESS_HOME', 'PRESS_BACK'],
      ['PRESS_BACK', 'press_back'],
      ['COMPLETE', 'COMPLETE'],
    ]);
    tally.add(
      foreignCounts(
        [FOREIGN_EVALUATORS.agentcpm.judge('COMPLETE', 'IMPOSSIBLE')],
        FOREIGN_EVALUATORS.agentcpm,
      ),
    );
    // All of its steps are left out: no episode.
    tally.add(
      foreignCounts([FOREIGN_EVALUATORS.agentcpm.judge('COMPLETE', 'x')], FOREIGN_EVALUATORS.agentcpm),
    );
    expect(tally.sums).toMatchObject({ steps: 4, leftOut: 2, episodes: 2, succeeded: 1 });
    expect(lineOf(tally, 'total_exact_matches')).toBe(2);
    expect(lineOf(tally, 'goal_progress')).toBe(0.6667);
    expect(lineOf(tally, 'total.exact_acc')).toBe(0.75);
    expect(lineOf(tally, 'mean_pixel_distance')).toBe(-1);
  });

  it('has no number without a step', () => {
    for (const name of NAMES) {
      const { type, step, stops } = tallyOf(name, []).figures();
      expect([type.value, step.value]).toEqual([null, null]);
      expect(stops).not.toBeNull();
    }
  });
});

describe('tokenF1', () => {
  it('compares sets of lower-case words, divided at the white space of Python', () => {
    expect(tokenF1(wordSet('a b'), wordSet('A\u001cB b'))).toBe(1);
    expect(tokenF1(wordSet('a b'), wordSet('a c'))).toBe(0.5);
    expect(tokenF1(wordSet(''), wordSet(' \u3000'))).toBe(0);
    expect([...wordSet('a\u200bb\ufeff')]).toEqual(['a\u200bb\ufeff']);
  });

  it('rounds precision and recall before it puts them together', () => {
    const words = (from: number, to: number): ReadonlySet<string> =>
      new Set(Array.from({ length: to - from }, (_, index) => `w${from + index}`));
    // Both are a half on paper.
    expect(tokenF1(words(0, 11), words(7, 12))).toBeGreaterThan(0.5);
    expect(tokenF1(words(0, 13), words(7, 18))).toBeLessThan(0.5);
  });
});
