import type { PublishedEpisode } from './published-loop.js';

function plan(text: string): string {
  return `<reasoning>\nI think.\n</reasoning>\n<action_plan>\n${text}\n</action_plan>`;
}

function act(call: string, description = 'Done so.'): string {
  return `<action>\n{"name": "mobile_use", "arguments": ${call}}\n</action>\n<description>\n${description}\n</description>`;
}

function reflect(planning: string, execution: string): string {
  return `<reasoning>\nr\n</reasoning>\n<planning_reflection>\n${planning}\n</planning_reflection>\n<execution_reflection>\n${execution}\n</execution_reflection>`;
}

function note(text: string): string {
  return `<memory>\n${text}\n</memory>`;
}

/**
 * Episodes of ColorBench's multi-agent system. The calls are those that its reference code (`PlanReflectAgent`, with stubs for
 * phone and network) made with the same answers on the same screens.
 */
export const COLORBENCH_EPISODES: readonly PublishedEpisode[] = [
  {
    name: 'plans, acts, remembers and looks back',
    task: 'dark-theme',
    steps: 4,
    answers: [
      plan('Open the settings.'),
      act('{"action": "click", "coordinate": [445, 1086]}', 'Opened the settings.'),
      note('None'),
      reflect('Fine.', 'Fine.'),
      plan('Go home.'),
      act('{"action": "system_button", "button": "Home"}', 'Went home.'),
      note('The theme is light.'),
      reflect('No plan.', 'No tap.'),
      plan('Stop.'),
      act('{"action": "terminate", "status": "success"}'),
      note('"None"'),
    ],
    calls: [
      'planner [0]',
      'executor [0]',
      'memory [0]',
      '> tap 445 1086',
      'reflector [0 1]',
      "planner [1] Step 1: Action: {'action_type': 'click', 'x': 445, 'y': 1086}; Action description: Opened the settings.",
      "executor [1] Step 1: Action: {'action_type': 'click', 'x': 445, 'y': 1086}; Action description: Opened the settings.",
      'memory [1]',
      '> home',
      'reflector [1 0]',
      "planner [0] Step 1: Action: {'action_type': 'click', 'x': 445, 'y': 1086}; Action description: Opened the settings.\nStep 2: Action: {'action_type': 'system_button', 'button': 'home'}; Action description: Went home.",
      "executor [0] Step 1: Action: {'action_type': 'click', 'x': 445, 'y': 1086}; Action description: Opened the settings.\nStep 2: Action: {'action_type': 'system_button', 'button': 'home'}; Action description: Went home.",
      'memory [0]',
      '> stop success',
    ],
  },
  {
    name: 'keeps a sentence where a tag is missing',
    task: 'weekday-alarm',
    steps: 3,
    answers: [
      'I have no plan.',
      '<action>{"name": "mobile_use", "arguments": {"action": "swipe", "coordinate": [300, 900], "coordinate2": [300, 200]}}</action>',
      '<memory>On one line.</memory>',
      '<planning_reflection>\nOnly this.\n</planning_reflection>',
      plan('Wait.'),
      act('{"action": "wait", "time": 2}', 'Two\nlines.'),
      note('A code:\n12 34'),
      reflect('', 'Nothing.'),
      plan('Stop.'),
      act('{"action": "terminate", "status": "failure"}', 'Gave up.'),
      note('None.'),
    ],
    calls: [
      'planner [0]',
      'executor [0]',
      'memory [0]',
      '> swipe ? ?',
      'reflector [0 0]',
      "planner [0] Step 1: Action: {'action_type': 'swipe', 'direction': 'up'}; Action description: No description provided",
      "executor [0] Step 1: Action: {'action_type': 'swipe', 'direction': 'up'}; Action description: No description provided",
      'memory [0]',
      '> nothing',
      'reflector [0 0]',
      "planner [0] Step 1: Action: {'action_type': 'swipe', 'direction': 'up'}; Action description: No description provided\nStep 2: Action: {'action_type': 'wait'}; Action description: Two\nlines.",
      "executor [0] Step 1: Action: {'action_type': 'swipe', 'direction': 'up'}; Action description: No description provided\nStep 2: Action: {'action_type': 'wait'}; Action description: Two\nlines.",
      'memory [0]',
      '> stop failure',
    ],
  },
  {
    name: 'ends at an executor that it cannot read, without a note',
    task: 'ten-minute-timer',
    steps: 2,
    answers: [
      plan('Open the clock.'),
      act('{"action": "long_press", "coordinate": [94, 835]}'),
      note('None'),
      reflect('Fine.', 'Fine.'),
      plan('Tap.'),
      '<action>{"action": "click", "coordinate": [1, 2</action>',
    ],
    calls: [
      'planner [0]',
      'executor [0]',
      'memory [0]',
      '> long_press 94 835',
      'reflector [0 0]',
      "planner [0] Step 1: Action: {'action_type': 'long_press', 'x': 94, 'y': 835}; Action description: Done so.",
      "executor [0] Step 1: Action: {'action_type': 'long_press', 'x': 94, 'y': 835}; Action description: Done so.",
      '> ends',
    ],
  },
  {
    name: 'leaves a slot empty where nothing is said',
    task: 'oat-milk',
    steps: 3,
    answers: [
      plan('Type.'),
      act('{"action": "type", "text": "oat milk"}', 'Typed it.'),
      ' ',
      '',
      plan('Open the shop.'),
      act('{"action": "open", "text": "Shop"}', 'Opened it.'),
      note('Oat milk: 2'),
      reflect('Fine.', 'Fine.'),
      plan('Stop.'),
      act('{"action": "terminate", "status": "success"}', 'Ended.'),
      note('None'),
    ],
    calls: [
      'planner [0]',
      'executor [0]',
      'memory [0]',
      '> type oat milk',
      'reflector [0 0]',
      "planner [0] Step 1: Action: {'action_type': 'type', 'text': 'oat milk'}; Action description: Typed it.",
      "executor [0] Step 1: Action: {'action_type': 'type', 'text': 'oat milk'}; Action description: Typed it.",
      'memory [0]',
      '> open shop',
      'reflector [0 2]',
      "planner [2] Step 1: Action: {'action_type': 'type', 'text': 'oat milk'}; Action description: Typed it.\nStep 2: Action: {'action_type': 'open', 'app': 'Shop'}; Action description: Opened it.",
      "executor [2] Step 1: Action: {'action_type': 'type', 'text': 'oat milk'}; Action description: Typed it.\nStep 2: Action: {'action_type': 'open', 'app': 'Shop'}; Action description: Opened it.",
      'memory [2]',
      '> stop success',
    ],
  },
  {
    name: 'reads an action without tags, and a direction in capitals',
    task: 'like-rehearsal',
    steps: 3,
    answers: [
      plan('Go left.'),
      act('{"action": "swipe", "direction": "LEFT"}', 'Went left.'),
      note('None'),
      reflect('Fine.', 'Fine.'),
      plan('Go back.'),
      'So: {"action": "system_button", "button": "BACK"}',
      note('Two likes.'),
      reflect('Fine.', 'Fine.'),
      plan('Stop.'),
      act('{"action": "terminate"}', 'Ended.'),
      note('None'),
    ],
    calls: [
      'planner [0]',
      'executor [0]',
      'memory [0]',
      '> swipe ? ?',
      'reflector [0 1]',
      "planner [1] Step 1: Action: {'action_type': 'swipe', 'direction': 'left'}; Action description: Went left.",
      "executor [1] Step 1: Action: {'action_type': 'swipe', 'direction': 'left'}; Action description: Went left.",
      'memory [1]',
      '> back',
      'reflector [1 0]',
      "planner [0] Step 1: Action: {'action_type': 'swipe', 'direction': 'left'}; Action description: Went left.\nStep 2: Action: {'action_type': 'system_button', 'button': 'back'}; Action description: No description provided",
      "executor [0] Step 1: Action: {'action_type': 'swipe', 'direction': 'left'}; Action description: Went left.\nStep 2: Action: {'action_type': 'system_button', 'button': 'back'}; Action description: No description provided",
      'memory [0]',
      '> stop success',
    ],
  },
];
