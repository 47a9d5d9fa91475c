import type { ModelContent } from '../../models/model.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import { shownPictures } from '../mobile-agent/official-pictures.js';
import type { ShownScreen } from '../look-at.js';
import { V3_TEXTS } from './mobile-agent-v3-set.js';
import {
  NOTHING_COMPLETED,
  type DoneAction,
  type PlannedFrom,
  type V3Knowledge,
  type V3Questions,
} from './v3-questions.js';

/** The questions in their authors' words. Source: Mobile-Agent-v3 reference code, `mobile_agent_v3_agent.py`. */
export function officialV3Questions(texts: PromptTexts): V3Questions {
  return {
    invalid: texts.text(V3_TEXTS.invalid),
    planning: (known, from) => planning(texts, known, from),
    reflection: (known, done) => reflection(texts, known, done),
    noting: (known, shown) => noting(texts, known, shown),
    outcomes: (log) =>
      log
        .map(({ call, description, outcome, error }) =>
          outcome === 'A'
            ? texts.fill(V3_TEXTS.logSuccessful, { act: call, summ: description })
            : texts.fill(V3_TEXTS.logFailed, { act: call, summ: description, err_des: error }),
        )
        .join(''),
  };
}

function planning(
  texts: PromptTexts,
  { instruction, state, guidelines }: V3Knowledge,
  { shown, errors }: PlannedFrom,
): ModelContent[] {
  const { plan, completed, notes, log } = state;
  const last = log.at(-1);
  const note = taskNote(texts, instruction);
  const text = texts.build(V3_TEXTS.manager, {
    values: {
      'info_pool.instruction': instruction,
      task_specific_note: note,
      'info_pool.additional_knowledge_manager[0]': guidelines,
      'info_pool.add_info_token': texts.text(V3_TEXTS.addInfo),
      'info_pool.completed_plan': completed,
      'info_pool.plan': plan,
      'info_pool.last_action': last?.call ?? '',
      'info_pool.last_summary': last?.description ?? '',
      'info_pool.important_notes': notes,
    },
    conditions: {
      'info_pool.plan == ""': plan === '',
      'task_specific_note != ""': note !== '',
      'info_pool.additional_knowledge_manager[0] != ""': guidelines !== '',
      // The script holds what it adds in a list of one.
      'len(info_pool.additional_knowledge_manager) > 1': false,
      'info_pool.completed_plan != "No completed subgoal."': completed !== NOTHING_COMPLETED,
      'info_pool.important_notes != ""': notes !== '',
      'info_pool.error_flag_plan': errors.length > 0,
    },
    loops: {
      'i, (act, summ, err_des) in enumerate(zip(recent_actions, recent_summaries, recent_err_des))':
        errors.map(({ call, description, error }) => ({
          values: { act: call, summ: description, err_des: error },
        })),
    },
  });
  // The script takes two marks out of the whole text.
  const sent = text.replaceAll('[add_info_start]', '').replaceAll('[add_info_end]', '');
  return [{ type: 'text', text: sent }, ...shownPictures(shown)];
}

/** What the manager is told of two kinds of tasks. */
function taskNote(texts: PromptTexts, instruction: string): string {
  if (instruction.includes('.html')) return texts.text(V3_TEXTS.noteHtml);
  return instruction.includes('Audio Recorder') ? texts.text(V3_TEXTS.noteRecorder) : '';
}

function reflection(
  texts: PromptTexts,
  { instruction, state: { completed } }: V3Knowledge,
  { before, after, action }: DoneAction,
): ModelContent[] {
  const text = texts.build(V3_TEXTS.reflector, {
    values: {
      'info_pool.instruction': instruction,
      'info_pool.completed_plan': completed,
      'info_pool.last_action': action.call,
      'info_pool.last_summary': action.description,
    },
    conditions: { 'info_pool.completed_plan != ""': completed !== '' },
  });
  return [{ type: 'text', text }, ...shownPictures(before), ...shownPictures(after)];
}

function noting(
  texts: PromptTexts,
  { instruction, state: { progress, notes } }: V3Knowledge,
  shown: ShownScreen,
): ModelContent[] {
  const text = texts.build(V3_TEXTS.notetaker, {
    values: {
      'info_pool.instruction': instruction,
      'info_pool.progress_status': progress,
      'info_pool.important_notes': notes,
    },
    conditions: {
      'info_pool.important_notes != ""': notes !== '',
      '"transactions" in info_pool.instruction and "Simple Gallery" in info_pool.instruction':
        instruction.includes('transactions') && instruction.includes('Simple Gallery'),
      '"enter their product" in info_pool.instruction': instruction.includes('enter their product'),
    },
  });
  return [{ type: 'text', text }, ...shownPictures(shown)];
}
