import { section, type FamilyStatements } from '../statement.js';

const TESTS = 'src/models/dialects/mobile-agent/mobile-agent.test.ts';
const PUBLISHED = { profile: 'reference:mobile-agent' } as const;
const SHORTCUT = { shortcuts: ['Tap_Type_and_Enter'] } as const;
const LEARNED = {
  shortcuts: [
    {
      name: 'Search',
      description: 'd',
      precondition: 'p',
      arguments: ['what'],
      steps: [
        { name: 'Tap', arguments: { x: '500', y: '100' } },
        { name: 'Type', arguments: { text: 'what' } },
      ],
    },
  ],
} as const;
/** An answer with this call. */
const act = (action: string): string =>
  `### Thought ###\nt\n\n### Action ###\n${action}\n\n### Description ###\nd`;
/** A call of this name with these arguments. */
const call = (name: string, args: string): string => act(`{"name": "${name}", "arguments": ${args}}`);

/** Source: models.md 3, 4.17; `agents.py` of Mobile-Agent-E. */
export const MOBILE_AGENT_E: FamilyStatements = {
  family: 'mobile_agent_e',
  page: 'mobile_agent.md',
  readAs: { variant: 'operator' },
  statements: [
    ...section(
      '4.17',
      [
        'the call is JSON with name and arguments under the last Action heading',
        [call('Home', 'null'), 'key HOME'],
        [`${call('Home', 'null')}\n${call('Back', 'null')}`, 'lenient: key BACK'],
        ['{"name": "Home", "arguments": null}', 'lenient: key HOME'],
        ['### Action ###\n{"name": "Home", "arguments": null}', 'lenient: key HOME'],
        [act('{"name": "Home"}'), 'key HOME'],
        [act(''), 'no_action'],
        [act('Tap 100 200'), 'malformed_action'],
        [act('Home'), 'malformed_action'],
        [act('["Home"]'), 'malformed_action'],
        [act('{"arguments": null}'), 'missing_argument'],
        [call('', 'null'), 'missing_argument'],
        [act('{"name": 3, "arguments": null}'), 'invalid_argument'],
        ['I go home.', 'no_action'],
        ['', 'empty_output'],
      ],
      [
        'Tap and Swipe take pixels of the picture',
        [call('Tap', '{"x": 500, "y": 1000}'), 'tap 500,1000'],
        [call('Tap', '{"x": 1001, "y": 1000}'), 'tap 1001,1000 out of bounds'],
        [call('Tap', '{"x": "500", "y": "1000"}'), 'lenient: tap 500,1000'],
        [call('Tap', '{"x": 500.5, "y": 1000}'), 'lenient: tap 500.5,1000'],
        [call('Swipe', '{"x1": 500, "y1": 1800, "x2": 500, "y2": 600}'), 'swipe up from 500,1800 to 500,600'],
        [call('Tap', '{"x": 1}'), 'missing_argument'],
        [call('Tap', 'null'), 'missing_argument'],
        [call('Tap', '{"x": "left", "y": 1}'), 'invalid_argument'],
        [call('Tap', '[500, 1000]'), 'invalid_argument'],
        [call('Swipe', '{"x1": 500, "y1": 1800}'), 'missing_argument'],
      ],
      [
        'Type and Open_App take a text, in which # and // are no comments',
        [call('Type', '{"text": "green tea"}'), 'type text "green tea"'],
        [call('Type', '{"text": "https://a.b # c"}'), 'type text "https://a.b # c"'],
        [call('Type', '{"text": "a } b"}'), 'type text "a } b"'],
        [call('Type', '{"text": "say \\"hi\\""}'), 'type text "say \\"hi\\""'],
        [call('Type', '{"text": "say "hi""}'), 'lenient: type text "say \\"hi\\""'],
        [call('Type', '{"text": 10}'), 'lenient: type text "10"'],
        [call('Type', '{"text": ""}'), 'missing_argument'],
        [call('Type', 'null'), 'missing_argument'],
        [call('Open_App', '{"app_name": "Clock"}'), 'open_app app "Clock"'],
        [call('Open_App', '{"app_name": null}'), 'missing_argument'],
      ],
      [
        'keys and a wait of ten seconds need no arguments',
        [call('Enter', 'null'), 'key ENTER'],
        [call('Switch_App', 'null'), 'key APP_SWITCH'],
        [call('Back', '{}'), 'key BACK'],
        [call('Wait', 'null'), 'wait durationMs 10000'],
        [call('Wait', '{"seconds": "many"}'), 'lenient: wait durationMs 10000'],
      ],
      [
        'only the manager ends a task; where there is none, Finish does',
        [call('stop', 'null'), 'unknown_action'],
        [call('Finish', 'null'), 'unknown_action'],
        [call('Finish', 'null'), 'stop success', { variant: 'alone' }],
        [call('finish', 'null'), 'unknown_action', { variant: 'alone' }],
        [call('END', 'null'), 'unknown_action', { variant: 'alone' }],
      ],
      [
        'a shortcut that is enabled gives all its actions, values that name no argument as they stand',
        [
          call('Tap_Type_and_Enter', '{"x": 100, "y": 200, "text": "tea"}'),
          'tap 100,200 + type text "tea" + key ENTER',
          SHORTCUT,
        ],
        [
          call(' Tap_Type_and_Enter', '{"x": 100, "y": 200, "text": "tea"}'),
          'tap 100,200 + type text "tea" + key ENTER',
          SHORTCUT,
        ],
        [call('Search', '{"what": "tea"}'), 'tap 500,100 + type text "tea"', LEARNED],
        [call('Tap_Type_and_Enter', '{"x": 100, "y": 200}'), 'missing_argument', SHORTCUT],
        [call('Tap_Type_and_Enter', '{"x": "left", "y": 200, "text": "tea"}'), 'invalid_argument', SHORTCUT],
        [call('Tap_Type_and_Enter', '{"x": 100, "y": 200, "text": "tea"}'), 'unknown_action'],
      ],
    ),
    ...section('3.2', [
      'names in another case or with spaces, click for Tap, a fence, and JSON that is nearly so are forgiven',
      [call('tap', '{"x": 500, "y": 1000}'), 'lenient: tap 500,1000'],
      [call('click', '{"x": 500, "y": 1000}'), 'lenient: tap 500,1000'],
      [call('Open App', '{"app_name": "Clock"}'), 'lenient: open_app app "Clock"'],
      [call(' Home ', 'null'), 'key HOME'],
      [act('```json\n{"name": "Home", "arguments": null}\n```'), 'lenient: key HOME'],
      [act("{'name': 'Home', 'arguments': None}"), 'lenient: key HOME'],
      [act('{"name": "Home", "arguments": null,}'), 'lenient: key HOME'],
      [act('{"name": "Tap", "arguments": "{\\"x\\": 1, \\"y\\": 2}"}'), 'lenient: tap 1,2'],
      [act('{"name": "Home", "arguments": null'), 'lenient: key HOME'],
      [act('{"name": "Tap", "arguments": {"x": 1, "y": 1+1}}'), 'malformed_action'],
      [call('Fly', 'null'), 'unknown_action'],
    ]),
    ...section('3.1', [
      'nothing within thinking counts, and tokens that end an answer are dropped',
      [`<think>${call('Home', 'null')}</think>${call('Back', 'null')}`, 'key BACK'],
      [`<think>${call('Home', 'null')}</think>`, 'no_action'],
      [`${call('Home', 'null')}<|im_end|>`, 'key HOME'],
    ]),
    ...section('3.6', [
      'the published reader takes JSON alone or in a fence, names in these letters, and comments for what they look like',
      [call('Home', 'null'), 'key HOME', PUBLISHED],
      [act('```json\n{"name": "Home", "arguments": null}\n```'), 'key HOME', PUBLISHED],
      [act('I go home: {"name": "Home", "arguments": null}'), 'key HOME', PUBLISHED],
      [act('I tap: {"name": "Tap", "arguments": {"x": 1, "y": 2}}'), 'malformed_action', PUBLISHED],
      [act('{"name": "Home"}'), 'malformed_action', PUBLISHED],
      [call('home', 'null'), 'unknown_action', PUBLISHED],
      [call(' Home ', 'null'), 'key HOME', PUBLISHED],
      [call('Tap', '{"x": 1.7, "y": "2"}'), 'tap 1,2', PUBLISHED],
      [call('Type', '{"text": "https://a.b"}'), 'malformed_action', PUBLISHED],
      [call('Type', '{"text": "a # b"}'), 'malformed_action', PUBLISHED],
      [call('Type', '{"text": "a #b"}'), 'type text "a #b"', PUBLISHED],
      [call('stop', 'null'), 'unknown_action', PUBLISHED],
    ]),
  ],
  elsewhere: [
    {
      section: '4.17',
      sentence: 'plan, notes, shortcuts and outcomes are shown where an agent has them',
      file: TESTS,
      title: 'tells plan, notes, shortcuts and outcomes where an agent has them',
    },
    {
      section: '4.17',
      sentence: 'learned shortcuts are expanded with their steps',
      file: TESTS,
      title: 'expands a learned shortcut; words that name no argument are meant as they stand',
    },
  ],
};
