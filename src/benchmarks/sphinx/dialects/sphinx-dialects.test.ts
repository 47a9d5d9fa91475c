import { describe, expect, it } from 'vitest';
import { stop, type Action, type Target } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ModelRequest } from '../../../models/model.js';
import type { DialectFamily } from '../../../models/dialects/define-dialect.js';
import type { ParseContext, ParseProfile } from '../../../models/dialects/dialect.js';
import { sphinxCoord } from './sphinx-coord.js';
import { sphinxGround } from './sphinx-ground.js';
import { sphinxId } from './sphinx-id.js';

const element: Target = { type: 'element', element: 3 };
const BUTTONS: readonly Action[] = [
  { type: 'key', key: 'BACK' },
  { type: 'key', key: 'HOME' },
  { type: 'key', key: 'ENTER' },
  { type: 'restart_app' },
  { type: 'wait' },
  stop('success'),
];
const BY_WIDGET: readonly Action[] = [
  ...BUTTONS,
  { type: 'tap', target: element },
  { type: 'long_press', target: element },
  { type: 'type', text: 'x', target: element, clear: true },
  { type: 'swipe', direction: 'left', target: element },
];
const point: Target = { type: 'point', point: pixelPoint(1, 2) };
const BY_POINT: readonly Action[] = [
  ...BUTTONS,
  { type: 'tap', target: point },
  { type: 'long_press', target: point },
  { type: 'type', text: 'x', target: point, clear: true },
  { type: 'swipe', direction: 'left', from: pixelPoint(300, 2), to: pixelPoint(1, 2) },
];

const CONTEXT: ParseContext = {
  profile: 'tolerant',
  screen: { width: 768, height: 1280 },
  elements: { base: 0, count: 10 },
};

function read(family: DialectFamily, answer: string, profile: ParseProfile = 'tolerant'): unknown {
  const result = family.create().parse(answer, { ...CONTEXT, profile });
  return result.type === 'format_error' ? result.error.kind : result.actions;
}

function textOf({ messages }: ModelRequest): string {
  const parts = messages.flatMap(({ content }) => content);
  return parts.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('\n');
}

describe('the SPHINX dialects', () => {
  it.each([
    ...dialectContract({ family: sphinxId, actions: BY_WIDGET }),
    ...dialectContract({ family: sphinxId, settings: { variant: 'simplified' }, actions: BY_WIDGET }),
    ...dialectContract({ family: sphinxId, settings: { variant: 'leaves' }, actions: BY_WIDGET }),
    ...dialectContract({ family: sphinxId, settings: { variant: 'annotated_image' }, actions: BY_WIDGET }),
    ...dialectContract({
      family: sphinxId,
      settings: { switches: { replan: true } },
      actions: [...BY_WIDGET, { type: 'replan' }],
    }),
    ...dialectContract({ family: sphinxCoord, actions: BY_POINT }),
    ...dialectContract({ family: sphinxGround, actions: BY_WIDGET }),
    ...dialectContract({
      family: sphinxGround,
      settings: { variant: 'annotated_image' },
      actions: BY_WIDGET,
    }),
  ])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it('take the first action behind the last final phrase, grounding the last one of all', () => {
    const answer = 'In summary, the next action I will perform is ```click [1]``` or ```click [2]```.';
    expect(read(sphinxId, answer)).toMatchObject([{ target: { element: 1 } }]);
    expect(read(sphinxGround, answer)).toMatchObject([{ target: { element: 2 } }]);
  });

  it('trim the action, but not in grounding', () => {
    expect(read(sphinxId, '```\nclick [1]\n```')).toMatchObject([{ type: 'tap' }]);
    expect(read(sphinxGround, '```\nclick [1]\n```')).toBe('malformed_action');
  });

  it('never take an action from thinking, which the reference code does', () => {
    const thinking = '<think>```click [1]```</think>';
    expect(read(sphinxId, thinking)).toBe('no_action');
    expect(read(sphinxGround, thinking)).toBe('no_action');
    expect(read(sphinxId, `${thinking}\n\`\`\`press [back]\`\`\``)).toMatchObject([{ key: 'BACK' }]);
    expect(read(sphinxId, thinking, 'reference:sphinx')).toMatchObject([{ target: { element: 1 } }]);
    const typed = 'In summary, the next action I will perform is ```text [1] [<think>]```';
    expect(read(sphinxId, typed)).toMatchObject([{ text: '<think>' }]);
  });

  it('keep the words before the final phrase as the thought', () => {
    const result = sphinxId
      .create()
      .parse('I go. In summary, the next action I will perform is ```press [back]```', CONTEXT);
    expect(result).toMatchObject({ thought: 'I go.', lenient: false, warnings: [] });
    expect(sphinxId.create().parse('I go. ```press [back]```', CONTEXT)).toMatchObject({ thought: 'I go.' });
    expect(sphinxGround.create().parse(' It is it. ```click [1]``` ', CONTEXT)).toMatchObject({
      thought: 'It is it.',
    });
  });

  it('say in which letters of the answer an error is', () => {
    const answer = 'I go. In summary, the next action I will perform is ```\n clicks [1] ```';
    const result = sphinxId.create().parse(answer, CONTEXT);
    if (result.type !== 'format_error') throw new Error('read');
    expect(answer.slice(...(result.error.span ?? [0, 0]))).toBe('clicks [1]');
    expect(result.error.excerpt).toBe('clicks [1]');
  });

  it('start the app again for Home only where the switch says so, and know replan only where there is a plan', () => {
    const answer = '```press [home]```';
    expect(read(sphinxId, answer)).toMatchObject([{ type: 'key', key: 'HOME' }]);
    expect(read(sphinxId, answer, 'reference:sphinx')).toMatchObject([{ type: 'restart_app' }]);
    const dialect = sphinxId.create({ switches: { homeAsRestart: true, replan: true } });
    expect(dialect.parse(answer, CONTEXT)).toMatchObject({ actions: [{ type: 'restart_app' }] });
    expect(dialect.printCall({ type: 'key', key: 'HOME' }, CONTEXT)).toBeNull();
    expect(dialect.parse('```press [replan]```', CONTEXT)).toMatchObject({ actions: [{ type: 'replan' }] });
    expect(read(sphinxId, '```press [replan]```')).toBe('invalid_argument');
  });

  it('report errors of the reference code in its own words', () => {
    const errorOf = (family: DialectFamily, answer: string) => {
      const result = family.create().parse(answer, { ...CONTEXT, profile: 'reference:sphinx' });
      return result.type === 'format_error' ? result.error.message : 'read';
    };
    expect(errorOf(sphinxId, '```click [77]```')).toBe('Cannot find widget with id 77');
    expect(errorOf(sphinxGround, 'click [1]')).toBe('list index out of range');
    expect(errorOf(sphinxGround, 'text ```click [1]')).toBe('Invalid text action. text ');
    expect(errorOf(sphinxCoord, '```click [900,2]```')).toBe('read');
  });

  it('ask with observation, task, the last action alone and the skill, in this order', () => {
    const input = buildPromptInput({
      elementText: '[0] a View to click',
      history: [buildPromptStep({ call: 'click [2]', sentence: 'Click on a View (text: Save).' })],
      stepsTaken: 4,
      notes: { skill: '1. Open the list' },
    });
    const text = textOf(sphinxId.create().buildRequest(input));
    const order = [
      'OBSERVATION:\n[0] a View',
      'TASK: Set an alarm',
      'PREVIOUS ACTION: Click on a View (text: Save).',
      'SKILL: 1.',
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(textOf(sphinxId.create().buildRequest(buildPromptInput()))).toMatch(/PREVIOUS ACTION: None$/);
    expect(textOf(sphinxCoord.create().buildRequest({ ...input, notes: {} }))).toContain('ACTION: click [2]');
  });

  it('ask grounding questions with the role apart, and nothing of earlier steps', () => {
    const input = buildPromptInput({
      elementText: '[0] a View to click',
      history: [buildPromptStep({ call: 'click [2]', sentence: 'Click on a View (text: Save).' })],
    });
    const request = sphinxGround.create().buildRequest(input);
    expect(request.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    const text = textOf(request);
    const order = [
      'You operate',
      'click [index]',
      'Rules:',
      'OBSERVATION:\n[0] a View',
      'TASK: Set an alarm',
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(text).not.toMatch(/PREVIOUS|Save/);
  });

  it('say how large the picture is that positions refer to', () => {
    const input = buildPromptInput({ screenshot: buildSentPicture(768, 1280) });
    expect(textOf(sphinxCoord.create().buildRequest(input))).toMatch(/768 \* 1280[^]*<image>$/);
  });

  it('takes positions for pixels of the phone where a smaller picture is sent and the coordinates say so', () => {
    const sent = { width: 256, height: 426 };
    const dialect = sphinxCoord.create({ coordinates: { space: 'resized', to: CONTEXT.screen ?? sent } });
    for (const profile of ['tolerant', 'reference:sphinx'] as const) {
      const result = dialect.parse('```click [540,1150]```', { ...CONTEXT, sent, profile });
      expect(result, profile).toMatchObject({
        actions: [{ type: 'tap', target: { type: 'point', point: { x: 540, y: 1150 } } }],
      });
    }
    const input = buildPromptInput({
      screen: CONTEXT.screen,
      screenshot: buildSentPicture(sent.width, sent.height),
    });
    expect(textOf(dialect.buildRequest(input))).toContain('768 * 1280');
    expect(textOf(sphinxCoord.create().buildRequest(input))).toContain('256 * 426');
  });
});
