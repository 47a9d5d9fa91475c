import { section, type FamilyStatements } from '../statement.js';

const say = (action: string): string => `Reason: so\nAction: ${action}`;
const PUBLISHED = { profile: 'reference:seeact-v' } as const;

/** Source: models.md 2.3, 4.15, 6; `seeact_v.py`, `json_action.py`, `agent_utils.py` and `actuation.py` of SeeAct-V on AndroidWorld. */
export const SEEACT_V: FamilyStatements = {
  family: 'seeact_v',
  page: 'seeact_v.md',
  statements: [
    ...section(
      '6',
      [
        'click, double_tap and long_press take an element, which is a description',
        [say('{"action_type": "click", "element": "the cart"}'), 'tap "the cart"'],
        [say('{"action_type": "double_tap", "element": "the cart"}'), 'tap "the cart" count 2'],
        [say('{"action_type": "long_press", "element": "the cart"}'), 'long_press "the cart"'],
        [say('{"action_type": "click"}'), 'missing_argument'],
        [say('{"action_type": "click", "element": ""}'), 'missing_argument'],
        [say('{"action_type": "click", "element": ["a"]}'), 'missing_argument'],
      ],
      [
        'input_text touches the field that it describes, and Enter follows',
        [
          say('{"action_type": "input_text", "text": "tea", "element": "the field"}'),
          'type text "tea" "the field" submit true',
        ],
        [say('{"action_type": "input_text", "element": "the field"}'), 'missing_argument'],
        [say('{"action_type": "input_text", "text": "tea"}'), 'lenient: type text "tea" submit true'],
      ],
      [
        'an element and a position are too much',
        [say('{"action_type": "click", "element": "a", "x": 1, "y": 2}'), 'conflicting_actions'],
        [say('{"action_type": "click", "x": 10, "y": 20}'), 'tap 10,20'],
      ],
    ),
    ...section('2.3', [
      'scroll names the way the page goes, and may name an element',
      [say('{"action_type": "scroll", "direction": "down"}'), 'swipe up'],
      [say('{"action_type": "scroll", "direction": "left"}'), 'swipe right'],
      [say('{"action_type": "scroll", "direction": "down", "element": "the list"}'), 'swipe up "the list"'],
      [say('{"action_type": "scroll", "direction": "north"}'), 'invalid_argument'],
    ]),
    ...section(
      'code',
      [
        'both sections are asked for',
        ['Reason: so', 'no_action'],
        ['Action: {"action_type": "wait"}', 'missing_section'],
        ['Reason: so\nAction: wait', 'malformed_action'],
      ],
      [
        'keys, apps, waiting and the end need no element',
        [say('{"action_type": "keyboard_enter"}'), 'key ENTER'],
        [say('{"action_type": "navigate_home"}'), 'key HOME'],
        [say('{"action_type": "navigate_back"}'), 'key BACK'],
        [say('{"action_type": "open_app", "app_name": "Clock"}'), 'open_app app "Clock"'],
        [say('{"action_type": "wait"}'), 'wait'],
        [say('{"action_type": "answer", "text": "9:41"}'), 'answer text "9:41" terminal false'],
        [say('{"action_type": "status", "goal_status": "complete"}'), 'stop success'],
        [say('{"action_type": "status", "goal_status": "infeasible"}'), 'stop infeasible'],
        [say('{"action_type": "fly"}'), 'unknown_action'],
      ],
      [
        'the published reader ends the task at any status, and knows no clear_text',
        [say('{"action_type": "status", "goal_status": "done"}'), 'stop success', PUBLISHED],
        [
          say('{"action_type": "input_text", "text": "a", "clear_text": true}'),
          'invalid_argument',
          PUBLISHED,
        ],
      ],
      [
        'the published reader scrolls the screen from its middle to its edge, also where an element is named',
        [
          say('{"action_type": "scroll", "direction": "down", "element": "the list"}'),
          'swipe up from 500,1000 to 500,0',
          PUBLISHED,
        ],
      ],
      [
        'the published reader tries positions in whole pixels, halves to the even one',
        [say('{"action_type": "click", "x": 30.5, "y": 401.5}'), 'tap 30,402', PUBLISHED],
        [say('{"action_type": "click", "x": "30", "y": 40}'), 'missing_argument', PUBLISHED],
      ],
    ),
  ],
};
