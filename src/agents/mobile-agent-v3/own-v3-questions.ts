import { shownPictures } from '../mobile-agent/official-pictures.js';
import { textParts } from '../prompting/ask-helper.js';
import { beforeAndAfter, type Helpers } from '../prompting/helpers.js';
import type { MOBILE_AGENT_V3_PROMPTS } from './mobile-agent-v3-prompts.js';
import { NOTHING_COMPLETED, type V3Questions } from './v3-questions.js';
import type { LoggedAction } from './v3-state.js';

/** The questions in our words, or the user's. */
export function ownV3Questions(helpers: Helpers<keyof typeof MOBILE_AGENT_V3_PROMPTS>): V3Questions {
  return {
    invalid: helpers.prompt('invalid'),
    outcomes: (log) => log.map(logLine).join('\n'),
    planning: ({ instruction, state, guidelines }, { shown, errors }) => {
      const { plan, completed, notes, log } = state;
      const last = log.at(-1);
      const isFirst = plan === '';
      const later = (heading: string, text: string): string => (isFirst ? '' : section(heading, text));
      const text = helpers.fill('manager', {
        instruction,
        completed: later('Historical Operations', completed === NOTHING_COMPLETED ? '' : completed),
        plan: section('Plan', plan),
        last_action: later(
          'Last Action',
          last === undefined ? '' : `Action: ${last.call}\nDescription: ${last.description}`,
        ),
        notes: later('Important Notes', notes),
        guidelines: section('Guidelines', guidelines),
        errors: later('Potentially Stuck', errors.map(logLine).join('\n')),
        completed_form: isFirst ? '' : helpers.prompt('completed_form'),
      });
      return [...textParts(text), ...shownPictures(shown)];
    },
    reflection: ({ instruction, state: { completed } }, { before, after, action }) => {
      const text = helpers.fill('reflect', {
        instruction,
        completed: completed || 'Nothing yet.',
        action: action.call,
        description: action.description,
      });
      return [...textParts(text), ...beforeAndAfter('action', before, after)];
    },
    noting: ({ instruction, state: { progress, notes } }, shown) => {
      const text = helpers.fill('notetaker', {
        instruction,
        progress: progress || 'Nothing yet.',
        notes: notes || 'None',
      });
      return [...textParts(text), ...shownPictures(shown)];
    },
  };
}

/** Source: Mobile-Agent-v3 reference code, action history. */
function logLine({ call, description, outcome, error }: LoggedAction): string {
  const came = outcome === 'A' ? 'Successful' : `Failed | Feedback: ${error}`;
  return `Action: ${call} | Description: ${description} | Outcome: ${came}`;
}

function section(heading: string, text: string): string {
  return text === '' ? '' : `### ${heading} ###\n${text}\n`;
}
