import { describe, expect, it } from 'vitest';
import { stop, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ParseResult } from '../../../models/dialects/dialect.js';
import { colorBenchApi } from './colorbench-api.js';

const target = { type: 'description', text: 'the [blue] "Pay" icon, top 2' } as const;
const ACTIONS: readonly Action[] = [
  { type: 'tap', target },
  { type: 'long_press', target },
  { type: 'swipe', direction: 'up' },
  { type: 'swipe', direction: 'left' },
  { type: 'type', text: 'any' },
  { type: 'open_app', app: '美团' },
  { type: 'wait' },
  { type: 'wait', durationMs: 2000 },
  { type: 'key', key: 'BACK' },
  { type: 'key', key: 'HOME' },
  stop('success'),
  stop('success', '23 yuan [in all]'),
];

function read(text: string): ParseResult {
  return colorBenchApi.create().parse(text, { profile: 'tolerant', screen: { width: 1080, height: 2400 } });
}

function kindOf(call: string): string {
  const result = read(call.includes(':') ? call : `Reason: r\nAction: ${call}`);
  if (result.type === 'format_error') return result.error.kind;
  return [...result.actions.map(({ type }) => type), ...result.warnings].join(' ');
}

describe("ColorBench's planner", () => {
  it.each(dialectContract({ family: colorBenchApi, actions: ACTIONS }))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each([
    ['CLICK[the app icon to open and type]', 'tap'],
    ['CLICK[icon at (540, 1200)]', 'tap extra_text'],
    ['CLICK[540, 1200] the icon [new]', 'tap extra_text'],
    ['CLICK', 'missing_argument'],
    ['OPEN the app', 'malformed_action'],
    ['LONG_PRESS[(1,2)]', 'missing_argument'],
    ['click[the icon]', 'tap case'],
    ['TAP[the icon]', 'tap alias_name'],
    ['OPEN_APP[Clock]', 'open_app alias_name'],
    ['SWIPE[up]', 'swipe case'],
    ['SWIPE', 'missing_argument'],
    ['TYPE[]', 'missing_argument'],
    ['TYPE[a] b]', 'type'],
    ['WAIT', 'wait'],
    ['PRESS_BACK now', 'key extra_text'],
    ['TASK_COMPLETE', 'stop'],
    ['<|begin_of_box|>PRESS_HOME<|end_of_box|>', 'key'],
    ['`PRESS_HOME`', 'key lenient_label code_fence'],
    ['go home', 'malformed_action'],
    ['', 'no_action'],
    ['Action: PRESS_HOME', 'key lenient_label'],
    ['Reason: r\nAction: PRESS_HOME\nAction: PRESS_BACK', 'key extra_actions'],
    ['<think>Action: PRESS_HOME</think>', 'no_action'],
    ['<think>x</think>Reason: r\nAction: PRESS_HOME', 'key'],
  ])('takes %j for %s', (call, expected) => {
    expect(kindOf(call)).toBe(expected);
  });

  it('describes what to touch in the words it used, also where the place was found since', () => {
    const point = pixelPoint(1, 2);
    const found: Action = { type: 'tap', target: { type: 'point', point, description: 'the icon' } };
    const sizes = { screen: { width: 10, height: 10 } };
    const dialect = colorBenchApi.create();
    expect(dialect.printCall(found, sizes)).toBe('CLICK[the icon]');
    expect(dialect.printCall({ type: 'tap', target: { type: 'point', point } }, sizes)).toBeNull();
  });

  it('sends picture and text, with thoughts and actions so far', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(),
      history: [buildPromptStep({ call: 'PRESS_BACK', thought: 'wrong page' })],
      stepsTaken: 2,
    });
    const [message] = colorBenchApi.create().buildRequest(input).messages;
    expect(message?.content.map(({ type }) => type)).toEqual(['image', 'text']);
    expect(JSON.stringify(message)).toContain('Step 2: Thought: wrong page; Action: PRESS_BACK');
    expect(JSON.stringify(colorBenchApi.create().buildRequest(buildPromptInput()))).toContain('first step');
  });
});
