import { section, type FamilyStatements, type Statement } from '../statement.js';

const FILE = 'src/models/dialects/glm-v/glm-v.test.ts';

/** The whole answer around an action. */
function said(action: string): string {
  return `Memory: m\nReason: r\nAction: ${action}`;
}

const WAIT = '{"action_type": "wait"}';

const SECTIONS: readonly Statement[] = section(
  'glmv',
  [
    'an answer is Memory, Reason and Action in this order; the first two may be missing',
    [said(WAIT), 'wait'],
    [`Memory: m Reason: r Action: ${WAIT}`, 'wait'],
    [`Action: ${WAIT}`, 'lenient: wait'],
    [`Reason: r\nAction: ${WAIT}`, 'lenient: wait'],
    [`I see.\n${said(WAIT)}`, 'lenient: wait'],
    [`Memory: m\nReason: r\nAction:`, 'no_action'],
    [`Memory: m\nReason: r\n`, 'no_action'],
    [WAIT, 'no_action'],
    ['', 'empty_output'],
  ],
  [
    'the action is JSON, alone or between the tokens of a box; a fence and words around it are forgiven',
    [said(`<|begin_of_box|>${WAIT}<|end_of_box|>`), 'wait'],
    [said(`<|begin_of_box|>${WAIT}`), 'lenient: wait'],
    [said(`\`\`\`json\n${WAIT}\n\`\`\``), 'lenient: wait'],
    [said(`I do ${WAIT}`), 'lenient: wait'],
    [said(`${WAIT} now`), 'lenient: wait'],
    [said(`${WAIT}</answer>`), 'lenient: wait'],
    [said('wait'), 'malformed_action'],
    [said('{"action_type": wait}'), 'malformed_action'],
    [said('{"action_type": "wa'), 'malformed_action'],
    [said("{'action_type': 'wait'}"), 'lenient: wait'],
    [said('{"action_type": "wait",}'), 'lenient: wait'],
  ],
  [
    'labels within thinking are none, and braces within texts are text',
    [`<think>Action: {"action_type": "navigate_back"}</think>${said(WAIT)}`, 'wait'],
    [`<think>${said(WAIT)}</think>`, 'no_action'],
    [`<think>so\n${said(WAIT)}`, 'lenient: wait'],
    [`<think>so ${said('{"action_type": "navigate_back"}')}\n${said(WAIT)}`, 'lenient: wait'],
    [`<think>so Action: ${WAIT}`, 'lenient: wait'],
    ['<think>so', 'no_action'],
    [
      said('{"action_type": "answer", "text": "Action: {\\"a\\"}"}'),
      'answer text "Action: {\\"a\\"}" terminal false',
    ],
    [`Memory: m\nReason: the Action: of before\nAction: ${WAIT}`, 'wait'],
  ],
  [
    'tokens that end an answer are dropped',
    [`${said(WAIT)}<|user|>`, 'wait'],
    [`${said(WAIT)}<|endoftext|>`, 'wait'],
    [`${said(`<|begin_of_box|>${WAIT}<|end_of_box|>`)}<|user|>`, 'wait'],
  ],
);

const ACTIONS: readonly Statement[] = section(
  'glmv',
  [
    'action_type is one of the list in its letter case; further keys are overlooked',
    [said('{"action_type": "navigate_home"}'), 'key HOME'],
    [said('{"action_type": "navigate_back"}'), 'key BACK'],
    [said('{"action_type": "keyboard_enter"}'), 'key ENTER'],
    [said('{"action_type": "wait", "index": 4}'), 'lenient: wait'],
    [said('{"action_type": "Wait"}'), 'unknown_action'],
    [said('{"action_type": "tap", "box_2d": [[1,2,3,4]]}'), 'unknown_action'],
    [said('{"action_type": "scroll", "direction": "up"}'), 'unknown_action'],
    [said('{"action_type": ""}'), 'missing_argument'],
    [said('{"action": "wait"}'), 'missing_argument'],
    [said('{"action_type": 3}'), 'invalid_argument'],
  ],
  [
    'click and long_press take a box, whose middle is touched, in thousandths of the screen',
    [said('{"action_type": "click", "box_2d": [[400,200,600,300]]}'), 'tap 500,500'],
    [said('{"action_type": "long_press", "box_2d": [[400,200,600,300]]}'), 'long_press 500,500'],
    [said('{"action_type": "click", "box_2d": [[1000,1000,1000,1000]]}'), 'tap 1000,2000'],
    [said('{"action_type": "click", "box_2d": [[1000,0,1002,0]]}'), 'tap 1001,0 out of bounds'],
    [said('{"action_type": "click", "box_2d": [400,200,600,300]}'), 'lenient: tap 500,500'],
    [said('{"action_type": "click", "box_2d": [[500,250]]}'), 'lenient: tap 500,500'],
    [said('{"action_type": "click", "box_2d": ["400","200","600","300"]}'), 'lenient: tap 500,500'],
    [said('{"action_type": "click"}'), 'missing_argument'],
    [said('{"action_type": "click", "box_2d": []}'), 'missing_argument'],
    [said('{"action_type": "click", "box_2d": [[]]}'), 'missing_argument'],
    [said('{"action_type": "click", "box_2d": null}'), 'missing_argument'],
    [said('{"action_type": "click", "box_2d": [[1,2,3]]}'), 'invalid_argument'],
    [said('{"action_type": "click", "box_2d": [["a",2,3,4]]}'), 'invalid_argument'],
    [said('{"action_type": "click", "box_2d": "here"}'), 'invalid_argument'],
    [said('{"action_type": "click", "box_2d": [[1,2,3,4],[5,6,7,8]]}'), 'invalid_argument'],
  ],
  [
    'input_text touches the field, empties it where override is true, types, and presses Enter',
    [
      said('{"action_type": "input_text", "text": "tea", "box_2d": [[400,200,600,300]], "override": true}'),
      'type text "tea" 500,500 clear true submit true',
    ],
    [
      said('{"action_type": "input_text", "text": "tea", "box_2d": [[400,200,600,300]], "override": false}'),
      'type text "tea" 500,500 submit true',
    ],
    [said('{"action_type": "input_text", "text": "tea"}'), 'lenient: type text "tea" submit true'],
    [
      said('{"action_type": "input_text", "text": "tea", "box_2d": [[400,200,600,300]], "override": "true"}'),
      'lenient: type text "tea" 500,500 submit true',
    ],
    [
      said('{"action_type": "input_text", "text": "", "box_2d": [[400,200,600,300]], "override": true}'),
      'missing_argument',
    ],
    [said('{"action_type": "input_text", "text": 5}'), 'invalid_argument'],
    [said('{"action_type": "input_text", "text": "a", "box_2d": [1]}'), 'invalid_argument'],
  ],
  [
    'the direction of a swipe is that of the finger; a box says what is swiped',
    [said('{"action_type": "swipe", "direction": "up"}'), 'swipe up'],
    [said('{"action_type": "swipe", "direction": "left", "box_2d": []}'), 'swipe left'],
    [
      said('{"action_type": "swipe", "direction": "down", "box_2d": [[400,200,600,300]]}'),
      'swipe down 500,500',
    ],
    [said('{"action_type": "swipe", "direction": "Up"}'), 'invalid_argument'],
    [said('{"action_type": "swipe", "direction": "away"}'), 'invalid_argument'],
    [said('{"action_type": "swipe", "direction": ""}'), 'missing_argument'],
    [said('{"action_type": "swipe"}'), 'missing_argument'],
  ],
  [
    'open_app takes a name, answer a text, and answering does not end the task',
    [said('{"action_type": "open_app", "app_name": "Clock"}'), 'open_app app "Clock"'],
    [said('{"action_type": "open_app", "app_name": ""}'), 'missing_argument'],
    [said('{"action_type": "open_app"}'), 'missing_argument'],
    [said('{"action_type": "answer", "text": "42"}'), 'answer text "42" terminal false'],
    [said('{"action_type": "answer", "text": 42}'), 'invalid_argument'],
    [said('{"action_type": "answer"}'), 'missing_argument'],
  ],
  [
    'status is complete, a success, or infeasible',
    [said('{"action_type": "status", "goal_status": "complete"}'), 'stop success'],
    [said('{"action_type": "status", "goal_status": "infeasible"}'), 'stop infeasible'],
    [said('{"action_type": "status", "goal_status": "done"}'), 'invalid_argument'],
    [said('{"action_type": "status", "goal_status": ""}'), 'missing_argument'],
    [said('{"action_type": "status"}'), 'missing_argument'],
  ],
);

/** Source: prompt-sources.md, profile glmv.mobile; `parse_mobile_response` and the prompts of GLM-V's `examples/gui-agent`. */
export const GLM_V: FamilyStatements = {
  family: 'glm_v',
  page: 'glm_v.md',
  statements: [...SECTIONS, ...ACTIONS],
  elsewhere: [
    {
      section: 'glmv',
      sentence: 'one message, picture then text; earlier answers as they were given, counted from 0',
      file: FILE,
      title: 'sends the picture first, and earlier answers as they were given, counted from 0',
    },
  ],
};
