import { section, type FamilyStatements } from '../statement.js';

const TESTS = 'src/models/dialects/appagent/appagent.test.ts';
const PUBLISHED = { profile: 'reference:appagent' } as const;
/** An answer with this call. */
const act = (action: string): string => `Observation: o\nThought: t\nAction: ${action}\nSummary: s`;

/** Source: models.md 3, 4.14; sphinx.md 12.4; `scripts/model.py` of AppAgent and `AppAgent/model.py` of SPHINX. */
export const APPAGENT: FamilyStatements = {
  family: 'appagent',
  page: 'appagent.md',
  readAs: { elements: { base: 1, count: 25 } },
  statements: [
    ...section(
      '4.14',
      [
        'an answer has four labelled lines, and each must be there',
        [act('tap(5)'), 'tap #5'],
        ['Observation: o\nThought: t\nAction: tap(5)', 'missing_section'],
        ['Observation: o\nAction: tap(5)\nSummary: s', 'missing_section'],
        ['Thought: t\nAction: tap(5)\nSummary: s', 'missing_section'],
        ['tap(5)', 'no_action'],
        [act(''), 'no_action'],
        ['', 'empty_output'],
      ],
      [
        'elements count from 1',
        [act('tap(1)'), 'tap #1'],
        [act('tap(25)'), 'tap #25'],
        [act('tap(26)'), 'element_not_found'],
        [act('tap(0)'), 'element_not_found'],
        [act('tap(-1)'), 'element_not_found'],
        [act('long_press(13)'), 'long_press #13 durationMs 1000'],
        [act('tap(five)'), 'invalid_argument'],
        [act('tap(1.5)'), 'invalid_argument'],
        [act('tap()'), 'missing_argument'],
        [act('tap(5, 6)'), 'invalid_argument'],
        [act('tap(2+3)'), 'invalid_argument'],
        [act('tap(5'), 'malformed_action'],
        [act('tap'), 'malformed_action'],
        [act('tap: 5'), 'malformed_action'],
      ],
      [
        'a text stands in quotes, brackets within it included',
        [act('text("Hello, world!")'), 'type text "Hello, world!"'],
        [act('text("call me (urgent)")'), 'type text "call me (urgent)"'],
        [act('text("say \\"hi\\"")'), 'type text "say \\"hi\\""'],
        [act("text('hi')"), 'lenient: type text "hi"'],
        [act('text(hi)'), 'lenient: type text "hi"'],
        [act('text("")'), 'missing_argument'],
        [act('text()'), 'missing_argument'],
        [act('text("open'), 'malformed_action'],
      ],
      [
        'a swipe has an element, a direction of the finger and a distance',
        [act('swipe(21, "up", "long")'), 'swipe up #21 distance "long" durationMs 400'],
        [act('swipe(21, "down", "short")'), 'swipe down #21 distance "short" durationMs 400'],
        [act('swipe(21, up, medium)'), 'lenient: swipe up #21 distance "medium" durationMs 400'],
        [act('swipe(21, "UP", "medium")'), 'lenient: swipe up #21 distance "medium" durationMs 400'],
        [act('swipe(21, "up")'), 'missing_argument'],
        [act('swipe(21)'), 'missing_argument'],
        [act('swipe(21, "upward", "long")'), 'invalid_argument'],
        [act('swipe(21, "up", "far")'), 'invalid_argument'],
        [act('swipe(26, "up", "long")'), 'element_not_found'],
      ],
      [
        'grid() asks for the grid, and FINISH ends the task and says nothing of success',
        [act('grid()'), 'grid_overlay'],
        [act('grid'), 'lenient: grid_overlay'],
        [act('FINISH'), 'stop unspecified'],
        [act('FINISH()'), 'lenient: stop unspecified'],
        [act('The task is done: FINISH'), 'lenient: stop unspecified'],
        [act('finish'), 'lenient: stop unspecified'],
        [act('text("FINISH")'), 'type text "FINISH"'],
      ],
      [
        'a function that the list does not have is unknown',
        [act('click(5)'), 'unknown_action'],
        [act('press_back()'), 'unknown_action'],
        [act('END'), 'malformed_action'],
        [act('I tap it'), 'malformed_action'],
      ],
      [
        'in the variant of SPHINX a text names its field',
        [act('text(5, "hello")'), 'type text "hello" #5 clear false', { variant: 'sphinx' }],
        [act('text(26, "hello")'), 'element_not_found', { variant: 'sphinx' }],
        [act('text("hello")'), 'lenient: type text "hello"', { variant: 'sphinx' }],
        [act('text(5, "hello")'), 'lenient: type text "hello" #5 clear false'],
        [
          act('text(5, "hello")'),
          'type text "hello" #5 clear false',
          { variant: 'sphinx', profile: 'reference:sphinx' },
        ],
      ],
    ),
    ...section('3.2', [
      'labels in another case or bold, a fence and a named argument are forgiven',
      ['observation: o\nthought: t\naction: tap(5)\nsummary: s', 'lenient: tap #5'],
      ['**Observation:** o\n**Thought:** t\n**Action:** tap(5)\n**Summary:** s', 'lenient: tap #5'],
      [`\`\`\`\n${act('tap(5)')}\n\`\`\``, 'lenient: tap #5'],
      [act('tap(element=5)'), 'lenient: tap #5'],
      [act('Tap(5)'), 'lenient: tap #5'],
    ]),
    ...section('3.1', [
      'nothing within thinking counts, and tokens that end an answer are dropped',
      [`<think>\n${act('tap(1)')}\n</think>\n${act('tap(5)')}`, 'tap #5'],
      [`${act('tap(5)')}<|im_end|>`, 'tap #5'],
    ]),
    ...section(
      '3.6',
      [
        'the published reader needs the four labels with a space behind each, ends at FINISH anywhere, and has one error',
        [act('tap(5)'), 'tap #5', PUBLISHED],
        [act('text("FINISH it")'), 'stop unspecified', PUBLISHED],
        [act('Tap(5)'), 'malformed_action', PUBLISHED],
        ['Observation:o\nThought: t\nAction: tap(5)\nSummary: s', 'malformed_action', PUBLISHED],
        ['Observation: o\nThought: t\nAction: tap(5)', 'malformed_action', PUBLISHED],
      ],
      [
        'its text ends at the first bracket and loses a letter at each end',
        [act('text("call me (urgent)")'), 'type text "call me (urgen"', PUBLISHED],
        [act('text(hello)'), 'type text "ell"', PUBLISHED],
      ],
    ),
  ],
  elsewhere: [
    {
      section: '4.14',
      sentence: 'documents, task, the latest summary and the marked picture are sent',
      file: TESTS,
      title: 'asks with documents, task and the latest summary, and the marked picture',
    },
    {
      section: '3.5',
      sentence: 'Thought is the thought, and Summary the summary',
      file: TESTS,
      title: 'keeps thought and summary',
    },
  ],
};
