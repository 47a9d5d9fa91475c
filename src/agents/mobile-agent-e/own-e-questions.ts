import { E_ACTIONS } from '../../models/dialects/mobile-agent-e/read-e-action.js';
import { keyboardWords } from '../mobile-agent/keyboard-words.js';
import { shownPictures } from '../mobile-agent/official-pictures.js';
import { textParts } from '../prompting/ask-helper.js';
import { beforeAndAfter, type Helpers } from '../prompting/helpers.js';
import { screenParts } from '../screen-parts.js';
import type { EQuestions } from './e-questions.js';
import { logLine, progressLine } from './log-line.js';
import type { MOBILE_AGENT_E_PROMPTS } from './mobile-agent-e-prompts.js';
import { shortcutLines } from './read-shortcuts.js';

/** The questions in our words, or the user's. */
export function ownQuestions(helpers: Helpers<keyof typeof MOBILE_AGENT_E_PROMPTS>): EQuestions {
  return {
    planning: ({ instruction, state, shortcuts }, { seen, errors }) => {
      const { plan, subgoal, progress, notes } = state;
      const later = (heading: string, text: string): string => (plan === '' ? '' : section(heading, text));
      const text = helpers.fill('manager', {
        instruction,
        plan: section('Current Plan', plan),
        subgoal: later('Previous Subgoal', subgoal),
        progress: later('Progress Status', progress),
        notes: later('Important Notes', notes),
        errors: later('Potentially Stuck', errors.map(logLine).join('\n')),
        shortcuts: section('Available Shortcuts', shortcutLines(shortcuts)),
      });
      return { parts: [...textParts(text), ...shownPictures(seen.shown)] };
    },
    reflection: ({ instruction, state: { progress, subgoal } }, { before, after, action }) => {
      const text = helpers.fill('reflect', {
        instruction,
        progress: progress || 'Nothing yet.',
        subgoal: subgoal || 'Not named.',
        action: action.call,
        description: action.description,
        keyboard_before: keyboardWords(before.keyboard),
        keyboard_after: keyboardWords(after.keyboard),
      });
      return { parts: [...textParts(text), ...beforeAndAfter('action', before.shown, after.shown)] };
    },
    noting: ({ instruction, state: { plan, subgoal, progress, notes } }, seen) => {
      const text = helpers.fill('notetaker', {
        instruction,
        plan,
        subgoal,
        progress: progress || 'Nothing yet.',
        notes: notes || 'None',
      });
      return { parts: [...textParts(text), ...screenParts('Current screen:', seen.shown)] };
    },
    learning: (lesson, { instruction, state, tips, shortcuts }, { log }) => {
      const text = helpers.fill(lesson === 'shortcut' ? 'learn_shortcut' : 'learn_tips', {
        instruction,
        plan: state.plan,
        progress: state.progress,
        actions: log.map(progressLine).join('\n') || 'None',
        actions_there_are: Object.entries(E_ACTIONS)
          .map(([name, args]) => `${name}(${args.join(', ')})`)
          .join(', '),
        shortcuts: shortcutLines(shortcuts) || 'None',
        tips: tips || 'None',
      });
      return { parts: textParts(text) };
    },
  };
}

function section(heading: string, text: string): string {
  return text === '' ? '' : `### ${heading} ###\n${text}\n`;
}
