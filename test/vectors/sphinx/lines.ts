import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import type { VectorContext, VectorSuite } from '../vector-suite.js';

/** A suite over a JSONL file: `check` returns what disagrees, or null. A case that throws disagrees. */
export function lineSuite<T>(
  file: string,
  schema: z.ZodType<T>,
  check: (line: T, context: VectorContext) => string | null | Promise<string | null>,
  nameOf: (line: T, number: number) => string = (_, number) => `line ${number}`,
): VectorSuite {
  return {
    system: 'sphinx',
    file,
    async run(context) {
      const input = createReadStream(join(context.shared, 'vectors', 'sphinx', file));
      let number = 0;
      for await (const text of createInterface({ input, crlfDelay: Infinity })) {
        if (text === '') continue;
        number += 1;
        const line = schema.parse(JSON.parse(text));
        let problem: string | null;
        try {
          problem = await check(line, context);
        } catch (error) {
          problem = String(error);
        }
        context.report(nameOf(line, number), problem);
      }
    },
  };
}

/** What differs between two JSON values, or null. */
export function difference(actual: unknown, expected: unknown): string | null {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  return a === b ? null : `got ${a.slice(0, 400)}, expected ${b.slice(0, 400)}`;
}

/** The folder of SPHINX data that the vectors' file names start from. */
export function dataFolder({ shared }: VectorContext): string {
  return join(shared, 'data', 'sphinx');
}
