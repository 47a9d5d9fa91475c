import { suiteJsonSchema } from '../../benchmarks/suite/suite-json-schema.js';
import { worldJsonSchemas } from '../../formats/json-schemas.js';
import type { InitFile } from './write-init-files.js';

/** The JSON Schemas next to the files of a world: with them an editor completes and checks what is written. */
export function worldSchemaFiles(): readonly InitFile[] {
  return [
    { path: 'graph.schema.json', content: jsonText(worldJsonSchemas()['graph.json']) },
    { path: 'suite.schema.json', content: jsonText(suiteJsonSchema()) },
  ];
}

/** A value as the files of a template hold it. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
