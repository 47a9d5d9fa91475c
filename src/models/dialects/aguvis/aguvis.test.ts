import { describe, expect, it } from 'vitest';
import { stop, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ParseResult } from '../dialect.js';
import { aguvis } from './aguvis.js';

const point = pixelPoint(1, 2);
const target = { type: 'point', point } as const;
const ACTIONS: readonly Action[] = [
  { type: 'tap', target },
  { type: 'long_press', target },
  { type: 'swipe', direction: 'up', from: point, to: point },
  ...(['up', 'down', 'left', 'right'] as const).map((direction): Action => ({ type: 'swipe', direction })),
  { type: 'type', text: 'any' },
  ...['BACK', 'HOME', 'ENTER'].map((key): Action => ({ type: 'key', key })),
  { type: 'open_app', app: `Tom's "app"` },
  { type: 'wait' },
  { type: 'wait', durationMs: 2500 },
  stop('success'),
  stop('failure'),
];

function read(text: string): ParseResult {
  return aguvis.create().parse(text, { profile: 'tolerant', screen: { width: 1080, height: 2400 } });
}

function kindOf(text: string): string {
  const result = read(text);
  if (result.type === 'format_error') return result.error.kind;
  return [...result.actions.map(({ type }) => type), ...result.warnings].join(' ');
}

describe('Aguvis', () => {
  it.each(
    aguvis.variants.flatMap((variant) =>
      dialectContract({ family: aguvis, settings: { variant }, actions: ACTIONS }),
    ),
  )('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each([
    ['Action: tap\npyautogui.click(x=0.5, y=0.5)', 'tap'],
    ['```python\npyautogui.click(x=0.5, y=0.5)\n```', 'tap code_fence'],
    ['pyautogui.click(x="0.5", y="0.5")', 'tap string_coordinate'],
    ['pyautogui.click(x=1.5, y=0.5)', 'tap out_of_bounds'],
    ['pyautogui.click(x=a, y=0.5)', 'invalid_argument'],
    ['pyautogui.click(x=0.5)', 'missing_argument'],
    ["pyautogui.write(message='')", 'missing_argument'],
    ["pyautogui.write('a, b')", 'type alias_argument'],
    ['pyautogui.press(keys=["enter"])', 'key'],
    ["pyautogui.press('backspace')", 'key alias_argument'],
    ["pyautogui.press(keys=['ctrl', 'c'])", 'invalid_argument'],
    ['pyautogui.press()', 'missing_argument'],
    ['pyautogui.scroll(page=0)', 'invalid_argument'],
    ['pyautogui.scroll()', 'missing_argument'],
    ['pyautogui.moveTo(x=0.5, y=0.5)', 'unknown_action'],
    ['mobile.swipe(from_coord=[0.5, 0.5])', 'missing_argument'],
    ['mobile.wait(seconds=long)', 'invalid_argument'],
    ['mobile.open_app()', 'missing_argument'],
    ['mobile.terminate()', 'stop'],
    ["mobile.terminate(status='maybe')", 'invalid_argument'],
    ['mobile.home', 'malformed_action'],
    ['mobile.home()\nmobile.back()', 'key extra_actions'],
    ['mobile.home() # go home', 'key extra_text'],
    ['all\nmobile.home()\n<|im_end|>\n<|im_start|>assistant<|recipient|>os\nmobile.back()', 'key'],
    ['<think>\nmobile.home()\n</think>', 'no_action'],
    ['<think>so\nmobile.home()', 'key missing_tag'],
    ['I call mobile.home()', 'no_action'],
  ])('takes %j for %s', (text, expected) => {
    expect(kindOf(text)).toBe(expected);
  });

  it('keeps the plan as thought and summary', () => {
    const plan = '<|recipient|>all\nThought: I see it.\nAction: Tap it.\n<|im_end|>\n';
    expect(read(`${plan}<|im_start|>assistant<|recipient|>os\nmobile.back()`)).toMatchObject({
      thought: 'I see it.',
      summary: 'Tap it.',
      lenient: false,
    });
  });

  it('begins the answer with whom it is for', () => {
    const begunBy = (variant: string, stepInstruction: string | null): unknown => {
      const request = aguvis.create({ variant }).buildRequest(buildPromptInput({ stepInstruction }));
      const [part] = request.messages.at(-1)?.content ?? [];
      return request.continuesLast === true && part?.type === 'text' ? part.text : null;
    };
    expect(begunBy('self-plan', null)).toBe('<|recipient|>');
    expect(begunBy('force-plan', null)).toBe('<|recipient|>all\nThought:');
    expect(begunBy('force-plan', 'Tap OK')).toBe('<|recipient|>all\nAction: Tap OK\n');
    expect(begunBy('grounding', null)).toBe('<|recipient|>os\n');
    expect(begunBy('chat', null)).toBeNull();
  });

  it('sends functions, picture and task, with earlier steps in their own words', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(),
      history: [buildPromptStep({ call: 'mobile.back()', summary: 'Go back.' }), buildPromptStep()],
      stepsTaken: 2,
    });
    const { messages } = aguvis.create().buildRequest(input);
    expect(
      messages.map(({ role, content }) => `${role}:${content.map(({ type }) => type).join('+')}`),
    ).toEqual(['system:text', 'user:image+text', 'assistant:text']);
    expect(JSON.stringify(messages)).toContain('Step 1: Go back.\\nStep 2: unreadable');
  });
});
