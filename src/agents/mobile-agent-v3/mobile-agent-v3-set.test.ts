import { describe, expect, it } from 'vitest';
import { mobileAgentV3 } from '../../models/dialects/mobile-agent-v3/mobile-agent-v3.js';
import type { ModelContent } from '../../models/model.js';
import { officialDialect } from '../../models/prompt-sets/official-dialect.js';
import { requestText } from '../../testing/models/listening-model.js';
import { buildPromptInput, buildSentPicture } from '../../testing/models/prompt-input.js';
import { namedTexts } from '../../testing/models/prompt-texts.js';
import { MOBILE_AGENT_V3_SET } from './mobile-agent-v3-set.js';
import { officialV3Questions } from './official-v3-questions.js';
import { v3State } from './v3-state.js';

const texts = namedTexts();
const dialect = officialDialect(mobileAgentV3.create(), { set: MOBILE_AGENT_V3_SET, texts });
const shown = { screenshot: buildSentPicture(), marked: null, elementText: null, elements: null };
const failed = { call: 'c', description: 'd', outcome: 'C', error: 'e', isInvalid: false } as const;

interface Scope {
  readonly values: Record<string, string>;
  readonly conditions: Record<string, boolean>;
  readonly loops: Record<string, { readonly values: Record<string, string> }[]>;
}

/** What a made-up text was filled from. */
function scopeOf(text: string): Scope {
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Scope;
}

function textOf([part]: readonly ModelContent[]): string {
  return part?.type === 'text' ? part.text : '';
}

describe('the prompt set of Mobile-Agent-v3', () => {
  it('asks the executor in one message, with what its script tells it, and no sampling', () => {
    const request = dialect.buildRequest(
      buildPromptInput({
        instruction: 'Delete exact duplicates.',
        screenshot: buildSentPicture(),
        notes: { plan: 'p', subgoal: 's', tips: 't', outcomes: 'one\n' },
      }),
    );
    expect(request.messages.map(({ role, content }) => [role, content.map(({ type }) => type)])).toEqual([
      ['user', ['text', 'image']],
    ]);
    const { values, conditions, loops } = scopeOf(requestText(request));
    expect(values).toMatchObject({
      truncated_current_goal: 's',
      'info_pool.additional_knowledge_executor[0]': 't',
    });
    expect(conditions).toMatchObject({
      'info_pool.progress_status != ""': false,
      '"exact duplicates" in info_pool.instruction': true,
      '"Audio Recorder" in info_pool.instruction': false,
      'info_pool.action_history != []': true,
    });
    const actions = loops['action, value in ATOMIC_ACTION_SIGNITURES_noxml.items()'] ?? [];
    expect(actions.map(({ values: { action } }) => action)).toEqual([
      'answer',
      'click',
      'long_press',
      'type',
      'system_button',
      'swipe',
      'open_app',
    ]);
    expect(dialect.sampling).toEqual({});
  });

  it('tells the manager what two kinds of tasks need, and takes two marks out', () => {
    const questions = officialV3Questions(texts);
    const planned = (instruction: string): string =>
      textOf(
        questions.planning(
          { instruction, state: v3State(undefined), guidelines: '' },
          { shown, errors: [failed] },
        ),
      );
    const { values, conditions } = scopeOf(planned('Open a.html [add_info_start]now[add_info_end]'));
    expect(values).toMatchObject({
      'info_pool.instruction': 'Open a.html now',
      task_specific_note: '[mobile-agent-v3.manager.note.html]',
      'info_pool.add_info_token': '[mobile-agent-v3.manager.add-info]',
    });
    expect(conditions).toMatchObject({ 'info_pool.plan == ""': true, 'info_pool.error_flag_plan': true });
    expect(scopeOf(planned('Use Audio Recorder')).values['task_specific_note']).toBe(
      '[mobile-agent-v3.manager.note.recorder]',
    );
    expect(scopeOf(planned('Go')).conditions['task_specific_note != ""']).toBe(false);
  });

  it('words what came of an action by its outcome, and shows the reflector both screens', () => {
    const questions = officialV3Questions(texts);
    const said = questions.outcomes([{ ...failed, outcome: 'A' }, failed]);
    expect(said).toMatch(
      /log\.successful act=c; summ=d\]\[mobile-agent-v3\.executor\.log\.failed act=c; err_des=e/,
    );
    const known = { instruction: 'Go', state: v3State(undefined), guidelines: '' };
    const parts = questions.reflection(known, { before: shown, after: shown, action: failed });
    expect(parts.map(({ type }) => type)).toEqual(['text', 'image', 'image']);
    const noted = questions.noting({ ...known, instruction: 'enter their product' }, shown);
    expect(scopeOf(textOf(noted)).conditions).toMatchObject({
      '"enter their product" in info_pool.instruction': true,
      '"transactions" in info_pool.instruction and "Simple Gallery" in info_pool.instruction': false,
    });
  });
});
