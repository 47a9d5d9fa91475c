import { section, type FamilyStatements, type Statement } from '../statement.js';

const FILE = 'src/models/dialects/aguvis/aguvis.test.ts';

const LINES: readonly Statement[] = section(
  '4.5',
  [
    'the last line that starts with pyautogui. or mobile. counts',
    ['mobile.home()', 'key HOME'],
    ['Thought: t\nAction: a\nmobile.home()', 'key HOME'],
    ['mobile.back()\nmobile.home()', 'lenient: key HOME'],
    ['all\nThought: mobile.back() it is\nmobile.home()', 'key HOME'],
    ['  mobile.home()', 'key HOME'],
    ['```python\nmobile.home()\n```', 'lenient: key HOME'],
    ['I call mobile.home()', 'no_action'],
    ['home()', 'no_action'],
    ['Action: mobile.home()', 'no_action'],
  ],
  [
    'the plan goes to all and the code to os, in a turn of its own',
    [
      'all\nThought: t\nAction: a\n<|im_end|>\n<|im_start|>assistant<|recipient|>os\nmobile.home()',
      'key HOME',
    ],
    ['os\nmobile.home()', 'key HOME'],
    ['all\nThought: t\nAction: Go home.\n<|im_end|>', 'no_action'],
  ],
  [
    'code within thinking is none',
    ['<think>\nmobile.back()\n</think>', 'no_action'],
    ['<think>\nmobile.back()\n</think>\nmobile.home()', 'key HOME'],
    ['<think>so\nmobile.home()', 'lenient: key HOME'],
  ],
  [
    'the stop token and others that end an answer are dropped',
    ['mobile.home()<|diff_marker|>', 'key HOME'],
    ['mobile.home()\n<|im_end|>', 'key HOME'],
    ['mobile.home()<|endoftext|>', 'key HOME'],
    ["pyautogui.write(message='a')<|diff_marker|>", 'type text "a"'],
    ['mobile.home() # go', 'lenient: key HOME'],
  ],
  [
    'functions are those of the list, with their brackets',
    ['pyautogui.moveTo(x=0.5, y=0.25)', 'unknown_action'],
    ['pyautogui.doubleClick(x=0.5, y=0.25)', 'unknown_action'],
    ["browser.select_option(x=0.5, y=0.25, value='a')", 'no_action'],
    ['mobile.tap(x=0.5, y=0.25)', 'lenient: tap 500,500'],
    ['mobile.home', 'malformed_action'],
    ['mobile.home: now', 'malformed_action'],
    ['pyautogui.click(x=0.5, y=0.', 'malformed_action'],
  ],
);

const TOUCHES: readonly Statement[] = section(
  '4.5',
  [
    'click and long_press take x and y from 0 to 1, with their names or in their order',
    ['pyautogui.click(x=0.5, y=0.25)', 'tap 500,500'],
    ['mobile.long_press(x=0.5, y=0.25)', 'long_press 500,500'],
    ['pyautogui.click(0.5, 0.25)', 'lenient: tap 500,500'],
    ['pyautogui.click(y=0.25, x=0.5)', 'tap 500,500'],
    ['pyautogui.click(x="0.5", y="0.25")', 'lenient: tap 500,500'],
    ['pyautogui.click(x=.5, y=+0.25)', 'tap 500,500'],
    ['pyautogui.click(x=1, y=1)', 'tap 1000,2000'],
    ['pyautogui.click(x=1.001, y=0)', 'tap 1001,0 out of bounds'],
    ['pyautogui.click(x=-0.1, y=0)', 'tap -100,0 out of bounds'],
    ['pyautogui.click(x=0.5)', 'missing_argument'],
    ['pyautogui.click()', 'missing_argument'],
    ['pyautogui.click(x=a, y=0.25)', 'invalid_argument'],
    ['pyautogui.click(x=1/2, y=0.25)', 'invalid_argument'],
    ['pyautogui.click(x=, y=0.25)', 'invalid_argument'],
  ],
  [
    'swipe is a path of the finger',
    ['mobile.swipe(from_coord=[0.5, 0.75], to_coord=[0.5, 0.25])', 'swipe up from 500,1500 to 500,500'],
    ['mobile.swipe(from_coord=(0.5, 0.75), to_coord=(0.5, 0.25))', 'swipe up from 500,1500 to 500,500'],
    ['mobile.swipe(from_coord=[0.5, 0.25], to_coord=[0.5, 0.25])', 'swipe null from 500,500 to 500,500'],
    ['mobile.swipe(from_coord=[0.5, 0.75])', 'missing_argument'],
    ['mobile.swipe(from_coord=[], to_coord=[0.5, 0.25])', 'missing_argument'],
    ['mobile.swipe(from_coord=[0.5], to_coord=[0.5, 0.25])', 'invalid_argument'],
    ['mobile.swipe(from_coord=[a, b], to_coord=[0.5, 0.25])', 'invalid_argument'],
  ],
  [
    'the sign of scroll and hscroll is that of a wheel',
    ['pyautogui.scroll(page=-0.5)', 'swipe up'],
    ['pyautogui.scroll(page=0.5)', 'swipe down'],
    ['pyautogui.hscroll(page=0.5)', 'swipe left'],
    ['pyautogui.hscroll(page=-0.5)', 'swipe right'],
    ['pyautogui.scroll(-0.5)', 'lenient: swipe up'],
    ['pyautogui.scroll(page=0)', 'invalid_argument'],
    ['pyautogui.scroll(page=down)', 'invalid_argument'],
    ['pyautogui.scroll()', 'missing_argument'],
  ],
  [
    "the option finger takes the sign for the finger's, as AgentCPM-GUI's converter does",
    ['pyautogui.scroll(page=-0.5)', 'swipe down', { scroll: 'finger' }],
    ['pyautogui.hscroll(page=0.5)', 'swipe right', { scroll: 'finger' }],
  ],
);

const OTHERS: readonly Statement[] = section(
  '4.5',
  [
    'write takes a message, whose escapes are decoded and whose quotes need none',
    ["pyautogui.write(message='tea')", 'type text "tea"'],
    ['pyautogui.write(message="it\'s")', 'type text "it\'s"'],
    [String.raw`pyautogui.write(message='it\'s\n')`, 'type text "it\'s\\n"'],
    ["pyautogui.write(message='it's')", 'lenient: type text "it\'s"'],
    ["pyautogui.write(message='a, b) (c')", 'type text "a, b) (c"'],
    ["pyautogui.write('tea')", 'lenient: type text "tea"'],
    ["pyautogui.write(text='tea')", 'lenient: type text "tea"'],
    ["pyautogui.write(message='')", 'missing_argument'],
    ['pyautogui.write()', 'missing_argument'],
    ["pyautogui.write(message='tea", 'malformed_action'],
  ],
  [
    'press takes one key, in a list or alone',
    ["pyautogui.press(keys=['enter'])", 'key ENTER'],
    ['pyautogui.press("enter")', 'lenient: key ENTER'],
    ["pyautogui.press(keys=['backspace'])", 'key DELETE'],
    ["pyautogui.press(keys=['esc'])", 'key BACK'],
    ["pyautogui.press(keys=['ctrl', 'c'])", 'invalid_argument'],
    ["pyautogui.press(keys=['f5x'])", 'invalid_argument'],
    ['pyautogui.press(keys=[])', 'missing_argument'],
    ['pyautogui.press()', 'missing_argument'],
  ],
  [
    'home and back are keys, wait takes seconds, open_app a name',
    ['mobile.back()', 'key BACK'],
    ['mobile.wait(seconds=3)', 'wait durationMs 3000'],
    ['mobile.wait(3)', 'lenient: wait durationMs 3000'],
    ['mobile.wait()', 'wait'],
    ['mobile.wait(seconds=long)', 'invalid_argument'],
    ['mobile.wait(seconds=-1)', 'invalid_argument'],
    ["mobile.open_app(app_name='Clock')", 'open_app app "Clock"'],
    ["mobile.open_app('Clock')", 'lenient: open_app app "Clock"'],
    ["mobile.open_app(app_name='')", 'missing_argument'],
    ['mobile.open_app()', 'missing_argument'],
  ],
  [
    'terminate has one of two statuses; without one it says nothing of the outcome',
    ["mobile.terminate(status='success')", 'stop success'],
    ["mobile.terminate(status='failure')", 'stop failure'],
    ["mobile.terminate(status='Success')", 'lenient: stop success'],
    ["mobile.terminate('success')", 'lenient: stop success'],
    ['mobile.terminate()', 'stop unspecified'],
    ["mobile.terminate(status='maybe')", 'invalid_argument'],
  ],
);

/** Source: models.md 4.5; `constants.py` of Aguvis; `run_predict_aguvis.py` of AgentCPM-GUI. */
export const AGUVIS: FamilyStatements = {
  family: 'aguvis',
  page: 'aguvis.md',
  statements: [...LINES, ...TOUCHES, ...OTHERS],
  elsewhere: [
    {
      section: '4.5',
      sentence: 'the answer is begun with its recipient: bare, os, all with a thought, or all with the step',
      file: FILE,
      title: 'begins the answer with whom it is for',
    },
    {
      section: '4.5',
      sentence:
        'the system message holds the functions, the user message picture and task with previous actions',
      file: FILE,
      title: 'sends functions, picture and task, with earlier steps in their own words',
    },
    {
      section: '4.5',
      sentence: 'Thought and Action lines of the plan are thought and summary',
      file: FILE,
      title: 'keeps the plan as thought and summary',
    },
  ],
};
