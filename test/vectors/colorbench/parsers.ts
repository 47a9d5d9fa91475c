import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  readPlannedAction,
  splitPlannedAction,
} from '../../../src/benchmarks/colorbench/published-readers/read-api.js';
import { asPixels, pointScale } from '../../../src/benchmarks/colorbench/published-readers/point-scale.js';
import { readExecutor } from '../../../src/benchmarks/colorbench/published-readers/read-executor.js';
import { readOsAtlas } from '../../../src/benchmarks/colorbench/published-readers/read-os-atlas.js';
import { readQwen3 } from '../../../src/benchmarks/colorbench/published-readers/read-qwen3.js';
import {
  readPublishedGlmMemory,
  readPublishedMemory,
  readPublishedPlan,
  readPublishedReflection,
} from '../../../src/benchmarks/colorbench/published-readers/read-roles.js';
import type { ReadStep } from '../../../src/benchmarks/colorbench/published-readers/read-step.js';
import { readUiTars } from '../../../src/benchmarks/colorbench/published-readers/read-ui-tars.js';
import { readVanilla } from '../../../src/benchmarks/colorbench/published-readers/read-vanilla.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

/** Screen of every recorded answer. */
const SCREEN = { width: 1080, height: 2374 };
const RELATIVE = pointScale(
  { space: 'norm', span: 1000 },
  { profile: 'reference:colorbench', screen: SCREEN },
);

const CaseSchema = z.object({
  parser: z.string(),
  response: z.string(),
  grounding: z.string().nullable().optional(),
  expected: z.record(z.string(), z.unknown()),
});
type Case = z.infer<typeof CaseSchema>;

/** What each published reader makes of an answer, in the form of the vectors. */
const READERS: Readonly<Record<string, (recorded: Case) => Record<string, unknown>>> = {
  vanilla: ({ response }) => withDescription(readVanilla(response, asPixels)),
  executor: ({ response }) => withDescription(readExecutor(response)),
  qwen3: ({ response }) => {
    const step = readQwen3(response, RELATIVE);
    return { ...withDescription(step), thought: step.thought };
  },
  uitars: ({ response }) => withThought(readUiTars(response, asPixels)),
  uitars_dpo: ({ response }) => withThought(readUiTars(response, RELATIVE)),
  osatlas: ({ response }) => withThought(readOsAtlas(response, RELATIVE)),
  api: ({ response, grounding }) => {
    const parsed = splitPlannedAction(response);
    return { parsed, action: parsed === null ? null : readPlannedAction(parsed.action, grounding ?? null) };
  },
  planner: ({ response }) => ({ result: readPublishedPlan(response), error: null }),
  reflector: ({ response }) => ({ result: readPublishedReflection(response), error: null }),
  memory: ({ response }) => ({ result: readPublishedMemory(response), error: null }),
  memory_glm: ({ response }) => ({ result: readPublishedGlmMemory(response), error: null }),
};

/** Answers as the published agents of ColorBench read them. */
export const parsers: VectorSuite = {
  system: 'colorbench',
  file: 'parsers.jsonl',
  run: async ({ shared, report }) => {
    let line = 0;
    for await (const value of readJsonLines(join(shared, 'vectors/colorbench/parsers.jsonl'))) {
      line += 1;
      const recorded = CaseSchema.parse(value);
      const name = `${recorded.parser} in line ${line}`;
      const actual = READERS[recorded.parser]?.(recorded);
      const agrees = isDeepStrictEqual(actual, recorded.expected);
      report(
        name,
        agrees ? null : `${JSON.stringify(actual)} instead of ${JSON.stringify(recorded.expected)}`,
      );
    }
  },
};

function withDescription({ actionText, description, action }: ReadStep): Record<string, unknown> {
  return { action_text: actionText, description, action };
}

function withThought({ actionText, thought, action }: ReadStep): Record<string, unknown> {
  return { action_text: actionText, thought, action };
}
