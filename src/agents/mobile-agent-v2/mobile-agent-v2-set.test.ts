import { describe, expect, it } from 'vitest';
import { mobileAgentV2 } from '../../models/dialects/mobile-agent-v2/mobile-agent-v2.js';
import { officialDialect } from '../../models/prompt-sets/official-dialect.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../../testing/models/prompt-input.js';
import { namedTexts } from '../../testing/models/prompt-texts.js';
import { requestText } from '../../testing/models/listening-model.js';
import { MOBILE_AGENT_V2_SET } from './mobile-agent-v2-set.js';
import { officialMemoryText, officialProcess, officialReflection } from './official-v2-questions.js';

const texts = namedTexts();
const dialect = officialDialect(mobileAgentV2.create(), { set: MOBILE_AGENT_V2_SET, texts });
const shown = {
  screenshot: buildSentPicture(),
  marked: null,
  elementText: '(1, 2); text: Save',
  elements: null,
};
const ITEM = { "clickable_info['coordinates']": '[1, 2]', "clickable_info['text']": 'text: Save' };

/** What a made-up text was filled from. */
function scopeOf(text: string): unknown {
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

describe('the prompt set of Mobile-Agent-v2', () => {
  it('tells the acting model everything that its script does, and sends what it sends', () => {
    const request = dialect.buildRequest(
      buildPromptInput({
        instruction: 'Go.',
        screenshot: buildSentPicture(),
        elementText: '(1, 2); text: Save\n(3, 4); icon: None\n(2 more elements)',
        history: [buildPromptStep({ summary: 'Go home', call: 'Home' })],
        notes: {
          hint: 'h',
          keyboard: 'on',
          completed: 'c',
          failed: 'yes',
          last_operation: 'o',
          last_action: 'a',
        },
      }),
    );
    expect(request.messages.map(({ role, content }) => [role, content.map(({ type }) => type)])).toEqual([
      ['system', ['text']],
      ['user', ['text', 'image']],
    ]);
    expect(scopeOf(requestText(request))).toMatchObject({
      values: { add_info: 'h', completed_content: 'c', memory: '', last_summary: 'o', last_action: 'a' },
      conditions: {
        keyboard: true,
        'memory != ""': false,
        'completed_content != ""': true,
        error_flag: true,
      },
      loops: {
        'clickable_info in clickable_infos': [
          { values: ITEM },
          { values: { "clickable_info['text']": 'icon: None' } },
        ],
        'i in range(len(action_history))': [{ values: { 'i+1': '1', 'action_history[i]': 'Home' } }],
      },
    });
    expect(dialect.sampling).toEqual({ temperature: 0, maxOutputTokens: 2048, seed: 1234 });
  });

  it('leaves icons out that nobody could name, as the script does', () => {
    const request = dialect.buildRequest(
      buildPromptInput({
        screenshot: buildSentPicture(),
        elementText: '(3, 4); icon: None\n(3, 4); text: None',
      }),
    );
    const { loops } = scopeOf(requestText(request)) as {
      loops: Record<string, { conditions: Record<string, boolean> }[]>;
    };
    const rounds = loops['clickable_info in clickable_infos'] ?? [];
    expect(rounds.flatMap(({ conditions }) => Object.values(conditions))).toEqual([false, true]);
  });

  it('asks the other roles of sentences without their purpose', () => {
    const said = { thought: 't', operation: 'Tap it to see to it.', action: 'Tap (1, 2)' };
    const before = { shown, keyboard: null } as const;
    const asked = officialReflection(texts, {
      instruction: 'Go.',
      hint: 'h',
      said,
      before,
      after: { shown, keyboard: 'on' },
    });
    expect(asked.parts.map(({ type }) => type)).toEqual(['text', 'image', 'image']);
    const [part] = asked.parts;
    expect(scopeOf(part?.type === 'text' ? part.text : '')).toMatchObject({
      values: { 'summary.split(" to ")[0].strip()': 'Tap it', action: 'Tap (1, 2)' },
      conditions: { keyboard1: false, keyboard2: true },
    });
    const one = officialProcess(texts, { instruction: 'Go.', hint: '', operations: [said], completed: '' });
    const [alone] = one.parts;
    expect(scopeOf(alone?.type === 'text' ? alone.text : '')).toMatchObject({
      values: { 'thought_history[-1]': 't', operation: 'Tap it' },
      conditions: { 'add_info != ""': false, 'len(thought_history) > 1': false },
    });
    expect(officialMemoryText(texts)).toContain('{"insight != \\"\\"":false}');
  });
});
