import { FINAL_PHRASE } from '../../models/dialects/bracketed/extract-action.js';
import type { PublishedEpisode } from './published-loop.js';

function say(action: string): string {
  return `I look at the screen. ${FINAL_PHRASE} \`\`\`${action}\`\`\``;
}

const YES = 'It did. ```Yes```';
const NO = 'It did not. ```No```';

/**
 * Episodes of Reflexion. The calls are those that the reference code's agent and environment (`AgentReflexion_Text.act`, `AndroidEnv`)
 * made with the same answers on the same screens, repaired so that they run: prompts loaded by their own names, templates filled in
 * several goes, and a wait for its mark of choosing again.
 */
export const REFLEXION_EPISODES: readonly PublishedEpisode[] = [
  {
    name: 'judges each action but the first',
    task: 'dark-theme',
    steps: 4,
    answers: [say('press [back]'), YES, say('press [home]'), YES, say('press [stop]')],
    calls: [
      'actor [] None',
      '> back',
      'reflector [] press [back]',
      'actor [] press [back]',
      '> restart_app',
      'reflector [] press [home]',
      'actor [] press [home]',
      '> stop success',
    ],
  },
  {
    name: 'waits after a No, and chooses again without a judgement',
    task: 'weekday-alarm',
    steps: 4,
    answers: [say('press [home]'), NO, say('press [back]'), YES, say('press [stop]')],
    calls: [
      'actor [] None',
      '> restart_app',
      'reflector [] press [home]',
      '> nothing',
      'actor [] press [home]',
      '> back',
      'reflector [] press [back]',
      'actor [] press [back]',
      '> stop success',
    ],
  },
  {
    name: 'judges what was chosen again, as often as it says No',
    task: 'ten-minute-timer',
    steps: 6,
    answers: [
      say('press [home]'),
      NO,
      say('press [back]'),
      NO,
      say('press [none]'),
      '```yes, it did```',
      say('press [stop]'),
    ],
    calls: [
      'actor [] None',
      '> restart_app',
      'reflector [] press [home]',
      '> nothing',
      'actor [] press [home]',
      '> back',
      'reflector [] press [back]',
      '> nothing',
      'actor [] press [back]',
      '> nothing',
      'reflector [] press [none]',
      'actor [] press [none]',
      '> stop success',
    ],
  },
  {
    name: 'ends at a judgement without backticks',
    task: 'oat-milk',
    steps: 2,
    answers: [say('press [enter]'), 'Yes.'],
    calls: ['actor [] None', '> enter', 'reflector [] press [enter]', '> ends'],
  },
  {
    name: 'ends at an action without backticks',
    task: 'like-rehearsal',
    steps: 2,
    answers: [say('press [home]'), 'Not yet. ```Yes``` and ```No```', 'press [back]'],
    calls: ['actor [] None', '> restart_app', 'reflector [] press [home]', 'actor [] press [home]', '> ends'],
  },
];

/** Episodes of the LLM planner, as those of Reflexion (`AgentLLMPlanner_Text.act`, its pattern for a plan repaired too, the screen given). */
export const PLANNER_EPISODES: readonly PublishedEpisode[] = [
  {
    name: 'takes an action for each step, and plans anew where they are used up',
    task: 'dark-theme',
    steps: 4,
    answers: [
      'High-level Plan:\n[Go back]\n[Go home]',
      say('press [back]'),
      say('press [home]'),
      'High-level Plan:\n[Stop]',
      say('press [stop]'),
    ],
    calls: [
      'planner [] None',
      'actor [] Go back',
      '> back',
      'actor [] Go home',
      '> restart_app',
      'planner [] press [home]',
      'actor [] Stop',
      '> stop success',
    ],
  },
  {
    name: 'waits where the plan is given up, and plans anew',
    task: 'weekday-alarm',
    steps: 4,
    answers: [
      'High-level Plan:\n[Go back]\n[Go home]',
      say('press [replan]'),
      'High-level Plan:\n[Go home]\n[Stop]',
      say('press [home]'),
      say('press [stop]'),
    ],
    calls: [
      'planner [] None',
      'actor [] Go back',
      '> nothing',
      'planner [] press [none]',
      'actor [] Go home',
      '> restart_app',
      'actor [] Stop',
      '> stop success',
    ],
  },
  {
    name: 'ends without a plan',
    task: 'ten-minute-timer',
    steps: 1,
    answers: ['I have none.'],
    calls: ['planner [] None', '> ends'],
  },
  {
    name: 'ends at an action without backticks, in the midst of a plan',
    task: 'oat-milk',
    steps: 2,
    answers: ['High-level Plan:\n[Go back]\n[Go home]', say('press [none]'), 'press [home]'],
    calls: ['planner [] None', 'actor [] Go back', '> nothing', 'actor [] Go home', '> ends'],
  },
  {
    name: 'is told a wait as its last action where the plan was given up',
    task: 'like-rehearsal',
    steps: 3,
    answers: [
      'High-level Plan:\n[Go home]',
      say('press [home]'),
      'High-level Plan:\n[Go on]',
      say('press [replan]'),
      'High-level Plan:\n[Stop]',
      say('press [stop]'),
    ],
    calls: [
      'planner [] None',
      'actor [] Go home',
      '> restart_app',
      'planner [] press [home]',
      'actor [] Go on',
      '> nothing',
      'planner [] press [none]',
      'actor [] Stop',
      '> stop success',
    ],
  },
];

/**
 * Episodes of ReAct. The calls are those that the reference code (`AgentReAct_Text.act`, `benchmark_run` and `AndroidEnv`, with stubs for
 * phone and network) made with the same answers on the same screens.
 */
export const REACT_EPISODES: readonly PublishedEpisode[] = [
  {
    name: 'sees its last action as a sentence',
    task: 'dark-theme',
    steps: 4,
    answers: [say('press [back]'), say('press [enter]'), say('press [none]'), say('press [stop]')],
    calls: [
      'actor [] None',
      '> back',
      'actor [] Go back.',
      '> enter',
      'actor [] Press enter.',
      '> nothing',
      'actor [] Do nothing.',
      '> stop success',
    ],
  },
  {
    name: 'ends at an action without backticks',
    task: 'weekday-alarm',
    steps: 2,
    answers: [say('press [enter]'), 'press [back]'],
    calls: ['actor [] None', '> enter', 'actor [] Press enter.', '> ends'],
  },
  {
    name: 'reads what follows the last phrase',
    task: 'ten-minute-timer',
    steps: 2,
    answers: [`${say('press [home]')} No. ${say('press [back]')}`, say('press [stop]')],
    calls: ['actor [] None', '> back', 'actor [] Go back.', '> stop success'],
  },
  {
    name: 'reads the first of several actions',
    task: 'oat-milk',
    steps: 2,
    answers: [`${say('press [enter]')} \`\`\`press [stop]\`\`\``, say(' press [stop] ')],
    calls: ['actor [] None', '> enter', 'actor [] Press enter.', '> stop success'],
  },
  {
    name: 'names the element of its last action, and starts the app again',
    task: 'like-rehearsal',
    steps: 6,
    answers: [
      say('click [1]'),
      say('longclick [0]'),
      say('swipe [1] [up]'),
      say('text [2] [oat milk]'),
      say('press [restart]'),
      say('press [stop]'),
    ],
    calls: [
      'actor [] None',
      '> tap 94 1039',
      'actor [] Click on a View (content-desc: Contacts, resource-id: icon, class: android.widget.LinearLayout).',
      '> long_press 270 96',
      'actor [] Long click on a View (resource-id: search_bar, class: android.widget.LinearLayout).',
      '> swipe 270 748 270 446',
      'actor [] Swipe on a View (resource-id: contact_list, class: androidx.recyclerview.widget.RecyclerView) in up direction.',
      '> type oat milk',
      'actor [] Type oat milk on a View (content-desc: Add contact, resource-id: add_contact, class: android.widget.ImageButton).',
      '> restart_app',
      'actor [] Restart the app.',
      '> stop success',
    ],
  },
];
