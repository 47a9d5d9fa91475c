import { section, type FamilyStatements, type StatementElsewhere } from '../statement.js';
import { r1Positions, r1Statements, thought } from './r1-answer.js';

const FILE = 'src/models/dialects/r1-answer/r1-answer.test.ts';
const ASKED: StatementElsewhere = {
  section: '4.8',
  sentence: 'one message, picture first, then the text with the actions on offer',
  file: FILE,
  title: 'asks in one message, picture first, with the actions of the variant',
};

/** An entry of GUI-R1 holds all three keys, if only with their placeholders. */
function whole(action: string, needed = ''): string {
  const point = needed.startsWith("'point'") ? needed : "'point': [-100, -100]";
  const text = needed.startsWith("'input_text'") ? needed : "'input_text': 'no input text'";
  return `{'action': '${action}', ${point}, ${text}}`;
}

/** An entry of UI-R1 and UI-AGILE holds what the action needs. */
function short(action: string, needed = ''): string {
  return `{'action': '${action}'${needed === '' ? '' : `, ${needed}`}}`;
}

const say = (action: string, text: string): string => thought(`[${whole(action, `'input_text': ${text}`)}]`);

/** Source: models.md 4.8; probench.md 5.C; `inference_vllm_android.py` and `r1gui.py` of GUI-R1. */
export const GUI_R1: FamilyStatements = {
  family: 'gui_r1',
  page: 'r1.md',
  statements: [
    ...r1Statements(whole),
    ...r1Positions(whole, 'point'),
    ...section(
      '4.8',
      [
        'an entry has the keys action, point and input_text; one that is missing is forgiven where it is not needed',
        [thought("[{'action': 'wait'}]"), 'lenient: wait'],
        [thought("[{'action': 'click', 'point': [504, 497]}]"), 'lenient: tap 500,500'],
        [
          thought("[{'action': 'click', 'coordinate': [504, 497], 'input_text': 'no input text'}]"),
          'lenient: tap 500,500',
        ],
        [thought("[{'action': 'click', 'input_text': 'no input text'}]"), 'missing_argument'],
        [thought("[{'action': 'type', 'point': [-100, -100], 'text': 'tea'}]"), 'missing_argument'],
      ],
      [
        'input_text is the text that is typed, quotes in it escaped or not',
        [say('type', "'tea'"), 'type text "tea"'],
        [say('input_text', "'tea'"), 'type text "tea"'],
        [say('type', '"it\'s"'), 'type text "it\'s"'],
        [say('type', String.raw`'it\'s'`), 'type text "it\'s"'],
        [say('type', "'it's'"), 'lenient: type text "it\'s"'],
        [say('type', "'a, b] } c'"), 'type text "a, b] } c"'],
        [say('type', '42'), 'lenient: type text "42"'],
        [say('type', "'no input text'"), 'missing_argument'],
        [say('type', "''"), 'missing_argument'],
        [say('type', 'None'), 'missing_argument'],
        [say('type', "['tea']"), 'invalid_argument'],
      ],
      [
        'input_text is the name of the app',
        [say('open_app', "'Clock'"), 'open_app app "Clock"'],
        [say('open_app', "'no input text'"), 'missing_argument'],
      ],
    ),
    ...section('2.3', [
      'input_text is the direction of the page, in any case; of the finger as GUIOdyssey has it',
      [say('scroll', "'down'"), 'swipe up'],
      [say('scroll', "'left'"), 'swipe right'],
      [say('scroll', "'UP'"), 'lenient: swipe down'],
      [say('scroll', "'down'"), 'swipe down', { variant: 'guiodyssey' }],
      [say('scroll', "'left'"), 'swipe left', { variant: 'guiodyssey' }],
      [say('scroll', "'sideways'"), 'invalid_argument'],
      [say('scroll', "'no input text'"), 'missing_argument'],
      [thought("[{'action': 'scroll', 'point': [504, 497], 'input_text': 'down'}]"), 'swipe up at 500,500'],
    ]),
    ...section('4.8', [
      'InternVL3 in ProBench counts to 1000',
      [
        thought(`[${whole('click', "'point': [500, 250]")}]`),
        'tap 500,500',
        { variant: 'probench_permille' },
      ],
    ]),
  ],
  elsewhere: [ASKED],
};

/** Source: models.md 4.8; probench.md 5.E; `grpo_json_action_coord.py` of UI-R1; `eval/android_control` of UI-AGILE. */
export const UI_R1: FamilyStatements = {
  family: 'ui_r1',
  page: 'r1.md',
  statements: [
    ...r1Statements(short),
    ...r1Positions(short, 'coordinate'),
    ...section(
      '4.8',
      [
        'the position is called coordinate or point',
        [thought(`[${short('click', "'point': [504, 497]")}]`), 'tap 500,500'],
        [
          thought("[{'action': 'click', 'coordinate': [504, 497], 'input_text': 'no input text'}]"),
          'tap 500,500',
        ],
        [thought("[{'action': 'click'}]"), 'missing_argument'],
      ],
      [
        'the template of ProBench has no braces',
        [
          thought("['action': 'click', 'point': [504, 497], 'input_text': 'no input text']"),
          'lenient: tap 500,500',
          { variant: 'probench' },
        ],
      ],
      [
        'the prompt has no name for a text: input_text is read, and any other name',
        [thought("[{'action': 'input_text', 'input_text': 'tea'}]"), 'type text "tea"'],
        [thought("[{'action': 'input_text', 'text': 'tea'}]"), 'lenient: type text "tea"'],
        [thought("[{'action': 'open_app', 'app_name': 'Clock'}]"), 'lenient: open_app app "Clock"'],
        [thought("[{'action': 'scroll', 'direction': 'down'}]"), 'lenient: swipe up'],
        [
          thought("[{'action': 'scroll', 'coordinate': [504, 497], 'direction': 'down'}]"),
          'lenient: swipe up at 500,500',
        ],
        [thought("[{'action': 'input_text', 'coordinate': [504, 497]}]"), 'missing_argument'],
        [thought("[{'action': 'input_text', 'text': ''}]"), 'missing_argument'],
        [thought("[{'action': 'scroll'}]"), 'missing_argument'],
        [thought("[{'action': 'scroll', 'direction': 'away'}]"), 'invalid_argument'],
      ],
    ),
    ...section('2.3', [
      'a direction is that of the page, or of the finger where the data has it so',
      [thought("[{'action': 'scroll', 'input_text': 'down'}]"), 'swipe up'],
      [thought("[{'action': 'scroll', 'input_text': 'right'}]"), 'swipe left'],
      [thought("[{'action': 'scroll', 'input_text': 'down'}]"), 'swipe down', { scroll: 'finger' }],
    ]),
  ],
  elsewhere: [ASKED],
};

/** Source: `eval/android_control` of UI-AGILE; models.md 4.8 for what it shares with GUI-R1. */
export const UI_AGILE: FamilyStatements = {
  family: 'ui_agile',
  page: 'r1.md',
  statements: [
    ...r1Statements(short),
    ...r1Positions(short, 'coordinate'),
    ...section(
      'uiagile',
      [
        'what an action needs has a name of its own, and under any other name it is read too',
        [thought("[{'action': 'input_text', 'input_text': 'tea'}]"), 'type text "tea"'],
        [thought("[{'action': 'open_app', 'app': 'Clock'}]"), 'open_app app "Clock"'],
        [thought("[{'action': 'open_app', 'input_text': 'Clock'}]"), 'lenient: open_app app "Clock"'],
        [thought("[{'action': 'open_app', 'app_name': 'Clock'}]"), 'lenient: open_app app "Clock"'],
        [thought("[{'action': 'input_text', 'text': 'tea'}]"), 'lenient: type text "tea"'],
        [thought("[{'action': 'scroll', 'input_text': 'down'}]"), 'lenient: swipe up'],
        [thought("[{'action': 'open_app'}]"), 'missing_argument'],
        [thought("[{'action': 'open_app', 'app': ''}]"), 'missing_argument'],
        [thought("[{'action': 'input_text', 'coordinate': [1, 2]}]"), 'missing_argument'],
      ],
      [
        'direction is that of the page',
        [thought("[{'action': 'scroll', 'direction': 'down'}]"), 'swipe up'],
        [thought("[{'action': 'scroll', 'direction': 'up'}]"), 'swipe down'],
        [thought("[{'action': 'scroll', 'direction': 'left'}]"), 'swipe right'],
        [thought("[{'action': 'scroll', 'direction': 'Right'}]"), 'lenient: swipe left'],
        [thought("[{'action': 'scroll', 'direction': 'away'}]"), 'invalid_argument'],
        [thought("[{'action': 'scroll'}]"), 'missing_argument'],
      ],
    ),
  ],
  elsewhere: [ASKED],
};
