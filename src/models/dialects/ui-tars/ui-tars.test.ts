import { describe, expect, it } from 'vitest';
import type { Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { DialectSettings, ParseContext, ParseResult, PromptInput } from '../dialect.js';
import { uiTars } from './ui-tars.js';

const SCREEN = { width: 1080, height: 2400 };
const TOLERANT: ParseContext = { profile: 'tolerant', screen: SCREEN };
const STRICT: ParseContext = { profile: 'strict', screen: SCREEN };
const point = pixelPoint(1, 2);
const ACTIONS: readonly Action[] = [
  { type: 'tap', target: { type: 'point', point } },
  { type: 'long_press', target: { type: 'point', point } },
  { type: 'long_press', target: { type: 'point', point }, durationMs: 1500 },
  { type: 'swipe', direction: 'up', at: point },
  { type: 'swipe', direction: 'left' },
  { type: 'swipe', direction: 'up', from: point, to: point },
  { type: 'swipe', direction: 'right', from: point, to: point, style: 'drag' },
  { type: 'type', text: 'any', submit: false },
  { type: 'type', text: 'any', submit: true },
  { type: 'key', key: 'BACK' },
  { type: 'key', key: 'HOME' },
  { type: 'key', key: 'ENTER' },
  { type: 'open_app', app: `Tom's "app"` },
  { type: 'wait' },
  { type: 'ask_user', reason: 'takeover' },
  { type: 'stop', status: 'unspecified' },
  { type: 'stop', status: 'unspecified', answer: 'two\nlines (and more)' },
];

function read(text: string, context = TOLERANT, settings: DialectSettings = { variant: '1.0' }): ParseResult {
  return uiTars.create(settings).parse(text, context);
}

function kindOf(text: string, settings?: DialectSettings): string {
  const result = read(text, TOLERANT, settings);
  return result.type === 'format_error'
    ? result.error.kind
    : result.actions.map(({ type }) => type).join(' ');
}

describe('UI-TARS', () => {
  it.each(
    uiTars.variants.flatMap((variant) => [
      ...dialectContract({ family: uiTars, settings: { variant }, actions: ACTIONS }),
    ]),
  )('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it('reads numbers of 1.5 as pixels of the resized picture, or of the source where asked to', () => {
    const answer = "Thought: t\nAction: click(start_box='(546,1204)')";
    expect(read(answer, STRICT, {})).toMatchObject({
      actions: [{ target: { point: { pixel: [540, 1200] } } }],
    });
    const switches = { resizeCorrection: false };
    expect(read(answer, STRICT, { switches })).toMatchObject({
      actions: [{ target: { point: { pixel: [546, 1204] } } }],
    });
    expect(uiTars.create({ switches }).observation.picture.resize).toBeNull();
    expect(uiTars.create().observation.picture.resize).toMatchObject({ algorithm: 'smart_resize' });
  });

  it('turns all four directions round, or up and down alone where asked to', () => {
    const fingers = (settings: DialectSettings): string[] =>
      ['up', 'down', 'left', 'right'].map((word) => {
        const result = read(`Action: scroll(direction='${word}')`, STRICT, settings);
        const action = result.type === 'actions' ? result.actions[0] : null;
        return action?.type === 'swipe' ? String(action.direction) : 'none';
      });
    expect(fingers({})).toEqual(['down', 'up', 'right', 'left']);
    expect(fingers({ switches: { invertHorizontal: false } })).toEqual(['down', 'up', 'left', 'right']);
    expect(fingers({ scroll: 'finger' })).toEqual(['up', 'down', 'left', 'right']);
  });

  it('carries out calls between blank lines where more than one a step is allowed', () => {
    const answer = 'Thought: t\nAction: press_back()\n\npress_home()\n\nwait()';
    expect(read(answer)).toMatchObject({ warnings: ['extra_actions'], lenient: true });
    const batch = { switches: { maxActionsPerStep: 3 } };
    expect(read(answer, STRICT, batch)).toMatchObject({ actions: { length: 3 }, lenient: false });
    expect(uiTars.create(batch).maxActionsPerStep).toBe(3);
  });

  it.each([
    ["Thought: a\nAction: type(content='Action: press_back()')", 'type'],
    ['Thought: I could Action: wait() but Action: press_back()', 'key'],
    ['<think>\nAction: wait()\n</think>\nAction: press_back()', 'key'],
    ['<think>\nAction: wait()\n</think>', 'no_action'],
    ['<think>so\nAction: press_back()', 'key'],
    ['**Action**: `press_back()`', 'key'],
    ['Action: ```\npress_back()\n```', 'key'],
    ['```\nThought: t\nAction: press_back()\n```', 'key'],
    ['Action: press_back() and then wait', 'key'],
    ["Action: Click(start_box='(1,2)')", 'tap'],
    ["Action: left_double(start_box='(1,2)')", 'tap'],
    ["Action: tap(start_box='(1,2)')", 'tap'],
    ['Action: click(100, 200)', 'tap'],
    ["Action: click(end_box='(1,2)')", 'tap'],
    ["Action: click(start_box='[-100,-100]')", 'missing_argument'],
    ["Action: click(start_box='(1,2,3)')", 'invalid_argument'],
    [`Action: click(start_box='(1,${'9'.repeat(350)})')`, 'invalid_argument'],
    ["Action: long_press(start_box='(1,2)', time='soon')", 'invalid_argument'],
    ["Action: type(content='')", 'missing_argument'],
    ["Action: type(content='\\n')", 'type'],
    ["Action: open_app(app_name=' ')", 'missing_argument'],
    ['Action: press_menu()', 'unknown_action'],
    ["Action: hover(start_box='(1,2)')", 'unknown_action'],
    ["Action: type(content='abc", 'malformed_action'],
    ['<answer>42</answer>', 'stop'],
    ['<answer></answer>', 'no_action'],
    ['<computer_env>Action: press_back()</computer_env>', 'key'],
    ['<computer_env>Action: press_back()', 'key'],
    ['<seed:tool_call></seed:tool_call>', 'no_action'],
    ['<seed:tool_call><function=fly></function></seed:tool_call>', 'unknown_action'],
    ['<seed:tool_call><function=type><parameter=content>a', 'malformed_action'],
    [
      '<seed:tool_call>\n<function=wait>\n</function>\n<function=press_back></function></seed:tool_call>',
      'wait key',
    ],
    [
      '<think>a</think><seed:tool_call><function=type><parameter=content>\na\n</parameter></function>',
      'type',
    ],
  ])('takes %j for %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it('keeps the last of two labels, and says so', () => {
    expect(read('Thought: t\nAction: wait()\nAction: press_back()')).toMatchObject({
      actions: [{ type: 'key' }],
      thought: 't',
      warnings: ['extra_actions'],
    });
  });

  it.each([[{ maxActionsPerStep: 'many' }], [{ history: 'films' }], [{ fast: true }]])(
    'refuses the switches %j',
    (switches) => {
      expect(() => uiTars.create({ switches })).toThrow();
    },
  );
});

describe('the UI-TARS prompt', () => {
  const picture = buildSentPicture();
  const input: PromptInput = buildPromptInput({
    language: 'zh-CN',
    screenshot: picture,
    history: [
      buildPromptStep({ answer: 'Thought: a\nAction: wait()' }),
      buildPromptStep({ call: 'press_back()', thought: 'b', picture }),
      buildPromptStep({ picture }),
    ],
    stepsTaken: 4,
  });
  const shapeOf = (settings: DialectSettings, changes: Partial<PromptInput> = {}): string[] =>
    uiTars
      .create(settings)
      .buildRequest({ ...input, ...changes })
      .messages.map(({ role, content }) => `${role}:${content.map(({ type }) => type).join('+')}`);

  it('tells earlier steps as turns with their screenshots', () => {
    expect(uiTars.create().history).toEqual({ steps: null, pictures: 4 });
    expect(shapeOf({})).toEqual([
      'system:text',
      'user:text',
      'assistant:text',
      'user:image',
      'assistant:text',
      'user:image',
    ]);
    const text = JSON.stringify(uiTars.create().buildRequest(input));
    expect(text).toContain('Chinese');
    expect(text).toContain("click(point='<point>x1 y1</point>')");
    expect(JSON.stringify(uiTars.create({ variant: '1.0' }).buildRequest(input))).toContain(
      "click(start_box='<|box_start|>(x1,y1)<|box_end|>')",
    );
  });

  it('tells them as text behind one picture where asked to', () => {
    const switches = { history: 'text' };
    expect(uiTars.create({ switches }).history.pictures).toBe(0);
    expect(shapeOf({ switches })).toEqual(['system:text', 'user:text+image+text']);
    const text = JSON.stringify(uiTars.create({ switches }).buildRequest(input));
    expect(text).toContain('Step 3: action: press_back(), thought: b');
    expect(text).toContain('Step 4: action: unreadable');
  });

  it('begins the answer where a step is prescribed, or says so in a section', () => {
    const begun = uiTars.create().buildRequest({ ...input, stepInstruction: 'Tap OK' });
    expect(begun.continuesLast).toBe(true);
    expect(begun.messages.at(-1)?.content).toEqual([{ type: 'text', text: 'Thought: Tap OK\nAction:' }]);
    const settings = { switches: { stepInstruction: 'section' } };
    const told = uiTars.create(settings).buildRequest({ ...input, stepInstruction: 'Tap OK' });
    expect(told.continuesLast).toBeUndefined();
    expect(JSON.stringify(told)).toContain('## The action you need to take now\\n Tap OK');
  });

  it('leaves an empty system prompt out', () => {
    expect(shapeOf({ prompts: { system: '' } })[0]).toBe('user:text');
  });
});
