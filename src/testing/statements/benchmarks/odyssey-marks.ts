import { section, type FamilyStatements } from '../statement.js';

const TESTS = 'src/benchmarks/guiodyssey/dialects/odyssey.test.ts';

/** Source: models.md 3, 4.15; no code of the authors is public. */
export const ODYSSEY_MARKS: FamilyStatements = {
  family: 'odyssey_marks',
  page: 'odyssey_marks.md',
  readAs: { elements: { base: 0, count: 40 } },
  statements: [
    ...section(
      '4.15',
      [
        'the argument of CLICK and LONG_PRESS is the number of a mark, from 0',
        ['CLICK: 0', 'tap #0'],
        ['CLICK: 39', 'tap #39'],
        ['LONG_PRESS: 3', 'long_press #3'],
        ['CLICK: 40', 'element_not_found'],
        ['CLICK: 1', 'tap #1', { elements: { base: 1, count: 3 } }],
        ['CLICK: 0', 'element_not_found', { elements: { base: 1, count: 3 } }],
        ['CLICK: 3', 'tap #3', { elements: { base: 1, count: 3 } }],
        ['CLICK: 4', 'element_not_found', { elements: { base: 1, count: 3 } }],
      ],
      [
        'a position is no number of a mark',
        ['CLICK: (17, 20)', 'invalid_argument'],
        ['CLICK: 17, 20', 'invalid_argument'],
        ['CLICK: 17 20', 'invalid_argument'],
        ['CLICK: 17.5', 'invalid_argument'],
        ['CLICK: -1', 'invalid_argument'],
        ['CLICK: the button', 'invalid_argument'],
        ['CLICK: None', 'invalid_argument'],
      ],
      [
        'texts, directions, keys and the end are those of answers by position',
        ['TYPE: meeting at 10:30', 'type text "meeting at 10:30"'],
        ['TYPE: "yoga"', 'lenient: type text "yoga"'],
        ['SCROLL: UP', 'swipe up'],
        ['SCROLL: up', 'lenient: swipe up'],
        ['SCROLL: UP: more', 'lenient: swipe up'],
        ['SCROLL: DIAGONAL', 'invalid_argument'],
        ['PRESS_RECENT', 'key APP_SWITCH'],
        ['COMPLETE', 'stop success'],
        ['IMPOSSIBLE', 'stop infeasible'],
        ['PRESS_ENTER', 'unknown_action'],
        ['END', 'unknown_action'],
        ['I would tap the icon', 'no_action'],
      ],
    ),
    ...section('3.3', [
      'what must be there and is not is a missing argument',
      ['CLICK:', 'missing_argument'],
      ['CLICK', 'missing_argument'],
      ['TYPE:', 'missing_argument'],
      ['SCROLL:', 'missing_argument'],
      ['', 'empty_output'],
    ]),
    ...section('3.2', [
      'brackets, quotes, a word before the number and words behind it are read leniently',
      ['CLICK: <17>', 'lenient: tap #17'],
      ['CLICK: [17]', 'lenient: tap #17'],
      ['CLICK: (17)', 'lenient: tap #17'],
      ['CLICK: "17"', 'lenient: tap #17'],
      ['CLICK: #17', 'lenient: tap #17'],
      ['CLICK: element 17', 'lenient: tap #17'],
      ['CLICK: mark #17.', 'lenient: tap #17'],
      ['CLICK: 17 to open it', 'lenient: tap #17'],
      ['click: 17', 'lenient: tap #17'],
      ['TAP: 17', 'lenient: tap #17'],
      ['I open it.\nCLICK: 17', 'lenient: tap #17'],
      ['CLICK: 17\nPRESS_BACK', 'lenient: tap #17 + key BACK'],
    ]),
    ...section('3.1', [
      'nothing within thinking is a command, and tokens that end an answer are dropped',
      ['<think>CLICK: 1</think>CLICK: 2', 'tap #2'],
      ['<think>CLICK: 1', 'no_action'],
      ['CLICK: 17<|im_end|>', 'tap #17'],
      ['TYPE: tea</s>', 'type text "tea"'],
    ]),
  ],
  elsewhere: [
    {
      section: '4.15',
      sentence:
        'two pictures are sent, raw and marked, and the argument is explained as the number of a mark',
      file: TESTS,
      title: 'for other models explains the commands, behind the pictures',
    },
  ],
};
