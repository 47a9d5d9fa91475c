import { describe, expect, it } from 'vitest';
import { stop, tap, type Target } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ParseContext } from '../dialect.js';
import { m3aJson } from './m3a-json.js';

const CONTEXT: ParseContext = {
  profile: 'tolerant',
  screen: { width: 1080, height: 2400 },
  elements: { base: 0, count: 5 },
};
const dialect = m3aJson.create();
const FIELD: Target = { type: 'element', element: 4 };

function act(json: string): string {
  return `Reason: because\nAction: ${json}`;
}

function errorKind(text: string, context = CONTEXT): string {
  const result = dialect.parse(text, context);
  return result.type === 'format_error' ? result.error.kind : 'none';
}

describe('m3a_json', () => {
  it.each(
    m3aJson.variants.flatMap((variant) =>
      dialectContract({
        family: m3aJson,
        settings: { variant },
        actions: [
          tap(pixelPoint(1, 2)),
          { type: 'tap', target: FIELD },
          { type: 'tap', target: FIELD, count: 2 },
          { type: 'long_press', target: FIELD },
          { type: 'type', text: 'hello', target: FIELD, submit: true },
          {
            type: 'type',
            text: 'hello',
            target: { type: 'point', point: pixelPoint(1, 2) },
            clear: true,
            submit: true,
          },
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
    ),
  )('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each<[string, string[]]>([
    ['Reason: because Action: {"action_type": "wait"}', ['lenient_label']],
    [act('I wait: {"action_type": "wait"}'), ['extra_text']],
    [act('{"action_type": "wait"} and look'), ['extra_text']],
    [act("{'action_type': 'wait',}"), ['single_quotes', 'trailing_comma']],
    [act('```json\n{"action_type": "wait"}\n```'), ['code_fence']],
    [act('{"action_type": "wait", "index": 4}'), ['alias_argument']],
    [`Well. ${act('{"action_type": "wait"}')}`, ['extra_text']],
  ])('reads %j leniently', (text, warnings) => {
    expect(dialect.parse(text, CONTEXT)).toMatchObject({
      actions: [{ type: 'wait' }],
      warnings,
      lenient: true,
    });
    expect(errorKind(text, { ...CONTEXT, profile: 'strict' })).toBe('malformed_action');
  });

  it.each([
    [act('{"action_type": "click", "index": 5}'), 'element_not_found'],
    [act('{"action_type": "click", "index": -1}'), 'element_not_found'],
    [act('{"action_type": "click", "index": 1.5}'), 'invalid_argument'],
    [act('{"action_type": "click", "x": 1}'), 'missing_argument'],
    [act('{"action_type": "scroll", "direction": "Up"}'), 'invalid_argument'],
    [act('{"action_type": "input_text", "index": 1, "text": ""}'), 'missing_argument'],
    [act('{"action_type": "open_app", "app_name": 3}'), 'invalid_argument'],
    [act('{"action_type": "answer", "text": []}'), 'invalid_argument'],
    [act('{"action_type": "status", "goal_status": 1}'), 'invalid_argument'],
    [act('{"action_type": "status", "goal_status": ""}'), 'missing_argument'],
    [act('{"action": "wait"}'), 'missing_argument'],
    [act('{"action_type": "wait" "x": 1}'), 'malformed_action'],
    [act('{{"action_type": "wait"}}'), 'malformed_action'],
    [act('wait'), 'malformed_action'],
    [act(''), 'no_action'],
    ['{"action_type": "wait"}', 'no_action'],
    ['<think>Reason: a\nAction: {"action_type": "wait"}</think>', 'no_action'],
  ])('calls %j %s', (text, kind) => {
    expect(errorKind(text)).toBe(kind);
  });

  it('takes any index where nobody knows the elements, and a field without one', () => {
    const context = { ...CONTEXT, elements: null };
    expect(dialect.parse(act('{"action_type": "click", "index": 99}'), context).type).toBe('actions');
    expect(dialect.parse(act('{"action_type": "input_text", "text": "a"}'), CONTEXT)).toMatchObject({
      actions: [{ type: 'type', text: 'a', submit: true }],
      lenient: true,
    });
  });

  it('shows M3A text and two pictures, and T3A text alone', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(),
      marked: buildSentPicture(),
      elementText: 'UI element 0: {}',
      history: [
        buildPromptStep({ summary: 'Opened it.' }),
        buildPromptStep({ call: '{"action_type": "wait"}' }),
      ],
      stepsTaken: 2,
      stepInstruction: 'Tap the plus',
    });
    const [message] = dialect.buildRequest(input).messages;
    expect(message?.content.map(({ type }) => type)).toEqual(['text', 'image', 'image']);
    const text = JSON.stringify(message?.content[0]);
    for (const part of ['Set an alarm', 'Step 1- Opened it.', 'Step 2- {', 'UI element 0', 'Tap the plus']) {
      expect(text).toContain(part);
    }
    const t3a = m3aJson.create({ variant: 't3a' });
    expect(t3a.buildRequest(input).messages[0]?.content.map(({ type }) => type)).toEqual(['text']);
    expect(t3a.observation).toMatchObject({ screenshot: false, marked: null, text: 't3a' });
    expect(JSON.stringify(t3a.buildRequest(input))).toContain('Step 1: Opened it.');
  });
});
