import { join } from 'node:path';
import { z } from 'zod';
import { commandOfStep } from '../../../src/benchmarks/guiodyssey/command-of-step.js';
import { DatasetError } from '../../../src/errors.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const CaseSchema = z.object({
  id: z.string(),
  action: z.string(),
  info: z.unknown(),
  out: z.string().optional(),
  error: z.string().optional(),
});

/** Recorded steps as command strings. */
export const decodeAction: VectorSuite = {
  system: 'guiodyssey',
  file: 'decode_action.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/guiodyssey/decode_action.jsonl'))) {
      const { id, action, info, out, error } = CaseSchema.parse(line);
      const got = commandOf(action, info);
      const wanted = error === undefined ? (out ?? null) : null;
      report(id, got === wanted ? null : `${got ?? 'an error'} instead of ${wanted ?? error ?? ''}`);
    }
  },
};

function commandOf(action: string, info: unknown): string | null {
  try {
    return commandOfStep({ action, info }, 'reference');
  } catch (error) {
    if (error instanceof DatasetError) return null;
    throw error;
  }
}
