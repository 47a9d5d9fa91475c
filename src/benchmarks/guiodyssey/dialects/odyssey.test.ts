import { describe, expect, it } from 'vitest';
import { stop, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ModelContent, ModelRequest } from '../../../models/model.js';
import type { DialectFamily } from '../../../models/dialects/define-dialect.js';
import type {
  DialectSettings,
  ParseContext,
  ParseProfile,
  PromptInput,
} from '../../../models/dialects/dialect.js';
import { actionOfStep } from '../action-of-step.js';
import { commandOfStep } from '../command-of-step.js';
import { OdysseyStepSchema } from '../episode-file.js';
import { odysseyCommandFamily } from './odyssey-command.js';
import { odysseyMarks } from './odyssey-marks.js';

const COMMON: readonly Action[] = [
  { type: 'type', text: 'x' },
  { type: 'swipe', direction: 'up' },
  { type: 'key', key: 'BACK' },
  { type: 'key', key: 'HOME' },
  { type: 'key', key: 'APP_SWITCH' },
  stop('success'),
  stop('infeasible'),
];
const point = { type: 'point', point: pixelPoint(1, 2) } as const;
const element = { type: 'element', element: 3 } as const;
const CONTEXT: ParseContext = {
  profile: 'tolerant',
  screen: { width: 1000, height: 2000 },
  elements: { base: 0, count: 40 },
};

function read(family: DialectFamily, answer: string, profile: ParseProfile = 'tolerant'): unknown {
  const result = family.create().parse(answer, { ...CONTEXT, profile });
  return result.type === 'format_error' ? result.error.kind : result.actions;
}

function written({ messages }: ModelRequest): string {
  const show = (part: ModelContent): string => (part.type === 'text' ? part.text : '<image>');
  return messages.at(-1)?.content.map(show).join('') ?? '';
}

describe('the GUIOdyssey dialects', () => {
  it.each([
    ...dialectContract({
      family: odysseyCommandFamily,
      actions: [...COMMON, { type: 'tap', target: point }, { type: 'long_press', target: point }],
    }),
    ...dialectContract({
      family: odysseyCommandFamily,
      settings: { variant: 'odyssey_agent' },
      actions: [...COMMON, { type: 'tap', target: point }],
    }),
    ...dialectContract({
      family: odysseyMarks,
      actions: [...COMMON, { type: 'tap', target: element }, { type: 'long_press', target: element }],
    }),
  ])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each([
    'click: (100, 200)',
    'CLICK： （100，200）',
    '**CLICK**: (100, 200)',
    '- `CLICK: (100, 200)`',
    '1. CLICK: (100, 200)',
    'Next action: CLICK: (100, 200)',
    'CLICK: (100, 200) to open it',
    'CLICK (100, 200)',
    'TAP: (100, 200)',
    'CLICK: (90, 190, 110, 210)',
    'CLICK: (100.0, 200.0)',
    'I open it.\nCLICK: (100, 200)',
    '```\nCLICK: (100, 200)\n```',
    'CLICK: (100, 200)\nPRESS_BACK',
    'CLICK: (100, 200)\nTYPE:',
  ])('read %j tolerantly and refuse it strictly', (answer) => {
    expect(read(odysseyCommandFamily, answer)).toMatchObject([
      { type: 'tap', target: { point: { pixel: [100, 400] } } },
      ...(answer.includes('PRESS_BACK') ? [{ type: 'key' }] : []),
    ]);
    expect(read(odysseyCommandFamily, answer, 'strict')).toBe('malformed_action');
  });

  it.each([
    ['PRESS_ENTER', 'unknown_action'],
    ['Sure.\nOPEN_APP: Clock', 'unknown_action'],
    ['COMPLETE the form', 'no_action'],
    ['CLICK the button', 'no_action'],
    ['<think>CLICK: (1, 2)</think>', 'no_action'],
    ['CLICK', 'missing_argument'],
    ['CLICK: (-100, -100)', 'missing_argument'],
    ['CLICK: (1, 2, 3)', 'invalid_argument'],
    ['CLICK: the button', 'invalid_argument'],
    ['SCROLL: up and down', 'invalid_argument'],
    ['TYPE: ""', 'missing_argument'],
  ])('call %j %s', (answer, kind) => {
    expect(read(odysseyCommandFamily, answer)).toBe(kind);
  });

  it('name marks by number, in no other way', () => {
    expect(read(odysseyMarks, 'CLICK: mark #17.')).toMatchObject([{ target: { element: 17 } }]);
    expect(read(odysseyMarks, 'CLICK: (17, 20)')).toBe('invalid_argument');
    expect(read(odysseyMarks, 'CLICK: the button')).toBe('invalid_argument');
    expect(read(odysseyMarks, 'CLICK: 40')).toBe('element_not_found');
    expect(read(odysseyMarks, 'CLICK:')).toBe('missing_argument');
  });

  it('keep everything behind the first colon, and quotes that belong to the text', () => {
    const dialect = odysseyCommandFamily.create();
    for (const text of ['https://a.b: 10:30', '"quoted"', ' spaced ', 'COMPLETE']) {
      const answer = dialect.printAnswer({ type: 'type', text }, { thought: '', summary: '' }, CONTEXT);
      expect(dialect.parse(answer ?? '', CONTEXT)).toMatchObject({ actions: [{ text }] });
    }
    expect(dialect.printCall({ type: 'type', text: 'two\nlines' }, CONTEXT)).toBeNull();
  });

  it('take prose before a command for the thought', () => {
    const result = odysseyCommandFamily.create().parse('I go back.\nPRESS_BACK', CONTEXT);
    expect(result).toMatchObject({ thought: 'I go back.' });
  });
});

describe('earlier steps of a recording', () => {
  const size = { width: 1080, height: 2400 };
  const callOf = (step: { action: string; info: unknown }, variant = 'odyssey_agent'): string | null => {
    const command = commandOfStep(step, 'reference');
    const recorded = actionOfStep(
      OdysseyStepSchema.parse({ ...step, step: 0, screenshot: 's' }),
      size,
      command,
    );
    return odysseyCommandFamily.create({ variant }).printCall(recorded, { screen: size, sent: size });
  };

  it.each(['\ttab\t', '  outer  ', 'two\nlines', 'crlf\r\n', '', ' ', '"quoted"', 'a   b', 'x'.repeat(700)])(
    'are printed word for word: %j',
    (text) => {
      for (const variant of ['odyssey_agent', 'closed']) {
        expect(callOf({ action: 'TEXT', info: text }, variant)).toBe(`TYPE: ${text}`);
      }
    },
  );

  it('have their positions as recorded, with every decimal', () => {
    expect(callOf({ action: 'CLICK', info: [[162.5, 33.333333333333336]] })).toBe(
      'CLICK: (162.5, 33.333333333333336)',
    );
    expect(callOf({ action: 'LONG_PRESS', info: 'KEY_BACK' })).toBe('PRESS_BACK');
    expect(
      callOf({
        action: 'SCROLL',
        info: [
          [5, 5],
          [5, 5],
        ],
      }),
    ).toBe('SCROLL: DOWN');
  });

  it('of the model itself keep its own words', () => {
    const dialect = odysseyCommandFamily.create({ variant: 'odyssey_agent' });
    const result = dialect.parse('TYPE: a\tb', CONTEXT);
    const [action] = result.type === 'actions' ? result.actions : [];
    expect(action === undefined ? null : dialect.printCall(action, CONTEXT)).toBe('TYPE: a\tb');
  });
});

describe('the GUIOdyssey prompts', () => {
  const picture = buildSentPicture();
  const step = buildPromptStep({ call: 'PRESS_HOME', picture });
  const later = buildPromptInput({
    instruction: 'open the clock',
    screenshot: picture,
    history: [step, { ...step, call: 'CLICK: (1, 2)' }],
    stepsTaken: 2,
  });
  const first: PromptInput = { ...later, history: [], stepsTaken: 0 };
  const agent = (input: PromptInput, settings: DialectSettings = {}): string =>
    written(odysseyCommandFamily.create({ variant: 'odyssey_agent', ...settings }).buildRequest(input));

  it('of OdysseyAgent is the one it was trained with, pictures in place of its tokens', () => {
    expect(agent(first)).toBe(
      "Picture 1: <image>\nI'm looking for guidance on how to open the clock\n" +
        'Previous screenshots: None\nPrevious Actions: None\nProvide the command-style action directly.',
    );
    expect(agent(later)).toBe(
      "Picture 1: <image>\nI'm looking for guidance on how to open the clock\n" +
        'Previous screenshots: <image><image>\nPrevious Actions: 1. PRESS_HOME\n2. CLICK: (1, 2)\n\n' +
        'Provide the command-style action directly.',
    );
  });

  it('of OdysseyAgent shows each part of the history that is asked for, and no other', () => {
    const question = "Picture 1: <image>\nI'm looking for guidance on how to open the clock\n";
    const request = 'Provide the command-style action directly.';
    const noPictures: DialectSettings = { history: { pictures: 0 } };
    const noActions: DialectSettings = { switches: { previousActions: false } };
    expect(agent(first, noPictures)).toBe(question + request);
    expect(agent(later, noPictures)).toContain('open the clock\nPrevious Actions: 1. PRESS_HOME');
    expect(agent(later, noActions)).toBe(`${question}Previous screenshots: <image><image>\n${request}`);
    expect(agent(later, { ...noPictures, ...noActions })).toBe(question + request);
    const told = { ...later, notes: { context: 'The launcher was opened.' } };
    expect(agent(told, { ...noPictures, ...noActions })).toBe(
      `${question}What has been done so far: The launcher was opened.\n${request}`,
    );
  });

  it('for other models explains the commands, behind the pictures', () => {
    const text = written(odysseyCommandFamily.create().buildRequest(later));
    expect(text).toMatch(
      /^<image>[^]*CLICK: <coordinate>[^]*\(1000, 1000\)[^]*open the clock[^]*2\. CLICK: \(1, 2\)/,
    );
    const marked = written(odysseyMarks.create().buildRequest({ ...first, marked: picture }));
    expect(marked).toMatch(/^<image><image>[^]*CLICK: <element_idx[^]*Actions so far:\nNone/);
  });
});
