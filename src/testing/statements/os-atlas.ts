import { section, type FamilyStatements } from './statement.js';

const T = 'Thoughts:\nt\nActions:\n';

/** Source: models.md 2.3, 4.4; `agent_atlas.py` of ColorBench. */
export const OS_ATLAS: FamilyStatements = {
  family: 'os_atlas',
  page: 'os_atlas.md',
  statements: [
    ...section(
      '4.4',
      [
        'Thoughts and Actions are labels in either case of their first letter',
        ['Thoughts:\nt\nActions:\nWAIT', 'wait'],
        ['thoughts: t\nactions: WAIT', 'wait'],
      ],
      [
        'CLICK and LONG_PRESS take a position in double brackets, with or without point tags',
        [`${T}CLICK <point>[[500, 250]]</point>`, 'tap 500,500'],
        [`${T}CLICK [[500,250]]`, 'tap 500,500'],
        [`${T}LONG_PRESS <point>[[500, 250]]</point>`, 'long_press 500,500'],
        [`${T}CLICK`, 'missing_argument'],
        [`${T}CLICK [[a, b]]`, 'invalid_argument'],
        [`${T}CLICK <point>[[500, 250`, 'malformed_action'],
      ],
      [
        'positions are permille of the screen, and one beyond it is out of bounds',
        [`${T}CLICK [[1000, 1000]]`, 'tap 1000,2000'],
        [`${T}CLICK [[1001, 0]]`, 'tap 1001,0 out of bounds'],
      ],
      [
        'a text runs to the last bracket',
        [`${T}TYPE [[draft] v2]`, 'type text "[draft] v2"'],
        [`${T}TYPE [a]b]`, 'type text "a]b"'],
        [`${T}TYPE [say "hi", it's ok]`, 'type text "say \\"hi\\", it\'s ok"'],
        [`${T}TYPE [open`, 'malformed_action'],
        [`${T}TYPE []`, 'missing_argument'],
        [`${T}TYPE [""]`, 'missing_argument'],
        [`${T}OPEN_APP [Clock]`, 'open_app app "Clock"'],
      ],
      [
        'a direction is one of four words, and the direction of the page',
        [`${T}SCROLL [UP]`, 'swipe down'],
        [`${T}SCROLL [DOWN]`, 'swipe up'],
        [`${T}SCROLL [LEFT]`, 'swipe right'],
        [`${T}SCROLL [RIGHT]`, 'swipe left'],
        [`${T}SCROLL [AWAY]`, 'invalid_argument'],
        [`${T}SCROLL []`, 'missing_argument'],
        [`${T}SCROLL`, 'missing_argument'],
      ],
      [
        'GUIOdyssey-like prompts take the direction for the finger',
        [`${T}SCROLL [UP]`, 'swipe up', { scroll: 'finger' }],
      ],
      [
        'PRESS_BACK, PRESS_HOME, PRESS_RECENT, ENTER and WAIT stand alone',
        [`${T}PRESS_BACK`, 'key BACK'],
        [`${T}PRESS_HOME`, 'key HOME'],
        [`${T}PRESS_RECENT`, 'key APP_SWITCH'],
        [`${T}ENTER`, 'key ENTER'],
        [`${T}WAIT`, 'wait'],
      ],
      [
        'COMPLETE is a success and IMPOSSIBLE is infeasible',
        [`${T}COMPLETE`, 'stop success'],
        [`${T}IMPOSSIBLE`, 'stop infeasible'],
      ],
      [
        'grounding models answer with a box, whose centre counts',
        [`${T}CLICK <|box_start|>(100,200),(300,400)<|box_end|>`, 'lenient: tap 200,600'],
      ],
      [
        'words within thoughts and texts decide nothing',
        [`Thoughts:\nIt is COMPLETE, no WAIT.\nActions:\nCLICK [[1, 2]]`, 'tap 1,4'],
        [`${T}TYPE [WAIT for me]`, 'type text "WAIT for me"'],
      ],
      [
        'the published reader finds the verb with a colon or words behind it',
        [`${T}CLICK: [[1, 2]]`, 'lenient: tap 1,4'],
        [`${T}SCROLL: [UP]`, 'lenient: swipe down'],
        [`${T}TYPE: [a]`, 'lenient: type text "a"'],
        [`${T}WAIT: 5`, 'lenient: wait'],
        [`${T}WAIT [5]`, 'lenient: wait'],
        [`${T}COMPLETE the task`, 'lenient: stop success'],
        [`${T}Complete the form`, 'malformed_action'],
        [`${T}TYPE hello`, 'malformed_action'],
      ],
      [
        'a name that the list does not have is unknown',
        [`${T}HOVER [[1, 2]]`, 'unknown_action'],
        [`${T}END`, 'unknown_action'],
        [`${T}tap the button`, 'malformed_action'],
      ],
      [
        'tap is another word for click, also in an answer that is one call',
        [`${T}TAP [[1, 2]]`, 'lenient: tap 1,4'],
        ['TAP [[1, 2]]', 'lenient: tap 1,4'],
        ['CLICK [[1, 2]]', 'lenient: tap 1,4'],
        ['COMPLETE the form', 'no_action'],
      ],
    ),
  ],
  elsewhere: [
    {
      section: '4.4',
      sentence: 'the message is rules, picture, task with history',
      file: 'src/models/dialects/os-atlas/os-atlas.test.ts',
      title: 'sends rules, picture and task in this order, and says which way a scroll goes',
    },
  ],
};
