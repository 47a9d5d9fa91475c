import { describe, expect, it } from 'vitest';
import { readMilestoneJudgements } from '../../benchmarks/androidlens/readers/read-milestone-judgements.js';
import { readColorBenchMemory } from '../../benchmarks/colorbench/readers/memory-colorbench.js';
import { readProbenchVerdict } from '../../benchmarks/probench/readers/judge-probench.js';
import { readClickSummary } from '../../benchmarks/probench/readers/summarizer-probench.js';
import { readSphinxPlan } from '../../benchmarks/sphinx/agents/read-plan.js';
import { readCompletion } from './completion.js';
import { readOption, readTruth } from './letter-choice.js';
import type { Reading } from './reading.js';
import { readAppAgentReflection } from './reflect-appagent.js';
import { readMobileAgentReflection } from './reflect-mobile-agent.js';

const BAD = 'malformed_answer';
type Reader = (answer: string) => Reading<unknown>;
type Statement = readonly [
  sentence: string,
  read: Reader,
  ...cases: readonly [answer: string, meant: unknown][],
];

/** Source: models.md 8.1, 8.2; sphinx.md 9, 10; ProBench paper, appendix. */
const STATEMENTS: readonly Statement[] = [
  [
    'a verdict is the last answer tag behind the thinking, True or False in any case',
    readProbenchVerdict,
    ['<think>It is.</think><answer>True</answer>', true],
    ['<answer>True</answer><answer> false </answer>', false],
    ['<think><answer>True</answer></think>', BAD],
    ['<answer>Yes</answer>', BAD],
    ['<answer>True.</answer>', BAD],
    ['<answer></answer>', BAD],
    ['True', BAD],
  ],
  [
    'a click summary is its tag, and invalid where it begins with Invalid click',
    readClickSummary,
    ['<summary>Opened it.</summary>', { summary: 'Opened it.', invalid: false }],
    ['<summary>invalid CLICK: nothing</summary>', { summary: 'invalid CLICK: nothing', invalid: true }],
    ['<summary>An invalid click</summary>', { summary: 'An invalid click', invalid: false }],
    ['<summary></summary>', BAD],
    ['Opened it.', BAD],
  ],
  [
    'a list of judgements has one item for each milestone asked about, and without items judges none',
    (answer) => readMilestoneJudgements(answer, { asked: [0] }),
    ['[{"idx": "0", "state": "1", "last_idx": "2"}]', [{ index: 0, completed: true, lastStep: 2 }]],
    [
      '```json\n[{"idx": 0, "state": 0, "last_idx": -1}]\n```',
      [{ index: 0, completed: false, lastStep: -1 }],
    ],
    ['[]', BAD],
    ['{"idx": 0, "state": 0, "last_idx": -1}', BAD],
    ['[0]', BAD],
    ['None is completed.', BAD],
  ],
  [
    'whether a task is completed is said by the last whole word',
    (answer) => readCompletion(answer, 'corrected'),
    ['YES', 'stop'],
    ['stop', 'stop'],
    ['No, or rather yes', 'stop'],
    ['Yes? NO.', 'continue'],
    ['continue', 'continue'],
    ['It is not done now', BAD],
    ['eyes', BAD],
  ],
  [
    'the published code finds yes and no within words, and goes on where there is neither',
    (answer) => readCompletion(answer, 'reference'),
    ['It is not done now', 'continue'],
    ['eyes', 'stop'],
    ['yes, I know', 'continue'],
    ['no eyes', 'stop'],
    ['stop', 'continue'],
  ],
  [
    'a choice is one capital letter, of which a final line feed alone is overlooked by the published code',
    (answer) => readOption(answer, 'reference'),
    ['B\n', 'B'],
    [' B', BAD],
    ['b', BAD],
    ['B.', BAD],
    ['E', BAD],
    ['AB', BAD],
  ],
  [
    'a truth is T or F alone',
    (answer) => readTruth(answer, 'corrected'),
    [' F \n', 'F'],
    ['True', BAD],
    ['t', BAD],
  ],
  [
    'a plan has one step in brackets a line, and an empty one is no plan',
    readSphinxPlan,
    ['High-level Plan:\n[Open it]\n[Tap it]', ['Open it', 'Tap it']],
    ['[Open [the] list]', ['Open [the] list']],
    ['High-level Plan:\n[]', BAD],
    ['Open it', BAD],
  ],
  [
    'a reflection of AppAgent has a decision of four, and a documentation unless it is INEFFECTIVE',
    (answer) => readAppAgentReflection(answer),
    ['Decision: INEFFECTIVE\nThought: t', { decision: 'INEFFECTIVE', thought: 't', documentation: null }],
    ['Decision: BACK\nThought: t', BAD],
    ['Decision: BACK\nThought: t\nDocumentation:', BAD],
    ['Decision: SUCCESS or BACK\nThought: t\nDocumentation: d', BAD],
    ['Thought: t\nDocumentation: d', BAD],
  ],
  [
    'a reflection of Mobile-Agent begins with A, B or C',
    (answer) => readMobileAgentReflection(answer),
    ['### Answer ###\nB', { outcome: 'B', error: null, progress: null }],
    ['### Answer ###\nAll is well', BAD],
    ['### Answer ###\nThe answer is A', BAD],
    ['### Answer ###\n', BAD],
    ['A', BAD],
  ],
  [
    'nothing to remember is None or nothing at all; other words are a note',
    readColorBenchMemory,
    ['<memory>None</memory>', null],
    ['<memory>"none."</memory>', null],
    ['<memory> </memory>', null],
    ['<memory>Nothing to remember</memory>', 'Nothing to remember'],
    ['<memory>None of the prices is below 3</memory>', 'None of the prices is below 3'],
    ['None', BAD],
  ],
];

describe('readers of answers that are no action', () => {
  it.each(STATEMENTS.map(([sentence, read, ...cases]) => ({ sentence, read, cases })))(
    '$sentence',
    ({ read, cases }) => {
      const meant = cases.map(([answer]) => {
        const reading = read(answer);
        return [answer, reading.type === 'value' ? reading.value : reading.error.kind];
      });
      expect(meant).toEqual(cases);
    },
  );
});
