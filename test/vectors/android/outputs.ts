import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { AnswerReading } from '../../../src/environments/android/answers/device-answer.js';
import { readAnswer, type AnswerKind } from '../../../src/environments/android/answers/read-answer.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const SampleSchema = z.object({
  id: z.string(),
  operation: z.string(),
  command: z.string(),
  stdout: z.string().nullish(),
  stdoutHex: z.string().optional(),
  stderr: z.string().nullish(),
  file: z.string().nullish(),
  exit: z.union([z.number(), z.literal('nonzero')]).nullish(),
  expected: z.record(z.string(), z.unknown()),
});

/** What servers, phones and emulators printed, by version and vendor, and what it means. */
export const outputs: VectorSuite = {
  system: 'android',
  file: 'outputs.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/android/outputs.jsonl'))) {
      const sample = SampleSchema.parse(line);
      report(sample.id, problemOf(sample));
    }
  },
};

function problemOf(sample: z.infer<typeof SampleSchema>): string | null {
  const { stdoutHex, exit = null } = sample;
  const reading: AnswerReading = readAnswer(sample.operation as AnswerKind, {
    command: sample.command,
    stdout: stdoutHex === undefined ? (sample.stdout ?? '') : Uint8Array.from(Buffer.from(stdoutHex, 'hex')),
    stderr: sample.stderr ?? '',
    exitCode: exit === 'nonzero' ? 1 : exit,
    ...(sample.file === undefined ? {} : { file: sample.file }),
  });
  const fields: Readonly<Record<string, unknown>> = { ...reading };
  const wrong = Object.entries({ error: undefined, ...sample.expected }).filter(
    ([name, value]) => !isDeepStrictEqual(fields[name], value),
  );
  if (wrong.length === 0) return null;
  const expected = JSON.stringify(Object.fromEntries(wrong));
  return `expected ${expected}, is ${JSON.stringify(fields).slice(0, 300)}`;
}
