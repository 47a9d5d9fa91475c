import { section, type FamilyStatements, type Statement } from '../statement.js';

const FILE = 'src/models/dialects/autoglm/autoglm.test.ts';

const PLACES: readonly Statement[] = section(
  '4.10',
  [
    'an answer is thinking and a call, in tags or not, and the call may stand alone',
    ['<think>t</think>\n<answer>do(action="Home")</answer>', 'key HOME'],
    ['<think>t</think>do(action="Home")', 'key HOME'],
    ['I go home. do(action="Home")', 'key HOME'],
    ['do(action="Home")', 'key HOME'],
    ['<think>t</think>\n<answer>do(action="Home")', 'lenient: key HOME'],
    ['<answer>I go: do(action="Home")</answer>', 'lenient: key HOME'],
    ['<answer></answer>', 'no_action'],
    ['<answer>go home</answer>', 'malformed_action'],
    ['I go home.', 'no_action'],
    ['do it (action="Home")', 'no_action'],
  ],
  [
    'a call that is mentioned within thinking is none; without tags the last one counts, in a text too',
    ['<think>I could finish(message="x")</think>\n<answer>do(action="Back")</answer>', 'key BACK'],
    ['<think>do(action="Back")</think>', 'no_action'],
    ['I could finish(message="x"). Rather do(action="Back")', 'key BACK'],
    ['do(action="Type", text="finish(message=1)")', 'lenient: stop unspecified answer "1"'],
    [
      '<answer>do(action="Type", text="finish(message=1)")</answer>',
      'type text "finish(message=1)" clear true',
    ],
    ['<think>I could do(action="Back")\n<answer>do(action="Home")</answer>', 'lenient: key HOME'],
    ['<think>t</think><answer>do(action="Home")\ndo(action="Back")</answer>', 'lenient: key HOME'],
  ],
  [
    'box tokens and tokens that end an answer are dropped, in the answer tag and behind the call',
    ['<answer><|begin_of_box|>do(action="Home")<|end_of_box|></answer>', 'key HOME'],
    ['do(action="Type", text="a")<|user|>', 'type text "a" clear true'],
    ['do(action="Type", text="a")\n<|endoftext|>', 'type text "a" clear true'],
    ['finish(message="a")<|im_end|>', 'stop unspecified answer "a"'],
    ['finish(message="a")</answer>', 'stop unspecified answer "a"'],
  ],
);

const CALLS: readonly Statement[] = section(
  '4.10',
  [
    'names are those of the list, in any case and with _ for a space; Click is another word for Tap',
    ['do(action="Double Tap", element=[500,250])', 'tap 500,500 count 2'],
    ['do(action="Double_Tap", element=[500,250])', 'lenient: tap 500,500 count 2'],
    ['do(action="long press", element=[500,250])', 'lenient: long_press 500,500'],
    ['do(action="Click", element=[500,250])', 'lenient: tap 500,500'],
    ['do(action="Fly")', 'unknown_action'],
    ['do(action="")', 'missing_argument'],
    ['<answer>do(element=[500,250])</answer>', 'missing_argument'],
    ['do(action="finish")', 'unknown_action'],
    ['<answer>go(action="Home")</answer>', 'unknown_action'],
    ["do(action='Home')", 'key HOME'],
    ['do(action=Home)', 'lenient: key HOME'],
  ],
  [
    'a position is a list of two numbers; a thousandth of the screen each',
    ['do(action="Tap", element=[500,250])', 'tap 500,500'],
    ['do(action="Tap", element=[500, 250])', 'tap 500,500'],
    ['do(action="Tap", element=(500, 250))', 'lenient: tap 500,500'],
    ['do(action="Tap", element="[500,250]")', 'lenient: tap 500,500'],
    ['do(action="Tap", element=[400,200,600,300])', 'lenient: tap 500,500'],
    ['do(action="Tap", element=[1000,1000])', 'tap 1000,2000'],
    ['do(action="Tap", element=[1001,0])', 'tap 1001,0 out of bounds'],
    ['do(action="Tap")', 'missing_argument'],
    ['do(action="Tap", element=[])', 'missing_argument'],
    ['do(action="Tap", element=[1])', 'invalid_argument'],
    ['do(action="Tap", element=[1,2,3])', 'invalid_argument'],
    ['do(action="Tap", element=[1+2,3])', 'invalid_argument'],
    ['do(action="Tap", element=["a","b"])', 'invalid_argument'],
    ['do(action="Tap", element=[1,', 'malformed_action'],
  ],
  [
    'a message with Tap says that it is sensitive',
    ['do(action="Tap", element=[500,250], message="pay")', 'tap 500,500 sensitive true'],
    ['do(action="Tap", element=[500,250], message="")', 'tap 500,500 sensitive true'],
    ['do(action="Long Press", element=[500,250], message="pay")', 'long_press 500,500'],
  ],
  [
    'Swipe is a path of the finger',
    ['do(action="Swipe", start=[500,750], end=[500,250])', 'swipe up from 500,1500 to 500,500'],
    ['do(action="Swipe", start=[500,250], end=[500,250])', 'swipe null from 500,500 to 500,500'],
    ['do(action="Swipe", start=[500,750])', 'missing_argument'],
    ['do(action="Swipe", end=[500,750])', 'missing_argument'],
    ['do(action="Swipe", start=[500], end=[500,250])', 'invalid_argument'],
    ['do(action="Swipe", direction="up")', 'missing_argument'],
  ],
);

const TEXTS: readonly Statement[] = section(
  '4.10',
  [
    'Type and Type_Name clear the field first',
    ['do(action="Type", text="tea")', 'type text "tea" clear true'],
    ['do(action="Type_Name", text="Ann")', 'type text "Ann" clear true'],
    ['do(action="Type", text="")', 'missing_argument'],
    ['do(action="Type")', 'missing_argument'],
  ],
  [
    'a text runs from its first quote to the last before the bracket, and nothing in it is decoded',
    ['do(action="Type", text="say "hi" (now)")', 'lenient: type text "say \\"hi\\" (now)" clear true'],
    ['do(action="Type", text="it\'s, a=b")', 'type text "it\'s, a=b" clear true'],
    ["do(action='Type', text='it's')", 'lenient: type text "it\'s" clear true'],
    [String.raw`do(action="Type", text="C:\new")`, 'type text "C:\\\\new" clear true'],
    ['do(action="Type", text="a\nb")', 'lenient: type text "a\\nb" clear true'],
    ['do(action="Type", text="</answer>")', 'type text "</answer>" clear true'],
    ['do(action="Type", text="abc', 'malformed_action'],
  ],
  [
    'Launch takes an app',
    ['do(action="Launch", app="Clock")', 'open_app app "Clock"'],
    ['do(action="Launch", app=" Clock ")', 'open_app app "Clock"'],
    ['do(action="Launch", app="")', 'missing_argument'],
    ['do(action="Launch", app=" ")', 'missing_argument'],
    ['do(action="Launch")', 'missing_argument'],
  ],
);

const OTHERS: readonly Statement[] = section(
  '4.10',
  [
    'Wait takes a number of seconds; no number is one second, as the handler has it',
    ['do(action="Wait", duration="3 seconds")', 'wait durationMs 3000'],
    ['do(action="Wait", duration="0.5 seconds")', 'wait durationMs 500'],
    ['do(action="Wait", duration="3")', 'wait durationMs 3000'],
    ['do(action="Wait", duration="x seconds")', 'lenient: wait durationMs 1000'],
    ['do(action="Wait", duration="a while")', 'lenient: wait durationMs 1000'],
    ['do(action="Wait", duration="")', 'lenient: wait durationMs 1000'],
    ['do(action="Wait")', 'wait'],
  ],
  [
    'Back and Home are keys',
    ['do(action="Back")', 'key BACK'],
    ['do(action="Home")', 'key HOME'],
    ['do(action="Enter")', 'unknown_action'],
  ],
  [
    'Interact and Take_over ask the user; Note and Call_API leave the device alone',
    ['do(action="Interact")', 'ask_user choice'],
    ['do(action="Take_over", message="log in")', 'ask_user takeover text "log in"'],
    ['do(action="Take_over")', 'ask_user takeover'],
    ['do(action="Note", message="True")', 'memo note text "True"'],
    ['do(action="Note")', 'memo note'],
    ['do(action="Call_API", instruction="sum up")', 'memo call_api text "sum up"'],
    ['do(action="Call_API")', 'memo call_api'],
  ],
  [
    'finish ends the task without saying how it went',
    ['finish(message="done (3): it\'s "ok"")', 'lenient: stop unspecified answer "done (3): it\'s \\"ok\\""'],
    ['finish(message="")', 'stop unspecified'],
    ['finish()', 'stop unspecified'],
    ['finish("done")', 'lenient: stop unspecified answer "done"'],
    ['finish', 'no_action'],
    ['finish(message="done', 'malformed_action'],
  ],
);

/** Source: models.md 4.10; `phone_agent` of Open-AutoGLM (`model/client.py`, `actions/handler.py`). */
export const AUTOGLM: FamilyStatements = {
  family: 'autoglm',
  page: 'autoglm.md',
  statements: [...PLACES, ...CALLS, ...TEXTS, ...OTHERS],
  elsewhere: [
    {
      section: '4.10',
      sentence:
        'every earlier step is a turn without its picture, stored in the two tags, behind screen information',
      file: FILE,
      title: 'tells every earlier step as a turn without its picture, in the language of the task',
    },
    {
      section: '3.5',
      sentence: 'the thought is in the think tag, else everything before the call',
      file: FILE,
      title: 'keeps what comes before the call as the thought',
    },
  ],
};
