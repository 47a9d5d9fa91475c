import { describe, expect, it } from 'vitest';
import { stop, type Target } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ParseContext } from '../dialect.js';
import { seeactV } from './seeact-v.js';

const FIELD: Target = { type: 'description', text: 'the "Name" field, at the top' };
const dialect = seeactV.create();
const SIZES = { screen: { width: 1080, height: 2400 } };
const CONTEXT: ParseContext = { profile: 'reference:seeact-v', ...SIZES };

describe('seeact_v', () => {
  it.each(
    dialectContract({
      family: seeactV,
      actions: [
        { type: 'tap', target: FIELD },
        { type: 'tap', target: FIELD, count: 2 },
        { type: 'tap', target: { type: 'point', point: pixelPoint(1, 2) } },
        { type: 'long_press', target: FIELD },
        { type: 'type', text: 'hello', target: FIELD, submit: true },
        { type: 'swipe', direction: 'left' },
        { type: 'swipe', direction: 'down', target: FIELD },
        { type: 'key', key: 'ENTER' },
        { type: 'open_app', app: 'Clock' },
        { type: 'wait' },
        { type: 'answer', text: 'Action: {"a"', terminal: false },
        stop('success'),
        stop('infeasible'),
      ],
    }),
  )('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it('shows the screenshot and the summaries of earlier steps', () => {
    const history = [
      buildPromptStep({ summary: 'Opened it.' }),
      buildPromptStep({ call: '{"action_type": "wait"}' }),
    ];
    const input = buildPromptInput({ screenshot: buildSentPicture(), history, stepsTaken: 2 });
    const [message] = dialect.buildRequest(input).messages;
    expect(message?.content.map(({ type }) => type)).toEqual(['text', 'image']);
    const text = JSON.stringify(message?.content[0]);
    for (const part of ['Step 1- Opened it.', 'Step 2- {', 'Set an alarm']) expect(text).toContain(part);
  });

  it('writes what was described, also where its place was found since', () => {
    const point = { ...pixelPoint(1, 2) };
    const found = { type: 'tap', target: { type: 'point', point, description: 'the icon' } } as const;
    expect(dialect.printCall(found, SIZES)).toBe('{"action_type": "click", "element": "the icon"}');
    const numbered = { type: 'tap', target: { type: 'element', element: 3 } } as const;
    expect(dialect.printCall(numbered, SIZES)).toBeNull();
  });

  it.each([
    [
      '{"action_type": "click", "x": 30.5, "y": 400.7}',
      { type: 'tap', target: { point: { x: 30, y: 401 } } },
    ],
    ['{"action_type": "scroll", "direction": "down", "element": "a"}', { type: 'swipe', direction: 'up' }],
    ['{"action_type": "status", "goal_status": 3}', { type: 'stop', status: 'success' }],
    ['{"action_type": "input_text", "text": 5}', { type: 'type', text: '5', submit: true }],
    ["{'action_type': 'wait', 'element': 'a'} b", { type: 'wait' }],
    ['{"action_type": "answer", "text": ""}', { type: 'answer', text: '', terminal: false }],
    ['{"action_type": "click", "element": true}', { type: 'tap', target: { text: 'True' } }],
  ])('is read as the published code reads %s', (action, expected) => {
    const result = dialect.parse(`Reason: so\nAction: ${action}`, CONTEXT);
    expect(result).toMatchObject({ actions: [expected] });
  });

  it.each([
    ['{"action_type": "answer"}', 'answer needs a text'],
    ['{"action_type": "click", "element": ""}', 'click could not be carried out'],
    ['{"action_type": "click", "index": 3}', 'click could not be carried out'],
    ['{"action_type": "scroll", "direction": "up", "index": 3}', 'scroll could not be carried out'],
    ['{"action_type": "scroll", "direction": "north"}', 'a direction is'],
    ['{"action_type": "wait", "keycode": "ENTER"}', 'a key code'],
    ['{"action_type": "fly"}', 'there is no action'],
    ['{"action_type": "wait", "why": 1}', 'there is no argument'],
    ['{1}', 'holds no JSON'],
  ])('is refused as the published code refuses %s', (action, message) => {
    const result = dialect.parse(`Reason: so\nAction: ${action}`, CONTEXT);
    expect(result).toMatchObject({
      type: 'format_error',
      error: { message: expect.stringContaining(message) },
    });
  });
});
