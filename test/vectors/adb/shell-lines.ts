import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { MemoryFiles } from '../../../src/phone/files/memory-files.js';
import { Input } from '../../../src/phone/shell/input.js';
import { phoneShell } from '../../../src/phone/shell/phone-shell.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const LineSchema = z.object({
  line: z.string(),
  calls: z.array(z.array(z.string())),
  stdout: z.string(),
  stderrEmpty: z.boolean(),
  exitCode: z.int(),
});

/** Programs that do nothing but be called; all others are real. */
const STUBS = new Set(
  'input am wm dumpsys screencap uiautomator monkey settings ime pm cmd getprop content svc app_process logcat'.split(
    ' ',
  ),
);

/** Command lines, and the calls that a real shell makes of them. */
export const shellLines: VectorSuite = {
  system: 'adb',
  file: 'device/shell-lines.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/adb/device/shell-lines.jsonl'))) {
      const expected = LineSchema.parse(line);
      report(expected.line, await problemOf(expected));
    }
  },
};

async function problemOf(expected: z.infer<typeof LineSchema>): Promise<string | null> {
  const calls: (readonly string[])[] = [];
  const output = { stdout: '', stderr: '' };
  const shell = phoneShell({
    files: new MemoryFiles({ now: () => 0 }),
    clock: { now: 0, uptime: 0, pass: async () => {} },
    find: (name) => (STUBS.has(name) ? ({ words }) => calls.push(words) && 0 : undefined),
  });
  const write = (which: 'stdout' | 'stderr') => async (data: string | Uint8Array) => {
    output[which] += Buffer.from(data).toString();
  };
  const exitCode = await shell.run(expected.line, {
    stdin: Input.empty(),
    stdout: write('stdout'),
    stderr: write('stderr'),
    signal: new AbortController().signal,
  });
  const { stdout, stderr } = output;
  const found = { line: expected.line, calls, stdout, stderrEmpty: stderr === '', exitCode };
  return isDeepStrictEqual(found, expected) ? null : `is ${JSON.stringify({ ...found, stderr })}`;
}
