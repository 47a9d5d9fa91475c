import { section, type FamilyStatements } from '../statement.js';

const TESTS = 'src/models/dialects/mobile-agent/mobile-agent.test.ts';
const PUBLISHED = { profile: 'reference:mobile-agent' } as const;
/** An answer with this call. */
const act = (action: string): string =>
  `### Thought ###\nt\n\n### Action ###\n${action}\n\n### Description ###\nd`;

/** Source: models.md 3; `mobile_agent_v3.py` and `mobile_agent_v3_agent.py` of Mobile-Agent-v3. */
export const MOBILE_AGENT_V3: FamilyStatements = {
  family: 'mobile_agent_v3',
  page: 'mobile_agent.md',
  statements: [
    ...section(
      '4.17',
      [
        'the call is one JSON object under the last Action heading, behind a thought',
        [act('{"action": "wait"}'), 'wait'],
        [`${act('{"action": "wait"}')}\n${act('{"action": "done"}')}`, 'stop success'],
        ['### Thought\nt\n### Action\n{"action": "wait"}\n### Description\nd', 'wait'],
        ['### Thought ###\n### Action ###\n{"action": "wait"}\n### Description ###\nd', 'malformed_action'],
        ['### Thought ###\nt\n### Description ###\nd', 'no_action'],
        [act(''), 'no_action'],
        [act('wait'), 'malformed_action'],
        [act('{"action": ""}'), 'missing_argument'],
        [act('{"name": "wait"}'), 'missing_argument'],
        ['', 'empty_output'],
      ],
      [
        'click and long_press take pixels of the screen, swipe the two ends of a path',
        [act('{"action": "click", "coordinate": [500, 1000]}'), 'tap 500,1000'],
        [act('{"action": "long_press", "coordinate": [500, 1000]}'), 'long_press 500,1000'],
        [act('{"action": "click", "coordinate": [1001, 1000]}'), 'tap 1001,1000 out of bounds'],
        [
          act('{"action": "click", "coordinate": [500, 1000]}'),
          'tap 500,1000',
          { sent: { width: 500, height: 1000 } },
        ],
        [
          act('{"action": "swipe", "coordinate": [500, 1800], "coordinate2": [500, 600]}'),
          'swipe up from 500,1800 to 500,600',
        ],
        [act('{"action": "click"}'), 'missing_argument'],
        [act('{"action": "click", "coordinate": []}'), 'missing_argument'],
        [act('{"action": "click", "coordinate": ["a", "b"]}'), 'invalid_argument'],
        [act('{"action": "swipe", "coordinate": [500, 1800]}'), 'missing_argument'],
      ],
      [
        'type presses Enter behind its text; an answer ends the task',
        [act('{"action": "type", "text": "green tea"}'), 'type text "green tea" submit true'],
        [act('{"action": "type", "text": "a # b // {c}"}'), 'type text "a # b // {c}" submit true'],
        [act('{"action": "type", "text": ""}'), 'missing_argument'],
        [act('{"action": "type"}'), 'missing_argument'],
        [act('{"action": "open_app", "text": "Clock"}'), 'open_app app "Clock"'],
        [act('{"action": "open_app"}'), 'missing_argument'],
        [act('{"action": "answer", "text": "42"}'), 'answer text "42" terminal true'],
        [act('{"action": "answer"}'), 'missing_argument'],
      ],
      [
        'buttons are Back, Home and Enter',
        [act('{"action": "system_button", "button": "Back"}'), 'key BACK'],
        [act('{"action": "system_button", "button": "Home"}'), 'key HOME'],
        [act('{"action": "system_button", "button": "Enter"}'), 'key ENTER'],
        [act('{"action": "system_button", "button": "Power"}'), 'invalid_argument'],
        [act('{"action": "system_button", "button": ""}'), 'missing_argument'],
        [act('{"action": "system_button"}'), 'missing_argument'],
      ],
      [
        'what the published script takes although it is not on offer is understood',
        [act('{"action": "done"}'), 'stop success'],
        [act('{"action": "terminate"}'), 'stop success'],
        [act('{"action": "status", "goal_status": "infeasible"}'), 'stop success'],
        [act('{"action": "navigate_back"}'), 'key BACK'],
        [act('{"action": "navigate_home"}'), 'key HOME'],
        [act('{"action": "keyboard_enter"}'), 'key ENTER'],
        [act('{"action": "finish"}'), 'unknown_action'],
        [act('{"action": "END"}'), 'unknown_action'],
        [act('{"action": "open", "text": "Clock"}'), 'unknown_action'],
      ],
    ),
    ...section('3.2', [
      'a fence, words around the call, and JSON that is nearly so are forgiven',
      [act('```json\n{"action": "wait"}\n```'), 'lenient: wait'],
      [act('I wait: {"action": "wait"}'), 'lenient: wait'],
      [act("{'action': 'wait'}"), 'lenient: wait'],
      [act('{"action": "tap", "coordinate": [500, 1000]}'), 'lenient: tap 500,1000'],
      [act('{"action": "click", "coordinate": "[500, 1000]"}'), 'lenient: tap 500,1000'],
      [act('{"action": "system_button", "button": "home"}'), 'lenient: key HOME'],
      [act('{"action": "click", "coordinate": [1+1, 2]}'), 'malformed_action'],
    ]),
    ...section('3.6', [
      'the published reader takes JSON alone, and no action without a thought',
      [act('{"action": "wait"}'), 'wait', PUBLISHED],
      [act('```json\n{"action": "wait"}\n```'), 'malformed_action', PUBLISHED],
      ['### Thought ###\n### Action ###\n{"action": "wait"}\n### Description ###\nd', 'no_action', PUBLISHED],
      [act('{"action": "tap", "coordinate": [500, 1000]}'), 'unknown_action', PUBLISHED],
      [act('{"action": "click", "coordinate": ["500", 1000.9]}'), 'tap 500,1000', PUBLISHED],
      [act('{"action": "system_button", "button": "home"}'), 'key HOME', PUBLISHED],
      [act('{"action": "system_button", "button": "HOME"}'), 'invalid_argument', PUBLISHED],
      [act('{"action": "done"}'), 'stop success', PUBLISHED],
    ]),
  ],
  elsewhere: [
    {
      section: '3.5',
      sentence: 'an answer without a thought counts for nothing',
      file: TESTS,
      title: 'reads no call without a thought',
    },
    {
      section: '5.2',
      sentence: 'positions are pixels of the screen, or of the picture where the switch says so',
      file: TESTS,
      title: 'takes positions for pixels of the screen, or of the picture where the switch says so',
    },
  ],
};
