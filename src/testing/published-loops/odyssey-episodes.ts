import type { PublishedEpisode } from './published-loop.js';

/**
 * Episodes of GUIOdyssey's agent. The code asks about recorded steps alone: each episode was played on Pocket with these answers and
 * written in the format of the dataset, and the calls are what its converter, its evaluator (`LazySupervisedDataset`) and the look-up of
 * earlier pictures in its model make of the records. The current picture comes first.
 */
export const ODYSSEY_EPISODES: readonly PublishedEpisode[] = [
  {
    name: 'shows the four steps before, oldest first, and numbers them anew',
    task: 'dark-theme',
    steps: 7,
    answers: [
      'CLICK: (823, 888)',
      'CLICK: (300, 678)',
      'PRESS_BACK',
      'PRESS_HOME',
      'CLICK: (174, 714)',
      'SCROLL: UP',
      'COMPLETE',
    ],
    calls: [
      'actor [0] None',
      '> tap 444 1038',
      'actor [1 0] 1. CLICK: (823, 888)',
      '> tap 162 793',
      'actor [2 0 1] 1. CLICK: (823, 888)\n2. CLICK: (300, 678)',
      '> back',
      'actor [1 0 1 2] 1. CLICK: (823, 888)\n2. CLICK: (300, 678)\n3. PRESS_BACK',
      '> home',
      'actor [0 0 1 2 1] 1. CLICK: (823, 888)\n2. CLICK: (300, 678)\n3. PRESS_BACK\n4. PRESS_HOME',
      '> tap 93 835',
      'actor [5 1 2 1 0] 1. CLICK: (300, 678)\n2. PRESS_BACK\n3. PRESS_HOME\n4. CLICK: (174, 714)',
      '> swipe ? ?',
      'actor [6 2 1 0 5] 1. PRESS_BACK\n2. PRESS_HOME\n3. CLICK: (174, 714)\n4. SCROLL: UP',
      '> stop success',
    ],
  },
  {
    name: 'has one picture and one command at the second step',
    task: 'weekday-alarm',
    steps: 2,
    answers: ['PRESS_HOME', 'IMPOSSIBLE'],
    calls: ['actor [0] None', '> home', 'actor [0 0] 1. PRESS_HOME', '> stop infeasible'],
  },
  {
    name: 'shows a screen that stays as often as it was seen',
    task: 'ten-minute-timer',
    steps: 6,
    answers: ['SCROLL: DOWN', 'SCROLL: DOWN', 'SCROLL: LEFT', 'PRESS_RECENT', 'PRESS_HOME', 'COMPLETE'],
    calls: [
      'actor [0] None',
      '> swipe ? ?',
      'actor [1 0] 1. SCROLL: DOWN',
      '> swipe ? ?',
      'actor [1 0 1] 1. SCROLL: DOWN\n2. SCROLL: DOWN',
      '> swipe ? ?',
      'actor [1 0 1 1] 1. SCROLL: DOWN\n2. SCROLL: DOWN\n3. SCROLL: LEFT',
      '> app_switch',
      'actor [1 0 1 1 1] 1. SCROLL: DOWN\n2. SCROLL: DOWN\n3. SCROLL: LEFT\n4. PRESS_RECENT',
      '> home',
      'actor [0 1 1 1 1] 1. SCROLL: DOWN\n2. SCROLL: LEFT\n3. PRESS_RECENT\n4. PRESS_HOME',
      '> stop success',
    ],
  },
  {
    name: 'tells texts as they were typed',
    task: 'oat-milk',
    steps: 5,
    answers: [
      'CLICK: (174, 714)',
      'TYPE: oat: fresh, 10:30',
      'TYPE: it\'s "q"',
      'LONG_PRESS: (500, 500)',
      'COMPLETE',
    ],
    calls: [
      'actor [0] None',
      '> tap 93 835',
      'actor [1 0] 1. CLICK: (174, 714)',
      '> type oat: fresh, 10:30',
      'actor [2 0 1] 1. CLICK: (174, 714)\n2. TYPE: oat: fresh, 10:30',
      '> type it\'s "q"',
      'actor [2 0 1 2] 1. CLICK: (174, 714)\n2. TYPE: oat: fresh, 10:30\n3. TYPE: it\'s "q"',
      '> long_press 270 585',
      'actor [2 0 1 2 2] 1. CLICK: (174, 714)\n2. TYPE: oat: fresh, 10:30\n3. TYPE: it\'s "q"\n4. LONG_PRESS: (500, 500)',
      '> stop success',
    ],
  },
  {
    name: 'says that there is nothing before, and ends',
    task: 'like-rehearsal',
    steps: 1,
    answers: ['COMPLETE'],
    calls: ['actor [0] None', '> stop success'],
  },
];
