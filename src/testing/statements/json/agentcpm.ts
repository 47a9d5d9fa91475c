import { section, type FamilyStatements, type Statement } from '../statement.js';

const FILE = 'src/models/dialects/agentcpm/agentcpm.test.ts';

const OBJECT: readonly Statement[] = section(
  '4.7',
  [
    'an answer is one compact JSON object; white space and a fence are all that is forgiven',
    ['{"thought":"t","POINT":[500,250]}', 'tap 500,500'],
    ['{"POINT":[500,250]}\n', 'tap 500,500'],
    ['{"thought": "t", "POINT": [500, 250]}', 'lenient: tap 500,500'],
    ['{\n  "POINT": [500,250]\n}', 'lenient: tap 500,500'],
    ['```json\n{"POINT":[500,250]}\n```', 'lenient: tap 500,500'],
    ["{'POINT':[500,250]}", 'malformed_action'],
    ['{"POINT":[500,250],}', 'malformed_action'],
    ['{"POINT":[500,250]} Done.', 'malformed_action'],
    ['Tap: {"POINT":[500,250]}', 'malformed_action'],
    ['{"POINT":[500,250]}{"PRESS":"HOME"}', 'malformed_action'],
    ['[{"POINT":[500,250]}]', 'malformed_action'],
    ['"{"', 'malformed_action'],
    ['{"POINT":[500,250', 'malformed_action'],
    ['{{"POINT":[500,250]}}', 'malformed_action'],
    ['Tap it.', 'no_action'],
  ],
  [
    'keys are those of the schema in their letter case, and no other',
    ['{"point":[500,250]}', 'unknown_action'],
    ['{"CLICK":[500,250]}', 'unknown_action'],
    ['{"POINT":[500,250],"reason":"r"}', 'invalid_argument'],
    ['{"thought":1,"PRESS":"HOME"}', 'invalid_argument'],
    ['{"thought":"","PRESS":"HOME"}', 'key HOME'],
    ['{"PRESS":"HOME"}', 'key HOME'],
  ],
  [
    'an answer holds one primitive; two exclude each other',
    ['{"POINT":[500,250],"PRESS":"HOME"}', 'conflicting_actions'],
    ['{"PRESS":"HOME","TYPE":"a"}', 'conflicting_actions'],
    ['{"CLEAR":null,"DEEP_LINK":null}', 'conflicting_actions'],
    ['{}', 'no_action'],
    ['{"thought":"t"}', 'no_action'],
  ],
  [
    'tokens that end an answer are dropped, and calls within thinking are none',
    ['{"PRESS":"HOME"}<|im_end|>', 'key HOME'],
    ['{"PRESS":"HOME"}</s>', 'key HOME'],
    ['<think>{"PRESS":"BACK"}</think>{"PRESS":"HOME"}', 'key HOME'],
    ['<think>{"PRESS":"BACK"}</think>', 'no_action'],
    ['{"thought":"{\\"PRESS\\":\\"BACK\\"}","PRESS":"HOME"}', 'key HOME'],
  ],
);

const PRIMITIVES: readonly Statement[] = section(
  '4.7',
  [
    'POINT is two whole numbers from 0 to 1000',
    ['{"POINT":[0,0]}', 'tap 0,0'],
    ['{"POINT":[1000,1000]}', 'tap 1000,2000'],
    ['{"POINT":[5.0,6]}', 'tap 5,12'],
    ['{"POINT":[1001,0]}', 'invalid_argument'],
    ['{"POINT":[-1,0]}', 'invalid_argument'],
    ['{"POINT":[5.5,6]}', 'invalid_argument'],
    ['{"POINT":["5","6"]}', 'invalid_argument'],
    ['{"POINT":"5,6"}', 'invalid_argument'],
    ['{"POINT":[5]}', 'invalid_argument'],
    ['{"POINT":[5,6,7]}', 'invalid_argument'],
    ['{"POINT":[5,6,7,8]}', 'invalid_argument'],
    ['{"POINT":[]}', 'invalid_argument'],
    ['{"POINT":null}', 'invalid_argument'],
  ],
  [
    'POINT with a duration above 200 ms is a long press',
    ['{"POINT":[500,250],"duration":201}', 'long_press 500,500 durationMs 201'],
    ['{"POINT":[500,250],"duration":200}', 'tap 500,500'],
    ['{"POINT":[500,250],"duration":0}', 'tap 500,500'],
    ['{"POINT":[500,250],"duration":-1}', 'invalid_argument'],
    ['{"POINT":[500,250],"duration":1.5}', 'invalid_argument'],
    ['{"POINT":[500,250],"duration":"300"}', 'invalid_argument'],
    ['{"POINT":[500,250],"duration":null}', 'invalid_argument'],
  ],
  [
    'POINT and to are a swipe, along a path or in the direction of the finger; to needs POINT',
    ['{"POINT":[500,250],"to":"down"}', 'swipe down at 500,500'],
    ['{"POINT":[500,250],"to":"left"}', 'swipe left at 500,500'],
    ['{"POINT":[500,750],"to":[500,250]}', 'swipe up from 500,1500 to 500,500'],
    ['{"POINT":[500,750],"to":[500,250],"duration":900}', 'swipe up from 500,1500 to 500,500 durationMs 900'],
    ['{"POINT":[500,250],"to":"DOWN"}', 'invalid_argument'],
    ['{"POINT":[500,250],"to":[1]}', 'invalid_argument'],
    ['{"POINT":[500,250],"to":[1,1001]}', 'invalid_argument'],
    ['{"POINT":[500,250],"to":null}', 'invalid_argument'],
    ['{"to":"down"}', 'missing_argument'],
    ['{"to":"down","STATUS":"finish"}', 'missing_argument'],
    ['{"PRESS":"HOME","to":"down"}', 'missing_argument'],
  ],
  [
    'PRESS takes HOME, BACK, ENTER, and APPSELECT of the schema for extraction',
    ['{"PRESS":"HOME"}', 'key HOME'],
    ['{"PRESS":"BACK"}', 'key BACK'],
    ['{"PRESS":"ENTER"}', 'key ENTER'],
    ['{"PRESS":"APPSELECT"}', 'key APP_SWITCH'],
    ['{"PRESS":"home"}', 'invalid_argument'],
    ['{"PRESS":""}', 'invalid_argument'],
    ['{"PRESS":null}', 'invalid_argument'],
  ],
  [
    'TYPE takes any text, an empty one too, as the schema does',
    ['{"TYPE":"it\'s \\"tea\\"\\n{a}"}', 'type text "it\'s \\"tea\\"\\n{a}"'],
    ['{"TYPE":""}', 'type text ""'],
    ['{"TYPE":null}', 'invalid_argument'],
    ['{"TYPE":3}', 'invalid_argument'],
  ],
  [
    'CLEAR and DEEP_LINK take null',
    ['{"CLEAR":null}', 'clear_text'],
    ['{"DEEP_LINK":null}', 'previous_app'],
    ['{"CLEAR":true}', 'invalid_argument'],
    ['{"DEEP_LINK":"app://x"}', 'invalid_argument'],
  ],
  [
    'duration alone is a wait',
    ['{"duration":500}', 'wait durationMs 500'],
    ['{"duration":0}', 'wait durationMs 0'],
    ['{"duration":"500"}', 'invalid_argument'],
  ],
);

const STATUSES: readonly Statement[] = section(
  '4.7',
  [
    'finish and satisfied are a success, impossible is infeasible, interrupt interrupted, need_feedback a question',
    ['{"STATUS":"finish"}', 'stop success'],
    ['{"STATUS":"satisfied"}', 'stop success'],
    ['{"STATUS":"impossible"}', 'stop infeasible'],
    ['{"STATUS":"interrupt"}', 'stop interrupted'],
    ['{"STATUS":"need_feedback"}', 'ask_user feedback'],
    ['{"STATUS":"done"}', 'invalid_argument'],
    ['{"STATUS":"FINISH"}', 'invalid_argument'],
    ['{"STATUS":""}', 'invalid_argument'],
    ['{"STATUS":null}', 'invalid_argument'],
  ],
  [
    'continue and start go with an action, and alone are none',
    ['{"STATUS":"continue"}', 'no_action'],
    ['{"STATUS":"start"}', 'no_action'],
    ['{"PRESS":"HOME","STATUS":"start"}', 'key HOME'],
    ['{"duration":500,"STATUS":"continue"}', 'wait durationMs 500'],
  ],
  [
    'an action with a status that ends the task is two actions',
    ['{"POINT":[500,250],"STATUS":"finish"}', 'tap 500,500 + stop success'],
    ['{"PRESS":"HOME","STATUS":"need_feedback"}', 'key HOME + ask_user feedback'],
    ['{"duration":500,"STATUS":"finish"}', 'wait durationMs 500 + stop success'],
  ],
);

/** Source: models.md 4.7; `schema_for_extraction.json` and `run_predict_minicpm.py` of AgentCPM-GUI. */
export const AGENTCPM: FamilyStatements = {
  family: 'agentcpm',
  page: 'agentcpm.md',
  statements: [...OBJECT, ...PRIMITIVES, ...STATUSES],
  elsewhere: [
    {
      section: '4.7',
      sentence:
        'the system message holds the schema, the user message the question and one picture, without a history',
      file: FILE,
      title: 'asks with the schema, the question and the picture, and without a history',
    },
  ],
};
