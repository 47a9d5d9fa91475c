import type { PublishedEpisode } from './published-loop.js';

/** An episode of M3A or T3A before it is known what their code does in it. */
export type M3aScript = Omit<PublishedEpisode, 'calls'>;

/** What the two agents are answered differently, since they look up other numbers. */
export interface M3aDifferences {
  /** Name of an action at a place. */
  readonly placed: string;
  /** An index of no element, which only the execution refuses. */
  readonly index: number;
  /** Members of a place that is none. */
  readonly place: string;
}

const GOES_WELL: M3aScript = {
  name: 'goes well',
  task: 'dark-theme',
  steps: 5,
  answers: [
    'Reason: it is next\nAction: {"action_type": "open_app", "app_name": "Settings"}',
    'Opened\nthe settings. ',
    'Reason: it is next\nAction: {"action_type": "click", "index": 11}',
    '  Tapped it.',
    'Reason: it is next\nAction: {"action_type": "scroll", "direction": "down"}',
    '',
    'Reason: it is next\nAction: {"action_type": "navigate_back"}',
    'Back.',
    'Reason: it is next\nAction: {"action_type": "status", "goal_status": "complete"}',
  ],
};

const UNREADABLE: M3aScript = {
  name: 'meets answers that cannot be read',
  task: 'weekday-alarm',
  steps: 7,
  answers: [
    'I tap Settings.',
    'Action: {"action_type": "wait"}',
    'Reason: it is next\nAction: tap it',
    'Reason: it is next\nAction: {"action_type": "click", "index": 25}',
    'Reason: it is next\nAction: {"action_type": "click", "element": 3}',
    'Reason: it is next\nAction: {"action_type": "fly"}',
    'Reason: it is next\nAction: {"action_type": "status", "goal_status": "infeasible"}',
  ],
};

const DOES_NOTHING: M3aScript = {
  name: 'does what does nothing, until its steps are over',
  task: 'like-rehearsal',
  steps: 8,
  answers: [
    'Reason: it is next\nAction: {"action_type": "scroll", "direction": "down", "index": 0}',
    'Scrolled.',
    'Reason: it is next\nAction: {"action_type": "scroll", "direction": "left", "index": 4}',
    'Scrolled the icon.',
    'Reason: it is next\nAction: {"action_type": "unknown"}',
    'Nothing.',
    'Reason: it is next\nAction: {"action_type": "input_text", "index": 1}',
    'Nothing.',
    'Reason: it is next\nAction: {"action_type": "answer", "text": "It is \\"9:41\\"."}',
    'Said.',
    'Reason: it is next\nAction: {"action_type": "wait"}',
    'Waited.',
    'Reason: it is next\nAction: {"action_type": "swipe", "direction": "left"}',
    'Swiped.',
    'Reason: it is next\nAction: {"action_type": "keyboard_enter"}',
    'Entered.',
  ],
};

/** The same five episodes for both agents. */
export function m3aScripts({
  placed,
  index,
  place,
}: M3aDifferences): Readonly<Record<M3aScriptName, M3aScript>> {
  return {
    goesWell: GOES_WELL,
    unreadable: UNREADABLE,
    readsPython: {
      name: 'reads Python, and nothing with a brace in a text',
      task: 'ten-minute-timer',
      steps: 7,
      answers: [
        "Reason: it is next\nAction: {'action_type': 'click', 'index': '4',}",
        'Opened.',
        'Reason: it is next\nAction: ```json\n{"action_type": "input_text", "text": "café \'n", "index": 2, "clear_text": true}\n```',
        'Typed.',
        'Reason: it is next\nAction: {"action_type": "input_text", "text": "a } b", "index": 2}',
        'Reason: x Action: y\nAction: {\n"action_type": "scroll",\n"direction": "up"\n}',
        'Up.',
        `Reason: it is next\nAction: {"action_type": "${placed}", "x": "30", "y": 400.7}`,
        'Hit.',
        'Reason: it is next\nAction: {"action_type": "click", "index": 1, "x": 3}',
        'Reason: it is next\nAction: {"action_type": "status", "goal_status": "done"}',
      ],
    },
    cannotBeDone: {
      name: 'tries what cannot be carried out',
      task: 'oat-milk',
      steps: 7,
      answers: [
        'Reason: it is next\nAction: {"action_type": "click", "index": 9}',
        'Opened the shop.',
        'Reason: it is next\nAction: {"action_type": "open_app", "app_name": ""}',
        `Reason: it is next\nAction: {"action_type": "long_press", "index": ${index}}`,
        'Reason: it is next\nAction: {"action_type": "double_tap", "index": 99}',
        `Reason: it is next\nAction: {"action_type": "long_press", ${place}}`,
        'Reason: it is next\nAction: {"action_type": "navigate_home"}',
        'Home.',
        'Reason: it is next\nAction: {"action_type": "status", "goal_status": "complete"}',
      ],
    },
    doesNothing: DOES_NOTHING,
  };
}

type M3aScriptName = 'goesWell' | 'unreadable' | 'readsPython' | 'cannotBeDone' | 'doesNothing';
