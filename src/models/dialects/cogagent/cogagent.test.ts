import { describe, expect, it } from 'vitest';
import { stop, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ParseResult } from '../dialect.js';
import { cogAgent } from './cogagent.js';

const point = pixelPoint(1, 2);
const target = { type: 'point', point } as const;
const ACTIONS: readonly Action[] = [
  { type: 'tap', target },
  { type: 'tap', target, count: 2 },
  { type: 'tap', target, sensitive: true },
  { type: 'type', text: 'any' },
  { type: 'type', text: 'any', target },
  { type: 'swipe', direction: 'up' },
  { type: 'swipe', direction: 'left', at: point, steps: 5 },
  ...['BACK', 'HOME', 'ENTER', 'VOLUME_UP'].map((key): Action => ({ type: 'key', key })),
  { type: 'open_app', app: `Tom's "app"` },
  { type: 'open_url', url: 'https://example.org/a?b=c' },
  { type: 'memo', op: 'quote', text: '17.00' },
  { type: 'memo', op: 'llm', text: 'sum up' },
  stop('success'),
];

function read(text: string): ParseResult {
  return cogAgent.create().parse(text, { profile: 'tolerant', screen: { width: 1080, height: 2400 } });
}

function kindOf(text: string): string {
  const result = read(text);
  if (result.type === 'format_error') return result.error.kind;
  return [...result.actions.map(({ type }) => type), ...result.warnings].join(' ');
}

const BOX = 'box=[[001,002,003,004]]';

describe('CogAgent', () => {
  it.each(
    cogAgent.variants.flatMap((variant) =>
      dialectContract({ family: cogAgent, settings: { variant }, actions: ACTIONS }),
    ),
  )('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each([
    [`Action: a\nGrounded Operation: CLICK(${BOX})\n<<general operation>>`, 'tap'],
    [`Action: a\nGrounded Operation: CLICK(${BOX})\n<<一般操作>>`, 'tap'],
    [`Action: a\nGrounded Operation: CLICK(${BOX}) now`, 'tap extra_text'],
    [`Action: a\n**Grounded Operation:** CLICK(${BOX})`, 'tap lenient_label'],
    [`Action: a\ngrounded operation: click(${BOX})`, 'tap lenient_label case'],
    [`CLICK(${BOX})`, 'tap lenient_label'],
    [`I would CLICK(${BOX})`, 'no_action'],
    [`Well.\nGrounded Operation: CLICK(${BOX})`, 'tap extra_text'],
    ['Grounded Operation: CLICK(box=[[001,002]])', 'tap alias_argument'],
    ['Grounded Operation: CLICK(box=[[001,002,003]])', 'invalid_argument'],
    ['Grounded Operation: CLICK()', 'missing_argument'],
    [`Grounded Operation: TYPE(${BOX}, text='')`, 'missing_argument'],
    [`Grounded Operation: TYPE(${BOX}, text='it's', element_info='x')`, 'type unescaped_quote'],
    [`Grounded Operation: SCROLL_UP(${BOX}, step_count=many)`, 'invalid_argument'],
    ["Grounded Operation: KEY_PRESS(key='Backspace')", 'key'],
    ["Grounded Operation: KEY_PRESS(key='Hyper')", 'invalid_argument'],
    ['Grounded Operation: KEY_PRESS()', 'missing_argument'],
    ["Grounded Operation: LAUNCH(app='None', url='None')", 'missing_argument'],
    ['Grounded Operation: GESTURE(actions=[])', 'unknown_action'],
    ['Grounded Operation: END()', 'stop'],
    ['Grounded Operation:', 'no_action'],
    ['Grounded Operation: tap it', 'malformed_action'],
    ['<think>Grounded Operation: END()</think>', 'no_action'],
    ['<think>Grounded Operation: END()</think>\nGrounded Operation: END()', 'stop'],
  ])('takes %j for %s', (text, expected) => {
    expect(kindOf(text)).toBe(expected);
  });

  it('keeps plan and action as the thought, the action as the summary', () => {
    expect(read('Status: s\nPlan: p\nAction: a\nGrounded Operation: END()')).toMatchObject({
      thought: 'p\na',
      summary: 'a',
    });
  });

  it('sends picture and task, with earlier steps numbered from 0, and asks for a format', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(),
      history: [buildPromptStep({ call: 'END()', summary: 'It ends.' })],
      stepsTaken: 1,
      stepInstruction: 'Tap OK',
    });
    const [message] = cogAgent.create().buildRequest(input).messages;
    expect(message?.content.map(({ type }) => type)).toEqual(['image', 'text']);
    const [, part] = message?.content ?? [];
    const text = part?.type === 'text' ? part.text : '';
    expect(text).toContain('History steps: \n0. END()\tIt ends.\n(Platform: Mobile)\n');
    expect(text).toContain('(Answer in Action-Operation-Sensitive format.)');
    expect(text).toContain('Current step: Tap OK');
    const settings = { variant: 'status-plan-action-operation', switches: { sensitive: false } };
    expect(JSON.stringify(cogAgent.create(settings).buildRequest(input))).toContain(
      '(Answer in Status-Plan-Action-Operation format.)',
    );
  });
});
