import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readAnswer, type AnswerKind } from '../../../src/environments/android/answers/read-answer.js';
import type { PhoneDevice } from '../../../src/phone/device/phone-device.js';
import { smartSocketServer } from '../../../src/phone/server/smart-socket-server.js';
import { PhoneClient } from '../../../src/testing/phones/phone-client.js';
import { smallPhone } from '../../fixtures/adb/small-phone.js';
import { SmartClient } from '../../fixtures/adb/smart-client.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';
import { PHONE_CASES, type PhoneCase } from './phone-cases.js';
import { UNANSWERED } from './unanswered-samples.js';

const SampleSchema = z.object({
  id: z.string(),
  operation: z.string(),
  command: z.string(),
  expected: z.record(z.string(), z.unknown()),
});
type Sample = z.infer<typeof SampleSchema>;

interface Said {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/**
 * What devices once answered, asked of a recorded phone: what is read from its answer is what was read from theirs. Samples
 * that no recorded phone answers have their reason.
 */
export const phoneAnswers: VectorSuite = {
  system: 'android',
  file: 'outputs.jsonl',
  title: 'asked of a phone',
  run: async ({ shared, report }) => {
    const cases = new Map(PHONE_CASES.map((one) => [one.id, one]));
    const seen = new Set<string>();
    for await (const line of readJsonLines(join(shared, 'vectors/android/outputs.jsonl'))) {
      const sample = SampleSchema.parse(line);
      seen.add(sample.id);
      const one = cases.get(sample.id);
      if (one !== undefined) report(sample.id, await problemOf(sample, one));
      else if (sample.operation === 'input-text-argument') report(sample.id, await typingProblem(sample));
      else if (!UNANSWERED.has(sample.id)) report(sample.id, 'is neither asked nor left out with a reason');
    }
    for (const id of [...cases.keys(), ...UNANSWERED.keys()]) if (!seen.has(id)) report(id, 'is no sample');
    for (const id of cases.keys()) if (UNANSWERED.has(id)) report(id, 'is both asked and left out');
  },
};

async function problemOf({ operation, expected, command }: Sample, one: PhoneCase): Promise<string | null> {
  await using phone = await smallPhone();
  for (const line of one.before ?? []) await say(phone, line);
  const { stdout, stderr, exitCode } =
    one.to === 'server' ? await ask(one.line, one.phones) : await say(phone, one.line, one.to);
  const reading: Readonly<Record<string, unknown>> = {
    ...readAnswer(operation as AnswerKind, {
      command: one.to === undefined ? one.line : command,
      stdout: operation === 'screenshot' ? Uint8Array.from(stdout) : stdout.toString(),
      stderr,
      exitCode,
      ...(one.file === undefined ? {} : { file: (await say(phone, `cat ${one.file}`)).stdout.toString() }),
    }),
  };
  const wrong = Object.entries({ error: undefined, ...(one.expected ?? expected) }).filter(
    ([name, value]) => !isDeepStrictEqual(reading[name], value),
  );
  if (wrong.length === 0) return null;
  const said = JSON.stringify({ out: stdout.toString().slice(0, 200), err: stderr.slice(0, 200), exitCode });
  return `expected ${JSON.stringify(Object.fromEntries(wrong))}, is ${JSON.stringify(reading).slice(0, 200)} of ${said}`;
}

/** Of what the phone types for an argument of `input text`. */
async function typingProblem({ command, expected }: Sample): Promise<string | null> {
  await using phone = await smallPhone();
  await say(phone, command);
  return phone.pendingText === expected['typed'] ? null : `types ${JSON.stringify(phone.pendingText)}`;
}

/** Runs a command line by the second shell protocol, or another service of the phone's. */
async function say(phone: PhoneDevice, line: string, to?: 'service'): Promise<Said> {
  const serve = phone.open(to === 'service' ? line : `shell,v2,raw:${line}`);
  if (serve === null) throw new Error(`the phone refuses ${line}`);
  const client = new PhoneClient();
  client.end();
  await serve(client);
  const { output } = client;
  if (to === 'service') return { stdout: output, stderr: '', exitCode: null };
  const streams: Record<number, Buffer[]> = { 1: [], 2: [], 3: [] };
  for (let offset = 0; offset + 5 <= output.length;) {
    const size = output.readUInt32LE(offset + 1);
    streams[output.readUInt8(offset)]?.push(output.subarray(offset + 5, offset + 5 + size));
    offset += 5 + size;
  }
  const [stdout, stderr, exit] = [1, 2, 3].map((kind) => Buffer.concat(streams[kind] ?? []));
  return { stdout: stdout ?? Buffer.of(), stderr: String(stderr ?? ''), exitCode: exit?.[0] ?? null };
}

/** Makes a request of an adb server that shows so many phones; a refusal is told as `adb` tells it. */
async function ask(request: string, count = 1): Promise<Said> {
  const phones = await Promise.all(
    Array.from({ length: count }, (_, index) => smallPhone({ serial: `192.168.1.${205 + index}:5555` })),
  );
  await using server = await smartSocketServer({ phones });
  const client = await SmartClient.dial(server.port);
  try {
    client.say(request);
    const status = (await client.until(4)).toString('latin1', 0, 4);
    const text = (await client.rest()).slice(8);
    if (status === 'OKAY') return { stdout: Buffer.from(`${text}\n`), stderr: '', exitCode: 0 };
    return { stdout: Buffer.of(), stderr: `error: ${text}\n`, exitCode: 1 };
  } finally {
    client.close();
    for (const phone of phones) await phone[Symbol.asyncDispose]();
  }
}
