import { z } from 'zod';
import { AndroidFileSchema } from './android/android-file.js';
import { GraphFileSchema } from './graph/graph-file.js';
import { LiveFileSchema } from './live/live-file.js';
import { QuestionsFileSchema } from './suite/questions-file.js';
import { SuiteFileSchema } from './suite/suite-file.js';

/**
 * JSON Schema (draft 2020-12) of a file format, as a plain object. Refinements that JSON Schema cannot express are left
 * out.
 */
export function toJsonSchema(
  schema: z.ZodType,
  title: string,
  options: Pick<z.core.ToJSONSchemaParams, 'override'> = {},
): Record<string, unknown> {
  return { title, ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', ...options }) };
}

/** Schemas of the files people write by hand, by file name. */
export function worldJsonSchemas(): Record<
  'graph.json' | 'live.json' | 'android.json' | 'suite.json' | 'questions.json',
  Record<string, unknown>
> {
  return {
    'graph.json': toJsonSchema(GraphFileSchema, 'Touchstone graph, format 1'),
    'live.json': toJsonSchema(LiveFileSchema, 'Touchstone live apps, format 1'),
    'android.json': toJsonSchema(AndroidFileSchema, 'Touchstone apps of a phone, format 1'),
    'suite.json': toJsonSchema(SuiteFileSchema, 'Touchstone suite, format 2'),
    'questions.json': toJsonSchema(QuestionsFileSchema, 'Touchstone questions, format 1'),
  };
}
