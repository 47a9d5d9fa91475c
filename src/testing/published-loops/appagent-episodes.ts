import type { PublishedEpisode } from './published-loop.js';

function say(action: string, summary: string): string {
  return `Observation: A screen.\nThought: On.\nAction: ${action}\nSummary: ${summary}`;
}

function judge(decision: string): string {
  return `Decision: ${decision}\nThought: So.${decision === 'INEFFECTIVE' ? '' : '\nDocumentation: Opens it.'}`;
}

/**
 * Episodes of AppAgent at work. The calls are those that its reference code (`task_executor.py`, with stubs for phone and network)
 * made with the same answers on the same screens.
 */
export const APPAGENT_EPISODES: readonly PublishedEpisode[] = [
  {
    name: 'goes from summary to summary, and finishes',
    task: 'dark-theme',
    steps: 6,
    answers: [
      say('tap(2)', 'I opened it.'),
      say('swipe(1, "up", "medium")', 'I went down.'),
      say('long_press(1)', 'I held it.\nAnd more.'),
      say('FINISH', 'Done.'),
    ],
    calls: [
      'actor [0] None',
      '> tap 211 835',
      'actor [1] I opened it.',
      '> swipe 270 96 270 0',
      'actor [1] I went down.',
      '> long_press 270 96',
      'actor [1] I held it.',
      '> stop unspecified',
    ],
  },
  {
    name: 'lays a grid, and again, and forgets its summary under it',
    task: 'weekday-alarm',
    steps: 6,
    answers: [
      say('grid()', 'I look closer.'),
      say('grid()', 'I look closer still.'),
      say('swipe(5, "center", 14, "elsewhere")', 'I moved.'),
      say('tap(1)', 'I tapped.'),
      say('I see it. FINISH', 'Done.'),
    ],
    calls: [
      'actor [0] None',
      '> grid_overlay',
      'actor [0] grid',
      '> grid_overlay',
      'actor [0] grid',
      '> swipe 67 67 202 455',
      'actor [1] I moved.',
      '> tap 143 159',
      'actor [2] I tapped.',
      '> stop unspecified',
    ],
  },
  {
    name: 'counts elements from the end, and ends beyond them',
    task: 'ten-minute-timer',
    steps: 3,
    answers: [say('tap(0)', 'The last.'), say('tap(-1)', 'The one before it.'), say('tap(99)', 'Another.')],
    calls: [
      'actor [0] None',
      '> tap 445 1039',
      'actor [1] The last.',
      '> tap 270 1023',
      'actor [2] The one before it.',
      '> ends',
    ],
  },
  {
    name: 'types up to a bracket, and ends without a summary',
    task: 'oat-milk',
    steps: 3,
    answers: [
      say('tap(1)', 'I opened it.'),
      say('text("oat (fresh) milk")', 'I typed.'),
      'Observation: o\nThought: t\nAction: tap(1)',
    ],
    calls: [
      'actor [0] None',
      '> tap 94 835',
      'actor [1] I opened it.',
      '> type oat (fres',
      'actor [2] I typed.',
      '> ends',
    ],
  },
  {
    name: 'finishes at the word wherever it stands in the action',
    task: 'like-rehearsal',
    steps: 4,
    answers: [
      say('grid()', 'Closer.'),
      say('long_press(12, "bottom-left")', 'I held it.'),
      say('text("FINISH it")', 'I typed.'),
    ],
    calls: [
      'actor [0] None',
      '> grid_overlay',
      'actor [0] grid',
      '> long_press 438 357',
      'actor [0] I held it.',
      '> stop unspecified',
    ],
  },
  {
    // Between two rounds of the code one wait passed, as time does on a phone; without it the second picture is that of the first.
    name: 'lays a grid over a screen that was loading, and sees it loaded',
    task: 'oat-milk',
    steps: 6,
    answers: [
      say('tap(1)', 'I opened it.'),
      say('grid()', 'Closer.'),
      say('tap(1, "center")', 'I tapped.'),
      say('grid()', 'Closer.'),
      say('grid()', 'Closer.'),
      say('FINISH', 'Done.'),
    ],
    calls: [
      'actor [0] None',
      '> tap 94 835',
      'actor [1] I opened it.',
      '> grid_overlay',
      'actor [2] grid',
      '> tap 67 65',
      'actor [3] I tapped.',
      '> grid_overlay',
      'actor [3] grid',
      '> grid_overlay',
      'actor [3] grid',
      '> stop unspecified',
    ],
  },
];

/**
 * Episodes of AppAgent exploring. The calls are those that its reference code (`self_explorer.py`, with stubs for phone and
 * network) made with the same answers on the same screens.
 */
export const APPAGENT_EXPLORE_EPISODES: readonly PublishedEpisode[] = [
  {
    name: 'judges each use, forgets what led nowhere, and finishes',
    task: 'dark-theme',
    steps: 8,
    answers: [
      say('long_press(2)', 'I held the second.'),
      judge('SUCCESS'),
      say('long_press(1)', 'I held the first.'),
      judge('INEFFECTIVE'),
      say('tap(1)', 'I opened the one that is now the first.'),
      judge('CONTINUE'),
      say('FINISH', 'Done.'),
    ],
    calls: [
      'actor [0] None',
      '> long_press 211 835',
      'reflector [0 0]',
      'actor [0] I held the second.',
      '> long_press 94 835',
      'reflector [0 0]',
      'actor [0] None',
      '> tap 211 835',
      'reflector [0 1]',
      'actor [1] None',
      '> stop unspecified',
    ],
  },
  {
    name: 'goes back where it went astray',
    task: 'weekday-alarm',
    steps: 5,
    answers: [
      say('tap(3)', 'I opened the third.'),
      judge('BACK'),
      say('tap(3)', 'I opened the next.'),
      judge('SUCCESS'),
      say('FINISH', 'Done.'),
    ],
    calls: [
      'actor [0] None',
      '> tap 328 835',
      'reflector [0 1]',
      '> back',
      'actor [0] None',
      '> tap 445 835',
      'reflector [0 2]',
      'actor [2] I opened the next.',
      '> stop unspecified',
    ],
  },
  {
    name: 'ends at grid()',
    task: 'ten-minute-timer',
    steps: 4,
    answers: [say('swipe(1, "up", "long")', 'I moved up.'), judge('CONTINUE'), say('grid()', 'Closer.')],
    calls: [
      'actor [0] None',
      '> swipe 94 835 94 511',
      'reflector [0 0]',
      'actor [0] None',
      '> stop interrupted',
    ],
  },
  {
    name: 'types without a judgement, and ends at one that it cannot read',
    task: 'oat-milk',
    steps: 4,
    answers: [
      say('text("oat milk")', 'I typed.'),
      say('tap(2)', 'I tapped.'),
      'Decision: success\nThought: So.',
    ],
    calls: [
      'actor [0] None',
      '> type oat milk',
      'actor [0] I typed.',
      '> tap 211 835',
      'reflector [0 1]',
      '> stop interrupted',
    ],
  },
  {
    name: 'ends at a function that it does not know',
    task: 'like-rehearsal',
    steps: 2,
    answers: [say('tap(-1)', 'I tapped one at the end.'), judge('SUCCESS'), say('back()', 'I go back.')],
    calls: [
      'actor [0] None',
      '> tap 328 1039',
      'reflector [0 1]',
      'actor [1] I tapped one at the end.',
      '> ends',
    ],
  },
];
