import { describe, expect, it } from 'vitest';
import { TAP_TYPE_AND_ENTER } from '../../models/dialects/mobile-agent-e/shortcut.js';
import { mobileAgentE } from '../../models/dialects/mobile-agent-e/mobile-agent-e.js';
import { officialDialect } from '../../models/prompt-sets/official-dialect.js';
import { requestText } from '../../testing/models/listening-model.js';
import { buildPromptInput, buildSentPicture } from '../../testing/models/prompt-input.js';
import { namedTexts } from '../../testing/models/prompt-texts.js';
import { MOBILE_AGENT_E_SET } from './mobile-agent-e-set.js';
import { officialOutcomes, officialQuestions, officialShortcuts } from './official-e-questions.js';
import { taskState } from './task-state.js';

const texts = namedTexts();
const dialect = officialDialect(mobileAgentE.create({ variant: 'operator' }), {
  set: MOBILE_AGENT_E_SET,
  texts,
});
const shown = {
  screenshot: buildSentPicture(),
  marked: null,
  elementText: '(1, 2); text: Save',
  elements: null,
};
const seen = { shown, keyboard: 'on' } as const;
const done = { call: "{'name': 'Home'}", description: 'Go.', outcome: 'A', error: 'None' } as const;
const failed = { ...done, outcome: 'C', error: 'no' } as const;

interface Scope {
  readonly values: Record<string, string>;
  readonly conditions: Record<string, boolean>;
  readonly loops: Record<string, { readonly values: Record<string, string> }[]>;
}

/** What a made-up text was filled from. */
function scopeOf(text: string): Scope {
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Scope;
}

describe('the prompt set of Mobile-Agent-E', () => {
  it('tells the operator everything that its script does', () => {
    const request = dialect.buildRequest(
      buildPromptInput({
        screenshot: buildSentPicture(),
        elementText: '(1, 2); text: Save',
        notes: {
          plan: 'p',
          keyboard: 'off',
          tips: 't',
          outcomes: 'one\n',
          tap_hint: 'yes',
          shortcuts: JSON.stringify(officialShortcuts(texts, [TAP_TYPE_AND_ENTER])),
        },
      }),
    );
    const { values, conditions, loops } = scopeOf(requestText(request));
    expect(values).toMatchObject({
      'info_pool.plan': 'p',
      'info_pool.tips': 't',
      'info_pool.progress_status': '',
    });
    expect(conditions).toMatchObject({
      'info_pool.keyboard_pre': false,
      'info_pool.tips != ""': true,
      'info_pool.progress_status != ""': false,
      'info_pool.shortcuts != {}': true,
      'info_pool.action_history != []': true,
      'latest_outcomes[-1] == "C" and "Tap" in action_log_strs[-1] and "Tap" in action_log_strs[-2]': true,
    });
    const actions = loops['action, value in ATOMIC_ACTION_SIGNITURES.items()'] ?? [];
    expect(actions.map(({ values: { action } }) => action)).toEqual([
      'Open_App',
      'Tap',
      'Swipe',
      'Type',
      'Enter',
      'Switch_App',
      'Back',
      'Home',
      'Wait',
    ]);
    expect(actions[2]?.values["value['description'](info_pool)"]).toContain('int(0.1 * info.height)=');
    expect(loops['shortcut, value in info_pool.shortcuts.items()']?.[0]?.values).toMatchObject({
      shortcut: 'Tap_Type_and_Enter',
      "value['precondition']": '[mobile-agent-e.shortcut.precondition]',
    });
    expect(request.messages.map(({ content }) => content.map(({ type }) => type))).toEqual([
      ['text'],
      ['text', 'image'],
    ]);
  });

  it('words what came of an action by its outcome', () => {
    const said = officialOutcomes(texts, [done, failed]);
    expect(said).toContain('[mobile-agent-e.operator.log.successful act=');
    expect(said).toMatch(/\[mobile-agent-e\.operator\.log\.failed act=.*; err_des=no; summ=Go\.\]$/);
  });

  it('asks each helping role of its own pictures', () => {
    const questions = officialQuestions(texts);
    const known = { instruction: 'Go.', state: taskState(undefined), tips: '', shortcuts: [] };
    const types = (question: { readonly parts: readonly { readonly type: string }[] }): string[] =>
      question.parts.map(({ type }) => type);
    const planning = questions.planning(known, { seen, errors: [failed] });
    expect(types(planning)).toEqual(['text', 'image']);
    expect(types(questions.reflection(known, { before: seen, after: seen, action: done }))).toEqual([
      'text',
      'image',
      'image',
    ]);
    expect(types(questions.noting(known, seen))).toEqual(['text', 'image']);
    const [text] = planning.parts;
    expect(scopeOf(text?.type === 'text' ? text.text : '').conditions).toMatchObject({
      'info_pool.plan == ""': true,
      'info_pool.error_flag_plan': true,
    });
    const learning = questions.learning('tips', known, { log: [{ ...done, progress: 'far' }], seen });
    expect(types(learning)).toEqual(['text']);
    expect(learning.system).toBe('[mobile-agent-e.experiencereflectortips.system]');
  });
});
