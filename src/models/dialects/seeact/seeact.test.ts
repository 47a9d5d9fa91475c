import { describe, expect, it } from 'vitest';
import { stop, type Target } from '../../../domain/action.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ParseContext } from '../dialect.js';
import { seeact } from './seeact.js';

const CONTEXT: ParseContext = {
  profile: 'tolerant',
  screen: { width: 1080, height: 2400 },
  elements: { base: 0, count: 30 },
};
const dialect = seeact.create();
const FIELD: Target = { type: 'element', element: 27 };

function choose(element: string, action: string, value: string): string {
  return `ELEMENT: ${element}\nACTION: ${action}\nVALUE: ${value}`;
}

function errorKind(text: string, context = CONTEXT): string {
  const result = dialect.parse(text, context);
  return result.type === 'format_error' ? result.error.kind : 'none';
}

describe('seeact', () => {
  it.each(
    dialectContract({
      family: seeact,
      actions: [
        { type: 'tap', target: FIELD },
        { type: 'long_press', target: FIELD },
        { type: 'type', text: 'hello', target: FIELD, submit: true },
        { type: 'swipe', direction: 'left' },
        { type: 'swipe', direction: 'up', target: FIELD },
        { type: 'key', key: 'HOME' },
        { type: 'open_app', app: 'Clock' },
        { type: 'wait' },
        { type: 'answer', text: 'ELEMENT: A', terminal: false },
        stop('unspecified'),
      ],
    }),
  )('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it('takes the last three lines, and what goes before them as the thought', () => {
    const result = dialect.parse(
      `The screen.\n${choose('A', 'WAIT', 'None')}\nNo:\n${choose('None', 'WAIT', 'None')}`,
      CONTEXT,
    );
    expect(result).toMatchObject({ actions: [{ type: 'wait' }], lenient: false });
    expect(result.thought).toContain('The screen.');
  });

  it.each<[string, string[]]>([
    ['element: None\naction: WAIT\nvalue: None', ['lenient_label']],
    ['**ELEMENT**: None\n**ACTION**: WAIT\n**VALUE**: None', ['lenient_label']],
    ['ELEMENT：None\nACTION：WAIT\nVALUE：None', ['fullwidth']],
    [choose('None', 'Wait', 'None'), ['case']],
    [choose('none', 'WAIT', 'None'), ['case']],
    [choose('None', '`WAIT`.', 'None'), ['case']],
    ['ELEMENT: None\nACTION: WAIT', ['missing_tag']],
    [choose('B', 'WAIT', 'None'), ['alias_argument']],
    [`${choose('None', 'WAIT', 'None')}\nDone.`, ['extra_text']],
  ])('reads %j leniently', (text, warnings) => {
    expect(dialect.parse(text, CONTEXT)).toMatchObject({
      actions: [{ type: 'wait' }],
      warnings,
      lenient: true,
    });
    expect(errorKind(text, { ...CONTEXT, profile: 'strict' })).toBe('malformed_action');
  });

  it.each<[string, string[]]>([
    [choose('(B)', 'CLICK', 'None'), ['enclosing_quotes_removed']],
    [choose('b', 'CLICK', 'None'), ['case']],
    [choose('B', 'TAP', 'None'), ['alias_name']],
  ])('finds the element in %j', (text, warnings) => {
    expect(dialect.parse(text, CONTEXT)).toMatchObject({ actions: [{ target: { element: 1 } }], warnings });
  });

  it.each([
    ['I tap the button.', 'no_action'],
    ['ELEMENT: A', 'missing_section'],
    ['ACTION: CLICK', 'missing_section'],
    [choose('A', '', 'None'), 'no_action'],
    [choose('A', 'HOVER', 'None'), 'unknown_action'],
    [choose('None', 'CLICK', 'None'), 'missing_argument'],
    [choose('the button', 'CLICK', 'None'), 'invalid_argument'],
    [choose('AE', 'CLICK', 'None'), 'element_not_found'],
    [choose('None', 'INPUT TEXT', 'tea'), 'missing_argument'],
    [choose('None', 'SWIPE', 'sideways'), 'invalid_argument'],
    [choose('None', 'SWIPE', 'None'), 'missing_argument'],
    [`<think>${choose('A', 'CLICK', 'None')}</think>`, 'no_action'],
  ])('calls %j %s', (text, kind) => {
    expect(errorKind(text)).toBe(kind);
  });

  it('asks at once, or continues from a description that an agent asked for', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(),
      elementText: 'A. "Save" button',
      elements: { base: 0, count: 1, elements: [] },
      history: [buildPromptStep({ call: 'the call' })],
      stepsTaken: 3,
      stepInstruction: 'Tap the plus',
    });
    const atOnce = dialect.buildRequest(input).messages;
    expect(atOnce.map(({ role }) => role)).toEqual(['system', 'user']);
    for (const part of ['Set an alarm', 'the call', 'Tap the plus', '"Save', 'choose B', 'KEYBOARD ENTER']) {
      expect(JSON.stringify(atOnce)).toContain(part);
    }
    const after = dialect.buildRequest({ ...input, notes: { next_action: 'Tap Save.' } }).messages;
    expect(after.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(after[1]?.content.map(({ type }) => type)).toEqual(['text', 'image']);
    expect(JSON.stringify(after[2])).toContain('Tap Save.');
  });
});
