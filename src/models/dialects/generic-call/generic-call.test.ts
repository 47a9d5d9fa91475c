import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../domain/action.js';
import type { Size } from '../../../domain/geometry.js';
import type { ParseContext, PromptInput } from '../dialect.js';
import { readOften } from '../../../testing/read-often.js';
import { requestText } from '../../../testing/models/listening-model.js';
import { registeredDialect } from '../../../testing/models/registered-dialect.js';

const SCREEN: Size = { width: 1080, height: 2400 };
const TOLERANT: ParseContext = { profile: 'tolerant', screen: SCREEN };
const STRICT: ParseContext = { profile: 'strict', screen: SCREEN };
const genericCall = registeredDialect('generic_call');
const dialect = genericCall.create();

function firstAction(text: string, context: ParseContext = TOLERANT): Action {
  const result = dialect.parse(text, context);
  if (result.type === 'format_error') throw new Error(`${result.error.kind}: ${result.error.message}`);
  return result.actions[0];
}

function errorKind(text: string, context: ParseContext = TOLERANT): string {
  const result = dialect.parse(text, context);
  return result.type === 'format_error' ? result.error.kind : 'none';
}

describe('the generic call grammar', () => {
  it.each<[string, Partial<Action>]>([
    ['Action: Click(540, 1200)', { type: 'tap' }],
    ['Action: LongPress(1, 2)', { type: 'long_press' }],
    ['Action: Type(say "hi" (now))', { type: 'type', text: 'say "hi" (now)' }],
    ['Action: Swipe(1, 900, 1, 100)', { type: 'swipe', direction: 'up' }],
    ['Action: Back()', { type: 'key', key: 'BACK' }],
    ['Action: Home()', { type: 'key', key: 'HOME' }],
    ['Action: Enter()', { type: 'key', key: 'ENTER' }],
    ['Action: Open(WPS Office)', { type: 'open_app', app: 'WPS Office' }],
    ['Action: Wait()', { type: 'wait' }],
    ['Action: Complete()', { type: 'stop', status: 'success' }],
    ['Action: Answer(42)', { type: 'stop', status: 'success', answer: '42' }],
  ])('reads %s, strictly too', (text, expected) => {
    expect(firstAction(text, STRICT)).toMatchObject(expected);
    expect(dialect.parse(text, STRICT)).toMatchObject({ lenient: false, warnings: [] });
  });

  it('never takes an action from thinking', () => {
    expect(errorKind('<think>Action: Click(1, 2)</think>')).toBe('no_action');
    expect(errorKind('<THINKING x="1">\nAction: Back()\n</THINKING>\nI am done')).toBe('no_action');
    expect(firstAction('<think>\nAction: Back()\n</think>\nAction: Home()')).toMatchObject({ key: 'HOME' });
    expect(firstAction('plan\nAction: Back()</think>\nAction: Home()')).toMatchObject({ key: 'HOME' });
    expect(firstAction('<think>Action: Back()\nso\nAction: Home()')).toMatchObject({ key: 'HOME' });
  });

  it('returns thinking, or the text before the label, as the thought', () => {
    expect(dialect.parse('<think> a </think>Action: Back()', TOLERANT).thought).toBe('a');
    expect(dialect.parse('Thought: I go back.\nAction: Back()', TOLERANT).thought).toBe('I go back.');
    expect(dialect.parse('Action: Back()', TOLERANT).thought).toBeUndefined();
  });

  it('notes no text that is the thought it asked for, which a strict reader refuses all the same', () => {
    const read = (text: string) => dialect.parse(text, TOLERANT);
    const thoughtful = read('I see the list, so I go back.\nAction: Back()');
    expect(thoughtful).toMatchObject({
      thought: 'I see the list, so I go back.',
      warnings: [],
      lenient: true,
    });
    expect(read('<think>a</think>\nWell.\nAction: Back()')).toMatchObject({ warnings: ['extra_text'] });
    expect(read('Action: Back() and look')).toMatchObject({ warnings: ['extra_text'] });
  });

  it.each([
    'action: Click(1, 2)',
    'Actions: Click(1, 2)',
    '**Action**: `Click(1, 2)`',
    '- Action: Click(1, 2)',
    'Action：Click（1，2）',
    'Action: Tap(1, 2)',
    'Action: click(1, 2)',
    'Action: Click([1, 2])',
    'Action: Click(y=2, x=1)',
    'Action: Click("1", "2")',
    'Action: Click(1, 2) to open it',
    'I tap it. Action: Click(1, 2)',
    '```json\nAction: Click(1, 2)\n```',
    'Click(1, 2)',
    '<answer>Click(1, 2)',
    'Action: Click(0, 1, 2, 3)',
  ])('reads %j tolerantly and refuses it strictly', (text) => {
    const action = firstAction(text);
    expect(action).toMatchObject({ type: 'tap', target: { point: { pixel: [1, 2] } } });
    expect(errorKind(text, STRICT)).toBe('malformed_action');
  });

  it.each([
    ['Action: Fly()', 'unknown_action'],
    ['Action: open the app', 'malformed_action'],
    ['Action: Back(2)', 'invalid_argument'],
    ['Action: Click(-100, -100)', 'missing_argument'],
    ['Action: Click(1, 2, 3)', 'invalid_argument'],
    ['Action: Click(a=1, b=2)', 'invalid_argument'],
    [`Action: Click(1, ${'9'.repeat(400)})`, 'invalid_argument'],
    ['Action: Swipe(1, 2)', 'invalid_argument'],
    ['Action: Swipe()', 'missing_argument'],
    ['Action: Type("")', 'missing_argument'],
    ['Action: Type(no input text)', 'missing_argument'],
    ['Action: Type(abc', 'malformed_action'],
    ['Action: {"action": "click"}', 'malformed_action'],
    ['   \n\uFEFF', 'empty_output'],
    ['<answer></answer>', 'no_action'],
    ['Sure (I will do that)', 'no_action'],
    ['x'.repeat(200_001), 'malformed_action'],
  ])('calls %j %s', (text, kind) => {
    expect(errorKind(text)).toBe(kind);
  });

  it('points at the offending part, at most 500 characters of it', () => {
    const result = dialect.parse(`Thought: ok\nAction: Fly(${'x'.repeat(900)})`, TOLERANT);
    if (result.type !== 'format_error') throw new Error('read');
    expect(result.error.span?.[0]).toBe('Thought: ok\nAction: '.length);
    expect(result.error.excerpt).toHaveLength(500);
  });

  it('keeps every typed character between the brackets', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((text) => {
          const hasQuotes = /^["'“‘「`]|\n|\r|\u2028|\u2029|[：（），\uFEFF]|<|\[EOS\]|text|content/.test(
            text,
          );
          return text.trim() === text && text !== '' && !hasQuotes;
        }),
        (text) => {
          expect(firstAction(`Action: Type(${text})`)).toMatchObject({ type: 'type', text });
        },
      ),
    );
    expect(firstAction('Action: Type(（咖啡，茶）)')).toMatchObject({ text: '（咖啡，茶）' });
    expect(firstAction('Action: Type(two\nlines)')).toMatchObject({ text: 'two\nlines' });
  });

  it('prints what it reads', () => {
    const point = fc.tuple(fc.nat(1080), fc.nat(2400));
    fc.assert(
      fc.property(point, point, ([x1, y1], [x2, y2]) => {
        for (const call of [`Click(${x1}, ${y1})`, `Swipe(${x1}, ${y1}, ${x2}, ${y2})`]) {
          const action = firstAction(`Action: ${call}`);
          expect(dialect.printCall(action, TOLERANT)).toBe(call);
          expect(dialect.printCall({ ...action, native: { family: 'other' } }, TOLERANT)).toBe(call);
        }
      }),
    );
    expect(dialect.printCall(firstAction('Action: Type(a\n  b)'), TOLERANT)).toBe('Type(a b)');
    expect(dialect.printCall({ type: 'tap', target: { type: 'element', element: 3 } }, TOLERANT)).toBeNull();
  });

  it('never throws and stays linear on any text', () => {
    const pieces =
      'Action:|Click(|Type(|)|<think>|</think>|<answer>|```|1, 2|"|（| |**|x=|-100|9999999999999|</answer>';
    const more = 'Swipe(|Back|\uD800|[EOS]|action |`|\n';
    const piece = fc.constantFrom(...`${pieces}|${more}`.split('|'));
    const text = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('tolerant' as const, 'strict' as const), (answer, profile) => {
        const result = dialect.parse(answer, { profile, screen: SCREEN });
        if (profile === 'strict' && result.type === 'actions') expect(result.lenient).toBe(false);
        expect(dialect.parse(answer, { profile, screen: null }).type).toBe(result.type);
      }),
      { numRuns: 2000 },
    );
    for (const unit of [
      'Action: Type(',
      'Action: Type(\n',
      '<think',
      '<think>',
      '(',
      '```\n',
      '"',
      ' ',
      'a,',
      '* ',
    ]) {
      const answer = `Action: Click(${unit.repeat(Math.floor(199_000 / unit.length))}`;
      const bare = answer.slice('Action: Click('.length);
      for (const text of [answer, bare])
        expect(readOften(() => dialect.parse(text, TOLERANT).type)).toMatch(/actions|format_error/);
    }
  });

  it('leaves positions unresolved where nobody knows the size of the screen', () => {
    const context: ParseContext = { profile: 'tolerant', screen: null };
    expect(firstAction('Action: Click(3, 4)', context)).toMatchObject({
      target: { point: { x: 3, y: 4, space: 'pixel' } },
    });
  });
});

describe('the generic call prompt', () => {
  const input: PromptInput = {
    instruction: 'Set an alarm',
    stepInstruction: null,
    language: 'en',
    history: [{ answer: null, call: 'Click(1, 2)', thought: null, summary: null, picture: null }],
    stepsTaken: 4,
    screenshot: { mediaType: 'image/png', data: Uint8Array.of(1), size: { width: 720, height: 1600 } },
    marked: null,
    elementText: 'button [3]',
    elements: null,
    screen: SCREEN,
    app: null,
    notes: {},
  };

  it('holds task, actions, history, elements and picture, in one user message', () => {
    const [message, ...rest] = genericCall.create().buildRequest(input).messages;
    expect(rest).toEqual([]);
    expect(message?.content.map(({ type }) => type)).toEqual(['text', 'image']);
    const [part] = message?.content ?? [];
    const text = part?.type === 'text' ? part.text : '';
    for (const expected of [
      'Set an alarm',
      '4. Click(1, 2)',
      '3 earlier steps',
      'button [3]',
      '720 x 1600',
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).toContain('- Swipe(x1, y1, x2, y2)');
  });

  it('offers the calls of a benchmark alone, over the picture alone', () => {
    const probench = genericCall.create({ variant: 'probench' });
    const text = requestText(probench.buildRequest(input));
    expect(text).toContain('- Swipe(x1, y1, x2, y2)');
    expect(text).not.toContain('- Home(');
    expect(probench.observation.text).toBeNull();
    expect(genericCall.create().observation.text).toBe('list');
  });

  it('asks for a call in an answer tag where that is the form, with an example of each', () => {
    const tagged = genericCall.create({ variant: 'probench_tagged' });
    const text = requestText(tagged.buildRequest(input));
    expect(text).toContain('<think> ... </think> <answer>CALL</answer>');
    expect(text).not.toContain('Action:');
    const examples = [...text.matchAll(/for example (.*)$/gm)].map(([, example]) => example);
    expect(examples).toEqual([
      'Click(100, 238)',
      'Type(wembley stadium)',
      'Swipe(300, 800, 300, 200)',
      'Back()',
      'Enter()',
      'Wait()',
      'Complete()',
    ]);
    for (const example of examples) {
      expect(tagged.parse(`<think> a </think> <answer>${example}</answer>`, STRICT)).toMatchObject({
        type: 'actions',
        lenient: false,
        thought: 'a',
      });
    }
  });

  it('says what the numbers mean', () => {
    const [message] = genericCall.create({ variant: 'permille' }).buildRequest({
      ...input,
      screenshot: null,
      elementText: null,
      stepsTaken: 0,
      history: [],
    }).messages;
    expect(JSON.stringify(message)).toContain('0 to 1000');
    expect(message?.content).toHaveLength(1);
  });
});
