import type { PublishedEpisode } from './published-loop.js';

const NOTES = '### Important Notes ###\nThe price  is\n12.';

function plan(text: string, completed?: string): string {
  const done = completed === undefined ? '' : `### Historical Operations ###\n${completed}\n\n`;
  return `### Thought ###\nI look.\n\n${done}### Plan ###\n${text}`;
}

function act(call: string, description = 'Do it.'): string {
  return `### Thought ###\nNext.\n\n### Action ###\n${call}\n\n### Description ###\n${description}`;
}

function judge(outcome: string, error = 'None'): string {
  return `### Outcome ###\n${outcome}\n\n### Error Description ###\n${error}`;
}

/**
 * Episodes of Mobile-Agent-v3. The calls are those that its reference code for AndroidWorld (`mobile_agent_v3.py`, with stubs for
 * phone and network) made with the same answers on the same screens; what it feeds back of an answer that cannot be read is here
 * our sentence.
 */
export const V3_EPISODES: readonly PublishedEpisode[] = [
  {
    name: 'finishes with a plan that is little more than the word',
    task: 'dark-theme',
    steps: 4,
    answers: [
      plan('1. Open the settings\n2. Find the theme'),
      act('{"action": "open_app", "text": "Settings"}', 'Open the\nsettings.'),
      judge('A'),
      plan('1. Finished soon, go home', 'The settings are open.'),
      act('{"action":"system_button","button":"Home"}'),
      judge('A: as expected'),
      plan(' Finished. ', 'All.'),
    ],
    calls: [
      'manager [0]',
      'executor [0]',
      '> open settings',
      'reflector [0 1]',
      'manager [1]',
      "executor [1] Action: {'action': 'open_app', 'text': 'Settings'} | Description: Open the settings. | Outcome: Successful",
      '> home',
      'reflector [1 0]',
      'manager [0]',
      '> stop success',
    ],
  },
  {
    name: 'ends with an answer, and notes nothing where nobody asks for one',
    task: 'weekday-alarm',
    steps: 3,
    answers: [
      plan('1. Look'),
      act('{"action": "click", "coordinate": [445, 1086]}'),
      judge('A'),
      plan('1. Answer', 'Looked.'),
      act('{"action": "answer", "text": "It is \\"7\\" o\'clock."}'),
    ],
    calls: [
      'manager [0]',
      'executor [0]',
      '> tap 445 1086',
      'reflector [0 1]',
      'manager [1]',
      "executor [1] Action: {'action': 'click', 'coordinate': [445, 1086]} | Description: Do it. | Outcome: Successful",
      '> answer It is "7" o\'clock.',
    ],
  },
  {
    name: 'asks no manager behind an answer that cannot be read, unless that is the second failure',
    task: 'ten-minute-timer',
    steps: 5,
    answers: [
      plan('1. Go'),
      'I would go home.',
      act('{"action": "system_button", "button": "Home"}'),
      judge('A'),
      plan('1. Go'),
      act('no JSON'),
      act('{"action": "fly"}'),
      plan('1. Go'),
      act('{"action": "system_button", "button": "back"}'),
    ],
    calls: [
      'manager [0]',
      'executor [0]',
      '> nothing',
      "executor [0] Action: {'action': 'invalid'} | Description: I would go home. | Outcome: Failed | Feedback: The answer could not be read, so nothing was done.",
      '> home',
      'reflector [0 0]',
      'manager [0]',
      "executor [0] Action: {'action': 'system_button', 'button': 'Home'} | Description: Do it. | Outcome: Successful",
      '> nothing',
      "executor [0] Action: {'action': 'invalid'} | Description: Do it. | Outcome: Failed | Feedback: The answer could not be read, so nothing was done.",
      '> nothing',
      "manager [0] Action: {'action': 'invalid'} | Description: Do it. | Outcome: Failed | Feedback: The answer could not be read, so nothing was done.",
      "executor [0] Action: {'action': 'invalid'} | Description: Do it. | Outcome: Failed | Feedback: The answer could not be read, so nothing was done.",
      '> back',
    ],
  },
  {
    name: 'shows the manager two failures in a row, and goes on',
    task: 'oat-milk',
    steps: 4,
    answers: [
      plan('1. Look'),
      act('{"action": "swipe", "coordinate": [300, 1000], "coordinate2": [300, 200]}'),
      judge('C', 'Nothing\nhappened.'),
      plan('1. Look', 'Nothing.'),
      act('{"action": "long_press", "coordinate": [20, 30]}', 'It\'s "so"'),
      judge('B', 'A wrong screen.'),
      plan('1. Look again'),
      act('{"action": "click", "coordinate": [20, 30]}'),
      judge('C'),
      plan('1. Look'),
      act('{"action": "type", "text": "oat"}'),
    ],
    calls: [
      'manager [0]',
      'executor [0]',
      '> swipe 300 1000 300 200',
      'reflector [0 0]',
      'manager [0]',
      "executor [0] Action: {'action': 'swipe', 'coordinate': [300, 1000], 'coordinate2': [300, 200]} | Description: Do it. | Outcome: Failed | Feedback: Nothing happened.",
      '> long_press 20 30',
      'reflector [0 0]',
      "manager [0] Action: {'action': 'long_press', 'coordinate': [20, 30]} | Description: It's \"so\" | Outcome: Failed | Feedback: A wrong screen.",
      "executor [0] Action: {'action': 'long_press', 'coordinate': [20, 30]} | Description: It's \"so\" | Outcome: Failed | Feedback: A wrong screen.",
      '> tap 20 30',
      'reflector [0 0]',
      "manager [0] Action: {'action': 'click', 'coordinate': [20, 30]} | Description: Do it. | Outcome: Failed | Feedback: None",
      "executor [0] Action: {'action': 'click', 'coordinate': [20, 30]} | Description: Do it. | Outcome: Failed | Feedback: None",
      '> type oat',
    ],
  },
  {
    name: 'takes positions for pixels of the screen, though the picture is resized',
    task: 'like-rehearsal',
    steps: 3,
    answers: [
      plan('1. Go'),
      act('{"action": "click", "coordinate": [539, 1169]}'),
      judge('A'),
      NOTES.replace('Important Notes', 'Plan'),
      act('{"action": "click", "coordinate": [94, 882]}'),
      judge('A'),
      plan('1. Go'),
      act('{"action": "done"}'),
    ],
    calls: [
      'manager [0]',
      'executor [0]',
      '> tap 539 1169',
      'reflector [0 0]',
      'manager [0]',
      "executor [0] Action: {'action': 'click', 'coordinate': [539, 1169]} | Description: Do it. | Outcome: Successful",
      '> tap 94 882',
      'reflector [0 2]',
      'manager [2]',
      "executor [2] Action: {'action': 'click', 'coordinate': [94, 882]} | Description: Do it. | Outcome: Successful",
      '> stop success',
    ],
  },
];
