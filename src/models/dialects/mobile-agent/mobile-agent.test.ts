import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { Dialect, ParseContext } from '../dialect.js';
import { mobileAgentE } from '../mobile-agent-e/mobile-agent-e.js';
import type { Shortcut } from '../mobile-agent-e/shortcut.js';
import { mobileAgentV2 } from '../mobile-agent-v2/mobile-agent-v2.js';
import { mobileAgentV3 } from '../mobile-agent-v3/mobile-agent-v3.js';
import { readOften } from '../../../testing/read-often.js';

const CONTEXT: ParseContext = { profile: 'tolerant', screen: { width: 1080, height: 2400 } };
const v2 = mobileAgentV2.create();
const e = mobileAgentE.create();

const SHARED: readonly Action[] = [
  tap(pixelPoint(1, 2)),
  { type: 'swipe', direction: 'up', from: pixelPoint(1, 900), to: pixelPoint(1, 100) },
  { type: 'type', text: 'hello' },
  { type: 'open_app', app: 'Clock' },
  { type: 'key', key: 'HOME' },
  { type: 'key', key: 'BACK' },
];

function say(action: string, last = 'Operation'): string {
  return `### Thought ###\nt\n### Action ###\n${action}\n### ${last} ###\ns`;
}

function errorKind(dialect: Dialect, text: string, context = CONTEXT): string {
  const result = dialect.parse(text, context);
  return result.type === 'format_error' ? result.error.kind : 'none';
}

describe('Mobile-Agent', () => {
  it.each([
    ...dialectContract({ family: mobileAgentV2, actions: [...SHARED, stop('success')] }),
    ...dialectContract({
      family: mobileAgentE,
      actions: [
        ...SHARED,
        { type: 'type', text: '{"name": "Tap"} // # \n### Action ###' },
        { type: 'key', key: 'ENTER' },
        { type: 'key', key: 'APP_SWITCH' },
        { type: 'wait', durationMs: 10_000 },
        stop('success'),
      ],
    }),
  ])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it('keeps thought and summary', () => {
    const answer = '### Thought ###\nI see.\n### Action ###\nHome\n### Operation ###\nGo home.';
    expect(v2.parse(answer, CONTEXT)).toMatchObject({
      thought: 'I see.',
      summary: 'Go home.',
      lenient: false,
    });
  });

  it('reads headings of any form in time linear in their length', () => {
    const answer = `### Action${' '.repeat(100_000)}x${'\n### Action ###'.repeat(5000)}`;
    expect(readOften(() => v2.parse(answer, CONTEXT).type)).toMatch(/actions|format_error/);
  });

  it('is as linear with spaces around calls', () => {
    const space = ' '.repeat(150_000);
    for (const call of [`Tap (${space}x`, `Type (${space}x"`, `Home${space}x`]) {
      expect(readOften(() => v2.parse(say(call), CONTEXT).type)).toMatch(/actions|format_error/);
    }
  });
});

describe('mobile_agent_v2', () => {
  it.each<[string, string[]]>([
    [say('home'), ['case']],
    [say('Home()'), ['extra_text']],
    [say('`Home`'), ['code_fence']],
    [say('```\nHome\n```'), ['code_fence']],
    ['## Thought\nt\n## Action\nHome\n## Operation\ns', ['lenient_label']],
    ['**Thought**\nt\n**Action**\nHome\n**Operation**\ns', ['lenient_label']],
    ['### Action ###\nHome', ['missing_tag']],
    ['Home', ['missing_tag']],
  ])('reads %j leniently', (text, warnings) => {
    expect(v2.parse(text, CONTEXT)).toMatchObject({ actions: [{ key: 'HOME' }], warnings, lenient: true });
    expect(errorKind(v2, text, { ...CONTEXT, profile: 'strict' })).toBe('malformed_action');
  });

  it.each<[string, object, string[]]>([
    ['Click (1, 2)', { type: 'tap' }, ['alias_name']],
    ['Tap [1, 2]', { type: 'tap' }, ['alias_argument']],
    ['Tap （1， 2）', { type: 'tap' }, ['fullwidth', 'alias_argument']],
    ['Tap (0, 1, 2, 3)', { type: 'tap', target: { box: [0, 1, 2, 3] } }, ['alias_argument', 'box_for_point']],
    ['Tap (1.5, 2)', { type: 'tap' }, ['alias_argument', 'float_coordinate']],
    ['Swipe (1, 2, 1, 9)', { type: 'swipe', direction: 'down' }, ['alias_argument']],
    ['Type ("tea")', { type: 'type', text: 'tea' }, ['enclosing_quotes_removed']],
    ['Type (tea) now', { type: 'type', text: 'tea' }, ['extra_text']],
    ['Open App (Clock)', { type: 'open_app', app: 'Clock' }, ['case']],
  ])('reads %s', (call, action, warnings) => {
    expect(v2.parse(say(call), CONTEXT)).toMatchObject({ actions: [action], warnings, lenient: true });
  });

  it.each([
    ['Tap ()', 'missing_argument'],
    ['Tap (1)', 'invalid_argument'],
    ['Tap (here)', 'invalid_argument'],
    ['Tap the icon', 'malformed_action'],
    ['Tap (1, 2', 'malformed_action'],
    ['Swipe (1, 2)', 'invalid_argument'],
    ['Type ()', 'missing_argument'],
    ['home (1)', 'malformed_action'],
    ['Wait', 'unknown_action'],
    ['{"name": "Tap"}', 'malformed_action'],
    ['I tap it', 'malformed_action'],
  ])('calls %s %s', (call, kind) => {
    expect(errorKind(v2, say(call))).toBe(kind);
  });

  it('finds no action in prose', () => {
    expect(errorKind(v2, 'I would tap the icon.')).toBe('no_action');
    expect(errorKind(v2, `<think>${say('Home')}</think>`)).toBe('no_action');
  });

  it('offers typing unless it is known that there is no keyboard', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(),
      elementText: '(1, 2); text: Save',
      history: [buildPromptStep({ call: 'Home', summary: 'Go home.' })],
      stepsTaken: 2,
      stepInstruction: 'Tap the plus',
    });
    const text = JSON.stringify(v2.buildRequest({ ...input, notes: { memory: 'The code is 12.' } }).messages);
    for (const part of [
      '1080 pixels wide',
      'text: Save',
      'Step-2: [Operation: Go home.; Action: Home]',
      'Type (text)',
      'Tap the plus',
      'The code is 12.',
    ]) {
      expect(text).toContain(part);
    }
    const off = JSON.stringify(v2.buildRequest({ ...input, notes: { keyboard: 'off' } }).messages);
    expect(off).not.toContain('Type (text)');
    expect(off).toContain('no keyboard');
  });
});

describe('mobile_agent_e', () => {
  const HOME = '{"name": "Home", "arguments": null}';
  it.each<[string, string[]]>([
    [say('{"name": "home", "arguments": null}', 'Description'), ['case']],
    [say('{"name": "Home", "arguments": {"x": 1}}', 'Description'), ['alias_argument']],
    [say("{'name': 'Home', 'arguments': None}", 'Description'), ['single_quotes']],
    [say('{"name": "Home", "arguments": "{}"}', 'Description'), ['stringified_arguments']],
    [say(`I go: ${HOME}`, 'Description'), ['extra_text']],
    [HOME, ['missing_tag']],
  ])('reads %j leniently', (text, warnings) => {
    expect(e.parse(text, CONTEXT)).toMatchObject({ actions: [{ key: 'HOME' }], warnings, lenient: true });
  });

  it.each([
    ['{"name": "Tap", "arguments": {"x": "a", "y": 1}}', 'invalid_argument'],
    ['{"name": "Tap", "arguments": [1, 2]}', 'invalid_argument'],
    ['{"name": 3}', 'invalid_argument'],
    ['{"arguments": null}', 'missing_argument'],
    ['{"name": "Tap_Type_and_Enter", "arguments": {"x": 1, "y": 2, "text": "a"}}', 'unknown_action'],
    ['{"name": "Tap", "arguments": {"x": 1, ', 'malformed_action'],
    ['', 'no_action'],
  ])('calls %s %s', (call, kind) => {
    expect(errorKind(e, say(call, 'Description'))).toBe(kind);
  });

  it('ends the task itself only where there is no manager', () => {
    const finish = say('{"name": "Finish", "arguments": null}', 'Description');
    expect(e.parse(finish, CONTEXT)).toMatchObject({ actions: [{ type: 'stop', status: 'success' }] });
    const operator = mobileAgentE.create({ variant: 'operator' });
    expect(errorKind(operator, finish)).toBe('unknown_action');
    expect(operator.printCall(stop('success'), CONTEXT)).toBeNull();
    expect(JSON.stringify(operator.buildRequest(buildPromptInput()))).not.toContain('Finish');
  });

  it('expands a learned shortcut; words that name no argument are meant as they stand', () => {
    const shortcut: Shortcut = {
      name: 'Find_Tea',
      arguments: ['shop'],
      description: 'Looks for tea in a shop.',
      precondition: 'The home screen.',
      steps: [
        { name: 'Open_App', arguments: { app_name: 'shop' } },
        { name: 'Tap', arguments: { x: '540', y: '200' } },
        { name: 'Type', arguments: { text: 'tea' } },
      ],
    };
    const context: ParseContext = { ...CONTEXT, profile: 'strict', shortcuts: [shortcut] };
    const answer = say('{"name": "Find_Tea", "arguments": {"shop": "Market"}}', 'Description');
    expect(e.parse(answer, context)).toMatchObject({
      actions: [
        { type: 'open_app', app: 'Market' },
        { type: 'tap', target: { point: { pixel: [540, 200] } } },
        { type: 'type', text: 'tea' },
      ],
      warnings: [],
    });
    const without = say('{"name": "Find_Tea", "arguments": {}}', 'Description');
    expect(errorKind(e, without, context)).toBe('missing_argument');
    const broken: Shortcut = { ...shortcut, steps: [{ name: 'Fly', arguments: {} }] };
    expect(errorKind(e, answer, { ...context, shortcuts: [broken] })).toBe('unknown_action');
    expect(errorKind(e, answer, { ...context, shortcuts: [{ ...shortcut, steps: [] }] })).toBe('no_action');
    expect(errorKind(e, answer, { ...context, shortcuts: ['Find_Tea'] })).toBe('unknown_action');
  });

  it('tells plan, notes, shortcuts and outcomes where an agent has them', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(),
      history: [buildPromptStep({ call: HOME, summary: 'Go home.' })],
      stepsTaken: 1,
    });
    const plain = JSON.stringify(e.buildRequest(input).messages);
    expect(plain).toContain('Description: Go home.');
    expect(plain).toContain('There are none yet.');
    const notes = {
      plan: 'PLAN',
      subgoal: 'SUBGOAL',
      tips: 'TIPS',
      shortcuts: 'SHORTCUTS',
      outcomes: 'OUTCOMES',
      error: 'ERROR',
    };
    const text = JSON.stringify(e.buildRequest({ ...input, notes }).messages);
    for (const part of Object.values(notes)) expect(text).toContain(part);
    expect(text).not.toContain('Go home.');
  });
});

describe('mobile_agent_v3', () => {
  const v3 = mobileAgentV3.create();
  it.each([
    ...dialectContract({
      family: mobileAgentV3,
      actions: [
        tap(pixelPoint(1, 2)),
        { type: 'long_press', target: { type: 'point', point: pixelPoint(1, 2) } },
        { type: 'swipe', direction: 'up', from: pixelPoint(1, 900), to: pixelPoint(1, 100) },
        { type: 'type', text: 'hello', submit: true },
        { type: 'open_app', app: 'Clock' },
        { type: 'key', key: 'HOME' },
        { type: 'key', key: 'BACK' },
        { type: 'key', key: 'ENTER' },
        { type: 'answer', text: 'It is seven.', terminal: true },
      ],
    }),
  ])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  const said = (call: string): string => say(call, 'Description');

  it.each<[string, object, string[]]>([
    ['{"action": "click", "coordinate": [539, 1169]}', { type: 'tap' }, []],
    ['{"action":"long_press","coordinate":[5,6]}', { type: 'long_press' }, []],
    ['{"action": "type", "text": "a  b"}', { type: 'type', text: 'a b', submit: true }, []],
    ['{"action": "answer", "text": "7"}', { type: 'answer', terminal: true }, []],
    ['{"action": "done"}', { type: 'stop', status: 'success' }, []],
    ['{"action": "terminate", "status": "failure"}', { type: 'stop', status: 'success' }, []],
    ['{"action": "navigate_back"}', { type: 'key', key: 'BACK' }, []],
    ['{"action": "system_button", "button": "back"}', { type: 'key', key: 'BACK' }, ['case']],
    ['```json\n{"action": "wait"}\n```', { type: 'wait' }, ['code_fence']],
    ['Then {"action": "wait"}', { type: 'wait' }, ['extra_text']],
  ])('reads %s', (call, action, warnings) => {
    expect(v3.parse(said(call), CONTEXT)).toMatchObject({ actions: [action], warnings, summary: 's' });
  });

  it.each([
    ['{"action": "fly"}', 'unknown_action'],
    ['{"action": "open", "text": "Clock"}', 'unknown_action'],
    ['{"coordinate": [1, 2]}', 'missing_argument'],
    ['{"action": "click"}', 'missing_argument'],
    ['{"action": "click", "coordinate": ["a", 1]}', 'invalid_argument'],
    ['[1, 2]', 'malformed_action'],
    ['', 'no_action'],
  ])('calls %s %s', (call, kind) => {
    expect(errorKind(v3, said(call))).toBe(kind);
  });

  it('reads no call without a thought', () => {
    const call = '### Action ###\n{"action": "wait"}\n### Description ###\ns';
    expect(errorKind(v3, `### Thought ###\n${call}`)).toBe('malformed_action');
    expect(errorKind(v3, '{"action": "wait"}')).toBe('no_action');
    expect(errorKind(v3, `I wait.\n${call}`)).toBe('none');
  });

  it('takes positions for pixels of the screen, or of the picture where the switch says so', () => {
    const context: ParseContext = { ...CONTEXT, sent: { width: 540, height: 1200 } };
    const answer = said('{"action": "click", "coordinate": [100, 200]}');
    const at = (dialect: Dialect): unknown => {
      const read = dialect.parse(answer, context);
      return read.type === 'actions' ? read.actions[0] : read;
    };
    expect(at(v3)).toMatchObject({ target: { point: { x: 100, y: 200 } } });
    const counting = mobileAgentV3.create({ switches: { positions: 'picture' } });
    expect(at(counting)).toMatchObject({ target: { point: { x: 200, y: 400 } } });
    expect(counting.printCall(tap(pixelPoint(200, 400)), context)).toBe(
      '{"action": "click", "coordinate": [100, 200]}',
    );
    expect(v3.printCall(tap(pixelPoint(200, 400)), context)).toBe(
      '{"action": "click", "coordinate": [200, 400]}',
    );
  });
});
