import { section, type FamilyStatements, type Statement } from '../statement.js';
import { mobileUseStatements, toolCall } from './mobile-use.js';

const ANSWERS: readonly Statement[] = section('4.2', [
  'answer replies and does not end the task; interact is not in the tool',
  [toolCall('{"action": "answer", "text": "42"}'), 'answer text "42" terminal false'],
  [toolCall('{"action": "answer"}'), 'missing_argument'],
  [toolCall('{"action": "interact", "text": "Which?"}'), 'unknown_action'],
]);

const FILE = 'src/models/dialects/mobile-use/mobile-use.test.ts';
const ASKED = [
  {
    section: '4.2',
    sentence: 'the system message holds the tool, the user message query, progress and one picture',
    file: FILE,
    title: 'hold tools, query, step and progress, and one picture at the end',
  },
  {
    section: '4.2',
    sentence: 'the tool names the size in which positions are counted',
    file: FILE,
    title: 'state the size that the numbers count: the model picture, the span, or the picture as sent',
  },
  {
    section: '4.2',
    sentence: 'history is text: conclusions, calls, or thought and action; without line breaks and quotes',
    file: FILE,
    title: 'tell earlier steps in the form that the benchmark or the user chose',
  },
  {
    section: '3.5',
    sentence: 'thinking or the Thought line is the thought; conclusion or Action line the summary',
    file: FILE,
    title: 'keeps thought and summary',
  },
];

/** Source: models.md 4.2, 5.1; Qwen2.5-VL cookbook; `run_predict_qwen2_5VL.py` of AgentCPM-GUI. */
export const QWEN25_MOBILE_USE: FamilyStatements = {
  family: 'qwen25_mobile_use',
  page: 'mobile_use.md',
  statements: [
    // The model's picture is 1008 x 1988.
    ...mobileUseStatements('504, 497'),
    ...ANSWERS,
    ...section('5.2', [
      'positions are pixels of the picture that the processor makes, and one beyond it is out of bounds',
      [toolCall('{"action": "click", "coordinate": [1008, 1988]}'), 'tap 1000,2000'],
      [toolCall('{"action": "click", "coordinate": [1009, 0]}'), 'tap 1000.99,0 out of bounds'],
      [toolCall('{"action": "click", "coordinate": [-1, 0]}'), 'tap -0.99,0 out of bounds'],
      [toolCall('{"action": "click", "coordinate": [322, 644]}'), 'tap 460,920', { variant: 'hosted' }],
    ]),
    ...section('4.2', [
      "ColorBench's call stands in action tags, with its description in thinking tags behind it",
      [
        '<action>\n{"name": mobile_use, "arguments": {"action": "wait", "time": 1}}\n</action>\n<thinking>\nI wait.\n</thinking>',
        'lenient: wait durationMs 1000',
        { variant: 'colorbench' },
      ],
      [
        '<thinking>\n<action>{"name": "mobile_use", "arguments": {"action": "wait", "time": 1}}</action>\n</thinking>',
        'no_action',
        { variant: 'colorbench' },
      ],
    ]),
  ],
  elsewhere: ASKED,
};

/** Source: models.md 4.2; Qwen3-VL cookbook. */
export const QWEN3_MOBILE_USE: FamilyStatements = {
  family: 'qwen3_mobile_use',
  page: 'mobile_use.md',
  statements: [
    ...mobileUseStatements('500, 250'),
    ...ANSWERS,
    ...section('4.2', [
      'positions run to 1000, or to 999 where the cookbook is followed; one beyond is out of bounds',
      [toolCall('{"action": "click", "coordinate": [1000, 1000]}'), 'tap 1000,2000'],
      [toolCall('{"action": "click", "coordinate": [1001, 0]}'), 'tap 1001,0 out of bounds'],
      [toolCall('{"action": "click", "coordinate": [999, 999]}'), 'tap 1000,2000', { variant: 'span999' }],
      [
        toolCall('{"action": "click", "coordinate": [1000, 0]}'),
        'tap 1001,0 out of bounds',
        { variant: 'span999' },
      ],
    ]),
  ],
  elsewhere: ASKED,
};
