import { join } from 'node:path';
import { z } from 'zod';
import { SizeSchema } from '../../../src/domain/coordinates/geometry-schemas.js';
import {
  ResizeRuleSchema,
  resizedSize,
  type ResizeRule,
} from '../../../src/domain/coordinates/resize-rule.js';
import {
  coordinateSpan,
  resolvePosition,
  type CoordinateRule,
} from '../../../src/models/dialects/reading/resolve-position.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';
import { recordedTarget } from './recorded-form.js';

/** Names that the vectors write in snake case. */
const RENAMED: Readonly<Record<string, string>> = {
  min_pixels: 'minPixels',
  max_pixels: 'maxPixels',
  max_long_side: 'maxLongSide',
  max_side: 'maxSide',
};
/** Largest difference of a real-valued position, pixels. */
const TOLERANCE = 0.001;

const CaseSchema = z.object({
  id: z.string(),
  algorithm: z.string(),
  input: SizeSchema.extend({ model_x: z.number().optional(), model_y: z.number().optional() }),
  params: z.record(z.string(), z.number()),
  expected: z.object({
    width: z.number().optional(),
    height: z.number().optional(),
    tokens: z.number().optional(),
    resized_width: z.number().optional(),
    resized_height: z.number().optional(),
    x: z.number().optional(),
    y: z.number().optional(),
    pixel: z.tuple([z.number(), z.number()]).optional(),
    error: z.string().optional(),
  }),
});
type Case = z.infer<typeof CaseSchema>;

/** Sizes after each resize rule, and positions that models name within them. */
export const resize: VectorSuite = {
  system: 'models',
  file: 'resize.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/models/resize.jsonl'))) {
      const recorded = CaseSchema.parse(line);
      report(
        recorded.id,
        recorded.algorithm.startsWith('point_') ? checkPoint(recorded) : checkSize(recorded),
      );
    }
  },
};

function checkSize({ algorithm, input, params, expected }: Case): string | null {
  const rule = ruleOf(algorithm, params);
  const result = resizedSize({ width: input.width, height: input.height }, rule);
  if (result.type === 'refused') {
    return result.reason === expected.error ? null : `refused: ${result.reason}`;
  }
  const { width, height } = result.size;
  const isSize = width === expected.width && height === expected.height;
  const factor = params['factor'] ?? 1;
  const isTokens = expected.tokens === undefined || expected.tokens === (width * height) / factor ** 2;
  return isSize && isTokens ? null : `${width} x ${height} instead of ${JSON.stringify(expected)}`;
}

function checkPoint({ algorithm, input, params, expected }: Case): string | null {
  const rule: CoordinateRule =
    algorithm === 'point_from_normalized'
      ? { space: 'norm', span: params['span'] ?? 0 }
      : { space: 'resized', to: ruleOf('smart_resize', params) };
  const sizes = { screen: { width: input.width, height: input.height } };
  const span = coordinateSpan(rule, sizes);
  if (expected.resized_width !== undefined) {
    const isSpan = span?.width === expected.resized_width && span.height === expected.resized_height;
    if (!isSpan) return `resized to ${JSON.stringify(span)}`;
  }
  const { point } = resolvePosition(input.model_x ?? NaN, input.model_y ?? NaN, rule, sizes);
  const { point: place, pixel } = z
    .object({ point: z.tuple([z.number(), z.number()]), pixel: z.tuple([z.number(), z.number()]).optional() })
    .parse(recordedTarget({ type: 'point', point }));
  const isNear = (actual: number, wanted = NaN): boolean => Math.abs(actual - wanted) <= TOLERANCE;
  if (!isNear(place[0], expected.x) || !isNear(place[1], expected.y)) return `at ${place.join(', ')}`;
  return pixel?.join() === expected.pixel?.join() ? null : `pixel ${JSON.stringify(pixel)}`;
}

function ruleOf(algorithm: string, params: Readonly<Record<string, number>>): ResizeRule {
  const named = Object.entries(params).map(([name, value]) => [RENAMED[name] ?? name, value]);
  return ResizeRuleSchema.parse({ algorithm, ...Object.fromEntries(named) });
}
