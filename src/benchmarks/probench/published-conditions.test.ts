import { describe, expect, it } from 'vitest';
import { parseCoordinateRule, type CoordinateRule } from '../../domain/coordinates/coordinate-rule.js';
import type { Size } from '../../domain/geometry.js';
import { QWEN25_COORDINATES, PERMILLE } from '../../models/dialects/coordinate-rules.js';
import type { Dialect, ParseContext } from '../../models/dialects/dialect.js';
import { AGENTS } from '../../registry/agents.js';
import { requestText } from '../../testing/models/listening-model.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../testing/models/prompt-input.js';
import { registeredDialect } from '../../testing/models/registered-dialect.js';
import { operationOf } from './live/operation.js';
import { probenchCondition } from './published-conditions.js';
import { PUBLISHED_MODELS } from './published-models.js';
import { PUBLISHED_ACCURACY } from './tables/published.js';

const SCREEN: Size = { width: 1080, height: 2400 };
const SENT: CoordinateRule = { space: 'sent' };
const UI_TARS_COORDINATES: CoordinateRule = {
  space: 'resized',
  to: { algorithm: 'smart_resize', factor: 28, minPixels: 100 * 28 * 28, maxPixels: 16384 * 28 * 28 },
};
/** With at most 15 steps, all of them. */
const CALLS = 20;

/** Row, dialect, what numbers mean, earlier steps (null: all). */
const ASKED: readonly (readonly [string, string, CoordinateRule, number | null])[] = [
  ['GPT-4o', 'generic_call@probench', SENT, CALLS],
  ['Claude 4 Sonnet', 'generic_call@probench', SENT, CALLS],
  ['Gemini 2.5 Pro', 'generic_call@probench', PERMILLE, CALLS],
  ['Qwen2.5-VL-7B', 'gui_r1@probench', QWEN25_COORDINATES, null],
  ['Qwen2.5-VL-32B', 'generic_call@probench_tagged', QWEN25_COORDINATES, CALLS],
  ['Qwen2.5-VL-72B', 'generic_call@probench', QWEN25_COORDINATES, CALLS],
  ['InternVL3-8B', 'gui_r1@probench_permille', PERMILLE, null],
  ['UI-TARS-1.5-7B', 'ui_tars@probench', UI_TARS_COORDINATES, null],
  ['UI-R1-E-3B', 'ui_r1@probench', QWEN25_COORDINATES, 0],
  ['GUI-R1-3B', 'gui_r1@probench', QWEN25_COORDINATES, null],
];

/** The dialect that a run with the flags of the condition has. */
function dialectFor(model: string): Dialect {
  const { dialect = '', dialectOptions, coordinates } = probenchCondition(model) ?? {};
  const [family = '', variant = ''] = dialect.split('@');
  const rule = coordinates === undefined ? null : parseCoordinateRule(coordinates);
  return registeredDialect(family).create({
    variant,
    ...(dialectOptions === undefined ? {} : { switches: dialectOptions }),
    ...(rule === null ? {} : { coordinates: rule }),
  });
}

describe('probenchCondition', () => {
  it('has every row of the paper', () => {
    const rows = PUBLISHED_ACCURACY.map(({ model }) => model);
    expect(ASKED.map(([row]) => row)).toEqual(rows);
    expect(PUBLISHED_MODELS.map(({ row }) => row).toSorted()).toEqual(rows.toSorted());
  });

  it.each(ASKED)('knows how %s was asked: %s', (row, dialect, coordinates, steps) => {
    const { ids = [] } = PUBLISHED_MODELS.find((each) => each.row === row) ?? {};
    for (const name of [row, ...ids]) {
      const condition = probenchCondition(name);
      expect(condition).toMatchObject({ row, dialect });
      expect([...AGENTS.keys()]).toContain(condition?.agent);
    }
    const made = dialectFor(row);
    expect(made.coordinates).toEqual(coordinates);
    expect(made.history).toEqual({ steps, pictures: 0 });
  });

  it.each([
    ['openai/gpt-4o-2024-11-20', 'GPT-4o'],
    ['anthropic.claude-sonnet-4-20250514-v1:0', 'Claude 4 Sonnet'],
    ['google/gemini-2.5-pro-preview-06-05', 'Gemini 2.5 Pro'],
    ['qwen2.5-vl-72b-instruct', 'Qwen2.5-VL-72B'],
    ['ritzzai/GUI-R1-7B', null],
    ['OpenGVLab/InternVL3-78B', null],
    ['LZXzju/Qwen2.5-VL-3B-UI-R1', null],
  ])('takes %s for the row %s of a family that was asked', (model, row) => {
    const condition = probenchCondition(model);
    expect(condition).not.toBeNull();
    expect(condition?.row).toBe(row);
  });

  it.each([
    'gpt-4o-mini',
    'claude-sonnet-4-5-20250929',
    'gemini-2.5-flash',
    'Qwen2.5-VL-3B-Instruct',
    'OpenGVLab/InternVL3_5-8B',
    'UI-TARS-7B-DPO',
    'm',
    '',
  ])('knows nothing of %j', (model) => {
    expect(probenchCondition(model)).toBeNull();
  });
});

describe('the prompts of ProBench', () => {
  it.each(ASKED)('ask %s for one action, over the picture alone', (row, _, __, steps) => {
    const dialect = dialectFor(row);
    const earlier = buildPromptStep({ call: 'earlier-call', thought: 'earlier-thought' });
    const input = buildPromptInput({
      instruction: 'Get the result for factorial 7.',
      history: steps === 0 ? [] : [earlier],
      stepsTaken: 1,
      screenshot: buildSentPicture(),
    });
    const request = dialect.buildRequest(input);
    const text = requestText(request);
    expect(text).toContain('Get the result for factorial 7.');
    expect(text).not.toMatch(/\{\{|\}\}|undefined|null/);
    expect(text.includes('earlier-call')).toBe(steps !== 0);
    expect(dialect.observation).toMatchObject({ screenshot: true, marked: null, text: null });
    const parts = request.messages.flatMap(({ content }) => content);
    expect(parts.filter(({ type }) => type === 'image')).toHaveLength(1);
    for (const form of FORMS[row]?.printed ?? ['no form']) expect(text).toContain(form);
  });

  it.each(ASKED)('have the answers of %s read', (row) => {
    const dialect = dialectFor(row);
    const { answers, profiles } = FORMS[row] ?? { answers: {}, profiles: [] };
    expect(profiles.length).toBeGreaterThan(1);
    for (const profile of profiles) {
      const context: ParseContext = { profile, screen: SCREEN, sent: SCREEN };
      const read = Object.entries(answers).map(([answer]) => {
        const result = dialect.parse(answer, context);
        return result.type === 'actions' ? operationOf(result.actions[0], SCREEN) : result.error.message;
      });
      const meant = Object.values(answers).map((operation) =>
        typeof operation === 'string' ? operation : operation[isReference(profile) ? 'reference' : 'own'],
      );
      expect([profile, ...read]).toEqual([profile, ...meant]);
    }
  });
});

function isReference(profile: ParseContext['profile']): boolean {
  return profile === 'reference:probench';
}

type Operation = string | Readonly<Record<'own' | 'reference', string>>;

/** What a prompt prints of the form of answers, and answers in that form with the operation that each is. */
interface Form {
  readonly printed: readonly string[];
  readonly answers: Readonly<Record<string, Operation>>;
  readonly profiles: readonly ParseContext['profile'][];
}

const PROFILES = ['tolerant', 'strict', 'reference:probench'] as const;
const CLICKED = 'Click(540, 1200)';
const TYPED = 'Type(wembley stadium)';
const SWIPED = 'Swipe(540, 1800, 540, 600)';
/** A direction without a path is the environment's to carry out; the paper's code would draw one. */
const SCROLLED = { own: 'Swipe(up)', reference: 'Swipe(540, 1680, 540, 720)' };
const SEVEN = [
  'Click(x, y)',
  'Type(text)',
  'Swipe(x1, y1, x2, y2)',
  'Back()',
  'Enter()',
  'Wait()',
  'Complete()',
];

/** @param at numbers of a click in the middle @param path those of a swipe from three quarters up to one */
function calls(at: string, path: string, around: (call: string) => string, format: string): Form {
  const answers: Record<string, string> = {
    [`Click(${at})`]: CLICKED,
    [`Swipe(${path})`]: SWIPED,
    'Type(wembley stadium)': TYPED,
    'Back()': 'Back()',
    'Enter()': 'Enter()',
    'Wait()': 'Wait()',
    'Complete()': 'Complete()',
  };
  return {
    printed: [...SEVEN, format],
    answers: Object.fromEntries(Object.entries(answers).map(([call, meant]) => [around(call), meant])),
    profiles: PROFILES,
  };
}

function labelled(at: string, path: string): Form {
  return calls(at, path, (call) => `Action: ${call}`, '"Action:"');
}

/** @param braces of the entry in its list, which UI-R1's template lacks */
function list(at: string, [open, close]: readonly [string, string]): Form {
  const say = (action: string, point = '[-100, -100]', text = 'no input text'): string =>
    `<think> t </think> <answer>[${open}'action': '${action}', 'point': ${point}, 'input_text': '${text}'${close}]</answer>`;
  return {
    printed: [
      'wait, complete, click, back, type, enter, scroll',
      `<think> ... </think> <answer>[${open}'action': 'click', 'point': [x, y], 'input_text': 'no input text'${close}]</answer>`,
    ],
    answers: {
      [say('click', at)]: CLICKED,
      [say('type', undefined, 'wembley stadium')]: TYPED,
      [say('scroll', undefined, 'down')]: SCROLLED,
      [say('back')]: 'Back()',
      [say('enter')]: 'Enter()',
      [say('wait')]: 'Wait()',
      [say('complete')]: 'Complete()',
    },
    // Without braces it is no list: strictly nobody reads it.
    profiles: open === '' ? ['tolerant', 'reference:probench'] : PROFILES,
  };
}

const BRACES = ['{', '}'] as const;
const PIXELS = labelled('540, 1200', '540, 1800, 540, 600');
const UI_TARS_CALLS = {
  "click(point='<point>546 1204</point>')": CLICKED,
  "type(content='wembley stadium')": TYPED,
  "drag(start_point='<point>546 1806</point>', end_point='<point>546 602</point>')": SWIPED,
  'press_back()': 'Back()',
  'press_enter()': 'Enter()',
  'finished()': 'Complete()',
};

const FORMS: Readonly<Record<string, Form>> = {
  'GPT-4o': PIXELS,
  'Claude 4 Sonnet': PIXELS,
  'Gemini 2.5 Pro': labelled('500, 500', '500, 750, 500, 250'),
  'Qwen2.5-VL-7B': list('[546, 1204]', BRACES),
  'Qwen2.5-VL-32B': calls(
    '546, 1204',
    '546, 1806, 546, 602',
    (call) => `<think> t </think> <answer>${call}</answer>`,
    '<think> ... </think> <answer>CALL</answer>',
  ),
  'Qwen2.5-VL-72B': labelled('546, 1204', '546, 1806, 546, 602'),
  'InternVL3-8B': list('[500, 500]', BRACES),
  'UI-TARS-1.5-7B': {
    printed: [
      "click(point='<point>x1 y1</point>')",
      "type(content='')",
      "drag(start_point='<point>x1 y1</point>', end_point='<point>x2 y2</point>')",
      'press_back()\npress_enter()\nfinished()',
    ],
    answers: Object.fromEntries(
      Object.entries(UI_TARS_CALLS).map(([call, meant]) => [`Thought: t\nAction: ${call}`, meant]),
    ),
    profiles: PROFILES,
  },
  'UI-R1-E-3B': list('[546, 1204]', ['', '']),
  'GUI-R1-3B': list('[546, 1204]', BRACES),
};
