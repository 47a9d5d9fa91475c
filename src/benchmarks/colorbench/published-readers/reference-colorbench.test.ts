import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Size } from '../../../domain/geometry.js';
import { toGraphAction } from '../../../domain/graph/native-action.js';
import { DIALECTS } from '../../../registry/dialects.js';
import { readOften } from '../../../testing/read-often.js';
import { asPixels, pointScale, type PointScale } from './point-scale.js';
import { plannerReader } from './colorbench-readers.js';
import { readPlannedAction, splitPlannedAction } from './read-api.js';
import { readExecutor } from './read-executor.js';
import { readOsAtlas } from './read-os-atlas.js';
import { readQwen3 } from './read-qwen3.js';
import {
  readPublishedGlmMemory,
  readPublishedMemory,
  readPublishedPlan,
  readPublishedReflection,
} from './read-roles.js';
import { publishedResult } from './read-step.js';
import { readUiTars } from './read-ui-tars.js';
import { readVanilla } from './read-vanilla.js';

const SCREEN = { width: 1000, height: 2000 };

const relative = (screen: Size): PointScale =>
  pointScale({ space: 'norm', span: 1000 }, { profile: 'tolerant', screen });
const call = (json: string): string => `{"name": "mobile_use", "arguments": ${json}}`;

describe('readVanilla', () => {
  it('needs one space before the arguments: a compact call is an action nobody knows', () => {
    expect(readVanilla(`<action>\n${call('{"action": "wait"}')}\n</action>`, asPixels).action).toEqual({
      action_type: 'wait',
    });
    expect(readVanilla('{"name":"mobile_use","arguments":{"action":"wait"}}', asPixels).action).toEqual({
      action_type: 'mobile_use',
    });
  });

  it('fails the step where a press has no position', () => {
    expect(readVanilla(call('{"action": "click"}'), asPixels).action).toBe(null);
    expect(readVanilla(call('{"action": "click", "coordinate": "12"}'), asPixels).action).toEqual({
      action_type: 'click',
      x: '1',
      y: '2',
    });
  });
});

describe('readExecutor', () => {
  it('turns full-width marks into ASCII, in typed text as well, and keeps a press without a position', () => {
    expect(readExecutor(call('{"action": "type", "text": "a，b"}')).action).toMatchObject({ text: 'a,b' });
    expect(readExecutor(call('{"action": "click"}')).action).toEqual({ action_type: 'click' });
  });
});

describe('readQwen3', () => {
  it('rounds positions of 0 to 1000 down to whole pixels', () => {
    const answer = `Thought: a\nAction: b\n<tool_call>\n${call('{"action": "click", "coordinate": [1.9, 333]}')}\n</tool_call>`;
    expect(readQwen3(answer, relative({ width: 720, height: 1600 }))).toMatchObject({
      action: { action_type: 'click', x: 0, y: 532 },
      thought: 'a',
      description: 'b',
    });
  });
});

describe('readUiTars and readOsAtlas', () => {
  it('turn vertical scrolls round and leave horizontal ones', () => {
    const words = ['up', 'down', 'left', 'right'];
    const tars = words.map((word) => readUiTars(`Action: scroll(direction='${word}')`, asPixels).action);
    const atlas = words.map(
      (word) => readOsAtlas(`Actions: SCROLL [${word.toUpperCase()}]`, asPixels).action,
    );
    expect(tars.map((action) => action?.['direction'])).toEqual(['down', 'up', 'left', 'right']);
    expect(atlas).toEqual(tars);
  });

  it('take words of typed text for actions', () => {
    expect(readUiTars("Action: type(content='please wait')", asPixels).action).toEqual({
      action_type: 'wait',
    });
    expect(readOsAtlas('Actions: TYPE [PRESS_HOME]', asPixels).action).toMatchObject({ button: 'home' });
  });

  it('wait where they understand nothing', () => {
    for (const answer of ['', 'Action: drag(1)', 'Actions: FLY [1]', 'Actions: CLICK [a, b]']) {
      expect(readUiTars(answer, asPixels).action).toEqual({ action_type: 'wait' });
      expect(readOsAtlas(answer, asPixels).action).toEqual({ action_type: 'wait' });
    }
  });
});

describe('readPlannedAction', () => {
  it('opens an app where an icon is to be clicked', () => {
    expect(readPlannedAction('CLICK[the App Store icon]', '"coordinate": [1, 2]')).toEqual({
      action_type: 'open',
      app: 'the app store icon',
    });
  });

  it('takes what stands between the boxes of GLM, and positions from the grounding model', () => {
    const planned = splitPlannedAction('Reason: r Action: <|begin_of_box|>CLICK[x]<|end_of_box|> bye');
    expect(planned).toEqual({ reason: 'r', action: 'CLICK[x]' });
    expect(readPlannedAction('CLICK[x]', '"coordinate":[10, 20]')).toEqual({
      action_type: 'click',
      x: 10,
      y: 20,
    });
    expect(readPlannedAction('LONG_PRESS[x]', 'nowhere')).toEqual({ action_type: 'long_press' });
    expect(readPlannedAction('CLICK[x]', null)).toMatchObject({ action_type: 'wait' });
  });
});

describe('plannerReader', () => {
  const read = (answer: string) =>
    plannerReader(
      answer,
      { profile: 'reference:colorbench', screen: SCREEN },
      { variant: null, coordinates: { space: 'sent' }, scroll: null },
    );

  it('leaves it to the grounding model where a press goes', () => {
    expect(read('Reason: r\nAction: LONG_PRESS[the photo]')).toMatchObject({
      actions: [{ type: 'long_press', target: { type: 'description', text: 'LONG_PRESS[the photo]' } }],
      thought: 'r',
    });
  });

  it('reads everything else itself', () => {
    expect(read('Reason: r\nAction: TYPE[Hello]')).toMatchObject({
      actions: [{ type: 'type', text: 'hello' }],
    });
    expect(read('Action: TYPE[Hello]')).toMatchObject({ error: { kind: 'no_action' } });
  });
});

describe('the readers of the other roles', () => {
  it('put sentences where tags are missing', () => {
    expect(readPublishedPlan('<action_plan>a</action_plan>').action_plan).toBe('No action plan provided');
    expect(readPublishedReflection('').action_analysis).toBe('No action_analysis provided');
    expect(readPublishedMemory('')).toBe('No memory provided');
    expect(readPublishedMemory('<memory>\n"None"\n</memory>')).toBe(null);
    expect(readPublishedGlmMemory('Memory: the price')).toBe('');
  });
});

describe('publishedResult', () => {
  it('passes the action on word for word', () => {
    const odd = { action_type: 'left_click', x: 1, y: '2' };
    const result = publishedResult('text', {
      action: odd,
      actionText: 'text',
      thought: 't',
      description: 'd',
    });
    expect(result).toMatchObject({ type: 'actions', thought: 't', summary: 'd', lenient: false });
    expect(result.type === 'actions' && toGraphAction(result.actions[0], SCREEN)).toEqual(odd);
  });

  it('calls a failed step a format error', () => {
    expect(publishedResult('x', { action: null, actionText: null })).toMatchObject({
      error: { kind: 'no_action' },
    });
    expect(publishedResult('x', { action: null, actionText: 'x' })).toMatchObject({
      error: { kind: 'malformed_action' },
    });
  });
});

describe('reference:colorbench', () => {
  const sizes = { screen: { width: 1080, height: 2400 }, sent: { width: 540, height: 1200 } };
  const read = (family: string, variant: string, answer: string, sent?: Size): unknown => {
    const dialect = DIALECTS.get(family)?.create({ variant });
    const context = { profile: 'reference:colorbench', screen: sizes.screen, sent: sent ?? null } as const;
    const result = dialect?.parse(answer, context);
    return result?.type === 'actions' ? toGraphAction(result.actions[0], sizes.screen) : result?.error.kind;
  };
  const click = call('{"action": "click", "coordinate": [270, 333]}');

  it.each([
    ['qwen25_mobile_use', 'colorbench', `<action>${click}</action>`, { x: 270, y: 333 }],
    ['gui_owl', 'v1.5', click, { x: 291, y: 799 }],
    ['qwen3_mobile_use', 'colorbench', `<tool_call>\n${click}\n</tool_call>`, { x: 291, y: 799 }],
    ['ui_tars', '1.0', "Thought: a\nAction: click(start_box='(270,333)')", { x: 291, y: 799 }],
  ])('makes %s %s read as its published agent does', (family, variant, answer, place) => {
    expect(read(family, variant, answer)).toEqual({ action_type: 'click', ...place });
  });

  it('brings positions of a smaller picture back to the screen', () => {
    expect(read('qwen25_mobile_use', 'colorbench', click, sizes.sent)).toMatchObject({ x: 540, y: 666 });
  });

  it('fails the step where the published agent has no action', () => {
    expect(read('qwen25_mobile_use', 'colorbench', 'no')).toBe('no_action');
    expect(read('qwen25_mobile_use', 'colorbench', '<action>no</action>')).toBe('malformed_action');
    expect(read('ui_tars', '1.0', 'no')).toEqual({ action_type: 'wait' });
  });
});

const READERS = {
  readVanilla: (text: string) => readVanilla(text, asPixels),
  readExecutor,
  readQwen3: (text: string) => readQwen3(text, asPixels),
  readUiTars: (text: string) => readUiTars(text, asPixels),
  readOsAtlas: (text: string) => readOsAtlas(text, asPixels),
  readApi: (text: string) => readPlannedAction(splitPlannedAction(text)?.action ?? text, text),
};

describe.each(Object.entries(READERS))('%s', (_, read) => {
  it('never throws on any text', () => {
    const piece = fc.constantFrom(
      '<action>',
      '</action>',
      '{"name": "mobile_use", "arguments": ',
      '{"action": "swipe", "coordinate": [1], "coordinate2": {}}',
      '{"action": 3, "button": 4}',
      '[[',
      ']]',
      '}}',
      'Action: click(',
      'Actions: CLICK [',
      'Reason: Action:',
      '<tool_call>\n',
      '\n</tool_call>',
      'null',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
        expect(read(pieces.join(''))).toBeDefined();
      }),
    );
  });

  it.each(['{', '}', '"arguments": {', '<action>', 'Action: click((', '"coordinate":  ', '[[', 'Reason:\n'])(
    'takes time linear in the length of an answer full of %j',
    (piece) => {
      const text = piece.repeat(Math.floor(199_000 / piece.length));
      expect(readOften(() => read(text))).toBeDefined();
    },
  );
});
