import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOften } from '../../testing/read-often.js';
import { readMilestoneJudgements } from '../../benchmarks/androidlens/readers/read-milestone-judgements.js';
import { readProbenchVerdict } from '../../benchmarks/probench/readers/judge-probench.js';
import { readColorBenchMemory } from '../../benchmarks/colorbench/readers/memory-colorbench.js';
import { readImportantNotes } from './notes-mobile-agent-e.js';
import { readColorBenchPlan } from '../../benchmarks/colorbench/readers/plan-colorbench.js';
import { readManagerPlan } from './plan-mobile-agent-e.js';
import { readSphinxPlan } from '../../benchmarks/sphinx/agents/read-plan.js';
import { readGroundedTarget } from './point-grounding.js';
import type { Reading } from './reading.js';
import { readAppAgentReflection } from './reflect-appagent.js';
import { readColorBenchReflection } from '../../benchmarks/colorbench/readers/reflect-colorbench.js';
import { readMobileAgentReflection } from './reflect-mobile-agent.js';
import { readSphinxReflection } from '../../benchmarks/sphinx/agents/read-reflection.js';
import { readOption, readTruth } from './letter-choice.js';
import { readCompletion } from './completion.js';
import { readClickSummary } from '../../benchmarks/probench/readers/summarizer-probench.js';

/** The value, or the kind of error. */
function said(reading: Reading<unknown>): unknown {
  return reading.type === 'value' ? reading.value : reading.error.kind;
}

const READERS: readonly (readonly [string, (answer: string) => Reading<unknown>])[] = [
  ['verdict', readProbenchVerdict],
  ['click summary', readClickSummary],
  ['milestones', (answer) => readMilestoneJudgements(answer, { asked: [0], steps: 3 })],
  ['completion', (answer) => readCompletion(answer, 'corrected')],
  ['option', (answer) => readOption(answer, 'corrected')],
  ['truth', (answer) => readTruth(answer, 'corrected')],
  ['AppAgent reflection', readAppAgentReflection],
  ['Mobile-Agent reflection', readMobileAgentReflection],
  ['SPHINX reflection', readSphinxReflection],
  ['SPHINX plan', readSphinxPlan],
  ['ColorBench plan', readColorBenchPlan],
  ['ColorBench reflection', readColorBenchReflection],
  ['ColorBench memory', readColorBenchMemory],
  ['manager plan', readManagerPlan],
  ['notes', readImportantNotes],
  [
    'grounding',
    (answer) => readGroundedTarget(answer, { coordinates: { space: 'norm', span: 1000 }, screen: null }),
  ],
];

describe.each(READERS)('the reader of a %s', (_, read) => {
  it('says that an empty answer is empty, and refuses one that is too long', () => {
    expect(said(read(' \n\uFEFF'))).toBe('empty_output');
    expect(said(read(`<answer>True</answer>${'x'.repeat(200_000)}`))).toBe('malformed_answer');
  });

  it('never throws, and takes linear time', () => {
    const pieces = [
      '<answer>', '</answer>', '<think>', '</think>', 'True', '<summary>', '</memory>', '<memory>', 'None', '```',
      'Yes', 'no', '[', ']', '{', '}', '"idx": 0', '"state"', ',', ':', '### Answer ###', '\n', 'A', 'Decision: BACK',
      '(1, 2)', '<point>', '-1', '<point x="1" y="2">', '"bbox_2d": [1,2,3,4]', '<|box_start|>', ' ', '#',
    ]; // prettier-ignore
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join('')),
        ),
        (text) => {
          expect(['value', 'unreadable']).toContain(read(text).type);
        },
      ),
    );
    for (const piece of [...pieces, '## a ', '### \t', '(1,', '1,', 'Decision:']) {
      const answer = piece.repeat(Math.floor(199_000 / piece.length));
      for (const text of [answer, `## a${answer}x`]) {
        expect(readOften(() => read(text).type)).toMatch(/value|unreadable/);
      }
    }
  });
});

describe('readMilestoneJudgements', () => {
  const one = (fields: string) => said(readMilestoneJudgements(`[{${fields}}]`, { asked: [2], steps: 5 }));

  it('wants exactly one entry for each milestone asked about, and a step of the segment', () => {
    expect(one('"idx": 2, "state": 1, "last_idx": 4')).toEqual([{ index: 2, completed: true, lastStep: 4 }]);
    expect(one('"idx": 2, "state": 0, "last_idx": -1')).toEqual([
      { index: 2, completed: false, lastStep: -1 },
    ]);
    for (const wrong of [
      '"idx": 1, "state": 1, "last_idx": 4',
      '"idx": 2, "state": 1, "last_idx": 5',
      '"idx": 2, "state": 1, "last_idx": -1',
      '"idx": 2, "state": 0, "last_idx": 0',
      '"idx": 2, "state": 2, "last_idx": 0',
      '"idx": 2, "state": 1, "last_idx": 0.5',
      '"idx": 2, "state": 1',
    ]) {
      expect(one(wrong)).toBe('malformed_answer');
    }
    const twice = '[{"idx":2,"state":0,"last_idx":-1},{"idx":2,"state":0,"last_idx":-1}]';
    expect(said(readMilestoneJudgements(twice, { asked: [2] }))).toBe('malformed_answer');
    expect(said(readMilestoneJudgements('[]', { asked: [] }))).toEqual([]);
  });
});

describe('readCompletion', () => {
  it('reads whole words, and inside words too where the reference does', () => {
    expect(said(readCompletion('Eyes on it, I know', 'corrected'))).toBe('malformed_answer');
    expect(said(readCompletion('I know: YES', 'reference'))).toBe('stop');
    expect(said(readCompletion('YES, it is done now', 'reference'))).toBe('continue');
    expect(said(readCompletion('', 'reference'))).toBe('continue');
  });
});

describe('readOption and readTruth', () => {
  it('take one capital letter; the reference forgives a final line feed alone', () => {
    expect(said(readOption(' C \n', 'corrected'))).toBe('C');
    expect(said(readOption(' C', 'reference'))).toBe('malformed_answer');
    expect(said(readOption('C\n\n', 'reference'))).toBe('malformed_answer');
    expect(said(readOption('C\n', 'reference'))).toBe('C');
    expect(said(readTruth('C', 'reference'))).toBe('malformed_answer');
    expect(said(readTruth('t', 'corrected'))).toBe('malformed_answer');
  });
});

describe('the readers of reflections', () => {
  it('read AppAgent through thinking, small letters and bold labels', () => {
    const answer = '<think>Decision: SUCCESS</think>**Decision:** back\nThought: t\nDocumentation: Opens.';
    expect(said(readAppAgentReflection(answer))).toEqual({
      decision: 'BACK',
      thought: 't',
      documentation: 'Opens.',
    });
    expect(said(readAppAgentReflection('Decision: INEFFECTIVE'))).toEqual({
      decision: 'INEFFECTIVE',
      thought: null,
      documentation: null,
    });
    expect(said(readAppAgentReflection('Decision: MAYBE\nDocumentation: d'))).toBe('malformed_answer');
  });

  it('read the sections of Mobile-Agent-E', () => {
    const answer =
      '### Outcome ###\nB: wrong page\n### Error Description ###\nIt left.\n### Progress Status ###\nNone';
    expect(said(readMobileAgentReflection(answer))).toEqual({
      outcome: 'B',
      error: 'It left.',
      progress: null,
    });
    expect(
      said(readManagerPlan('### Thought\nt\n### Plan ###\n1. x\n### Current Subgoal ###\nFinished')),
    ).toEqual({
      thought: 't',
      plan: '1. x',
      subgoal: 'Finished',
      finished: true,
    });
    expect(said(readManagerPlan('### Plan ###\n1. x'))).toBe('malformed_answer');
    expect(said(readImportantNotes('### Important Notes ###\nPrice: 3'))).toBe('Price: 3');
    expect(said(readImportantNotes('Price: 3'))).toBe('malformed_answer');
  });

  it('read ColorBench on one line or many', () => {
    const answer = '<reasoning>r</reasoning><planning_reflection>\np\n</planning_reflection>';
    expect(said(readColorBenchReflection(answer))).toEqual({
      reasoning: 'r',
      planning: 'p',
      execution: null,
    });
    expect(said(readColorBenchReflection('fine'))).toBe('malformed_answer');
    expect(said(readColorBenchMemory('<memory>price 3</memory>'))).toBe('price 3');
    expect(said(readColorBenchMemory('<memory></memory>'))).toBe(null);
    expect(said(readColorBenchMemory('nothing'))).toBe('malformed_answer');
    expect(said(readColorBenchPlan('<action_plan></action_plan>'))).toBe('malformed_answer');
  });

  it('read SPHINX between the last backticks', () => {
    expect(said(readSphinxReflection('```Yes``` or rather ```no.```'))).toBe(false);
    expect(said(readSphinxReflection('Yes'))).toBe('malformed_answer');
    expect(said(readSphinxPlan('Think [a]\nHigh-level Plan:\n1. [open [x]]\n[]\n[tap]'))).toEqual([
      'open [x]',
      'tap',
    ]);
  });
});

describe('readGroundedTarget', () => {
  const screen = { width: 1000, height: 2000 };
  const at = (answer: string, order?: 'yx') => {
    const coordinates = { space: 'norm' as const, span: 1000, ...(order === undefined ? {} : { order }) };
    const reading = readGroundedTarget(answer, { coordinates, screen });
    return reading.type === 'value' ? reading.value.point.pixel : reading.error.kind;
  };

  it.each<[string, unknown]>([
    ['{"point": [100, 200]}', [100, 400]],
    ['Sure:\n```json\n{"bbox_2d": [90, 190, 110, 210], "label": "a"}\n```', [100, 400]],
    ['{"label": "a"} (100, 200)', [100, 400]],
    ['<think>(1, 2)</think>(100, 200)', [100, 400]],
    ['The screen is (1000, 2000). Answer: (100, 200)', [100, 400]],
    ['(90,190),(110,210)', [100, 400]],
    ['<points x1="10" y1="20" x2="30" y2="40">a</points>', [100, 400]],
    ['100 200', [100, 400]],
    ['at 100, 200 (the icon)', [100, 400]],
    ['[-1, -1]', 'refusal'],
    ['{"point": "none"}', 'invalid_argument'],
    ['(1, 2, 3)', 'invalid_argument'],
    ['it is row 3', 'no_action'],
  ])('reads %j', (answer, expected) => {
    expect(at(answer)).toEqual(expected);
  });

  it('swaps each pair where y comes first', () => {
    expect(at('{"box_2d": [190, 90, 210, 110]}', 'yx')).toEqual([100, 400]);
  });
});
