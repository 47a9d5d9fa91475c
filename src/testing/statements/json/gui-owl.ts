import { section, type FamilyStatements } from '../statement.js';
import { mobileUseStatements, toolCall } from './mobile-use.js';

const FILE = 'src/models/dialects/mobile-use/mobile-use.test.ts';

/** Source: models.md 4.3; `gui_owl.py`, `mobile_agent_utils_new.py` and `run_gui_owl_1_5_for_mobile.py` of MobileAgent. */
export const GUI_OWL: FamilyStatements = {
  family: 'gui_owl',
  page: 'mobile_use.md',
  statements: [
    ...mobileUseStatements('500, 250'),
    ...section(
      '4.3',
      [
        'answer ends the task with a text',
        [toolCall('{"action": "answer", "text": "42"}'), 'answer text "42" terminal true'],
        [toolCall('{"action": "answer", "text": ""}'), 'missing_argument'],
        [toolCall('{"action": "answer"}'), 'missing_argument'],
      ],
      [
        'interact asks the user, with a text or without',
        [toolCall('{"action": "interact", "text": "Which?"}'), 'ask_user feedback text "Which?"'],
        [toolCall('{"action": "interact"}'), 'lenient: ask_user feedback'],
        [toolCall('{"action": "interact", "text": ["a"]}'), 'invalid_argument'],
      ],
      [
        "the vendor's loops know open_app, scroll along a path, and call_user",
        [toolCall('{"action": "open_app", "text": "Clock"}'), 'lenient: open_app app "Clock"'],
        [
          toolCall('{"action": "scroll", "coordinate": [500, 250], "coordinate2": [500, 0]}'),
          'lenient: swipe up from 500,500 to 500,0',
        ],
        [toolCall('{"action": "call_user", "text": "Log in."}'), 'lenient: ask_user feedback text "Log in."'],
        [toolCall('{"action": "calluser"}'), 'lenient: ask_user feedback'],
        [toolCall('{"action": "double_tap", "coordinate": [500, 250]}'), 'unknown_action'],
      ],
      [
        'an Action line and one call are the answer of 1.5, thinking, call and conclusion that of 1',
        [`Action: Go home.\n${toolCall('{"action": "system_button", "button": "Home"}')}`, 'key HOME'],
        [
          `t\n</think>\n${toolCall('{"action": "system_button", "button": "Home"}')}\n<conclusion>\nc\n</conclusion>`,
          'key HOME',
          { variant: 'v1' },
        ],
      ],
      [
        '1.5 counts to 1000, and 1 in pixels of the picture that its processor makes',
        [toolCall('{"action": "click", "coordinate": [1000, 1000]}'), 'tap 1000,2000'],
        [toolCall('{"action": "click", "coordinate": [1001, 0]}'), 'tap 1001,0 out of bounds'],
        [toolCall('{"action": "click", "coordinate": [1008, 1988]}'), 'tap 1000,2000', { variant: 'v1' }],
        [
          toolCall('{"action": "click", "coordinate": [1009, 0]}'),
          'tap 1000.99,0 out of bounds',
          { variant: 'v1' },
        ],
        [
          toolCall('{"action": "click", "coordinate": [999, 0]}'),
          'tap 1000,0',
          { coordinates: { space: 'norm', span: 999 } },
        ],
      ],
    ),
  ],
  elsewhere: [
    {
      section: '4.3',
      sentence:
        '1.5 is shown its latest screens as turns, older steps as a list, and the date; 1 one picture',
      file: FILE,
      title: 'show GUI-Owl 1.5 its latest screens as turns, older steps as a list, and the day',
    },
    {
      section: '3.5',
      sentence: 'thinking or the Thought line is the thought; conclusion or Action line the summary',
      file: FILE,
      title: 'keeps thought and summary',
    },
  ],
};
