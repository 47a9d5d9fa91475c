import { readHumanAnswer } from '../src/agents/human/read-human-answer.js';
import { readNewShortcut, readShortcuts } from '../src/agents/mobile-agent-e/read-shortcuts.js';
import { readCall } from '../src/benchmarks/androidlens/read-call.js';
import { readExpectation } from '../src/benchmarks/suite/test-cases/read-expectation.js';
import { decodeCommand } from '../src/benchmarks/guiodyssey/decode-command.js';
import { readPythonDict, readPythonLiteral } from '../src/domain/text/python-literal.js';
import { readGroundedAction } from '../src/evaluators/question-match/match-grounding.js';
import type { ParseContext, ParseProfile } from '../src/models/dialects/dialect.js';
import { DIALECTS } from '../src/registry/dialects.js';
import type { DialectFamily } from '../src/models/dialects/define-dialect.js';
import { readLooseJson } from '../src/models/dialects/reading/read-loose-json.js';
import {
  readPublishedGlmMemory,
  readPublishedMemory,
  readPublishedPlan,
  readPublishedReflection,
} from '../src/benchmarks/colorbench/published-readers/read-roles.js';
import { readPlannedAction } from '../src/benchmarks/colorbench/published-readers/read-api.js';
import { scanCall } from '../src/models/dialects/reading/scan-call.js';
import { readMilestoneJudgements } from '../src/benchmarks/androidlens/readers/read-milestone-judgements.js';
import { readFinding } from '../src/scanners/model/read-finding.js';
import { readJudgement } from '../src/judges/read-judgement.js';
import { readProbenchVerdict } from '../src/benchmarks/probench/readers/judge-probench.js';
import { readColorBenchMemory } from '../src/benchmarks/colorbench/readers/memory-colorbench.js';
import { readImportantNotes } from '../src/models/readers/notes-mobile-agent-e.js';
import { readColorBenchPlan } from '../src/benchmarks/colorbench/readers/plan-colorbench.js';
import { readManagerPlan } from '../src/models/readers/plan-mobile-agent-e.js';
import { readSphinxPlan } from '../src/benchmarks/sphinx/agents/read-plan.js';
import { readGroundedTarget } from '../src/models/readers/point-grounding.js';
import { readAppAgentReflection } from '../src/models/readers/reflect-appagent.js';
import { readColorBenchReflection } from '../src/benchmarks/colorbench/readers/reflect-colorbench.js';
import { readMobileAgentReflection } from '../src/models/readers/reflect-mobile-agent.js';
import { readSphinxReflection } from '../src/benchmarks/sphinx/agents/read-reflection.js';
import { readExpansion } from '../src/builder/curate/expand-seeds.js';
import { readOperatorStep } from '../src/builder/explore/reference/operate.js';
import { readPathAction } from '../src/builder/explore/reference/published-node.js';
import { readElements } from '../src/builder/explore/reference/read-elements.js';
import { readVector } from '../src/builder/merge/published/read-vector.js';
import { readKnowledge } from '../src/builder/explore/screen-knowledge.js';
import { readOption, readTruth } from '../src/models/readers/letter-choice.js';
import { readCompletion } from '../src/models/readers/completion.js';
import { readClickSummary } from '../src/benchmarks/probench/readers/summarizer-probench.js';
import { spokenActions } from '../src/testing/models/spoken-actions.js';
import { textReader, type FuzzReader } from './fuzz-reader.js';

const SCREEN = { width: 1080, height: 2400 };
const CONTEXT: ParseContext = {
  profile: 'tolerant',
  screen: SCREEN,
  sent: SCREEN,
  elements: { base: 0, count: 30 },
};

/** Every variant and every profile of a family: the length of an input decides which one reads it. */
function dialectReader(family: DialectFamily): FuzzReader {
  const variants = family.variants.length === 0 ? [undefined] : family.variants;
  const dialects = variants.map((variant) => family.create(variant === undefined ? {} : { variant }));
  const profiles: readonly ParseProfile[] = [
    'tolerant',
    'strict',
    ...family.references.map((name): ParseProfile => `reference:${name}`),
  ];
  const samples = dialects.flatMap((dialect) =>
    spokenActions(dialect, CONTEXT).flatMap(
      (action) => dialect.printAnswer(action, { thought: 'I see.', summary: 'Done.' }, CONTEXT) ?? [],
    ),
  );
  return textReader({
    name: `dialect ${family.family}`,
    covers: [
      'models/dialects/*',
      'benchmarks/colorbench/dialects/*',
      'benchmarks/colorbench/published-readers/*',
      'benchmarks/guiodyssey/dialects/*',
      'benchmarks/sphinx/dialects/*',
      'benchmarks/sphinx/published-readers/*',
      'benchmarks/probench/published-readers/*',
    ],
    samples,
    read: (text) => {
      const dialect = dialects[text.length % dialects.length];
      const profile = profiles[Math.floor(text.length / dialects.length) % profiles.length] ?? 'tolerant';
      const isBare = text.length % 7 === 0;
      return dialect?.parse(text, isBare ? { profile, screen: null } : { ...CONTEXT, profile });
    },
  });
}

const ANSWERS: readonly string[] = [
  '<answer>True</answer>',
  '<think>I look.</think><answer>{"idx": 0, "state": true}</answer>',
  '```json\n[{"idx": 0, "state": true, "reason": "seen", "step": 1}]\n```',
  '### Thought ###\nI see.\n### Plan ###\n1. Tap it\n2. Go on\n### Current Subgoal ###\nTap it',
  '### Outcome ###\nB: Failed\n### Error Description ###\nnothing came\n### Progress Status ###\nnone',
  'Decision: BACK\nThought: no\nDocumentation: This button opens a page.',
  '<reasoning>r</reasoning><action_plan>p</action_plan><memory>m</memory><summary>s</summary>',
  '<planning_reflection>a</planning_reflection><execution_reflection>b</execution_reflection>',
  'Answer: A', 'Yes, it is completed.', '### Important Notes ###\ncode 1234', '[["1. a"], ["2. b"]]',
  '(12, 34)', '<point>12 34</point>', '{"point_2d": [12, 34]}', '<|box_start|>(1,2),(3,4)<|box_end|>',
  '<think>x</think>{"found": "yes", "steps": [1, 3], "finding": "It taps twice."}',
]; // prettier-ignore

const ROLES: readonly (readonly [covers: string, read: (answer: string) => unknown])[] = [
  ['scanners/model/read-finding.ts readFinding', (answer) => readFinding(answer, 3)],
  [
    'judges/read-judgement.ts readJudgement',
    (answer) => readJudgement(answer, { steps: 3, criteria: ['a'] }),
  ],
  ['benchmarks/probench/readers/judge-probench.ts readProbenchVerdict', readProbenchVerdict],
  ['benchmarks/probench/readers/summarizer-probench.ts readClickSummary', readClickSummary],
  [
    'benchmarks/androidlens/readers/read-milestone-judgements.ts readMilestoneJudgements',
    (answer) => readMilestoneJudgements(answer, { asked: [0], steps: 3 }),
  ],
  ['models/readers/completion.ts readCompletion', (answer) => readCompletion(answer, modeOf(answer))],
  ['models/readers/letter-choice.ts readOption', (answer) => readOption(answer, modeOf(answer))],
  ['models/readers/letter-choice.ts readTruth', (answer) => readTruth(answer, modeOf(answer))],
  ['models/readers/reflect-appagent.ts readAppAgentReflection', readAppAgentReflection],
  ['models/readers/reflect-mobile-agent.ts readMobileAgentReflection', readMobileAgentReflection],
  ['benchmarks/sphinx/agents/read-reflection.ts readSphinxReflection', readSphinxReflection],
  ['benchmarks/sphinx/agents/read-plan.ts readSphinxPlan', readSphinxPlan],
  ['benchmarks/colorbench/readers/plan-colorbench.ts readColorBenchPlan', readColorBenchPlan],
  ['benchmarks/colorbench/readers/reflect-colorbench.ts readColorBenchReflection', readColorBenchReflection],
  ['benchmarks/colorbench/readers/memory-colorbench.ts readColorBenchMemory', readColorBenchMemory],
  ['models/readers/plan-mobile-agent-e.ts readManagerPlan', readManagerPlan],
  ['models/readers/notes-mobile-agent-e.ts readImportantNotes', readImportantNotes],
  [
    'models/readers/point-grounding.ts readGroundedTarget',
    (answer) =>
      readGroundedTarget(answer, { coordinates: { space: 'norm', span: 1000 }, screen: screenFor(answer) }),
  ],
  ['benchmarks/colorbench/published-readers/read-roles.ts readPublishedPlan', readPublishedPlan],
  ['benchmarks/colorbench/published-readers/read-roles.ts readPublishedReflection', readPublishedReflection],
  ['benchmarks/colorbench/published-readers/read-roles.ts readPublishedMemory', readPublishedMemory],
  ['benchmarks/colorbench/published-readers/read-roles.ts readPublishedGlmMemory', readPublishedGlmMemory],
];

function modeOf(text: string): 'reference' | 'corrected' {
  return text.length % 2 === 0 ? 'reference' : 'corrected';
}

function screenFor(text: string): typeof SCREEN | null {
  return text.length % 3 === 0 ? null : SCREEN;
}

const CALLS = [`click(point='(1, 2)')`, `type(content="it's", n=1)`, 'finish()', "swipe(a=[1, 2], b=(3, 4), )"]; // prettier-ignore
const JSON_LIKE = ["{'a': 'b', \"c\": [1, 2.5e3, None]}", '{{"a": enum[\'x\']}}', '["\\u00e9\\n", (1, 2)]'];
const SHORTCUT = {
  name: 'Search',
  arguments: ['x', 'y', 'text'],
  description: 'd',
  precondition: 'p',
  shortcut: [
    { name: 'Tap', arguments_map: { x: 'x', y: 'y' } },
    { name: 'Type', arguments_map: { text: 'text' } },
  ],
};

/** What models and people answer. */
export const ANSWER_READERS: readonly FuzzReader[] = [
  ...[...DIALECTS.values()].map(dialectReader),
  ...ROLES.map(([covers, read]) =>
    textReader({ name: covers.split(' ')[1] ?? covers, covers: [covers], samples: ANSWERS, read }),
  ),
  textReader({
    name: 'readExpansion',
    covers: ['builder/curate/expand-seeds.ts readExpansion'],
    samples: ['["Find [a] way", "Save a place"]', '```json\n["x"]\n```', 'None [1].'],
    read: readExpansion,
  }),
  textReader({
    name: 'readElements',
    covers: ['builder/explore/reference/read-elements.ts readElements'],
    samples: [
      '{"clickable_elements": [{"element_name": "Go", "coordinates": [1, 2],}]',
      "[{a: 'b'}]",
      '[3, 4]',
    ],
    read: readElements,
  }),
  textReader({
    name: 'readOperatorStep',
    covers: ['builder/explore/reference/operate.ts readOperatorStep'],
    samples: [
      '<thought>t</thought>\n<tool_call>\n{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [5, 6]}}\n</tool_call>',
    ],
    read: (text) => readOperatorStep(text, { width: 540, height: 1170 }),
  }),
  textReader({
    name: 'readVector',
    covers: ['builder/merge/published/read-vector.ts readVector'],
    samples: ['[0.5, -1, 2e-3]', '[]', '[null]', '{"data": [1]}', '[1,'],
    read: readVector,
  }),
  textReader({
    name: 'readKnowledge',
    covers: ['builder/explore/screen-knowledge.ts readKnowledge'],
    samples: ['{"purpose": "p", "elements": [{"element": 0, "does": "d", "risk": null}], "texts": []}'],
    read: (text) => readKnowledge(text, { elements: [] }),
  }),
  textReader({
    name: 'readPathAction',
    covers: ['builder/explore/reference/published-node.ts readPathAction'],
    samples: ['点击[12, 34]', '<please do the following: open Shop>', '向上滑动'],
    read: readPathAction,
  }),
  textReader({
    name: 'scanCall',
    covers: ['models/dialects/reading/scan-call.ts scanCall'],
    samples: CALLS,
    read: (text) =>
      scanCall(text, 0, text.length, {
        freeText: new Set(['content', '']),
        escapes: text.length % 2 === 0,
        warnings: new Set(),
      }),
  }),
  textReader({
    name: 'readLooseJson',
    covers: ['models/dialects/reading/read-loose-json.ts readLooseJson'],
    samples: JSON_LIKE,
    // What is read is printed and walked by others.
    read: (text) => JSON.stringify(readLooseJson(text, 0, { warnings: new Set(), words: new Set(['x']) })),
  }),
  textReader({
    name: 'readPlannedAction',
    covers: ['benchmarks/colorbench/published-readers/read-api.ts readPlannedAction'],
    samples: ['click the button', 'type "hello"', 'swipe up', '<point>1 2</point>', 'open(app)'],
    read: (text) => readPlannedAction(text, text.length % 2 === 0 ? text : null),
  }),
  textReader({
    name: 'readHumanAnswer',
    covers: ['agents/human/read-human-answer.ts readHumanAnswer'],
    samples: ['tap 3', 'Tap(100, 200)', 'type hello', 'swipe up', 'quit', '?', 'complete'],
    read: (text) => readHumanAnswer(text, screenFor(text), null),
  }),
  textReader({
    name: 'readShortcuts',
    covers: ['agents/mobile-agent-e/read-shortcuts.ts readShortcuts'],
    samples: [JSON.stringify([SHORTCUT])],
    read: readShortcuts,
  }),
  textReader({
    name: 'readNewShortcut',
    covers: ['agents/mobile-agent-e/read-shortcuts.ts readNewShortcut'],
    samples: [`### New ###\n${JSON.stringify(SHORTCUT)}`, 'None'],
    read: readNewShortcut,
  }),
  textReader({
    name: 'readCall of AndroidLens',
    covers: ['benchmarks/androidlens/read-call.ts readCall'],
    samples: ['Click(1, 2)', "scroll(start_box='(1,2)', direction='down')", 'TYPE(content="a (b)")'],
    read: readCall,
  }),
  textReader({
    name: 'readExpectation',
    covers: ['benchmarks/suite/test-cases/read-expectation.ts readExpectation'],
    samples: ['"Saved" is shown', 'The Wi-Fi switch is on', 'The page "Home" opens', '显示“完成”', 'Works'],
    read: readExpectation,
  }),
  textReader({
    name: 'readGroundedAction',
    covers: ['evaluators/question-match/match-grounding.ts readGroundedAction'],
    samples: ['Action: click [3]', '```click [1]```', 'text [1] [hello]', 'scroll [up]', 'press [back]'],
    read: (text) => readGroundedAction(text, 9, modeOf(text)),
  }),
  textReader({
    name: 'decodeCommand',
    covers: ['benchmarks/guiodyssey/decode-command.ts decodeCommand'],
    samples: ['CLICK: (100, 200)', 'TYPE: a', 'SCROLL: UP', "CLICK: '(1, 0x10)'", 'COMPLETE'],
    read: decodeCommand,
  }),
  textReader({
    name: 'readPythonLiteral',
    covers: ['domain/text/python-literal.ts readPythonLiteral'],
    samples: ["{'a': (1, 2.5, None), b'x': [True]}", '"a" \'b\'', '-1_000', '{1, 2}', "r'\\x'"],
    read: readPythonLiteral,
  }),
  textReader({
    name: 'readPythonDict',
    covers: ['domain/text/python-literal.ts readPythonDict'],
    samples: ["{'a': (1, 2.5, None), b'x': [True]}", '"a" \'b\'', '-1_000', '{1, 2}', "r'\\x'"],
    read: readPythonDict,
  }),
];
