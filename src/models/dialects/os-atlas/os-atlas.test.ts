import { describe, expect, it } from 'vitest';
import { stop, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { DialectSettings, ParseResult } from '../dialect.js';
import { osAtlas } from './os-atlas.js';

const SCREEN = { width: 1080, height: 2400 };
const point = pixelPoint(1, 2);
const ACTIONS: readonly Action[] = [
  { type: 'tap', target: { type: 'point', point } },
  { type: 'long_press', target: { type: 'point', point } },
  { type: 'swipe', direction: 'up' },
  { type: 'swipe', direction: 'left' },
  { type: 'type', text: 'any' },
  ...['BACK', 'HOME', 'ENTER', 'APP_SWITCH'].map((key): Action => ({ type: 'key', key })),
  { type: 'open_app', app: `Tom's [app]` },
  { type: 'wait' },
  stop('success'),
  stop('infeasible'),
];

function read(text: string, settings?: DialectSettings): ParseResult {
  return osAtlas.create(settings).parse(text, { profile: 'tolerant', screen: SCREEN });
}

function kindOf(text: string): string {
  const result = read(text);
  if (result.type === 'format_error') return result.error.kind;
  return [...result.actions.map(({ type }) => type), ...result.warnings].join(' ');
}

describe('OS-Atlas', () => {
  it.each(dialectContract({ family: osAtlas, actions: ACTIONS }))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each([
    ['Thoughts:\nt\nActions:\nCLICK [[1,2]]', 'tap'],
    ['Thoughts: t\nActions: CLICK [[1, 2]]', 'tap'],
    ['thought: t\naction: CLICK [[1,2]]', 'tap lenient_label'],
    ['Actions:\nCLICK [[1,2]]', 'tap lenient_label'],
    ['Thoughts:\nt\nActions:\nclick <point>[[1,2]]</point>', 'tap case'],
    ['Thoughts:\nt\nActions:\nTAP <point>[[1,2]]</point>', 'tap alias_name'],
    ['Thoughts:\nt\nActions:\nCLICK (1, 2)', 'tap alias_argument'],
    ['Thoughts:\nt\nActions:\nCLICK <point>[[1,2]]', 'tap alias_argument'],
    ['Thoughts:\nt\nActions:\nCLICK <point>[[1,2', 'malformed_action'],
    ['Thoughts:\nt\nActions:\nCLICK the button', 'malformed_action'],
    ['Thoughts:\nt\nActions:\nCLICK <point>[[]]</point>', 'missing_argument'],
    ['Thoughts:\nt\nActions:\n`CLICK [[1,2]]`', 'tap code_fence'],
    ['Thoughts:\nt\nActions:\nCLICK [[1,2]] to open it', 'tap extra_text'],
    ['Thoughts:\nt\nActions:\nCLICK [[1,2]]\nTYPE [a]', 'tap type extra_actions'],
    ['Thoughts:\nt\nActions:\nWAIT\nfor it', 'wait extra_text'],
    ['Thoughts:\nt\nActions:\nWAIT for it', 'wait extra_text'],
    ['Thoughts:\nt\nActions:\nWait for it', 'malformed_action'],
    ['Thoughts:\nt\nActions:\nTYPE ["a"]', 'type enclosing_quotes_removed'],
    ['Thoughts:\nt\nActions:\nTYPE []', 'missing_argument'],
    ['Thoughts:\nt\nActions:\nTYPE', 'missing_argument'],
    ['Thoughts:\nt\nActions:\nTYPE hello', 'malformed_action'],
    ['Thoughts:\nt\nActions:\nTYPE [hello', 'malformed_action'],
    ['Thoughts:\nt\nActions:\nSCROLL DOWN', 'swipe alias_argument'],
    ['Thoughts:\nt\nActions:\nSCROLL [down]', 'swipe case'],
    ['Thoughts:\nt\nActions:\n', 'no_action'],
    ['Thoughts:\nt\nActions:\ntap it', 'malformed_action'],
    ['COMPLETE', 'stop lenient_label'],
    ['COMPLETE the form', 'no_action'],
    ['Complete', 'no_action'],
    ['I will CLICK [[1,2]]', 'no_action'],
    ['<think>Actions:\nCOMPLETE</think>', 'no_action'],
    ['<think>Actions: WAIT</think>Thoughts:\nt\nActions:\nCOMPLETE', 'stop'],
  ])('takes %j for %s', (text, expected) => {
    expect(kindOf(text)).toBe(expected);
  });

  it('turns directions round for the page, and leaves the horizontal ones where asked to', () => {
    const fingerOf = (settings: DialectSettings): unknown =>
      read('Thoughts:\nt\nActions:\nSCROLL [LEFT]', settings);
    expect(fingerOf({})).toMatchObject({ actions: [{ direction: 'right' }] });
    expect(fingerOf({ scroll: 'finger' })).toMatchObject({ actions: [{ direction: 'left' }] });
    expect(fingerOf({ switches: { invertHorizontal: false } })).toMatchObject({
      actions: [{ direction: 'left' }],
    });
  });

  it('sends rules, picture and task in this order, and says which way a scroll goes', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(),
      history: [buildPromptStep({ call: 'PRESS_BACK', thought: 'wrong page' }), buildPromptStep()],
      stepsTaken: 3,
      stepInstruction: 'Tap OK',
    });
    const [message] = osAtlas.create().buildRequest(input).messages;
    expect(message?.content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
    const text = JSON.stringify(message);
    expect(text).toContain('Step 2: PRESS_BACK (wrong page)');
    expect(text).toContain('Current step: Tap OK');
    expect(text).toContain('0 to 1000');
    expect(text).toContain('what you want to see');
    expect(JSON.stringify(osAtlas.create({ scroll: 'finger' }).buildRequest(input))).toContain(
      'finger moves',
    );
  });
});
