import { describe, expect, it } from 'vitest';
import { stop, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ParseResult } from '../dialect.js';
import { uiVenus } from './ui-venus.js';

const point = pixelPoint(1, 2);
const target = { type: 'point', point } as const;
const ACTIONS: readonly Action[] = [
  { type: 'tap', target },
  { type: 'tap', target, count: 2 },
  { type: 'long_press', target },
  { type: 'swipe', direction: 'left' },
  { type: 'swipe', direction: 'up', from: point, to: point },
  { type: 'swipe', direction: 'down', from: point, to: point, style: 'drag' },
  { type: 'type', text: 'any' },
  ...['BACK', 'HOME', 'ENTER', 'APP_SWITCH'].map((key): Action => ({ type: 'key', key })),
  { type: 'open_app', app: `Tom's app` },
  { type: 'open_url', url: 'https://example.org/a?b=c&d=e' },
  { type: 'wait' },
  { type: 'answer', text: '3 files (new)', terminal: false },
  stop('success'),
  stop('success', 'done: 3'),
];

function read(text: string): ParseResult {
  const context = { profile: 'tolerant' as const, screen: { width: 1080, height: 2400 } };
  return uiVenus.create({ variant: '1.5' }).parse(text, context);
}

function kindOf(text: string): string {
  const result = read(text);
  if (result.type === 'format_error') return result.error.kind;
  return [...result.actions.map(({ type }) => type), ...result.warnings].join(' ');
}

const said = (call: string): string =>
  `<think>t</think>\n<action>${call}</action>\n<conclusion>c</conclusion>`;

describe('UI-Venus', () => {
  const plain = ['hello', `it's`, 'say "hi" now', 'C:\\new', '咖啡，茶（热）', 'a, b = (c)'];
  it.each([
    ...dialectContract({ family: uiVenus, settings: { variant: '1.0' }, actions: ACTIONS, texts: plain }),
    // Both kinds of quotes within quotes are more than a strict reader takes.
    ...dialectContract({
      family: uiVenus,
      settings: { variant: '1.5' },
      actions: ACTIONS,
      readsBack: 'tolerant',
    }),
  ])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each([
    [said('Click(box=(1, 2))'), 'tap'],
    [said('\nClick(box=(1,2))\n'), 'tap'],
    [said('Click(box="(1,2)")'), 'tap string_coordinate'],
    [said('Click((1,2))'), 'tap alias_argument'],
    [said('Click(box=[1,2])'), 'tap alias_argument'],
    [said('click(box=(1,2))'), 'tap case'],
    [said('Tap(box=(1,2))'), 'tap alias_name'],
    [said("Scroll(start=(), end=(), direction='up')"), 'swipe'],
    [said("Scroll(start=(1,2), end=(1,900), direction='up')"), 'swipe'],
    [said("Scroll(direction='away')"), 'invalid_argument'],
    [said('Scroll()'), 'missing_argument'],
    [said('Hover(box=(1,2))'), 'unknown_action'],
    [said("Hotkey(keys='ctrl c')"), 'unknown_action'],
    [said('Launch()'), 'missing_argument'],
    [said('CallUser()'), 'missing_argument'],
    [said(''), 'no_action'],
    ['<action>Wait()</action><conclusion>c</conclusion>', 'wait missing_tag'],
    ['<think>t</think><action>Wait()</action>', 'wait missing_tag'],
    ['<think>t</think><action>Wait()', 'wait missing_tag'],
    ['<think>t<action>Wait()</action>', 'wait missing_tag'],
    ['<think><action>Wait()</action></think>', 'no_action'],
    [`${said('Wait()')}<action>PressBack()</action>`, 'wait extra_actions'],
    [said('Wait() for it'), 'wait extra_text'],
    ['Wait()', 'wait missing_tag'],
    ['I Wait()', 'no_action'],
    ['Wait() for it', 'wait missing_tag extra_text'],
  ])('takes %j for %s', (text, expected) => {
    expect(kindOf(text)).toBe(expected);
  });

  it('keeps the conclusion as the summary of the step', () => {
    expect(read(said('Wait()'))).toMatchObject({ thought: 't', summary: 'c' });
  });

  it('sends text and picture, with earlier steps numbered from 0', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(1092, 2408),
      history: [buildPromptStep({ call: 'Wait()', thought: 'a' })],
      stepsTaken: 3,
      stepInstruction: 'Tap OK',
    });
    const [message] = uiVenus.create().buildRequest(input).messages;
    expect(message?.content.map(({ type }) => type)).toEqual(['text', 'image']);
    const text = JSON.stringify(message);
    expect(text).toContain('Step 2: <think>a</think><action>Wait()</action>');
    expect(text).toContain('1092 x 2408');
    expect(text).toContain('Now: Tap OK');
    expect(JSON.stringify(uiVenus.create({ variant: '1.5' }).buildRequest(input))).toContain('0 to 999');
  });
});
