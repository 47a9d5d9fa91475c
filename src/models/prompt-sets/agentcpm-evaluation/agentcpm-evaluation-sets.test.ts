import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { askOfficially, numberedPicture, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import { QWEN25_COORDINATES } from '../../dialects/coordinate-rules.js';
import type { PromptInput, PromptStep, StepRecord } from '../../dialects/dialect.js';
import type { ModelRequest } from '../../model.js';
import type { OfficialAsking } from '../prompt-set.js';
import { AGENTCPM_EVALUATION_SETS, QWEN25_EVALUATION_SETS } from './agentcpm-evaluation-sets.js';

const SETS = [
  ...AGENTCPM_EVALUATION_SETS.high,
  ...AGENTCPM_EVALUATION_SETS.low,
  ...Object.values(QWEN25_EVALUATION_SETS),
];

function request(
  name: string,
  input: Partial<PromptInput> = {},
  asked: Partial<OfficialAsking> = {},
): ModelRequest {
  return askOfficially(
    SETS.find((set) => set.name === name),
    input,
    asked,
  );
}

function told(
  action: Action,
  changes: Partial<PromptStep> = {},
  record: Partial<StepRecord> = {},
): PromptStep {
  const screen = { width: 1000, height: 2000 };
  return buildPromptStep({
    call: 'DIALECT',
    answer: 'DIALECT',
    record: { action, screen, app: null, instruction: null, isTeacherForced: true, ...record },
    ...changes,
  });
}

const AT = { type: 'point', point: { x: 570, y: 29, space: 'permille' } } as const;
const ACTIONS: readonly (readonly [Action, string, string])[] = [
  // Cut off, not rounded: 56.999… of 1092, 69.8… of 2408.
  [
    { type: 'tap', target: AT },
    "click(start_box='<|box_start|>(570,29)<|box_end|>')",
    '"action": "click", "coordinate": [622, 69]',
  ],
  [
    tap(pixelPoint(290, 1999)),
    "click(start_box='<|box_start|>(290,999)<|box_end|>')",
    '"action": "click", "coordinate": [316, 2406]',
  ],
  [
    { type: 'long_press', target: AT },
    "long_press(start_box='<|box_start|>(570,29)<|box_end|>')",
    '"action": "long_press", "coordinate": [622, 69], "time": 2',
  ],
  [
    { type: 'swipe', direction: 'up' },
    "scroll(direction='None')",
    '"action": "swipe", "coordinate": [546, 1204], "coordinate2": [546, 481]',
  ],
  [
    { type: 'swipe', direction: 'right', from: pixelPoint(1, 1), to: pixelPoint(2, 2) },
    "scroll(direction='None')",
    '"action": "swipe", "coordinate": [546, 1204], "coordinate2": [873, 1204]',
  ],
  [
    { type: 'swipe', direction: null, from: pixelPoint(100, 100), to: pixelPoint(140, 100) },
    "click(start_box='<|box_start|>(140,50)<|box_end|>')",
    '"action": "click", "coordinate": [152, 120]',
  ],
  [
    { type: 'swipe', direction: null, from: pixelPoint(100, 100), to: pixelPoint(141, 100) },
    "scroll(direction='None')",
    '"action": "swipe", "coordinate": [109, 120], "coordinate2": [153, 120]',
  ],
  [
    { type: 'type', text: `it's "ü"` },
    `type(content='it's "ü"')`,
    String.raw`"action": "type", "text": "it's \"\u00fc\""`,
  ],
  [{ type: 'key', key: 'BACK' }, 'press_back()', '"action": "system_button", "button": "Back"'],
  [{ type: 'key', key: 'APP_SWITCH' }, 'press_home()', '"action": "system_button", "button": "Home"'],
  [{ type: 'key', key: 'ENTER' }, 'press_enter()', '"action": "system_button", "button": "Enter"'],
  [{ type: 'wait' }, 'wait()', '"action": "wait", "time": 2'],
  [stop(), 'finished()', '"action": "terminate", "status": "success"'],
  [stop('infeasible'), 'finished()', '"action": "terminate", "status": "failure"'],
];

describe('UI-TARS in the evaluation of AgentCPM-GUI', () => {
  it('is asked with task and screen at first', () => {
    expect(request('agentcpm-eval.tars.high')).not.toHaveProperty('continuesLast');
    expect(saidMessages(request('agentcpm-eval.tars.high'))).toEqual([
      'system: [agentcpm-eval.system]',
      'user: [agentcpm-eval.tars.high instruction=Open Settings.]',
      'user: PICTURE 0',
    ]);
  });

  it('is told the last four steps with their pictures', () => {
    const history = [1, 2, 3, 4, 5].map((number) =>
      told({ type: 'wait' }, { picture: numberedPicture(number) }, { instruction: `Do ${number}.` }),
    );
    expect(saidMessages(request('agentcpm-eval.tars.high', { history })).slice(2)).toEqual([
      ...[2, 3, 4, 5].flatMap((number) => [
        `user: PICTURE ${number}`,
        `assistant: Thought: Do ${number}.\nAction: wait()`,
      ]),
      'user: PICTURE 0',
    ]);
  });

  it.each(ACTIONS)('is told %j as %s', (action, call) => {
    const [, , said] = saidMessages(request('agentcpm-eval.tars.high', { history: [told(action)] }));
    expect(said).toBe(`assistant: Thought: \nAction: ${call}`);
  });

  it('is told an opened app, and steps that the form has no place for in its own words', () => {
    const said = (action: Action): string | undefined =>
      saidMessages(request('agentcpm-eval.tars.high', { history: [told(action)] }))[2];
    expect(said({ type: 'open_app', app: 'Maps' })).toBe(
      "assistant: Thought: \nAction: open(app_name='Maps')",
    );
    expect(said({ type: 'clear_text' })).toBe('assistant: Thought: \nAction: DIALECT');
  });

  it('keeps its own answers where nothing was told', () => {
    const own = told(
      { type: 'wait' },
      { answer: 'Thought: mine\nAction: wait()' },
      { isTeacherForced: false },
    );
    const said = saidMessages(request('agentcpm-eval.tars.high', { history: [own] }))[2];
    expect(said).toBe('assistant: Thought: mine\nAction: wait()');
  });

  it('begins the answer with the instruction of the step, at the low level', () => {
    const low = request('agentcpm-eval.tars.low', { stepInstruction: 'Tap it.' });
    expect(low.continuesLast).toBe(true);
    expect(saidMessages(low)).toEqual([
      'system: [agentcpm-eval.system]',
      'user: [agentcpm-eval.tars.low instruction=Open Settings.]',
      'user: PICTURE 0',
      'assistant: [agentcpm-eval.tars.prefill low_instruction=Tap it.]',
    ]);
    expect(() => request('agentcpm-eval.tars.low')).toThrow('what is to be done at each step');
  });
});

describe('Qwen2.5-VL in the evaluation of AgentCPM-GUI', () => {
  const coordinates = QWEN25_COORDINATES;
  const screen = { width: 1080, height: 2400 };

  it('is asked with the tool of its picture, and an empty history at first', () => {
    const tool =
      '{"type": "function", "function": {"name": "mobile_use", "description": ' +
      '"[agentcpm-eval.qwen25.description self.display_height_px=2408; self.display_width_px=1092]", ' +
      '"parameters": [agentcpm-eval.qwen25.parameters]}}';
    expect(saidMessages(request('agentcpm-eval.qwen25.general', { screen }, { coordinates }))).toEqual([
      `system: [agentcpm-eval.system] | \n\n[qwen.nous tool_descs=${tool}]`,
      'user: [agentcpm-eval.qwen25.general history_actions=; user_request=Open Settings.] | PICTURE 0',
    ]);
  });

  it.each(ACTIONS)('is told %j', (action, _, call) => {
    const history = [told(action)];
    const [, user] = saidMessages(
      request('agentcpm-eval.qwen25.general', { screen, history }, { coordinates }),
    );
    const said = `Step 1: {"name": "mobile_use", "arguments": {${call}}}; `;
    expect(user).toBe(
      `user: [agentcpm-eval.qwen25.general history_actions=${said}; user_request=Open Settings.] | PICTURE 0`,
    );
  });

  it('keeps its own calls as it wrote them, and what cannot be told in the words of the dialect', () => {
    const own = { answer: 'so\n<tool_call>\n {"a": "ü"} \n</tool_call>' };
    const history = [
      told({ type: 'wait' }, own, { isTeacherForced: false }),
      told({ type: 'open_app', app: 'Maps' }),
    ];
    const [, user] = saidMessages(
      request('agentcpm-eval.qwen25.general', { screen, history }, { coordinates }),
    );
    expect(user).toContain('history_actions=Step 1: {"a": "ü"}; Step 2: DIALECT; ;');
  });

  it('is told the instruction of the step at the low level', () => {
    const low = request('agentcpm-eval.qwen25.low', { screen, stepInstruction: 'Tap it.' }, { coordinates });
    expect(saidMessages(low)[1]).toBe(
      'user: [agentcpm-eval.qwen25.low history_actions=; low_instruction=Tap it.; user_request=Open Settings.] | PICTURE 0',
    );
  });

  it('is not asked where nobody knows the size of its picture', () => {
    const unknown = { screen: null, screenshot: { ...numberedPicture(0), size: null } };
    expect(() => request('agentcpm-eval.qwen25.general', unknown, { coordinates })).toThrow(
      'the size of the picture',
    );
  });
});

describe('OS-Atlas in the evaluation of AgentCPM-GUI', () => {
  it('is asked without earlier steps at the high level, and with their instructions at the low one', () => {
    const history = [told({ type: 'wait' }, {}, { instruction: 'First.' }), told({ type: 'wait' })];
    expect(saidMessages(request('agentcpm-eval.atlas.high', { history }))).toEqual([
      'user: [agentcpm-eval.atlas.high] | PICTURE 0 | [agentcpm-eval.atlas.high.task instruction=Open Settings.]',
    ]);
    expect(saidMessages(request('agentcpm-eval.atlas.low', { history, stepInstruction: 'Tap.' }))).toEqual([
      'user: [agentcpm-eval.atlas.low] | PICTURE 0 | [agentcpm-eval.atlas.low.task history=Step 1: First.\nStep 2: \n; ' +
        'instruction=Open Settings.; low_instruction=Tap.]',
    ]);
  });
});

describe('Aguvis in the evaluation of AgentCPM-GUI', () => {
  it('is told no earlier steps', () => {
    const history = [told({ type: 'wait' }, { summary: 'Waited.' })];
    expect(saidMessages(request('agentcpm-eval.aguvis', { history }))).toEqual([
      'system: [aguvis.system.agent]',
      'user: PICTURE 0 | [aguvis.user overall_goal=Open Settings.; previous_actions=None]',
      'assistant: [aguvis.recipient.self-plan]',
    ]);
  });
});
