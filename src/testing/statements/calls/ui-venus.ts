import { section, type FamilyStatements, type Statement } from '../statement.js';

const FILE = 'src/models/dialects/ui-venus/ui-venus.test.ts';

/** The whole answer around a call. */
function said(call: string): string {
  return `<think>t</think>\n<action>${call}</action>\n<conclusion>c</conclusion>`;
}

const TAGS: readonly Statement[] = section(
  '4.6',
  [
    'an answer is thinking, one call and a conclusion, each in its tag; a tag that is missing is forgiven',
    [said('Wait()'), 'wait'],
    [said('\nWait()\n'), 'wait'],
    ['<action>Wait()</action><conclusion>c</conclusion>', 'lenient: wait'],
    ['<think>t</think><action>Wait()</action>', 'lenient: wait'],
    ['<think>t</think><action>Wait()', 'lenient: wait'],
    ['<think>t</think>I wait.<action>Wait()</action><conclusion>c</conclusion>', 'lenient: wait'],
    [said(''), 'no_action'],
    [said('wait a bit'), 'malformed_action'],
    ['<think>t</think>', 'no_action'],
  ],
  [
    'without its tag a call counts where the answer begins with it, also with words behind it',
    ['Wait()', 'lenient: wait'],
    ['<think>t</think>Wait()', 'lenient: wait'],
    ['Wait().', 'lenient: wait'],
    ['Wait() for the page', 'lenient: wait'],
    ['Wait()</action><conclusion>c</conclusion>', 'lenient: wait'],
    ['PressBack() PressHome()', 'lenient: key BACK'],
    ['I Wait()', 'no_action'],
    ['Sleep()', 'no_action'],
  ],
  [
    'an action tag within thinking is none, and of several the first counts',
    ['<think><action>PressBack()</action></think>', 'no_action'],
    ['<think><action>PressBack()</action></think><action>PressHome()</action>', 'lenient: key HOME'],
    [`${said('PressHome()')}<action>PressBack()</action>`, 'lenient: key HOME'],
    ['<think>I could <action>PressHome()</action>', 'lenient: key HOME'],
  ],
  [
    'tokens that end an answer are dropped',
    [`${said('Wait()')}<|im_end|>`, 'wait'],
    ['<think>t</think><action>Wait()<|im_end|>', 'lenient: wait'],
    ['Wait()<|endoftext|>', 'lenient: wait'],
  ],
  [
    'names stand in any case, Tap is another word for Click, and what the list lacks is unknown',
    [said('click(box=(500,250))'), 'lenient: tap 500,500'],
    [said('Tap(box=(500,250))'), 'lenient: tap 500,500'],
    [said('Hover(box=(500,250))'), 'unknown_action'],
    [said("Hotkey(keys=['ctrl', 'c'])"), 'unknown_action'],
    [said('Swipe(start=(1,2), end=(3,4))'), 'unknown_action'],
    [said('Click: (500,250)'), 'malformed_action'],
    [said('END'), 'malformed_action'],
  ],
);

const TOUCHES: readonly Statement[] = section(
  '4.6',
  [
    'Click, DoubleClick and LongPress take a position in round brackets, or as other families write it',
    [said('Click(box=(500, 250))'), 'tap 500,500'],
    [said('Click(box=(500,250))'), 'tap 500,500'],
    [said('DoubleClick(box=(500,250))'), 'tap 500,500 count 2'],
    [said('LongPress(box=(500,250))'), 'long_press 500,500'],
    [said('Click(box=[500,250])'), 'lenient: tap 500,500'],
    [said("Click(box='(500,250)')"), 'lenient: tap 500,500'],
    [said('Click((500,250))'), 'lenient: tap 500,500'],
    [said('Click(500,250)'), 'lenient: tap 500,500'],
    [said('Click(point=(500,250))'), 'lenient: tap 500,500'],
    [said('Click(box=(400,200,600,300))'), 'lenient: tap 500,500'],
    [said('Click(box=(500.0,250))'), 'lenient: tap 500,500'],
    [said('Click()'), 'missing_argument'],
    [said('Click(box=())'), 'missing_argument'],
    [said("Click(box='')"), 'missing_argument'],
    [said('Click(box=(500))'), 'invalid_argument'],
    [said('Click(box=(a,b))'), 'invalid_argument'],
    [said('Click(box=(1+2,3))'), 'invalid_argument'],
    [said('Click(box=(500,2'), 'malformed_action'],
  ],
  [
    'Drag and Scroll take a path of the finger',
    [said('Drag(start=(500,750), end=(500,250))'), 'swipe up from 500,1500 to 500,500 style "drag"'],
    [said('Scroll(start=(500,750), end=(500,250))'), 'swipe up from 500,1500 to 500,500'],
    [said('Drag(start=(500,750))'), 'missing_argument'],
    [said('Drag(end=(500,750))'), 'missing_argument'],
    [said("Drag(direction='up')"), 'missing_argument'],
    [said('Scroll(start=(500,750))'), 'missing_argument'],
    [said('Scroll()'), 'missing_argument'],
  ],
  [
    'a direction of Scroll is the direction of the page, and a path goes before it',
    [said("Scroll(direction='down')"), 'swipe up'],
    [said("Scroll(direction='up')"), 'swipe down'],
    [said("Scroll(direction='left')"), 'swipe right'],
    [said("Scroll(direction='right')"), 'swipe left'],
    [said("Scroll(direction='down')"), 'swipe down', { scroll: 'finger' }],
    [said("Scroll(direction='Down')"), 'lenient: swipe up'],
    [said("Scroll(start=(), end=(), direction='down')"), 'swipe up'],
    [said("Scroll(start=(500,750), end=(500,250), direction='left')"), 'swipe up from 500,1500 to 500,500'],
    [said("Scroll(direction='away')"), 'invalid_argument'],
    [said("Scroll(direction='')"), 'missing_argument'],
    [said("Scroll(direction=' ')"), 'missing_argument'],
  ],
  [
    'release 1.0 counts in pixels of the picture that its processor makes, 1.5 to 1000',
    [said('Click(box=(1000,1000))'), 'tap 1000,2000'],
    [said('Click(box=(1001,0))'), 'tap 1001,0 out of bounds'],
    [said('Click(box=(1008,1988))'), 'tap 1000,2000', { variant: '1.0' }],
    [said('Click(box=(1009,0))'), 'tap 1000.99,0 out of bounds', { variant: '1.0' }],
  ],
);

const OTHERS: readonly Statement[] = section(
  '4.6',
  [
    'a text is raw between its outer quotes',
    [said("Type(content='tea')"), 'type text "tea"'],
    [said('Type(content="tea")'), 'type text "tea"'],
    [said("Type(content='it's, a=b (c)')"), 'lenient: type text "it\'s, a=b (c)"'],
    [said('Type(content=\'say "hi"\')'), 'type text "say \\"hi\\""'],
    [said(String.raw`Type(content='C:\new')`), 'type text "C:\\\\new"'],
    [said("Type(content='a\nb')"), 'lenient: type text "a\\nb"'],
    [said("Type(text='tea')"), 'lenient: type text "tea"'],
    [said("Type('tea')"), 'lenient: type text "tea"'],
    [said('Type(content=tea)'), 'type text "tea"'],
    [said("Type(content='')"), 'missing_argument'],
    [said('Type()'), 'missing_argument'],
    [said("Type(content='tea"), 'malformed_action'],
  ],
  [
    'Launch takes an app or an address, which goes first',
    [said("Launch(app='Clock')"), 'open_app app "Clock"'],
    [said("Launch(url='https://example.org/a?b=c')"), 'open_url url "https://example.org/a?b=c"'],
    [said("Launch(app='Clock', url='')"), 'open_app app "Clock"'],
    [said("Launch(app='', url='a.example')"), 'open_url url "a.example"'],
    [said("Launch(app='Clock', url='a.example')"), 'open_url url "a.example"'],
    [said('Launch()'), 'missing_argument'],
    [said("Launch(app='')"), 'missing_argument'],
  ],
  [
    'keys and waiting take nothing',
    [said('PressBack()'), 'key BACK'],
    [said('PressHome()'), 'key HOME'],
    [said('PressEnter()'), 'key ENTER'],
    [said('PressRecent()'), 'key APP_SWITCH'],
    [said('Wait(5)'), 'wait'],
    [said('Wait() for it'), 'lenient: wait'],
  ],
  [
    'CallUser replies and does not end the task',
    [said("CallUser(content='3 files')"), 'answer text "3 files" terminal false'],
    [said("CallUser(content='')"), 'missing_argument'],
    [said('CallUser()'), 'missing_argument'],
  ],
  [
    'Finished is a success, and its content the answer',
    [said("Finished(content='3 files')"), 'stop success answer "3 files"'],
    [said("Finished(content='')"), 'stop success'],
    [said('Finished()'), 'stop success'],
    [said('Finished'), 'malformed_action'],
  ],
);

/** Source: models.md 4.6; `models/navigation/utils.py` and `Venus_framework` of UI-Venus. */
export const UI_VENUS: FamilyStatements = {
  family: 'ui_venus',
  page: 'ui_venus.md',
  readAs: { variant: '1.5' },
  statements: [...TAGS, ...TOUCHES, ...OTHERS],
  elsewhere: [
    {
      section: '4.6',
      sentence: 'one message, text then picture; earlier steps are text, counted from 0',
      file: FILE,
      title: 'sends text and picture, with earlier steps numbered from 0',
    },
    {
      section: '3.5',
      sentence: 'the think tag is the thought, and the conclusion is kept apart',
      file: FILE,
      title: 'keeps the conclusion as the summary of the step',
    },
  ],
};
