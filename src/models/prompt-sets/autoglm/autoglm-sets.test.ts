import { describe, expect, it } from 'vitest';
import { askOfficially, numberedPicture, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import type { PromptInput } from '../../dialects/dialect.js';
import type { OfficialAsking } from '../prompt-set.js';
import { AUTOGLM_SETS } from './autoglm-sets.js';
import { saidParts } from './said-parts.js';

function asked(
  name: string,
  input: Partial<PromptInput> = {},
  changes: Partial<OfficialAsking> = {},
): string[] {
  const set = AUTOGLM_SETS.find((one) => one.name === name);
  return saidMessages(askOfficially(set, input, changes));
}

describe("AutoGLM's prompt sets", () => {
  it('name the day in the language of the text, and the app in front', () => {
    const first = (app: string): string =>
      `user: PICTURE 0 | [autoglm.first-user screen_info={"current_app": "${app}"}; user_prompt=Open Settings.]`;
    expect(asked('autoglm.zh', { app: 'com.example' })).toEqual([
      'system: [autoglm.system.zh formatted_date=2026年03月01日 星期日]',
      first('com.example'),
    ]);
    expect(asked('autoglm.en')).toEqual([
      'system: [autoglm.system.en formatted_date=2026-03-01, Sunday]',
      first('System Home'),
    ]);
    const [system] = asked('autoglm.zh', {}, { switches: { date: '2025-12-29' } });
    expect(system).toContain('2025年12月29日 星期一');
  });

  it('keep every step as a turn without its picture', () => {
    const record = { action: null, screen: null, instruction: null, isTeacherForced: false };
    const history = [
      buildPromptStep({
        answer: ' why \ndo(action="Back")\n',
        picture: numberedPicture(1),
        record: { ...record, app: 'a' },
      }),
      buildPromptStep({ call: 'do(action="Home")', thought: 't' }),
      buildPromptStep(),
    ];
    expect(asked('autoglm.en', { history, app: 'b' }).slice(1)).toEqual([
      'user: [autoglm.first-user screen_info={"current_app": "a"}; user_prompt=Open Settings.]',
      'assistant: <think>why</think><answer>do(action="Back")\n</answer>',
      'user: [autoglm.screen-info screen_info={"current_app": "System Home"}]',
      'assistant: <think>t</think><answer>do(action="Home")</answer>',
      'user: PICTURE 0 | [autoglm.screen-info screen_info={"current_app": "b"}]',
    ]);
  });
});

describe('saidParts', () => {
  it.each([
    ['a do(action="x") finish(message="y")', 'a do(action="x")', 'finish(message="y")'],
    [
      '<think>a</think><answer>do(action="x")</answer>',
      '<think>a</think><answer>',
      'do(action="x")</answer>',
    ],
    ['<think> a </think> <answer> b </answer> ', 'a', 'b'],
    [' nothing ', '', ' nothing '],
  ])('%j', (answer, thinking, action) => {
    expect(saidParts(answer)).toEqual({ thinking, action });
  });
});
