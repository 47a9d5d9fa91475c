import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stop, type Action, type Target } from '../../../domain/action.js';
import { resolvePoint } from '../../../domain/geometry.js';
import { gridPoint, type GridSubarea } from '../../../domain/coordinates/grid-point.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { DialectFamily } from '../define-dialect.js';
import type { DialectSettings, ParseContext, ParseProfile } from '../dialect.js';
import { registeredDialect } from '../../../testing/models/registered-dialect.js';

const appAgent = registeredDialect('appagent');
const appAgentGrid = registeredDialect('appagent_grid');
const element: Target = { type: 'element', element: 3 };
const TOUCHES: readonly Action[] = [
  { type: 'tap', target: element },
  { type: 'long_press', target: element, durationMs: 1000 },
  { type: 'swipe', direction: 'up', target: element, distance: 'long', durationMs: 400 },
  { type: 'grid_overlay' },
  stop('unspecified'),
];
const CONTEXT: ParseContext = {
  profile: 'tolerant',
  screen: { width: 720, height: 1280 },
  elements: { base: 1, count: 10 },
  grid: { rows: 10, columns: 6 },
};

function answerWith(action: string): string {
  return `Observation: A list.\nThought: Do it.\nAction: ${action}\nSummary: I did it.`;
}

function read(action: string, profile: ParseProfile = 'tolerant', settings: DialectSettings = {}): unknown {
  const result = appAgent.create(settings).parse(answerWith(action), { ...CONTEXT, profile });
  return result.type === 'format_error' ? result.error.kind : result.actions[0];
}

function readGrid(action: string, profile: ParseProfile = 'tolerant'): unknown {
  const result = appAgentGrid.create().parse(answerWith(action), { ...CONTEXT, profile });
  return result.type === 'format_error' ? result.error.kind : result.actions[0];
}

describe('the AppAgent dialects', () => {
  it.each([
    ...dialectContract({
      family: appAgent,
      actions: [...TOUCHES, { type: 'type', text: 'x' }],
      context: { elements: { base: 1, count: 10 } },
    }),
    ...dialectContract({
      family: appAgent,
      settings: { variant: 'sphinx' },
      actions: [...TOUCHES, { type: 'type', text: 'x', target: element, clear: false }],
      context: { elements: { base: 1, count: 10 } },
    }),
    ...dialectContract({ family: appAgentGrid }),
  ])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each<[string, Partial<Action>]>([
    ['**tap(5)**', { type: 'tap' }],
    ['tap(5) then tap(6)', { type: 'tap' }],
    ['tap("5")', { type: 'tap' }],
    ['Tap（5）', { type: 'tap' }],
    ['swipe(5, up, Long)', { type: 'swipe', direction: 'up', distance: 'long' }],
    ["text('it is')", { type: 'type', text: 'it is' }],
    ['text("say "hi"")', { type: 'type', text: 'say "hi"' }],
    ['text("two\nlines")', { type: 'type', text: 'two\nlines' }],
    ['text(hello, you)', { type: 'type', text: 'hello, you' }],
    ['text(text_input="a")', { type: 'type', text: 'a' }],
    ['text(5, "a, b")', { type: 'type', text: 'a, b', target: { type: 'element', element: 5 } }],
    ['grid', { type: 'grid_overlay' }],
    ['The task is done. FINISH', { type: 'stop', status: 'unspecified' }],
    ['finish', { type: 'stop', status: 'unspecified' }],
  ])('reads %j tolerantly and refuses it strictly', (action, expected) => {
    expect(read(action)).toMatchObject(expected);
    expect(read(action, 'strict')).toBe('malformed_action');
  });

  it.each([
    ['', 'no_action'],
    ['I tap it', 'malformed_action'],
    ['back()', 'unknown_action'],
    ['tap()', 'missing_argument'],
    ['tap(5, 6)', 'invalid_argument'],
    ['tap(-1)', 'element_not_found'],
    ['tap(11)', 'element_not_found'],
    ['text("")', 'missing_argument'],
    ['text("abc', 'malformed_action'],
    ['swipe(5, "", "long")', 'missing_argument'],
    ['swipe(5, "up", "far")', 'invalid_argument'],
    ['grid(1)', 'invalid_argument'],
  ])('calls %j %s', (action, kind) => {
    expect(read(action)).toBe(kind);
  });

  it('types a word that ends tasks, brackets, commas and labels', () => {
    for (const text of ['FINISH', 'a (b), c', 'Summary: x', 'Action: tap(1)', 'back\\slash']) {
      const printed = appAgent
        .create()
        .printAnswer({ type: 'type', text }, { thought: 't', summary: 's' }, CONTEXT);
      expect(appAgent.create().parse(printed ?? '', CONTEXT)).toMatchObject({ actions: [{ text }] });
    }
  });

  it('never takes an action from thinking or from another line', () => {
    const dialect = appAgent.create();
    const said = (text: string) => {
      const result = dialect.parse(text, CONTEXT);
      return result.type === 'format_error' ? result.error.kind : result.actions;
    };
    expect(said(`<think>${answerWith('tap(1)')}</think>`)).toBe('no_action');
    expect(said('Observation: o\nThought: then Action: tap(1)\nAction: tap(2)\nSummary: s')).toMatchObject([
      { target: { element: 2 } },
    ]);
    expect(said('Observation: o Thought: t Action: tap(2) Summary: s')).toMatchObject([
      { target: { element: 2 } },
    ]);
    expect(said('Observation: o\nAction: tap(2)\nSummary: s')).toBe('missing_section');
  });

  it('keeps thought and summary', () => {
    expect(appAgent.create().parse(answerWith('tap(1)'), CONTEXT)).toMatchObject({
      thought: 'Do it.',
      summary: 'I did it.',
    });
  });

  it('takes the field of a text as part of the grammar in the variant of SPHINX alone', () => {
    const sphinx = { variant: 'sphinx' };
    expect(read('text(5, "a")', 'strict')).toBe('malformed_action');
    expect(read('text(5, "a")', 'strict', sphinx)).toMatchObject({ text: 'a', clear: false });
    expect(read('text("a")', 'strict', sphinx)).toBe('malformed_action');
    expect(read('text("a")', 'tolerant', sphinx)).toMatchObject({ text: 'a' });
    expect(read('text(50, "a")')).toBe('element_not_found');
  });

  it('reads as the reference code does, slips included', () => {
    const reference = 'reference:sphinx';
    expect(read('text(5, hello)', reference)).toMatchObject({ text: 'ell' });
    expect(read('text(5, "a, b")', reference)).toBe('malformed_action');
    expect(read('tap(0)', reference)).toMatchObject({ target: { element: 10 } });
    expect(read('tap(-1)', reference)).toMatchObject({ target: { element: 9 } });
    expect(read('tap(11)', reference)).toBe('element_not_found');
    expect(read('swipe(5, "up", far)', reference)).toMatchObject({ direction: 'up', distance: 'short' });
    expect(read('swipe(5, up, "long")', reference)).toBe('invalid_argument');
    expect(read('text(5, "FINISH")', reference)).toMatchObject({ type: 'stop' });
    expect(readGrid('tap(1, "anywhere")', reference)).toMatchObject({
      target: { point: { pixel: [60, 64] } },
    });
    expect(readGrid('swipe(1, "left", 2, "left")', reference)).toMatchObject({ direction: 'right' });
    expect(readGrid('tap(61, "left")', reference)).toBe('element_not_found');
    expect(appAgent.create().parse('', { ...CONTEXT, profile: reference })).toMatchObject({
      error: { kind: 'empty_output' },
    });
  });

  it('reads as AppAgent itself does, slips included', () => {
    const published = 'reference:appagent';
    const adapted = { variant: 'sphinx' };
    expect(read('text("a (b) c")', published)).toMatchObject({ type: 'type', text: 'a (' });
    expect(read('text( "hello")', published)).toMatchObject({ text: '"hello' });
    expect(read('text("5, six")', published)).toMatchObject({ text: '5, six' });
    expect(read('text("")', published)).toMatchObject({ type: 'type', text: '' });
    expect(read('text(5, "a")', published, adapted)).toMatchObject({ text: 'a', target: { element: 5 } });
    expect(read('text("a")', published, adapted)).toBe('malformed_action');
    expect(read('tap(0)', published)).toMatchObject({ target: { element: 10 } });
    expect(read('Tap(5)', published)).toBe('malformed_action');
    expect(appAgent.create().parse(answerWith('grid()'), { ...CONTEXT, profile: published })).toMatchObject({
      actions: [{ type: 'grid_overlay' }],
      summary: 'grid',
    });
    // As far down as it is to the right, whatever was meant.
    expect(readGrid('swipe(7, "right", 8, "left")', published)).toMatchObject({
      from: { pixel: [90, 90] },
      to: { pixel: [150, 192] },
    });
    expect(readGrid('tap(61, "top-left")', published)).toMatchObject({
      target: { inBounds: false, point: { y: 1312 } },
    });
    expect(readGrid('tap(0, "top-left")', published)).toMatchObject({ target: { inBounds: false } });
  });

  it('is asked in the adaptation as all models of that benchmark are', () => {
    const { sampling, isUnlimited, observation } = appAgent.create({ variant: 'sphinx' });
    expect(sampling).toEqual({ temperature: 0.2, pictureDetail: 'low' });
    expect(isUnlimited).toBe(true);
    expect(observation.picture).toEqual({ resize: null, format: 'jpeg', quality: 95 });
    const vendor = appAgent.create();
    expect(vendor.sampling).toEqual({ temperature: 0, maxOutputTokens: 300 });
    expect(vendor.observation.picture.format).toBe('png');
  });

  it('prints every spot of a grid so that it is read back, and no other position', () => {
    const dialect = appAgentGrid.create();
    const screen = { width: 1081, height: 2399 };
    const grid = { rows: 19, columns: 9 };
    const context: ParseContext = { profile: 'strict', screen, grid };
    const names: GridSubarea[] = ['center', 'top-left', 'top', 'right', 'bottom-right'];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 171 }), fc.constantFrom(...names), (area, subarea) => {
        const [x, y] = gridPoint({ area, subarea }, grid, screen) ?? [NaN, NaN];
        const point = resolvePoint({ x, y, space: 'pixel' }, screen);
        const action: Action = { type: 'tap', target: { type: 'point', point } };
        const answer = dialect.printAnswer(action, { thought: 't', summary: 's' }, context);
        expect(answer).toContain(`tap(${area}, "${subarea}")`);
        const result = dialect.parse(answer ?? '', context);
        expect(result).toMatchObject({ actions: [action] });
      }),
    );
    const between: Action = { type: 'tap', target: { type: 'point', point: { x: 3, y: 3, space: 'pixel' } } };
    expect(dialect.printCall(between, context)).toBeNull();
  });

  it('asks with documents, task and the latest summary, and the marked picture', () => {
    const input = buildPromptInput({
      marked: buildSentPicture(),
      history: [buildPromptStep({ summary: 'I opened the list.' })],
      stepsTaken: 1,
      notes: { documents: 'Element 3: opens the menu.' },
    });
    const textOf = (family: DialectFamily, changes = {}): string => {
      const [message] = family.create().buildRequest({ ...input, ...changes }).messages;
      const [part, picture] = message?.content ?? [];
      expect(picture?.type).toBe('image');
      return part?.type === 'text' ? part.text : '';
    };
    expect(textOf(appAgent)).toMatch(/opens the menu[^]*Set an alarm[^]*done so far: I opened the list\./);
    expect(textOf(appAgent, { notes: { past_actions: 'None' } })).toContain('done so far: None');
    expect(textOf(appAgent, { notes: {}, history: [], stepsTaken: 0 })).not.toContain('What is known');
    expect(textOf(appAgentGrid)).toContain('swipe(start_area');
  });
});
