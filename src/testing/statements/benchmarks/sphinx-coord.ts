import { section, type FamilyStatements } from '../statement.js';

const P = 'I go on. In summary, the next action I will perform is ';
/** The action behind the final phrase, between triple backticks. */
const said = (action: string): string => `${P}\`\`\`${action}\`\`\``;
const TESTS = 'src/benchmarks/sphinx/dialects/sphinx-dialects.test.ts';

/** Source: models.md 4.13; sphinx.md 5; `Agents/Base.py` and `infra/android_env.py` of SPHINX. */
export const SPHINX_COORD: FamilyStatements = {
  family: 'sphinx_coord',
  page: 'sphinx_coord.md',
  statements: [
    ...section(
      '4.13',
      [
        'the action is found as in answers by element',
        [said('click [3,40]'), 'tap 3,40'],
        [`${said('click [1,2]')} No. ${said('\nclick [3,40]\n')} or \`\`\`click [5,6]\`\`\``, 'tap 3,40'],
        ['```click [3,40]```', 'tap 3,40'],
        [said(''), 'no_action'],
        [`${P}click [3,40]`, 'no_action'],
        ['', 'empty_output'],
      ],
      [
        'positions are pixels of the picture that was sent',
        [said('click [3,40]'), 'tap 6,80', { sent: { width: 500, height: 1000 } }],
        [said('longclick [999,1999]'), 'long_press 999,1999'],
        [
          said('swipe [3,40] [3,400]'),
          'swipe down from 6,80 to 6,800',
          { sent: { width: 500, height: 1000 } },
        ],
      ],
    ),
    ...section(
      'sphinx.md 5.2',
      [
        'no space, sign, fraction or quote stands within the brackets',
        [said('click [3, 40]'), 'malformed_action'],
        [said('click [ 3,40]'), 'malformed_action'],
        [said('click [-3,40]'), 'malformed_action'],
        [said('click [3.5,40]'), 'malformed_action'],
        [said('click ["3","40"]'), 'malformed_action'],
        [said('click (3,40)'), 'malformed_action'],
        [said('click [3，40]'), 'malformed_action'],
        [said('click [3,40,50]'), 'malformed_action'],
        [said('click [3]'), 'malformed_action'],
        [said('click []'), 'malformed_action'],
        [said('click'), 'malformed_action'],
        [said('longclick [٣,040]'), 'long_press 3,40'],
        [said('click [3,99999999999999999999]'), 'invalid_argument'],
      ],
      [
        'a position beyond the screen is read, and out of bounds',
        [said('click [1000,2000]'), 'tap 1000,2000'],
        [said('click [1001,40]'), 'tap 1001,40 out of bounds'],
        [said('click [1001,40]'), 'tap 1001,40 out of bounds', { profile: 'reference:sphinx' }],
      ],
      [
        'a text is typed at a position, up to the last bracket of its line, by the published reader too',
        [said('text [3,40] [some text]'), 'type text "some text" 3,40 clear true'],
        [said('text [3,40] [a] [b]'), 'type text "a] [b" 3,40 clear true'],
        [said('text [3,40] []'), 'type text "" 3,40 clear true'],
        [said('text [3,40] [a\nb]'), 'malformed_action'],
        [said('text [3,40] hello'), 'malformed_action'],
        [said('text [3] [hello]'), 'malformed_action'],
        [
          said('text [3,40] [some text]'),
          'type text "some text" 3,40 clear true',
          { profile: 'reference:sphinx' },
        ],
      ],
      [
        'a swipe is a path of two positions',
        [said('swipe [3,40] [3,400]'), 'swipe down from 3,40 to 3,400'],
        [said('swipe [300,40] [3,40]'), 'swipe left from 300,40 to 3,40'],
        [said('swipe [3,40]'), 'malformed_action'],
        [said('swipe [3,40] [up]'), 'malformed_action'],
        [said('swipe [3,40] [3,400'), 'malformed_action'],
        [said('swipe [3,40][3,400]'), 'malformed_action'],
      ],
      [
        'buttons are those of answers by element',
        [said('press [back]'), 'key BACK'],
        [said('press [home]'), 'key HOME'],
        [said('press [home]'), 'restart_app', { profile: 'reference:sphinx' }],
        [said('press [wait]'), 'wait'],
        [said('press [none]'), 'wait'],
        [said('press [stop]'), 'stop success'],
        [said('press [Stop]'), 'invalid_argument'],
        [said('press stop'), 'malformed_action'],
      ],
      [
        'verbs are case-sensitive and none has another name',
        [said('Click [3,40]'), 'unknown_action'],
        [said('tap [3,40]'), 'unknown_action'],
        [said('scroll [3,40] [3,400]'), 'unknown_action'],
      ],
      [
        'what follows an action is ignored',
        [said('click [3,40] [5,6]'), 'tap 3,40'],
        [said('press [back]<|im_end|>'), 'key BACK'],
      ],
    ),
    ...section('3.1', [
      'no action is taken from thinking',
      ['<think>```click [1,2]```</think>```click [3,40]```', 'tap 3,40'],
      ['<think>```click [1,2]```</think>', 'no_action'],
    ]),
  ],
  elsewhere: [
    {
      section: '4.13',
      sentence: 'the prompt states the size that positions refer to',
      file: TESTS,
      title: 'say how large the picture is that positions refer to',
    },
    {
      section: 'sphinx.md 5.4',
      sentence: 'the previous action is shown as it was written',
      file: TESTS,
      title: 'ask with observation, task, the last action alone and the skill, in this order',
    },
  ],
};
