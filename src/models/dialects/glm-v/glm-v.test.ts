import { describe, expect, it } from 'vitest';
import { stop, type Action, type Target } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ParseContext } from '../dialect.js';
import { glmV } from './glm-v.js';

const CONTEXT: ParseContext = { profile: 'tolerant', screen: { width: 1000, height: 2000 } };
const target: Target = { type: 'point', point: pixelPoint(1, 2) };
const ACTIONS: readonly Action[] = [
  { type: 'tap', target },
  { type: 'long_press', target },
  { type: 'type', text: 'hello', target, submit: true },
  { type: 'type', text: 'hello', target, clear: true, submit: true },
  { type: 'swipe', direction: 'left' },
  { type: 'swipe', direction: 'down', target },
  ...['ENTER', 'HOME', 'BACK'].map((key): Action => ({ type: 'key', key })),
  { type: 'open_app', app: 'Clock' },
  { type: 'wait' },
  { type: 'answer', text: 'Action: {"a"', terminal: false },
  stop('success'),
  stop('infeasible'),
];

const act = (json: string): string => `Memory: m\nReason: r\nAction: ${json}`;

function kindOf(text: string): string {
  const result = glmV.create().parse(text, CONTEXT);
  if (result.type === 'format_error') return result.error.kind;
  return [...result.actions.map(({ type }) => type), ...result.warnings].join(' ');
}

describe('glm_v', () => {
  it.each(
    glmV.variants.flatMap((variant) =>
      dialectContract({ family: glmV, settings: { variant }, actions: ACTIONS }),
    ),
  )('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each([
    [act('{"action_type": "wait"}'), 'wait'],
    [act('<|begin_of_box|>{"action_type": "wait"}<|end_of_box|>'), 'wait'],
    [act('<|begin_of_box|>{"action_type": "wait"}'), 'wait missing_tag'],
    [act('```json\n{"action_type": "wait"}\n```'), 'wait code_fence'],
    [act('I do {"action_type": "wait"}'), 'wait extra_text'],
    [`<think>Action: {"action_type": "x"}</think>${act('{"action_type": "wait"}')}`, 'wait'],
    ['Memory: m Reason: the Action: of before Action: {"action_type": "wait"}', 'wait'],
    ['Action: {"action_type": "wait"}', 'wait missing_tag'],
    [act('{"action_type": "click", "box_2d": [[1, 2, 3, 4]]}'), 'tap'],
    [act('{"action_type": "click", "box_2d": [1, 2, 3, 4]}'), 'tap alias_argument'],
    [act('{"action_type": "click", "box_2d": [[1, 2]]}'), 'tap alias_argument'],
    [act('{"action_type": "click", "box_2d": [[1, 2, 3]]}'), 'invalid_argument'],
    [act('{"action_type": "click", "box_2d": [["a", 2, 3, 4]]}'), 'invalid_argument'],
    [act('{"action_type": "click"}'), 'missing_argument'],
    [act('{"action_type": "input_text", "text": "a", "override": true}'), 'type alias_argument'],
    [act('{"action_type": "input_text", "text": "a", "box_2d": [[1,2,3,4]]}'), 'type alias_argument'],
    [act('{"action_type": "input_text", "box_2d": [[1,2,3,4]], "override": true}'), 'missing_argument'],
    [act('{"action_type": "swipe", "direction": "up", "box_2d": []}'), 'swipe'],
    [act('{"action_type": "swipe", "direction": "Up"}'), 'invalid_argument'],
    [act('{"action_type": "swipe"}'), 'missing_argument'],
    [act('{"action_type": "wait", "index": 4}'), 'wait alias_argument'],
    [act('{"action_type": "answer", "text": 3}'), 'invalid_argument'],
    [act('{"action_type": "status", "goal_status": "done"}'), 'invalid_argument'],
    [act('{"action_type": "scroll"}'), 'unknown_action'],
    [act('{"action": "wait"}'), 'missing_argument'],
    [act('wait'), 'malformed_action'],
    [act(''), 'no_action'],
    ['{"action_type": "wait"}', 'no_action'],
  ])('takes %j for %s', (text, expected) => {
    expect(kindOf(text)).toBe(expected);
  });

  it('touches the middle of a box in thousandths of the screen, and swipes as the finger moves', () => {
    const read = (json: string): unknown => glmV.create().parse(act(json), CONTEXT);
    expect(read('{"action_type": "click", "box_2d": [[100, 200, 300, 400]]}')).toMatchObject({
      actions: [{ type: 'tap', target: { point: { resolved: [200, 600] }, box: [100, 400, 300, 800] } }],
      thought: 'r',
    });
    expect(read('{"action_type": "swipe", "direction": "up"}')).toMatchObject({
      actions: [{ type: 'swipe', direction: 'up' }],
    });
    expect(
      read('{"action_type": "input_text", "text": "a", "box_2d": [[1,2,3,4]], "override": true}'),
    ).toMatchObject({ actions: [{ type: 'type', text: 'a', clear: true, submit: true }] });
  });

  it('sends the picture first, and earlier answers as they were given, counted from 0', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(),
      history: [
        buildPromptStep({ answer: 'Memory: seven\nReason: x\nAction: y' }),
        buildPromptStep({ call: '{"action_type": "wait"}', thought: 'a' }),
      ],
      stepsTaken: 2,
      stepInstruction: 'Tap the plus',
    });
    const [message] = glmV.create().buildRequest(input).messages;
    expect(message?.content.map(({ type }) => type)).toEqual(['image', 'text']);
    const text = message?.content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('') ?? '';
    expect(text).toContain('Step 0:\nMemory: seven');
    expect(text).toContain('Step 1:\nMemory: None\nReason: a\nAction: {"action_type": "wait"}');
    expect(text).toContain('Tap the plus');
  });
});
