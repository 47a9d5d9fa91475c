import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ParseContext, PromptInput } from '../dialect.js';
import { guiOwl } from '../gui-owl/gui-owl.js';
import { registeredDialect } from '../../../testing/models/registered-dialect.js';

const CONTEXT: ParseContext = { profile: 'tolerant', screen: { width: 1080, height: 2400 } };
const qwen25MobileUse = registeredDialect('qwen25_mobile_use');
const qwen3MobileUse = registeredDialect('qwen3_mobile_use');
const qwen3 = qwen3MobileUse.create();

const SHARED: readonly Action[] = [
  tap(pixelPoint(1, 2)),
  { type: 'long_press', target: { type: 'point', point: pixelPoint(1, 2) }, durationMs: 2000 },
  { type: 'swipe', direction: 'left', from: pixelPoint(900, 9), to: pixelPoint(100, 9) },
  { type: 'type', text: 'hello' },
  { type: 'type', text: '</think><tool_call>\n{"name"' },
  { type: 'key', key: 'BACK' },
  { type: 'key', key: 'MENU' },
  { type: 'key', key: 'VOLUME_UP' },
  { type: 'key', key: 'KEYCODE_MOVE_HOME' },
  { type: 'open_app', app: '美团' },
  { type: 'wait', durationMs: 1500 },
  stop('success'),
  stop('failure'),
];
const QWEN: readonly Action[] = [...SHARED, { type: 'answer', text: '42', terminal: false }];
const OWL: readonly Action[] = [
  ...SHARED,
  { type: 'answer', text: '42', terminal: true },
  { type: 'ask_user', reason: 'feedback', text: 'Which one?' },
];

function call(args: string): string {
  return `<tool_call>\n{"name": "mobile_use", "arguments": ${args}}\n</tool_call>`;
}

function read(text: string, context = CONTEXT) {
  const result = qwen3.parse(text, context);
  if (result.type === 'format_error') throw new Error(`${result.error.kind}: ${result.error.message}`);
  return result;
}

function errorKind(text: string, dialect = qwen3): string {
  const result = dialect.parse(text, CONTEXT);
  return result.type === 'format_error' ? result.error.kind : 'none';
}

describe('mobile_use', () => {
  it.each([
    ...qwen25MobileUse.variants.flatMap((variant) =>
      dialectContract({ family: qwen25MobileUse, settings: { variant }, actions: QWEN }),
    ),
    ...qwen3MobileUse.variants.flatMap((variant) =>
      dialectContract({ family: qwen3MobileUse, settings: { variant }, actions: QWEN }),
    ),
    ...guiOwl.variants.flatMap((variant) =>
      dialectContract({ family: guiOwl, settings: { variant }, actions: OWL }),
    ),
  ])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each<[string, string[]]>([
    [call('{"action": "wait"}'), ['default_duration']],
    [`I wait.\n${call('{"action": "wait", "time": 1}')}`, ['extra_text']],
    [`thought: I wait.\n${call('{"action": "wait", "time": 1}')}`, ['lenient_label']],
    [`${call('{"action": "wait", "time": 1}')}\nDone!`, ['extra_text']],
    [call('{"action": "wait", "time": "1 s"}'), ['alias_argument']],
    [call('{"action": "Wait", "time": 1}'), ['case']],
    ['<tool_call>\n{"name": "mobile_use", "arguments": {"action": "wait", "time": 1}}', ['missing_tag']],
    [
      '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "wait", "time": 1}\n</tool_call>',
      ['missing_tag'],
    ],
    [
      call('{"action": "wait", "time": 1}')
        .replace('<tool_call>\n', '<tool_call>\n```json\n')
        .replace('\n</', '\n```\n</'),
      ['code_fence'],
    ],
    [`${call('{"action": "wait", "time": 1}')}\n<tool_call>\n{broken`, ['extra_text']],
    [`${call('{"action": "wait", "time": 1}')}\n<conclusion>\nI waited.`, ['missing_tag']],
  ])('reads %j leniently', (text, warnings) => {
    const result = read(text);
    expect(result.actions).toMatchObject([{ type: 'wait' }]);
    expect(result).toMatchObject({ warnings, lenient: true });
    expect(qwen3.parse(text, { ...CONTEXT, profile: 'strict' }).type).toBe('format_error');
  });

  it('never takes a call from thinking, and takes the one behind it', () => {
    const [back, home] = ['Back', 'Home'].map((button) =>
      call(`{"action": "system_button", "button": "${button}"}`),
    );
    expect(errorKind(`<think>${back}</think>`)).toBe('no_action');
    expect(read(`<think>${back}</think>\n${home}`).actions).toMatchObject([{ key: 'HOME' }]);
    expect(read(`I think of ${back}</think>\n${home}`)).toMatchObject({
      actions: [{ key: 'HOME' }],
      lenient: false,
    });
    expect(read(`<think>never closed ${back}\nso ${home}`).actions).toMatchObject([{ key: 'HOME' }]);
  });

  it.each([
    [call('{"action": "click"}'), 'missing_argument'],
    [call('{"action": "click", "coordinate": [-100, -100]}'), 'missing_argument'],
    [call('{"action": "click", "coordinate": {"x": 1}}'), 'invalid_argument'],
    [call('{"action": "swipe", "direction": "around"}'), 'invalid_argument'],
    [call('{"action": "wait", "time": -1}'), 'invalid_argument'],
    [call('{"action": "key", "text": "any key"}'), 'invalid_argument'],
    [call('{"action": "system_button"}'), 'missing_argument'],
    [call('{"action": "interact", "text": "?"}'), 'unknown_action'],
    [call('{"action": 3}'), 'invalid_argument'],
    [call('[1]'), 'invalid_argument'],
    [call('"{broken"'), 'invalid_argument'],
    ['<tool_call>\n[1]\n</tool_call>', 'malformed_action'],
    ['<tool_call>\nclick it\n</tool_call>', 'malformed_action'],
    ['<tool_call>\n</tool_call>', 'no_action'],
    ['<tool_call>', 'no_action'],
    ['{"name": "mobile_use"}', 'missing_argument'],
    ['The {name} is {unknown}.', 'no_action'],
  ])('calls %j %s', (text, kind) => {
    expect(errorKind(text)).toBe(kind);
  });

  it('keeps thought and summary', () => {
    expect(
      read(`Thought: It is open.\nAction: "Wait a bit."\n${call('{"action": "wait", "time": 1}')}`),
    ).toMatchObject({
      thought: 'It is open.',
      summary: 'Wait a bit.',
    });
    const conclusion = '<conclusion>\nI waited.\n</conclusion>';
    expect(
      read(`<thinking>a</thinking>\n${call('{"action": "wait", "time": 1}')}\n${conclusion}`),
    ).toMatchObject({
      thought: 'a',
      summary: 'I waited.',
      lenient: false,
    });
    const colorbench = qwen25MobileUse.create({ variant: 'colorbench' });
    const answer =
      '<action>\n{"name": mobile_use, "arguments": {"action": "wait", "time": 1}}\n</action>\n<thinking>\nI wait.\n</thinking>';
    expect(colorbench.parse(answer, CONTEXT)).toMatchObject({
      summary: 'I wait.',
      warnings: ['unquoted_name'],
    });
  });

  it('reads a direction with a place as where the swipe starts', () => {
    expect(
      read(call('{"action": "swipe", "coordinate": [500, 500], "direction": "UP"}')).actions[0],
    ).toMatchObject({
      type: 'swipe',
      direction: 'up',
      at: { pixel: [540, 1200] },
    });
  });
});

describe('the prompts of mobile_use', () => {
  const step = buildPromptStep({ summary: 'Opened the\n"Clock".', call: '{"name": …}', thought: 'I see.' });
  const input: PromptInput = buildPromptInput({
    history: [step, step],
    stepsTaken: 3,
    screenshot: buildSentPicture(1092, 2408),
    stepInstruction: 'Tap the plus',
  });
  const textOf = (request: { messages: readonly { content: readonly object[] }[] }): string =>
    request.messages
      .map(({ content }) =>
        content.map((part) => ('text' in part ? String(part.text) : '[image]')).join('\n'),
      )
      .join('\n');

  it('state the size that the numbers count: the model picture, the span, or the picture as sent', () => {
    expect(textOf(qwen25MobileUse.create().buildRequest(input))).toContain('1092x2408');
    expect(textOf(qwen25MobileUse.create({ variant: 'hosted' }).buildRequest(input))).toContain('672x1484');
    expect(textOf(qwen3.buildRequest(input))).toContain('1000x1000');
    for (const variant of ['span999', 'colorbench']) {
      expect(textOf(qwen3MobileUse.create({ variant }).buildRequest(input))).toContain('999x999');
    }
  });

  it('hold tools, query, step and progress, and one picture at the end', () => {
    const { messages } = qwen3.buildRequest(input);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    const text = textOf({ messages });
    for (const part of [
      '<tools>',
      '"name":"mobile_use"',
      'Set an alarm',
      'Tap the plus',
      'Step 2: Opened the Clock.; Step 3:',
    ]) {
      expect(text).toContain(part);
    }
    expect(messages[1]?.content.map(({ type }) => type)).toEqual(['text', 'image']);
  });

  it('tell earlier steps in the form that the benchmark or the user chose', () => {
    const calls = qwen25MobileUse.create({ switches: { historyForm: 'call' } }).buildRequest(input);
    expect(textOf(calls)).toContain('Step 2: {name: …};');
    const colorbench = textOf(qwen25MobileUse.create({ variant: 'colorbench' }).buildRequest(input));
    expect(colorbench).toContain('action:{"name": …}, action_description:Opened the Clock.');
    expect(colorbench).toContain('"name": mobile_use');
    const colorbench3 = textOf(qwen3MobileUse.create({ variant: 'colorbench' }).buildRequest(input));
    expect(colorbench3).toContain('Thought:I see. Action:Opened the Clock.');
    expect(colorbench3).not.toContain('"open"');
    for (const text of [colorbench, colorbench3]) expect(text).toContain('Chinese name');
    expect(() => qwen3MobileUse.create({ switches: { historyForm: 'pictures' } })).toThrow(/historyForm/);
  });

  it('show GUI-Owl 1.5 its latest screens as turns, older steps as a list, and the day', () => {
    const seen = {
      ...step,
      answer: 'Action: Open it.\n<tool_call>…</tool_call>',
      picture: buildSentPicture(),
    };
    const request = guiOwl.create().buildRequest({
      ...input,
      history: [step, seen, { ...seen, answer: null }],
      stepsTaken: 3,
      notes: { date: '2025-01-02' },
    });
    expect(request.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    const text = textOf(request);
    for (const part of [
      '2025-01-02',
      'Step 1: Opened the Clock.;',
      seen.answer,
      '<tool_call>\n{"name": …}',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('Step 2:');
    expect(textOf(guiOwl.create().buildRequest(buildPromptInput()))).toContain('No previous action.');
    expect(guiOwl.create({ variant: 'v1' }).buildRequest(input).messages).toHaveLength(2);
  });
});
