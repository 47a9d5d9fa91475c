import { section, type FamilyStatements } from './statement.js';

/** Source: models.md 2.3, 4.9; `Action_space_en.md` and `client.py` of CogAgent. */
export const COGAGENT: FamilyStatements = {
  family: 'cogagent',
  page: 'cogagent.md',
  statements: [
    ...section(
      '4.9',
      [
        'the operation stands behind the last Grounded Operation label; Status, Plan and Action may be missing',
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: END()', 'stop success'],
        ['Action: a\nGrounded Operation: END()', 'stop success'],
        ['Grounded Operation: END()', 'stop success'],
        ['Status: s\nAction: a', 'no_action'],
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: ', 'no_action'],
      ],
      [
        'a box is four numbers of three digits by the thousand, and its centre counts',
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: CLICK(box=[[400,200,600,300]])', 'tap 500,500'],
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: CLICK(box=[[000,086,999,932]], element_type='Scroll', element_info='it')",
          'tap 499.5,1018',
        ],
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: CLICK(box=[[500,250]])', 'lenient: tap 500,500'],
        [
          'Status: s\nPlan: p\nAction: a\nGrounded Operation: CLICK([[400,200,600,300]])',
          'lenient: tap 500,500',
        ],
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: CLICK(box=[[a,b,c,d]])', 'invalid_argument'],
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: CLICK()', 'missing_argument'],
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: CLICK(box=[[001,002', 'malformed_action'],
      ],
      [
        'DOUBLE_CLICK touches twice; RIGHT_CLICK, HOVER and GESTURE are unknown on a phone',
        [
          'Status: s\nPlan: p\nAction: a\nGrounded Operation: DOUBLE_CLICK(box=[[400,200,600,300]])',
          'tap 500,500 count 2',
        ],
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: RIGHT_CLICK(box=[[1,2,3,4]])', 'unknown_action'],
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: HOVER(box=[[1,2,3,4]])', 'unknown_action'],
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_UP(key='Lcontrol')])",
          'unknown_action',
        ],
      ],
      [
        'TYPE has a text, with quotes within it escaped or not, and perhaps a box',
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: TYPE(box=[[400,200,600,300]], text='tea', element_info='x')",
          'type text "tea" 500,500',
        ],
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: TYPE(box=[[400,200,600,300]], text='it\\'s')",
          'type text "it\'s" 500,500',
        ],
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: TYPE(box=[[400,200,600,300]], text='say 'hi' now', element_info='x')",
          'lenient: type text "say \'hi\' now" 500,500',
        ],
        ["Status: s\nPlan: p\nAction: a\nGrounded Operation: TYPE(text='tea')", 'type text "tea"'],
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: TYPE(box=[[400,200,600,300]], text='')",
          'missing_argument',
        ],
        [
          'Status: s\nPlan: p\nAction: a\nGrounded Operation: TYPE(box=[[400,200,600,300]])',
          'missing_argument',
        ],
      ],
      [
        'quoted variables are typed as they stand',
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: TYPE(text='__CogName_x__')",
          'type text "__CogName_x__"',
        ],
      ],
    ),
    ...section('2.3', [
      'SCROLL names the direction of the page and a number of steps',
      [
        'Status: s\nPlan: p\nAction: a\nGrounded Operation: SCROLL_UP(box=[[400,200,600,300]], step_count=5)',
        'swipe down at 500,500 steps 5',
      ],
      [
        'Status: s\nPlan: p\nAction: a\nGrounded Operation: SCROLL_DOWN(box=[[400,200,600,300]], step_count=5)',
        'swipe up at 500,500 steps 5',
      ],
      [
        'Status: s\nPlan: p\nAction: a\nGrounded Operation: SCROLL_LEFT(box=[[400,200,600,300]], step_count=5)',
        'swipe right at 500,500 steps 5',
      ],
      [
        'Status: s\nPlan: p\nAction: a\nGrounded Operation: SCROLL_RIGHT(box=[[400,200,600,300]], step_count=5)',
        'swipe left at 500,500 steps 5',
      ],
      [
        'Status: s\nPlan: p\nAction: a\nGrounded Operation: SCROLL_DOWN(box=[[400,200,600,300]], step_count=many)',
        'invalid_argument',
      ],
    ]),
    ...section(
      '4.9',
      [
        'KEY_PRESS takes a key of the list',
        ["Status: s\nPlan: p\nAction: a\nGrounded Operation: KEY_PRESS(key='Return')", 'key ENTER'],
        ["Status: s\nPlan: p\nAction: a\nGrounded Operation: KEY_PRESS(key='')", 'missing_argument'],
        ["Status: s\nPlan: p\nAction: a\nGrounded Operation: KEY_PRESS(key='Lcontrol')", 'invalid_argument'],
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: KEY_PRESS()', 'missing_argument'],
      ],
      [
        'LAUNCH opens an app or an address; None in quotes is neither, and an address goes first',
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: LAUNCH(app='Settings', url='None')",
          'open_app app "Settings"',
        ],
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: LAUNCH(app='None', url='a.example')",
          'open_url url "a.example"',
        ],
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: LAUNCH(app='x', url='a.example')",
          'open_url url "a.example"',
        ],
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: LAUNCH(app='None', url='None')",
          'missing_argument',
        ],
      ],
      [
        'QUOTE_TEXT, QUOTE_CLIPBOARD and LLM leave the device alone',
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: QUOTE_TEXT(box=[[1,2,3,4]], output='__CogName_a__', result='17')",
          'memo quote text "17"',
        ],
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: QUOTE_CLIPBOARD(output='__CogName_a__')",
          'memo quote',
        ],
        [
          "Status: s\nPlan: p\nAction: a\nGrounded Operation: LLM(prompt='sum', output='__CogName_b__')",
          'memo llm text "sum"',
        ],
      ],
      [
        'END is a success, with brackets or without',
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: END()', 'stop success'],
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: END', 'lenient: stop success'],
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: END.', 'lenient: stop success'],
        ['Status: s\nPlan: p\nAction: a\nGrounded Operation: END of it', 'malformed_action'],
      ],
      [
        'a mark behind the operation says whether it is sensitive, in either language',
        [
          'Status: s\nPlan: p\nAction: a\nGrounded Operation: CLICK(box=[[400,200,600,300]])\n<<敏感操作>>',
          'tap 500,500 sensitive true',
        ],
        [
          'Status: s\nPlan: p\nAction: a\nGrounded Operation: CLICK(box=[[400,200,600,300]])\n<<一般操作>>',
          'tap 500,500',
        ],
        [
          'Status: s\nPlan: p\nAction: a\nGrounded Operation: CLICK(box=[[400,200,600,300]]) <<sensitive operation>>',
          'tap 500,500 sensitive true',
        ],
        [
          'Status: s\nPlan: p\nAction: a\nGrounded Operation: CLICK(box=[[400,200,600,300]]) <<general operation>>',
          'tap 500,500',
        ],
      ],
    ),
    ...section('3.2', [
      'tap is another word for click, and names may be written in small letters',
      [
        'Status: s\nPlan: p\nAction: a\nGrounded Operation: TAP(box=[[400,200,600,300]])',
        'lenient: tap 500,500',
      ],
      [
        'Status: s\nPlan: p\nAction: a\nGrounded Operation: click(box=[[400,200,600,300]])',
        'lenient: tap 500,500',
      ],
      ['Status: s\nPlan: p\nAction: a\nGrounded Operation: FLY(box=[[1,2,3,4]])', 'unknown_action'],
    ]),
    ...section('3.1', [
      'tokens that end an answer are dropped',
      ['Status: s\nPlan: p\nAction: a\nGrounded Operation: END()<|endoftext|>', 'stop success'],
      ['Status: s\nPlan: p\nAction: a\nGrounded Operation: END() <|user|>', 'stop success'],
      ['Status: s\nPlan: p\nAction: a\nGrounded Operation: END<|user|>', 'lenient: stop success'],
    ]),
  ],
};
