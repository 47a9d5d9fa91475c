import { section, type FamilyStatements } from '../statement.js';

const FILE = 'src/benchmarks/androidlens/dialects/androidlens-general.test.ts';

/** The whole answer around a call. */
function said(call: string): string {
  return `Thought: t\nAction: ${call}`;
}

/** A position as the prompt has it. */
function box(x: number, y: number): string {
  return `'<|box_start|>(${x},${y})<|box_end|>'`;
}

/** Source: models.md 4.12, 4.1; androidlens.md 3.1. There is no public reader. */
export const ANDROIDLENS_GENERAL: FamilyStatements = {
  family: 'androidlens_general',
  page: 'androidlens_general.md',
  statements: [
    ...section(
      '3.1',
      [
        'an answer is a Thought and an Action with one call; what follows the last label counts',
        [said('press_back()'), 'key BACK'],
        ['press_back()', 'lenient: key BACK'],
        ['Thought: t\nAction: press_back()\nAction: press_home()', 'lenient: key HOME'],
        ['thought: t\naction: press_home()', 'lenient: key HOME'],
        ['Thought: t', 'no_action'],
        ['Thought: t\nAction:', 'no_action'],
        [said('press back'), 'malformed_action'],
      ],
      [
        'click and long_press take a position in box tokens, or without them, of two numbers or four',
        [said(`click(start_box=${box(500, 250)})`), 'tap 500,250'],
        [said("click(start_box='(500,250)')"), 'tap 500,250'],
        [said('click(start_box="<|box_start|>(500,250)<|box_end|>")'), 'lenient: tap 500,250'],
        [said("click(start_box='<|box_start|>(400,200,600,300)<|box_end|>')"), 'lenient: tap 500,250'],
        [said("click(start_box='<|box_start|>(500.5,250)<|box_end|>')"), 'lenient: tap 500.5,250'],
        [said("click(point='<point>500 250</point>')"), 'tap 500,250'],
        [said('click()'), 'missing_argument'],
        [said("click(start_box='<|box_start|><|box_end|>')"), 'missing_argument'],
        [said("click(start_box='<|box_start|>(the icon)<|box_end|>')"), 'invalid_argument'],
        [said("click(start_box='<|box_start|>(500)<|box_end|>')"), 'invalid_argument'],
        [said("click(start_box='<|box_start|>(500,2"), 'malformed_action'],
      ],
      [
        'the time of long_press is in seconds, and empty as the prompt shows it',
        [said(`long_press(start_box=${box(500, 250)}, time='')`), 'long_press 500,250'],
        [said(`long_press(start_box=${box(500, 250)}, time='2')`), 'long_press 500,250 durationMs 2000'],
        [said(`long_press(start_box=${box(500, 250)})`), 'long_press 500,250'],
        [said(`long_press(start_box=${box(500, 250)}, time='long')`), 'invalid_argument'],
        [said("long_press(time='2')"), 'missing_argument'],
      ],
      [
        'type takes a content',
        [said("type(content='tea')"), 'type text "tea" submit false'],
        [said("type(content='it\\'s')"), 'type text "it\'s" submit false'],
        [said("type(content='it's')"), 'lenient: type text "it\'s" submit false'],
        [said("type(content='tea\\n')"), 'type text "tea" submit true'],
        [said("type(content='')"), 'missing_argument'],
        [said('type()'), 'missing_argument'],
      ],
    ),
    ...section('2.3', [
      'scroll takes a position and the direction of the page; the switch leaves left and right to the finger',
      [said(`scroll(start_box=${box(500, 250)}, direction='down')`), 'swipe up at 500,250'],
      [said(`scroll(start_box=${box(500, 250)}, direction='left')`), 'swipe right at 500,250'],
      [said("scroll(direction='up')"), 'swipe down'],
      [said("scroll(direction='left')"), 'swipe left', { switches: { invertHorizontal: false } }],
      [said("scroll(direction='up')"), 'swipe down', { switches: { invertHorizontal: false } }],
      [said("scroll(direction='up')"), 'swipe up', { scroll: 'finger' }],
      [said(`scroll(start_box=${box(500, 250)})`), 'missing_argument'],
      [said("scroll(direction='down or up')"), 'invalid_argument'],
    ]),
    ...section(
      '3.1',
      [
        'keys and waiting; press_menu is in the table of actions and not in the prompt',
        [said('press_back()'), 'key BACK'],
        [said('press_home()'), 'key HOME'],
        [said('wait()'), 'wait'],
        [said('press_menu()'), 'lenient: key MENU'],
        [said('hotkey()'), 'unknown_action'],
        [said('press_recent()'), 'unknown_action'],
        [said('END'), 'malformed_action'],
      ],
      [
        'finished says nothing of the outcome',
        [said('finished()'), 'stop unspecified'],
        [said("finished(content='42')"), 'stop unspecified answer "42"'],
        [said('finished'), 'malformed_action'],
      ],
      [
        'numbers are pixels of the picture as sent, or run to 1000 for Gemini',
        [said(`click(start_box=${box(500, 1000)})`), 'tap 1000,2000', { sent: { width: 500, height: 1000 } }],
        [said(`click(start_box=${box(1000, 1000)})`), 'tap 1000,2000', { variant: 'permille' }],
        [said(`click(start_box=${box(1001, 0)})`), 'tap 1001,0 out of bounds', { variant: 'permille' }],
      ],
      [
        'tokens that end an answer are dropped, and calls within thinking are none',
        [`${said('press_back()')}<|eot_id|>`, 'key BACK'],
        [`${said("type(content='tea')")}<|im_end|>`, 'type text "tea" submit false'],
        [`<think>Action: press_home()</think>${said('press_back()')}`, 'key BACK'],
        ['<think>Action: press_home()</think>', 'no_action'],
      ],
    ),
  ],
  elsewhere: [
    {
      section: '3.1',
      sentence: 'the prompt says what the numbers mean; the low-level instruction is a section at its end',
      file: FILE,
      title: 'says what the numbers mean, and puts a prescribed step into a section',
    },
  ],
};
