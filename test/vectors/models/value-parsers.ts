import { z } from 'zod';
import type { CoordinateRule } from '../../../src/models/dialects/reading/resolve-position.js';
import { readMilestoneJudgements } from '../../../src/benchmarks/androidlens/readers/read-milestone-judgements.js';
import { readProbenchVerdict } from '../../../src/benchmarks/probench/readers/judge-probench.js';
import { readColorBenchMemory } from '../../../src/benchmarks/colorbench/readers/memory-colorbench.js';
import { readColorBenchPlan } from '../../../src/benchmarks/colorbench/readers/plan-colorbench.js';
import { readSphinxPlan } from '../../../src/benchmarks/sphinx/agents/read-plan.js';
import { readGroundedTarget } from '../../../src/models/readers/point-grounding.js';
import type { Reading } from '../../../src/models/readers/reading.js';
import { readAppAgentReflection } from '../../../src/models/readers/reflect-appagent.js';
import { readMobileAgentReflection } from '../../../src/models/readers/reflect-mobile-agent.js';
import { readSphinxReflection } from '../../../src/benchmarks/sphinx/agents/read-reflection.js';
import { readOption, readTruth } from '../../../src/models/readers/letter-choice.js';
import { readCompletion } from '../../../src/models/readers/completion.js';
import { readClickSummary } from '../../../src/benchmarks/probench/readers/summarizer-probench.js';
import { recordedTarget } from './recorded-form.js';

/** What a reader of text that is no action makes of it: a value in the form of the vectors, or a kind of error. */
export type ValueReading = { readonly value: unknown } | { readonly error: string };

const SizedSchema = z.object({
  image: z.object({ width: z.int(), height: z.int() }),
  coord: z.object({ space: z.literal('norm'), span: z.number(), order: z.literal('yx').optional() }),
});

/** Readers of judgements, plans, reflections, choices and grounding answers, by the vectors' family. */
export const VALUE_PARSERS: Readonly<
  Record<string, (raw: string, recorded: Record<string, unknown>) => ValueReading>
> = {
  judge_probench: (raw) => recorded(readProbenchVerdict(raw), (verdict) => ({ verdict })),
  summarizer_probench: (raw) => recorded(readClickSummary(raw), (summary) => summary),
  judge_androidlens: (raw) =>
    recorded(readMilestoneJudgements(raw), (judgements) => ({
      items: judgements.map(({ index, completed, lastStep }) => ({
        idx: index,
        state: completed ? 1 : 0,
        last_idx: lastStep,
      })),
    })),
  sphinx_completion: (raw) => recorded(readCompletion(raw, 'corrected'), (decision) => ({ decision })),
  sphinx_mcq: (raw) => recorded(readOption(raw, 'corrected'), (choice) => ({ choice })),
  sphinx_bq: (raw) => recorded(readTruth(raw, 'corrected'), (choice) => ({ choice })),
  reflect_appagent: (raw) => recorded(readAppAgentReflection(raw), (reflection) => reflection),
  reflect_mobile_agent_v2: (raw) => recorded(readMobileAgentReflection(raw), (reflection) => reflection),
  reflect_sphinx: (raw) => recorded(readSphinxReflection(raw), (ok) => ({ ok })),
  plan_sphinx: (raw) => recorded(readSphinxPlan(raw), (plan) => ({ plan })),
  plan_colorbench: (raw) =>
    recorded(readColorBenchPlan(raw), ({ reasoning, actionPlan }) => ({
      reasoning,
      action_plan: actionPlan,
    })),
  memory_colorbench: (raw) => recorded(readColorBenchMemory(raw), (memory) => ({ memory })),
  point_grounding: (raw, line) => {
    const { image, coord } = SizedSchema.parse(line);
    const coordinates: CoordinateRule = {
      space: 'norm',
      span: coord.span,
      ...(coord.order === undefined ? {} : { order: coord.order }),
    };
    return recorded(readGroundedTarget(raw, { coordinates, screen: image }), (target) => ({
      target: recordedTarget(target),
    }));
  },
};

function recorded<T>(reading: Reading<T>, form: (value: T) => unknown): ValueReading {
  return reading.type === 'value' ? { value: form(reading.value) } : { error: reading.error.kind };
}
