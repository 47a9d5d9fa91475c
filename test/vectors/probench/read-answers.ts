import { join } from 'node:path';
import { z } from 'zod';
import { resizedSize } from '../../../src/domain/coordinates/resize-rule.js';
import {
  coordinateSpan,
  type CoordinateRule,
} from '../../../src/models/dialects/reading/resolve-position.js';
import {
  printProBenchCall,
  type ProBenchCall,
} from '../../../src/benchmarks/probench/published-readers/probench-call.js';
import { proBenchPixel } from '../../../src/benchmarks/probench/published-readers/published-result.js';
import {
  readProBenchCall,
  readProBenchTaggedCall,
} from '../../../src/benchmarks/probench/published-readers/read-call.js';
import { readProBenchList } from '../../../src/benchmarks/probench/published-readers/read-list.js';
import { readProBenchUiTars } from '../../../src/benchmarks/probench/published-readers/read-ui-tars.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const READERS: Readonly<Record<string, (answer: string) => ProBenchCall | null>> = {
  call: readProBenchCall,
  tagged: readProBenchTaggedCall,
  listdict: readProBenchList,
  uir1: readProBenchList,
  uitars: readProBenchUiTars,
};

/** A suite whose cases are distinguished by their ids. */
function suite<T extends { id: string }>(
  file: string,
  schema: z.ZodType<T>,
  check: (recorded: T) => string | null,
): VectorSuite {
  return {
    system: 'probench',
    file,
    run: async ({ shared, report }) => {
      for await (const line of readJsonLines(join(shared, 'vectors/probench', file))) {
        const recorded = schema.parse(line);
        report(recorded.id, check(recorded));
      }
    },
  };
}

const parse = suite(
  'parse.jsonl',
  z.object({ id: z.string(), family: z.string(), raw: z.string(), expect: z.string().nullable() }),
  ({ family, raw, expect }) => {
    const call = READERS[family]?.(raw);
    if (call === undefined) return `no reader for ${family}`;
    const text = call === null ? null : printProBenchCall(call);
    return text === expect ? null : `${text} instead of ${expect}`;
  },
);

const limits = { factor: z.number().optional(), min_pixels: z.number(), max_pixels: z.number() };

const resize = suite(
  'resize.jsonl',
  z.object({
    id: z.string(),
    width: z.number(),
    height: z.number(),
    ...limits,
    out_width: z.number(),
    out_height: z.number(),
  }),
  (recorded) => {
    const result = resizedSize({ width: recorded.width, height: recorded.height }, ruleOf(recorded));
    if (result.type === 'refused') return `refused: ${result.reason}`;
    const { width, height } = result.size;
    const agrees = width === recorded.out_width && height === recorded.out_height;
    return agrees ? null : `${width} x ${height}`;
  },
);

const pair = z.tuple([z.number(), z.number()]);

const coordinates = suite(
  'coordinates.jsonl',
  z.object({
    id: z.string(),
    convention: z.enum(['relative1000', 'absolute', 'resized28']),
    x: z.number(),
    y: z.number(),
    screen: pair,
    sent: pair.nullable(),
    ...limits,
    expect: pair,
  }),
  (recorded) => {
    const rules: Record<typeof recorded.convention, CoordinateRule> = {
      relative1000: { space: 'norm', span: 1000 },
      absolute: { space: 'sent' },
      resized28: { space: 'resized', to: ruleOf(recorded) },
    };
    const sizeOf = ([width, height]: readonly [number, number]) => ({ width, height });
    const screen = sizeOf(recorded.screen);
    const sent = recorded.sent === null ? null : sizeOf(recorded.sent);
    const span = coordinateSpan(rules[recorded.convention], { screen, sent });
    if (span === null) return 'no span';
    const { at } = proBenchPixel(recorded.x, recorded.y, span, screen);
    return at.join() === recorded.expect.join() ? null : `${at.join()} instead of ${recorded.expect.join()}`;
  },
);

function ruleOf({ factor = 28, min_pixels, max_pixels }: z.infer<z.ZodObject<typeof limits>>) {
  return { algorithm: 'smart_resize', factor, minPixels: min_pixels, maxPixels: max_pixels } as const;
}

/** How ProBench's prompts are answered, and what the numbers in the answers mean. */
export const readAnswerSuites: readonly VectorSuite[] = [parse, resize, coordinates];
