import { describe, expect, it } from 'vitest';
import type { Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ParseResult } from '../dialect.js';
import { autoGlm } from './autoglm.js';

const point = pixelPoint(1, 2);
const target = { type: 'point', point } as const;
const ACTIONS: readonly Action[] = [
  { type: 'tap', target },
  { type: 'tap', target, count: 2 },
  { type: 'tap', target, sensitive: true },
  { type: 'long_press', target },
  { type: 'swipe', direction: 'up', from: point, to: point },
  { type: 'type', text: 'any', clear: true },
  { type: 'key', key: 'BACK' },
  { type: 'key', key: 'HOME' },
  { type: 'open_app', app: '微信' },
  { type: 'wait' },
  { type: 'wait', durationMs: 2500 },
  { type: 'ask_user', reason: 'choice' },
  { type: 'ask_user', reason: 'takeover', text: 'log in' },
  { type: 'memo', op: 'note', text: 'True' },
  { type: 'memo', op: 'call_api', text: 'sum up' },
  { type: 'stop', status: 'unspecified' },
  { type: 'stop', status: 'unspecified', answer: 'C:\\done (really)' },
];

function read(text: string): ParseResult {
  return autoGlm.create().parse(text, { profile: 'tolerant', screen: { width: 1080, height: 2400 } });
}

function kindOf(text: string): string {
  const result = read(text);
  if (result.type === 'format_error') return result.error.kind;
  return [...result.actions.map(({ type }) => type), ...result.warnings].join(' ');
}

describe('AutoGLM', () => {
  it.each([
    // Quotes stand raw within quotes, which a strict reader does not take.
    ...dialectContract({ family: autoGlm, actions: ACTIONS, readsBack: 'tolerant' }),
    ...dialectContract({
      family: autoGlm,
      actions: ACTIONS,
      texts: ['hello', `it's`, '\\n', '咖啡，茶（热）'],
    }),
  ])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each([
    ['do(action="Tap", element=[1,2])', 'tap'],
    ['<think>t</think>do(action="Tap", element=[1, 2])', 'tap'],
    ['I could finish(message="x"). Rather do(action="Home")', 'key'],
    ['<think>do(action="Home")', 'key missing_tag'],
    ['<think>do(action="Home")</think>', 'no_action'],
    ['<answer></answer>', 'no_action'],
    ['<answer>tap it</answer>', 'malformed_action'],
    ['<answer>I go: do(action="Home")</answer>', 'key extra_text'],
    ['<answer>do(action="Home")</answer> Done.', 'key extra_text'],
    ['<answer>do(action="Home")\ndo(action="Back")</answer>', 'key missing_tag extra_actions'],
    ['<answer><|begin_of_box|>do(action="Home")<|end_of_box|></answer>', 'key'],
    ['do(action="home")', 'key case'],
    ['do(action="Long_Press", element=[1,2])', 'long_press case'],
    ['do(action="Click", element=[1,2])', 'tap alias_name'],
    ['do(action=Home)', 'key alias_argument'],
    ['do(action="Tap", element="[1,2]")', 'tap string_coordinate'],
    ['do(action="Tap", element=[1,2,3,4])', 'tap alias_argument box_for_point'],
    ['do(action="Fly")', 'unknown_action'],
    ['do(element=[1,2])', 'no_action'],
    ['<answer>do(element=[1,2])</answer>', 'missing_argument'],
    ['<answer>go(action="Home")</answer>', 'unknown_action'],
    ['do(action="Wait", duration="a while")', 'wait default_duration'],
    ['do(action="Type", text="")', 'missing_argument'],
    ['do(action="Type", text="C:\\")', 'type'],
    ['do(action="Type", text="say "hi" (now)")', 'type unescaped_quote'],
    ['do(action="Type", text="abc', 'malformed_action'],
  ])('takes %j for %s', (text, expected) => {
    expect(kindOf(text)).toBe(expected);
  });

  it('keeps what comes before the call as the thought', () => {
    expect(read('点击搜索框。do(action="Home")').thought).toBe('点击搜索框。');
    expect(read('<think> a </think>\n<answer>do(action="Home")</answer>').thought).toBe('a');
  });

  it('says nothing that would end its own call', () => {
    const sizes = { screen: { width: 100, height: 100 } };
    const type = (text: string): string | null =>
      autoGlm.create().printAnswer({ type: 'type', text }, { thought: 't', summary: 's' }, sizes);
    expect(type('f("x") now')).toBeNull();
    expect(type('two\nlines')).toBeNull();
    expect(type('fine')).toContain('text="fine"');
  });

  it('tells every earlier step as a turn without its picture, in the language of the task', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(),
      app: 'com.example.notes',
      history: [buildPromptStep({ call: 'do(action="Home")', thought: 'a' }), buildPromptStep()],
      stepsTaken: 2,
      notes: { date: '2026-01-02' },
    });
    const { messages } = autoGlm.create().buildRequest(input);
    expect(
      messages.map(({ role, content }) => `${role}:${content.map(({ type }) => type).join('+')}`),
    ).toEqual(['system:text', 'user:text', 'assistant:text', 'user:image+text']);
    const text = JSON.stringify(messages);
    expect(text).toContain('<think>a</think><answer>do(action=\\"Home\\")</answer>');
    expect(text).toContain('** Screen Info **\\n\\n{\\"current_app\\":\\"com.example.notes\\"}');
    expect(text).toContain('The date: 2026-01-02');
    expect(JSON.stringify(autoGlm.create().buildRequest({ ...input, language: 'zh' }))).toContain('你替用户');
  });
});
