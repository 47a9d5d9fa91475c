import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ParseContext } from '../dialect.js';
import { registeredDialect } from '../../../testing/models/registered-dialect.js';

const CONTEXT: ParseContext = { profile: 'tolerant', screen: { width: 1080, height: 2400 } };
const guiR1 = registeredDialect('gui_r1');
const uiR1 = registeredDialect('ui_r1');
const uiAgile = registeredDialect('ui_agile');
const dialect = guiR1.create();

const SHARED: readonly Action[] = [
  tap(pixelPoint(1, 2)),
  { type: 'type', text: 'hello' },
  { type: 'type', text: '</answer><answer>[{"action"</think>' },
  { type: 'type', text: "two\nlines\t'\\" },
  { type: 'swipe', direction: 'left' },
  { type: 'swipe', direction: 'down', at: pixelPoint(3, 4) },
  { type: 'key', key: 'BACK' },
  stop('success'),
];
const WAIT: Action = { type: 'wait' };
const PRESS: Action = { type: 'long_press', target: { type: 'point', point: pixelPoint(1, 2) } };
const OPEN: Action = { type: 'open_app', app: "Bob's" };
const ENTER: Action = { type: 'key', key: 'ENTER' };

function think(list: string): string {
  return `<think> t </think> <answer>${list}</answer>`;
}

function errorKind(text: string, context = CONTEXT): string {
  const result = dialect.parse(text, context);
  return result.type === 'format_error' ? result.error.kind : 'none';
}

const WAITS = `{'action': 'wait', 'point': [-100, -100], 'input_text': 'no input text'}`;

describe('GUI-R1 and UI-R1', () => {
  it.each([
    ...dialectContract({
      family: guiR1,
      actions: [...SHARED, WAIT, PRESS, OPEN, { type: 'key', key: 'HOME' }],
    }),
    ...dialectContract({
      family: guiR1,
      settings: { variant: 'guiodyssey' },
      actions: [...SHARED, PRESS, { type: 'key', key: 'APP_SWITCH' }, stop('infeasible')],
    }),
    ...dialectContract({
      family: guiR1,
      settings: { variant: 'probench_permille' },
      actions: [...SHARED, WAIT, ENTER],
    }),
    ...dialectContract({ family: uiR1, actions: [...SHARED, WAIT, PRESS, OPEN] }),
    ...dialectContract({
      family: uiR1,
      settings: { variant: 'probench' },
      actions: [...SHARED, WAIT, ENTER],
    }),
    ...dialectContract({
      family: uiAgile,
      actions: [...SHARED.filter(({ type }) => type !== 'stop'), WAIT, OPEN],
      endsTasks: false,
    }),
  ])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each<[string, string[]]>([
    [`[${WAITS}]`, ['missing_tag']],
    ['```python\n[' + WAITS + ']\n```', ['missing_tag', 'code_fence']],
    [think(`\n\`\`\`python\n[${WAITS}]\n\`\`\``), ['code_fence']],
    [`<think>t</think> <answer>[${WAITS}]`, ['missing_tag']],
    [`<think>t</think> so <answer>[${WAITS}]</answer>`, ['extra_text']],
    [`${think(`[${WAITS}]`)} done`, ['extra_text']],
    [think(WAITS), ['missing_tag']],
    [think(`['action': 'wait', 'point': [-100, -100], 'input_text': 'no input text']`), ['missing_tag']],
    [think(`[${WAITS}, ${WAITS}]`), ['extra_actions']],
    [think(`[${WAITS}, {'action': 'fly'}]`), ['extra_text']],
    [think(`[{'action': 'wait'}]`), ['alias_argument']],
    [think(`[{'action': 'Wait', 'point': [-100, -100], 'input_text': 'no input text'}]`), ['case']],
    [
      think(`[{'action': 'wait', 'coordinate': [-100, -100], 'input_text': 'no input text'}]`),
      ['alias_argument'],
    ],
    [think(`[${WAITS.replaceAll("'", '"')}]`), ['alias_argument']],
    [think(`[${WAITS}`), ['missing_tag']],
  ])('reads %j leniently', (text, warnings) => {
    const result = dialect.parse(text, CONTEXT);
    expect(result).toMatchObject({ type: 'actions', warnings, lenient: true });
    expect(result.type === 'actions' && result.actions[0].type).toBe('wait');
    expect(errorKind(text, { ...CONTEXT, profile: 'strict' })).toBe('malformed_action');
  });

  it.each([
    [`{'action': 'click', 'coordinate': [3, 4]}`, 'tap', []],
    [`{'action': 'open_app', 'app': 'Maps'}`, 'open_app', []],
    [`{'action': 'open_app', 'input_text': 'Maps'}`, 'open_app', ['alias_argument']],
    [`{'action': 'scroll', 'direction': 'down'}`, 'swipe', []],
    [`{'action': 'scroll', 'coordinate': [3, 4], 'direction': 'down'}`, 'swipe', []],
    [`{'action': 'scroll', 'input_text': 'down'}`, 'swipe', ['alias_argument']],
    [`{'action': 'input_text', 'input_text': 'Maps'}`, 'type', []],
    [`{'action': 'navigate_back'}`, 'key', []],
  ])("reads UI-AGILE's %s", (entry, type, warnings) => {
    const result = uiAgile.create().parse(think(`[${entry}]`), CONTEXT);
    expect(result).toMatchObject({ type: 'actions', actions: [{ type }], warnings });
    if (type === 'swipe') expect(result).toMatchObject({ actions: [{ direction: 'up' }] });
    if (type === 'open_app') expect(result).toMatchObject({ actions: [{ app: 'Maps' }] });
  });

  it.each([
    `{'action': 'open_app'}`,
    `{'action': 'scroll'}`,
    `{'action': 'input_text', 'coordinate': [3, 4]}`,
  ])('asks UI-AGILE for what %s lacks', (entry) => {
    const result = uiAgile.create().parse(think(`[${entry}]`), CONTEXT);
    expect(result).toMatchObject({ type: 'format_error', error: { kind: 'missing_argument' } });
  });

  it('never takes an answer from thinking', () => {
    expect(errorKind(`<think>I could <answer>[${WAITS}]</answer></think>`)).toBe('no_action');
    const twice = dialect.parse(
      `<think><answer>[${WAITS}]</answer></think> <answer>[{'action': 'complete', 'point': [-100, -100], 'input_text': 'no input text'}]</answer>`,
      CONTEXT,
    );
    expect(twice).toMatchObject({ actions: [{ type: 'stop' }], lenient: false });
  });

  it.each([
    [think(''), 'no_action'],
    [think('[]'), 'no_action'],
    ['I wait.', 'no_action'],
    [think('[1]'), 'malformed_action'],
    [think('wait'), 'malformed_action'],
    [think(`[{'point': [1, 2]}]`), 'missing_argument'],
    [think(`[{'action': 3}]`), 'invalid_argument'],
    [think(`[{'action': 'type', 'point': [-100, -100], 'input_text': 'no input text'}]`), 'missing_argument'],
    [think(`[{'action': 'type', 'point': [-100, -100], 'input_text': [1]}]`), 'invalid_argument'],
    [think(`[{'action': 'click', 'point': [1], 'input_text': 'no input text'}]`), 'invalid_argument'],
  ])('calls %j %s', (text, kind) => {
    expect(errorKind(text)).toBe(kind);
  });

  it('scrolls as the data set of the variant means it', () => {
    const answer = think(`[{'action': 'scroll', 'point': [-100, -100], 'input_text': 'down'}]`);
    expect(dialect.parse(answer, CONTEXT)).toMatchObject({ actions: [{ direction: 'up' }] });
    const odyssey = guiR1.create({ variant: 'guiodyssey' });
    expect(odyssey.parse(answer, CONTEXT)).toMatchObject({ actions: [{ direction: 'down' }] });
  });

  it('asks in one message, picture first, with the actions of the variant', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(),
      history: [buildPromptStep({ call: 'the call' })],
      stepsTaken: 2,
      stepInstruction: 'Tap the plus',
    });
    const { messages } = guiR1.create({ variant: 'probench' }).buildRequest(input);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.content.map(({ type }) => type)).toEqual(['image', 'text']);
    const text = JSON.stringify(messages);
    for (const part of [
      'Set an alarm',
      'Step 2: the call',
      'Tap the plus',
      'wait, complete, click, back, type, enter, scroll',
    ]) {
      expect(text).toContain(part);
    }
    const braceless = JSON.stringify(uiR1.create({ variant: 'probench' }).buildRequest(input));
    expect(braceless).toContain(`['action': 'click', 'point': [x, y], 'input_text': 'no input text']`);
    expect(braceless).not.toContain('the call');
  });
});
