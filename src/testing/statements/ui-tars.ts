import { section, type FamilyStatements } from './statement.js';

const PHONE = { width: 1080, height: 2400 };

/** Source: models.md 2.3, 4.1; probench.md 5.D; `action_parser.py` of UI-TARS. */
export const UI_TARS: FamilyStatements = {
  family: 'ui_tars',
  page: 'ui_tars.md',
  readAs: { variant: '1.0' },
  statements: [
    ...section(
      '4.1',
      [
        'what follows the last Action label counts',
        ['Thought: t\nAction: wait()\nAction: press_home()', 'lenient: key HOME'],
        ['Thought: Action: wait()\nAction: press_home()', 'key HOME'],
      ],
      [
        'the label may have a full-width colon, stand in any case, or be missing where the answer is one call',
        ['Thought: t\nAction：press_home()', 'lenient: key HOME'],
        ['thought: t\naction: press_home()', 'lenient: key HOME'],
        ['press_home()', 'lenient: key HOME'],
        ['I press_home()', 'no_action'],
      ],
      [
        'Reflection and Action_Summary may stand in place of Thought; without an Action they are none',
        ['Reflection: r\nAction_Summary: s\nAction: press_back()', 'key BACK'],
        ['Action_Summary: s\nAction: press_back()', 'key BACK'],
        ['Reflection: r\nAction_Summary: press_back()', 'no_action'],
      ],
      [
        'a position is written in brackets, tags or alone, with box tokens or without',
        ["Thought: t\nAction: click(start_box='(500,250)')", 'tap 500,500'],
        ["Thought: t\nAction: click(start_box='[500, 250]')", 'lenient: tap 500,500'],
        ["Thought: t\nAction: click(point='<point>500 250</point>')", 'tap 500,500'],
        ["Thought: t\nAction: click(start_box='<|box_start|>(500,250)<|box_end|>')", 'tap 500,500'],
        ["Thought: t\nAction: click(start_box='500,250')", 'lenient: tap 500,500'],
        ["Thought: t\nAction: click(start_box='<bbox>400 200 600 300</bbox>')", 'lenient: tap 500,500'],
        ["Thought: t\nAction: click(start_box='[400, 200, 600, 300]')", 'lenient: tap 500,500'],
        ['Thought: t\nAction: click(start_box=(500, 250))', 'lenient: tap 500,500'],
      ],
      [
        'where only end_box is given for click, it is the point',
        ["Thought: t\nAction: click(end_box='(500,250)')", 'tap 500,500'],
      ],
    ),
    ...section('3.3', [
      'no position is a missing argument, and no number an invalid one',
      ['Thought: t\nAction: click()', 'missing_argument'],
      ["Thought: t\nAction: click(start_box='')", 'missing_argument'],
      ["Thought: t\nAction: click(start_box='[]')", 'missing_argument'],
      ["Thought: t\nAction: click(start_box='(abc,def)')", 'invalid_argument'],
      ["Thought: t\nAction: click(start_box='(1+2, 3)')", 'invalid_argument'],
      ["Thought: t\nAction: click(start_box='(1)')", 'invalid_argument'],
      ["Thought: t\nAction: click(start_box='(100,2", 'malformed_action'],
    ]),
    ...section(
      '4.1',
      [
        'long_press takes a time in seconds',
        ["Thought: t\nAction: long_press(start_box='(500,250)')", 'long_press 500,500'],
        [
          "Thought: t\nAction: long_press(start_box='(500,250)', time='2')",
          'long_press 500,500 durationMs 2000',
        ],
        ["Thought: t\nAction: long_press(start_box='(500,250)', time='')", 'long_press 500,500'],
        ["Thought: t\nAction: long_press(start_box='(500,250)', time='long')", 'invalid_argument'],
      ],
      [
        'a line break at the end of a typed text means Enter, written as an escape or as it is',
        ["Thought: t\nAction: type(content='tea')", 'type text "tea" submit false'],
        ["Thought: t\nAction: type(content='tea\\n')", 'type text "tea" submit true'],
        ["Thought: t\nAction: type(content='tea\n')", 'lenient: type text "tea" submit true'],
        ["Thought: t\nAction: type(content='tea\r\n')", 'lenient: type text "tea" submit true'],
        ["Thought: t\nAction: type(content='a\\nb')", 'type text "a\\nb" submit false'],
      ],
      [
        'quotes within a typed text are decoded, and read where they are not escaped',
        ["Thought: t\nAction: type(content='it\\'s')", 'type text "it\'s" submit false'],
        ['Thought: t\nAction: type(content=\'say \\"hi\\"\')', 'type text "say \\"hi\\"" submit false'],
        ["Thought: t\nAction: type(content='it's')", 'lenient: type text "it\'s" submit false'],
        ['Thought: t\nAction: type(content="it\'s")', 'lenient: type text "it\'s" submit false'],
        ["Thought: t\nAction: type(content='a, b) (c')", 'type text "a, b) (c" submit false'],
      ],
    ),
    ...section('3.3', [
      'nothing to type is a missing argument',
      ["Thought: t\nAction: type(content='')", 'missing_argument'],
      ['Thought: t\nAction: type()', 'missing_argument'],
    ]),
    ...section('2.3', [
      'scroll names the direction of the page',
      ["Thought: t\nAction: scroll(direction='down')", 'swipe up'],
      ["Thought: t\nAction: scroll(direction='left')", 'swipe right'],
      ["Thought: t\nAction: scroll(start_box='(500,250)', direction='up')", 'swipe down at 500,500'],
      ["Thought: t\nAction: scroll(direction='sideways')", 'invalid_argument'],
      ["Thought: t\nAction: scroll(direction='')", 'missing_argument'],
      ['Thought: t\nAction: scroll()', 'missing_argument'],
    ]),
    ...section(
      '4.1',
      [
        'scroll with two boxes, and drag, are paths of the finger',
        [
          "Thought: t\nAction: scroll(start_box='(500,750)', end_box='(500,250)')",
          'swipe up from 500,1500 to 500,500',
        ],
        [
          "Thought: t\nAction: drag(start_box='(1,2)', end_box='(3,4)')",
          'swipe down from 1,4 to 3,8 style "drag"',
        ],
        [
          "Thought: t\nAction: drag(start_point='<point>1 2</point>', end_point='<point>3 4</point>')",
          'swipe down from 1,4 to 3,8 style "drag"',
        ],
        ["Thought: t\nAction: drag(start_box='(1,2)')", 'missing_argument'],
      ],
      [
        'apps, keys and waiting',
        ["Thought: t\nAction: open_app(app_name='Clock')", 'open_app app "Clock"'],
        ["Thought: t\nAction: open_app(app_name='')", 'missing_argument'],
        ['Thought: t\nAction: press_home()', 'key HOME'],
        ['Thought: t\nAction: press_back()', 'key BACK'],
        ['Thought: t\nAction: press_enter()', 'key ENTER'],
        ['Thought: t\nAction: wait()', 'wait'],
        ["Thought: t\nAction: wait(time='abc')", 'wait'],
      ],
      [
        'finished ends the task and says nothing of success; its content is the answer',
        ['Thought: t\nAction: finished()', 'stop unspecified'],
        ["Thought: t\nAction: finished(content='42')", 'stop unspecified answer "42"'],
        ["Thought: t\nAction: finished(content='')", 'stop unspecified'],
      ],
      [
        'call_user asks the user to take over',
        ['Thought: t\nAction: call_user()', 'ask_user takeover'],
        ["Thought: t\nAction: call_user(content='log in')", 'ask_user takeover text "log in"'],
      ],
      [
        'other words for calls are understood',
        ["Thought: t\nAction: left_single(start_box='(1,2)')", 'lenient: tap 1,4'],
        ["Thought: t\nAction: left_click(start_box='(1,2)')", 'lenient: tap 1,4'],
        ["Thought: t\nAction: tap(start_box='(1,2)')", 'lenient: tap 1,4'],
        ["Thought: t\nAction: left_double(start_box='(1,2)')", 'lenient: tap 1,4 count 2'],
        ["Thought: t\nAction: double_click(start_box='(1,2)')", 'lenient: tap 1,4 count 2'],
        ["Thought: t\nAction: longpress(start_box='(1,2)')", 'lenient: long_press 1,4'],
        ['Thought: t\nAction: home()', 'lenient: key HOME'],
        ['Thought: t\nAction: back()', 'lenient: key BACK'],
        ["Thought: t\nAction: open(app_name='Clock')", 'lenient: open_app app "Clock"'],
      ],
      [
        'calls of the desktop are unknown',
        ["Thought: t\nAction: right_single(start_box='(1,2)')", 'unknown_action'],
        ["Thought: t\nAction: hover(start_box='(1,2)')", 'unknown_action'],
        ["Thought: t\nAction: hotkey(key='ctrl c')", 'unknown_action'],
        ["Thought: t\nAction: press(key='a')", 'unknown_action'],
        ["Thought: t\nAction: release(key='a')", 'unknown_action'],
        ["Thought: t\nAction: navigate(url='x')", 'unknown_action'],
        ['Thought: t\nAction: end()', 'unknown_action'],
      ],
    ),
    ...section('3.3', [
      'prose behind the label is no call, and nothing behind it no action',
      ['Thought: t\nAction: tap the button', 'malformed_action'],
      ['Thought: t\nAction: press_back', 'malformed_action'],
      ['Thought: t\nAction: click: (1,2)', 'malformed_action'],
      ['Thought: t\nAction: ', 'no_action'],
      ['Thought: t', 'no_action'],
      ['I cannot help with that.', 'no_action'],
    ]),
    ...section('3.1', [
      'calls with blank lines between are all read, in order',
      ['Thought: t\nAction: press_home()\n\npress_back()', 'lenient: key HOME + key BACK'],
      ['Thought: t\nAction: press_home()\npress_back()', 'lenient: key HOME'],
    ]),
    ...section(
      '4.1',
      [
        'tool calls of Seed models come after thinking, one or several',
        [
          '<think_never_used_x>go</think_never_used_x><seed:tool_call><function=click><parameter=point><point>500 250</point></parameter></function></seed:tool_call>',
          'tap 500,500',
        ],
        [
          '<think>t</think><seed:tool_call><function=type><parameter=content>tea</parameter></function><function=press_enter></function></seed:tool_call>',
          'lenient: type text "tea" submit false + key ENTER',
        ],
        ['<think>t</think><answer>42</answer>', 'stop unspecified answer "42"'],
        ['<think>t</think><computer_env>Action: press_home()</computer_env>', 'lenient: key HOME'],
      ],
      [
        'a point or a call within thinking is no action',
        ['<think><point>1 2</point> Action: wait()</think>', 'no_action'],
        ['<think>Action: wait()</think>Thought: t\nAction: press_home()', 'key HOME'],
      ],
      [
        '1.5 answers in pixels of the resized picture',
        [
          "Thought: t\nAction: click(start_box='(546,1204)')",
          'tap 540,1200',
          { variant: '1.5', screen: PHONE, sent: PHONE },
        ],
        [
          "Thought: t\nAction: click(start_box='(546,1204)')",
          'tap 546,1204',
          { variant: '1.5', screen: PHONE, sent: PHONE, switches: { resizeCorrection: false } },
        ],
      ],
    ),
    ...section('2.3', [
      'ColorBench turns only up and down round',
      ["Thought: t\nAction: scroll(direction='down')", 'swipe up', { switches: { invertHorizontal: false } }],
      [
        "Thought: t\nAction: scroll(direction='left')",
        'swipe left',
        { switches: { invertHorizontal: false } },
      ],
    ]),
    ...section('3.1', [
      'tokens that end an answer are dropped behind a call',
      ['Thought: t\nAction: press_back()<|im_end|>', 'key BACK'],
      ['Thought: t\nAction: press_back()<|endoftext|>', 'key BACK'],
      ['Thought: t\nAction: press_back()<|im_end|>\n<|endoftext|>', 'key BACK'],
      ['Thought: t\nAction: press_back()[EOS]', 'key BACK'],
      ['Thought: t\nAction: press_back()</s>', 'key BACK'],
      ['Thought: t\nAction: press_back()<|eot_id|>', 'key BACK'],
    ]),
  ],
};
