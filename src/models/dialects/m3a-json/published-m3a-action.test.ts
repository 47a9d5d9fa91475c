import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParseContext } from '../dialect.js';
import { m3aJson } from './m3a-json.js';
import { notCarriedOut } from './published-m3a-action.js';
import { publishedM3aAnswer } from './published-m3a-answer.js';

const CONTEXT: ParseContext = {
  profile: 'reference:m3a',
  screen: { width: 100, height: 200 },
  elements: { base: 0, count: 5, elements: [{ index: 2, box: [-10, 20, 50, 61] }] },
};
const dialect = m3aJson.create();
const t3a = m3aJson.create({ variant: 't3a' });

function read(action: string, by = dialect): unknown {
  const result = by.parse(`Reason: r\nAction: ${action}`, CONTEXT);
  return result.type === 'actions' ? result.actions[0] : result.error.kind;
}

function messageOf(action: string, by = dialect): string {
  const result = by.parse(`Reason: r\nAction: ${action}`, CONTEXT);
  return result.type === 'actions' ? '' : result.error.message;
}

const at = (element: number) => ({ target: { type: 'element', element } });
const point = (x: number, y: number) => ({ x, y, space: 'pixel' });

/** Each is as the reference code reads and carries out the same text. */
describe('reference:m3a', () => {
  it.each<[string, object]>([
    ['{"action_type": "click", "index": 4}', { type: 'tap', ...at(4) }],
    ["{'action_type': 'click', 'index': '4',}", { type: 'tap', ...at(4) }],
    ['{"action_type": "click", "index": 3.9}', { type: 'tap', ...at(3) }],
    ['{"action_type": "click", "index": true}', { type: 'tap', ...at(1) }],
    [
      'I do {"action_type": "double_tap", "index": 1} {"action_type": "wait"}',
      { type: 'tap', count: 2, ...at(1) },
    ],
    [
      '{"action_type": "long_press", "x": "7", "y": 8.9}',
      { type: 'long_press', target: { point: { x: 7, y: 8 } } },
    ],
    [
      '{"action_type": "input_text", "text": "caf\\u00e9\\n", "index": 1}',
      { type: 'type', text: 'café\n', submit: true },
    ],
    ['{"action_type": "input_text", "text": 12}', { type: 'type', text: '12' }],
    ['{"action_type": "input_text", "text": "a", "clear_text": true}', { type: 'type', clear: true }],
    ['{"action_type": "input_text", "index": 1}', { type: 'wait' }],

    ['{"action_type": "scroll"}', { type: 'wait' }],
    ['{"action_type": "swipe", "direction": null}', { type: 'wait' }],
    ['{"action_type": "unknown"}', { type: 'wait' }],
    ['{"action_type": "wait", "keycode": "KEYCODE_A"}', { type: 'wait' }],
    ['{"action_type": "open_app", "app_name": 5}', { type: 'open_app', app: '5' }],
    ['{"action_type": "keyboard_enter"}', { type: 'key', key: 'ENTER' }],
    ['{"action_type": "navigate_home"}', { type: 'key', key: 'HOME' }],
    ['{"action_type": "navigate_back"}', { type: 'key', key: 'BACK' }],
    ['{"action_type": "answer", "text": 3}', { type: 'answer', text: '3', terminal: false }],
    ['{"action_type": "answer"}', { type: 'answer', text: '' }],
    ['{"action_type": "status", "goal_status": "infeasible"}', { type: 'stop', status: 'infeasible' }],
    ['{"action_type": "status", "goal_status": "done"}', { type: 'stop', status: 'success' }],
    ['{"action_type": "status"}', { type: 'stop', status: 'success' }],
  ])('reads %s', (action, wanted) => {
    expect(read(action)).toMatchObject(wanted);
  });

  it.each<[string, object]>([
    [
      '{"action_type": "scroll", "direction": "down", "index": 2}',
      { from: point(25, 40), to: point(25, 20) },
    ],
    [
      '{"action_type": "scroll", "direction": "right", "index": 2}',
      { from: point(25, 40), to: point(0, 40) },
    ],
    [
      '{"action_type": "scroll", "direction": "left", "index": 2}',
      { from: point(25, 40), to: point(50, 40) },
    ],
    [
      '{"action_type": "scroll", "direction": "up", "index": 0}',
      { direction: 'down', from: point(50, 100), to: point(50, 200) },
    ],
    ['{"action_type": "scroll", "direction": "up"}', { direction: 'down', to: point(50, 200) }],
    [
      '{"action_type": "swipe", "direction": "up"}',
      { direction: 'up', from: point(50, 200), to: point(50, 0) },
    ],
    [
      '{"action_type": "swipe", "direction": "down"}',
      { direction: 'down', from: point(50, 0), to: point(50, 200) },
    ],
    [
      '{"action_type": "swipe", "direction": "left"}',
      { direction: 'right', from: point(0, 100), to: point(100, 100) },
    ],
    [
      '{"action_type": "swipe", "direction": "right"}',
      { direction: 'left', from: point(100, 100), to: point(0, 100) },
    ],
  ])('moves the finger as %s does', (action, wanted) => {
    expect(read(action)).toMatchObject({ type: 'swipe', ...wanted });
  });

  it('touches the centre in whole pixels', () => {
    expect(read('{"action_type": "click", "index": 2}')).toMatchObject({
      target: { type: 'point', point: point(20, 40), element: 2, box: [-10, 20, 50, 61] },
    });
  });

  it('names an element that it cannot place, and a direction alone on a screen of unknown size', () => {
    expect(read('{"action_type": "scroll", "direction": "up", "index": 3}')).toMatchObject(at(3));
    const answer = 'Reason: r\nAction: {"action_type": "swipe", "direction": "up"}';
    const result = dialect.parse(answer, { profile: 'reference:m3a', screen: null });
    expect(result).toMatchObject({ actions: [{ type: 'swipe', direction: 'up' }] });
  });

  it.each([
    ['', 'no_action'],
    ['tap it', 'malformed_action'],
    ['{"action_type": "input_text", "text": "a } b"}', 'malformed_action'],
    ['{\n"action_type": "wait", "clear_text": true\n}', 'malformed_action'],
    ['{"action_type": "wait", 1: 2}', 'malformed_action'],
    ['{"action_type": "wait"', 'malformed_action'],
    ['[1]', 'malformed_action'],
    ['{"action": "wait"}', 'invalid_argument'],
    ['{"action_type": "fly"}', 'unknown_action'],
    ['{"action_type": null}', 'unknown_action'],
    ['{"action_type": "click", "index": "b"}', 'invalid_argument'],
    ['{"action_type": "wait", "index": 1, "y": 2}', 'conflicting_actions'],
    ['{"action_type": "wait", "direction": "Up"}', 'invalid_argument'],
    ['{"action_type": "wait", "keycode": "A"}', 'invalid_argument'],
    ['{"action_type": "click", "index": 5}', 'element_not_found'],
    ['{"action_type": "scroll", "direction": "up", "index": 5}', 'element_not_found'],
  ])('reads nothing in %j', (action, kind) => {
    expect(read(action)).toBe(kind);
    expect(notCarriedOut(messageOf(action))).toBeNull();
  });

  it('needs a reason that ends at the last label', () => {
    expect(dialect.parse('Action: {"action_type": "wait"}', CONTEXT)).toMatchObject({
      error: { kind: 'missing_section' },
    });
    expect(dialect.parse('Reason: Action: {"action_type": "wait"}', CONTEXT)).toMatchObject({
      error: { kind: 'missing_section' },
    });
    const twice = dialect.parse('Reason: a Action: {"action_type": "wait"} Action: none', CONTEXT);
    expect(twice).toMatchObject({
      thought: 'a Action: {"action_type": "wait"}',
      actions: [{ type: 'wait' }],
    });
  });

  it.each([
    ['{"action_type": "click"}', 'click', 'missing_argument'],
    ['{"action_type": "click", "x": 1}', 'click', 'missing_argument'],
    ['{"action_type": "long_press", "x": "a", "y": 1}', 'long_press', 'missing_argument'],
    ['{"action_type": "click", "index": -1}', 'click', 'element_not_found'],
    ['{"action_type": "double_tap", "index": 5}', 'double_tap', 'element_not_found'],
    ['{"action_type": "scroll", "direction": "up", "index": -1}', 'scroll', 'element_not_found'],
    ['{"action_type": "open_app"}', 'open_app', 'missing_argument'],
  ])('cannot carry out %s', (action, name, kind) => {
    expect([notCarriedOut(messageOf(action)), read(action)]).toEqual([name, kind]);
  });

  it('looks up the index of a click alone for T3A', () => {
    expect(notCarriedOut(messageOf('{"action_type": "click", "index": 5}', t3a))).toBeNull();
    expect(notCarriedOut(messageOf('{"action_type": "long_press", "index": 5}', t3a))).toBe('long_press');
    expect(notCarriedOut(messageOf('{"action_type": "input_text", "text": "a", "index": 5}', t3a))).toBe(
      'input_text',
    );
  });

  it.each([
    ["{'text': 'it\\'s é', 'x': (1, [None, True])}", '{"text": "it\'s \\u00e9", "x": [1, [null, true]]}'],
    ['```{"a": 1} and more}', '{"a": 1}'],
    ['{"a": true}', '{"a": true}'],
    ['go {"a": true} on', 'go {"a": true} on'],
  ])('keeps of %s what the history shows', (action, kept) => {
    expect(publishedM3aAnswer(`Reason: r\nAction: ${action}`).action).toBe(kept);
  });

  it('reads any text, in linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(['actions', 'format_error']).toContain(
          dialect.parse(`Reason: r Action:${text}`, CONTEXT).type,
        );
      }),
    );
    expect(read('{'.repeat(190_000))).toBe('malformed_action');
    expect(read('{\n'.repeat(90_000))).toBe('malformed_action');
  });
});
