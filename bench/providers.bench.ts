import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchRow } from './bench-row.js';
import { createModel } from '../src/models/create-model.js';
import { Gateway } from '../src/models/gateway/gateway.js';
import type { Model, ModelRequest } from '../src/models/model.js';
import type { ModelProfile } from '../src/models/profile.js';
import { startModelServer } from './start-model-server.js';

const ANSWER_MS = 500;
const PICTURE_BYTES = 250_000;
/** Pictures that calls take in turn. */
const PICTURES = 16;
/** Calls that each caller makes, one after the other. */
const ROUNDS = 4;
const WARM_UP = { callers: 100, rounds: 8 };
const LEVELS = { text: [50, 100, 200, 400, 800], pictures: [25, 50, 100, 200, 400] };
const CALLERS = 200;
const SOAK_CALLS = 100_000;
const LIMIT = 1.05;
/**
 * How callers begin: all in the same moment, where each waits for the others' requests to be written, or evenly over the time of an
 * answer, as agents that have been at work for a while do.
 */
type Start = 'at once' | 'spread';

/** Model calls over HTTP: what the way to a server costs in addition to the server's own half second. */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const picture of [false, true]) rows.push(...(await overhead(picture)));
  rows.push(...(await soak()));
  return rows;
}

function modelAt(baseUrl: string, provider: ModelProfile['provider'] = 'openai-compatible'): Model {
  const profile: ModelProfile = {
    formatVersion: 1,
    id: 'bench',
    provider,
    baseUrl,
    model: 'bench',
    concurrency: 4_096,
    sampling: { temperature: 0, topK: 5 },
  };
  return createModel(profile, { environment: {}, gateway: new Gateway() });
}

function requestWith(picture: Uint8Array | null, caller: number): ModelRequest {
  const text = {
    type: 'text' as const,
    text: `You are caller ${caller}. ${'What is to be done? '.repeat(100)}`,
  };
  const image = picture === null ? [] : [{ type: 'image' as const, mediaType: 'image/png', data: picture }];
  return { messages: [{ role: 'user', content: [text, ...image] }] };
}

interface Measured {
  readonly seconds: number;
  readonly cpuMs: number;
  readonly calls: number;
  /** Of one call, in milliseconds. */
  readonly meanMs: number;
}

/** Many callers, each making its calls one after the other. */
async function measure(
  model: Model,
  { callers, rounds, start }: { callers: number; rounds: number; start: Start },
  pictures: readonly Uint8Array[],
): Promise<Measured> {
  const { signal } = new AbortController();
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let callMs = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      if (start === 'spread') await sleep((caller / callers) * ANSWER_MS);
      for (let round = 0; round < rounds; round += 1) {
        const begunAt = performance.now();
        const picture = pictures[(caller + round) % pictures.length] ?? null;
        await model.generate(requestWith(picture, caller), { signal });
        callMs += performance.now() - begunAt;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const calls = callers * rounds;
  return { seconds, cpuMs: (user + system) / 1000, calls, meanMs: callMs / calls };
}

async function overhead(hasPicture: boolean): Promise<BenchRow[]> {
  await using server = await startModelServer(ANSWER_MS);
  const pictures = hasPicture ? Array.from({ length: PICTURES }, () => randomBytes(PICTURE_BYTES)) : [];
  const what = hasPicture ? `with ${PICTURE_BYTES / 1000} kB pictures` : 'without pictures';
  const model = modelAt(server.baseUrl);
  // Loads the library, warms the connections and lets the compiler see what is called often.
  await measure(model, { ...WARM_UP, start: 'at once' }, pictures);
  const rows: BenchRow[] = [];
  for (const start of ['at once', 'spread'] as const) {
    let within = 0;
    let isWithin = true;
    for (const callers of hasPicture ? LEVELS.pictures : LEVELS.text) {
      const serverBefore = server.cpuMs();
      const measured = await measure(model, { callers, rounds: ROUNDS, start }, pictures);
      const { seconds, cpuMs, calls, meanMs } = measured;
      const whole = start === 'at once' ? seconds : (meanMs * ROUNDS) / 1000;
      const ratio = whole / ((ROUNDS * ANSWER_MS) / 1000);
      isWithin &&= ratio <= LIMIT;
      if (isWithin) within = callers;
      const name = `providers: ${callers} callers ${start} ${what}, answers in ${ANSWER_MS} ms`;
      rows.push({
        name,
        value: calls / seconds,
        unit: 'calls/s',
        ratio: `${ratio.toFixed(3)} × ideal time`,
        ...(callers === CALLERS ? { target: '<= 1.25 × ideal' } : {}),
      });
      if (callers !== CALLERS) continue;
      rows.push({ name: `${name}: CPU`, value: cpuMs / calls, unit: 'ms/call' });
      const serverMs = server.cpuMs() - serverBefore;
      rows.push({ name: `${name}: CPU of the server`, value: serverMs / calls, unit: 'ms/call' });
    }
    rows.push({
      name: `providers: most callers ${start} with at most 5 % overhead ${what}`,
      value: within,
      unit: 'callers',
    });
  }
  return rows;
}

/** A hundred thousand calls against a server that answers at once: memory that is not given back would show. */
async function soak(): Promise<BenchRow[]> {
  await using server = await startModelServer(0);
  const model = modelAt(server.baseUrl);
  const rounds = 10;
  const callers = 50;
  const used: number[] = [];
  let cpuMs = 0;
  let seconds = 0;
  for (let part = 0; part < rounds; part += 1) {
    const measured = await measure(
      model,
      { callers, rounds: SOAK_CALLS / rounds / callers, start: 'at once' },
      [],
    );
    cpuMs += measured.cpuMs;
    seconds += measured.seconds;
    globalThis.gc?.();
    used.push(process.memoryUsage().heapUsed / 1e6);
  }
  const growth = (used.at(-1) ?? 0) - (used[2] ?? 0);
  const name = `providers: ${SOAK_CALLS.toLocaleString('en')} calls, answered at once`;
  return [
    { name, value: SOAK_CALLS / seconds, unit: 'calls/s' },
    { name: `${name}: CPU`, value: cpuMs / SOAK_CALLS, unit: 'ms/call' },
    { name: `${name}: heap at the end over that after 30 %`, value: growth, unit: 'MB', target: 'flat' },
  ];
}
