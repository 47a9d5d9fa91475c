import { officialItems } from '../../models/dialects/mobile-agent/perceived-items.js';
import { TAP_TYPE_AND_ENTER, type Shortcut } from '../../models/dialects/mobile-agent-e/shortcut.js';
import type { FragmentScope } from '../../models/prompt-sources/fill/build-prompt.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import { shownPictures, shownSize } from '../mobile-agent/official-pictures.js';
import type { Perceived } from '../mobile-agent/perceive.js';
import type {
  DoneAction,
  DoneTask,
  EKnowledge,
  EQuestions,
  Lesson,
  PlannedFrom,
  Question,
} from './e-questions.js';
import { actionRounds, E_TEXTS, shortcutRounds } from './mobile-agent-e-set.js';
import type { LoggedAction } from './task-state.js';

/** The questions in their authors' words. Source: Mobile-Agent-E reference code, `agents.py`. */
export function officialQuestions(texts: PromptTexts): EQuestions {
  return {
    planning: (known, from) => planning(texts, known, from),
    reflection: (known, done) => reflection(texts, known, done),
    noting: (known, seen) => noting(texts, known, seen),
    learning: (lesson, known, done) => learning(texts, lesson, known, done),
  };
}

function planning(
  texts: PromptTexts,
  { instruction, state, shortcuts }: EKnowledge,
  { seen, errors }: PlannedFrom,
): Question {
  const { plan, subgoal, progress, notes } = state;
  const text = texts.build(E_TEXTS.manager, {
    values: {
      'info_pool.instruction': instruction,
      'info_pool.plan': plan,
      'info_pool.current_subgoal': subgoal,
      'info_pool.progress_status': progress,
      'info_pool.important_notes': notes,
    },
    conditions: {
      'info_pool.plan == ""': plan === '',
      'info_pool.important_notes != ""': notes !== '',
      'info_pool.error_flag_plan': errors.length > 0,
      'info_pool.shortcuts != {}': shortcuts.length > 0,
    },
    loops: {
      ...shortcutRounds(shortcuts),
      'i, (act, summ, err_des) in enumerate(zip(recent_actions, recent_summaries, recent_err_des))':
        errors.map(({ call, description, error }) => ({
          values: { act: call, summ: description, err_des: error },
        })),
    },
  });
  return {
    system: texts.text(E_TEXTS.managerSystem),
    parts: [{ type: 'text', text }, ...shownPictures(seen.shown)],
  };
}

function reflection(
  texts: PromptTexts,
  { instruction, state }: EKnowledge,
  { before, after, action }: DoneAction,
): Question {
  const { progress, subgoal } = state;
  const { width, height } = shownSize(after.shown);
  const text = texts.build(E_TEXTS.reflector, {
    values: {
      'info_pool.instruction': instruction,
      'info_pool.progress_status': progress,
      'info_pool.current_subgoal': subgoal,
      'info_pool.width': width,
      'info_pool.height': height,
      'info_pool.last_action': action.call,
      'info_pool.last_summary': action.description,
    },
    conditions: {
      'info_pool.progress_status != ""': progress !== '',
      'info_pool.keyboard_pre': before.keyboard === 'on',
      'info_pool.keyboard_post': after.keyboard === 'on',
    },
    loops: {
      'clickable_info in info_pool.perception_infos_pre': officialItems(before.shown.elementText),
      'clickable_info in info_pool.perception_infos_post': officialItems(after.shown.elementText),
    },
  });
  return {
    system: texts.text(E_TEXTS.reflectorSystem),
    parts: [{ type: 'text', text }, ...shownPictures(before.shown), ...shownPictures(after.shown)],
  };
}

function noting(texts: PromptTexts, { instruction, state }: EKnowledge, seen: Perceived): Question {
  const { plan, subgoal, progress, notes } = state;
  const { width, height } = shownSize(seen.shown);
  const text = texts.build(E_TEXTS.notetaker, {
    values: {
      'info_pool.instruction': instruction,
      'info_pool.plan': plan,
      'info_pool.current_subgoal': subgoal,
      'info_pool.progress_status': progress,
      'info_pool.important_notes': notes,
      'info_pool.width': width,
      'info_pool.height': height,
    },
    conditions: { 'info_pool.important_notes != ""': notes !== '' },
    loops: {
      'clickable_info in info_pool.perception_infos_post': officialItems(seen.shown.elementText),
    },
  });
  return {
    system: texts.text(E_TEXTS.notetakerSystem),
    parts: [{ type: 'text', text }, ...shownPictures(seen.shown)],
  };
}

function learning(
  texts: PromptTexts,
  lesson: Lesson,
  { instruction, state, tips, shortcuts }: EKnowledge,
  { log, seen }: DoneTask,
): Question {
  const { width, height } = shownSize(seen.shown);
  const scope: FragmentScope = {
    values: {
      'info_pool.instruction': instruction,
      'info_pool.plan': state.plan,
      'info_pool.progress_status': state.progress,
      'info_pool.tips': tips,
    },
    conditions: {
      'info_pool.shortcuts != {}': shortcuts.length > 0,
      'info_pool.tips != ""': tips !== '',
      'info_pool.action_history != []': log.length > 0,
      'len(info_pool.future_tasks) > 0': false,
    },
    loops: {
      ...actionRounds(texts, { width: Number(width), height: Number(height) }),
      ...shortcutRounds(shortcuts),
      'act, summ, outcome, err_des, progress in zip(latest_actions, latest_summary, action_outcomes, error_descriptions, progress_status_history)':
        log.map(({ call, description, outcome, error, progress }) => ({
          values: { act: call, summ: description, err_des: error, progress },
          conditions: { 'outcome == "A"': outcome === 'A' },
        })),
    },
  };
  const [system, user] =
    lesson === 'shortcut' ? [E_TEXTS.shortcutSystem, E_TEXTS.shortcut] : [E_TEXTS.tipsSystem, E_TEXTS.tips];
  return { system: texts.text(system), parts: [{ type: 'text', text: texts.build(user, scope) }] };
}

/** The latest actions as the operator is told them, each with its line break. */
export function officialOutcomes(texts: PromptTexts, log: readonly LoggedAction[]): string {
  return log
    .map(({ call, description, outcome, error }) =>
      outcome === 'A'
        ? texts.fill(E_TEXTS.logSuccessful, { act: call, summ: description })
        : texts.fill(E_TEXTS.logFailed, { act: call, summ: description, err_des: error }),
    )
    .join('');
}

/** The shortcuts with the one that every agent has in its authors' words. */
export function officialShortcuts(texts: PromptTexts, shortcuts: readonly Shortcut[]): Shortcut[] {
  return shortcuts.map((shortcut) =>
    shortcut === TAP_TYPE_AND_ENTER
      ? {
          ...shortcut,
          description: texts.text(E_TEXTS.shortcutDescription),
          precondition: texts.text(E_TEXTS.shortcutPrecondition),
        }
      : shortcut,
  );
}
