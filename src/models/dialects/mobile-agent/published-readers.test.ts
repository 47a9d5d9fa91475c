import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mobileAgentE } from '../mobile-agent-e/mobile-agent-e.js';
import { publishedJson } from '../mobile-agent-e/published-action.js';
import type { Shortcut } from '../mobile-agent-e/shortcut.js';
import { mobileAgentV2 } from '../mobile-agent-v2/mobile-agent-v2.js';
import { mobileAgentV3 } from '../mobile-agent-v3/mobile-agent-v3.js';
import type { Dialect, ParseContext } from '../dialect.js';

const CONTEXT: ParseContext = { profile: 'reference:mobile-agent', screen: { width: 1080, height: 2400 } };
const SEARCH: Shortcut = {
  name: 'Search',
  arguments: ['x', 'y'],
  description: '',
  precondition: '',
  steps: [
    { name: 'tap', arguments: { x: 'x', y: '20' } },
    { name: 'Fly', arguments: {} },
    { name: 'Enter', arguments: {} },
  ],
};

function say(action: string, last: string): string {
  return `### Thought ###\nt\n### Action ###\n${action}\n### ${last} ###\ns`;
}

/** The actions of an answer, or the kind of its error. */
function read(dialect: Dialect, answer: string): unknown {
  const result = dialect.parse(answer, { ...CONTEXT, shortcuts: [SEARCH] });
  return result.type === 'actions' ? result.actions : result.error.kind;
}

/** Each is as the reference code of its agent reads the same text, but that errors of its own end that code. */
describe('reference:mobile-agent of mobile_agent_v2', () => {
  const v2 = mobileAgentV2.create();
  it.each<[string, object]>([
    ['I will Tap (3, 4) to Open app (Shop)', { type: 'open_app', app: 'Shop' }],
    ['Tap (1, 2, 3)', { type: 'tap', target: { point: { x: 1, y: 2 } } }],
    ['Tap ( 7 , 8)', { type: 'tap', target: { point: { x: 7, y: 8 } } }],
    ['Type (a (b) c)', { type: 'type', text: 'b' }],
    ['Type (text) "hello there"', { type: 'type', text: 'hello there' }],
    ['Swipe (1, 2), (3, 4) now', { type: 'swipe', from: { x: 1, y: 2 }, to: { x: 3, y: 4 } }],
    ['Homepage', { type: 'key', key: 'HOME' }],
    ['Stopwatch', { type: 'stop', status: 'success' }],
    ['Back', { type: 'key', key: 'BACK' }],
  ])('reads %s', (call, action) => {
    expect(read(v2, say(call, 'Operation'))).toMatchObject([action]);
  });

  it.each([
    ['tap (1, 2)', 'no_action'],
    ['Open App (Shop)', 'no_action'],
    ['Click (1, 2)', 'no_action'],
    ['Type ()', 'no_action'],
    ['Tap (1,2)', 'invalid_argument'],
    ['Tap here', 'invalid_argument'],
    ['Swipe (1, 2)', 'invalid_argument'],
  ])('reads nothing in %s', (call, kind) => {
    expect(read(v2, say(call, 'Operation'))).toBe(kind);
  });

  it('keeps the last of two sections, and what stands without any heading', () => {
    expect(read(v2, `${say('Home', 'Operation')}\n${say('Back', 'Operation')}`)).toMatchObject([
      { key: 'BACK' },
    ]);
    expect(v2.parse('I go Home.', CONTEXT)).toMatchObject({ thought: 'I go Home.', summary: 'I go Home.' });
  });
});

describe('reference:mobile-agent of mobile_agent_e', () => {
  const e = mobileAgentE.create({ variant: 'operator' });
  it.each<[string, readonly object[]]>([
    ['{"name": " Home ", "arguments": null}', [{ type: 'key', key: 'HOME' }]],
    ['{"name": "Home", "arguments": {"y": 2}}', [{ type: 'key', key: 'HOME' }]],
    [
      '```json\n{"name": "Tap", "arguments": {"x": "3", "y": 4.9}}\n``` ok',
      [{ target: { point: { x: 3, y: 4 } } }],
    ],
    ['{"name": "Home", "arguments": null} // go home', [{ type: 'key', key: 'HOME' }]],
    ['I go: {"name": "Home", "arguments": null}', [{ type: 'key', key: 'HOME' }]],
    ['{"name": "Open_App", "arguments": {"app_name": ""}}', [{ type: 'wait' }]],
    [
      '{"name": "Search", "arguments": {"x": 10}}',
      [
        { type: 'tap', target: { point: { x: 10, y: 20 } } },
        { type: 'key', key: 'ENTER' },
      ],
    ],
  ])('reads %s', (call, actions) => {
    expect(read(e, say(call, 'Description'))).toMatchObject(actions);
  });

  it.each([
    ['I tap: {"name": "Tap", "arguments": {"x": 1, "y": 2}}', 'malformed_action'],
    ['{"name": "tap", "arguments": {"x": 1, "y": 2}}', 'unknown_action'],
    ['{"name": "Type", "arguments": {"text": "see http://a.b"}}', 'malformed_action'],
    ['{"name": "Type", "arguments": {"text": 7}}', 'missing_argument'],
    ['{"name": "Home"}', 'malformed_action'],
    ['{"name": "Tap", "arguments": {"x": 1}}', 'invalid_argument'],
    ['{"name": "Search", "arguments": null}', 'missing_argument'],
    ["{'name': 'Home', 'arguments': None}", 'malformed_action'],
    ['[1]', 'malformed_action'],
    ['null', 'malformed_action'],
  ])('reads nothing in %s', (call, kind) => {
    expect(read(e, say(call, 'Description'))).toBe(kind);
  });

  it('finds the first object without another one in it, as the reference code does', () => {
    expect(publishedJson('a {"b": {"c": 1}} {"d": 2}')?.value).toEqual({ d: 2 });
    expect(publishedJson('{"a": "# b"}')).toBeNull();
    expect(publishedJson('{"a": "#b"}')?.value).toEqual({ a: '#b' });
    expect(publishedJson('```json {"a": {"b": 1}}```')?.value).toEqual({ a: { b: 1 } });
  });
});

describe('reference:mobile-agent of mobile_agent_v3', () => {
  const v3 = mobileAgentV3.create();
  it.each<[string, object]>([
    ['{"action": "click", "coordinate": ["3", 4.9]}', { type: 'tap', target: { point: { x: 3, y: 4 } } }],
    ['{"action": "long_press", "coordinate": [3, 4, 5]}', { type: 'long_press' }],
    ['{"action": "type", "text": "a  b ### c"}', { type: 'type', text: 'a b  c', submit: true }],
    ['{"action": "answer", "text": 7}', { type: 'answer', text: '7', terminal: true }],
    ['{"action": "status", "goal_status": "infeasible"}', { type: 'stop', status: 'success' }],
    ['{"action": "keyboard_enter", "x": 1}', { type: 'key', key: 'ENTER' }],
    ['{"action": "system_button", "button": "enter"}', { type: 'key', key: 'ENTER' }],
  ])('reads %s', (call, action) => {
    expect(read(v3, say(call, 'Description'))).toMatchObject([action]);
  });

  it.each([
    ['```json\n{"action": "wait"}\n```', 'malformed_action'],
    ['Then {"action": "wait"}', 'malformed_action'],
    ['{"action": "Click", "coordinate": [1, 2]}', 'unknown_action'],
    ['{"action": "system_button", "button": "BACK"}', 'invalid_argument'],
    ['{"action": "click"}', 'invalid_argument'],
    ['{"action": "swipe", "coordinate": [1, 2]}', 'invalid_argument'],
    ['{"action": "type"}', 'missing_argument'],
    ['{"action": 3}', 'malformed_action'],
    ['', 'no_action'],
  ])('reads nothing in %s', (call, kind) => {
    expect(read(v3, say(call, 'Description'))).toBe(kind);
  });
});

it('reads any text without an error of its own', () => {
  const dialects = [
    mobileAgentV2.create(),
    mobileAgentE.create({ variant: 'operator' }),
    mobileAgentV3.create(),
  ];
  const pieces = fc.constantFrom(
    '### Action ###',
    '### Thought',
    'Tap (',
    '), (',
    '{"name":"Tap",',
    '"arguments":',
    '{}',
    '}',
    '"',
    '```json',
    '1, 2',
    '//',
    '# ',
    'Type',
    '{"action":"click","coordinate":[1,',
    '2]}',
    '\n',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 20 }), (parts) => {
      const text = parts.join('');
      for (const dialect of dialects) {
        expect(['actions', 'format_error']).toContain(dialect.parse(text, CONTEXT).type);
      }
    }),
  );
});
