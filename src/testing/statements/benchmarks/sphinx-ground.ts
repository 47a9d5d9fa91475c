import { section, type FamilyStatements } from '../statement.js';

const TESTS = 'src/benchmarks/sphinx/dialects/sphinx-dialects.test.ts';

/** Source: models.md 4.13; sphinx.md 11; `run_lowlevel.py` of SPHINX. */
export const SPHINX_GROUND: FamilyStatements = {
  family: 'sphinx_ground',
  page: 'sphinx_ground.md',
  readAs: { elements: { base: 0, count: 30 } },
  statements: [
    ...section(
      '4.13',
      [
        'the action stands between the last triple backticks that close, wherever they are',
        ['```click [1]```', 'tap #1'],
        ['In summary, the next action I will perform is ```click [1]``` Done.', 'tap #1'],
        ['Example: ```click [1]```. In summary, the next action I will perform is ```click [2]```', 'tap #2'],
        ['```click [1]``` In summary, the next action I will perform is click [2]', 'tap #1'],
        ['```click [1]``` and ```click [2]', 'tap #1'],
        ['click [1]', 'no_action'],
        ['click [1]```', 'no_action'],
        ['```click [1]', 'no_action'],
        ['``````', 'no_action'],
      ],
      [
        'it is not trimmed',
        ['```\nclick [1]\n```', 'malformed_action'],
        ['``` click [1]```', 'malformed_action'],
        ['```click [1] ```', 'tap #1'],
        ['```click [1]\n```', 'tap #1'],
      ],
    ),
    ...section(
      'sphinx.md 11',
      [
        'the published reader takes the last but one of the pieces between backticks, closed or not',
        ['```click [1]```', 'tap #1', { profile: 'reference:sphinx' }],
        ['click [1]```', 'tap #1', { profile: 'reference:sphinx' }],
        ['```click [1]``` and ```click [2]', 'unknown_action', { profile: 'reference:sphinx' }],
        ['click [1]', 'no_action', { profile: 'reference:sphinx' }],
        ['```\nclick [1]\n```', 'malformed_action', { profile: 'reference:sphinx' }],
        ['', 'empty_output', { profile: 'reference:sphinx' }],
      ],
      [
        'an index is of an element on the screen',
        ['```click [29]```', 'tap #29'],
        ['```click [30]```', 'element_not_found'],
        ['```click [30]```', 'element_not_found', { profile: 'reference:sphinx' }],
      ],
      [
        'the grammar is that of answers by element',
        ['```text [12] [hello] [1]```', 'type text "hello] [1" #12 clear true'],
        ['```text [12] []```', 'type text "" #12 clear true'],
        ['```swipe [4] [direction=up]```', 'swipe up #4'],
        ['```longclick [4]```', 'long_press #4'],
        ['```press [none]```', 'wait'],
        ['```press [wait]```', 'wait'],
        ['```press [home]```', 'key HOME'],
        ['```press [home]```', 'restart_app', { profile: 'reference:sphinx' }],
        ['```Click [4]```', 'unknown_action'],
        ['```click 4```', 'malformed_action'],
        ['```press [up]```', 'invalid_argument'],
        ['```press [replan]```', 'invalid_argument'],
      ],
    ),
    ...section('3.1', [
      'no action is taken from thinking, except by the published reader',
      ['<think>```click [1]```</think>', 'no_action'],
      ['<think>```click [1]```</think>```click [2]```', 'tap #2'],
      ['```click [2]```<think>```click [1]```</think>', 'tap #2'],
      ['<think>```click [1]```</think>', 'tap #1', { profile: 'reference:sphinx' }],
      ['', 'empty_output'],
    ]),
  ],
  elsewhere: [
    {
      section: 'sphinx.md 11',
      sentence: 'a reply without backticks is an index error in the published words',
      file: TESTS,
      title: 'report errors of the reference code in its own words',
    },
    {
      section: '4.13',
      sentence: 'a question has a role, actions, rules, observation and instruction, and no previous action',
      file: TESTS,
      title: 'ask grounding questions with the role apart, and nothing of earlier steps',
    },
  ],
};
