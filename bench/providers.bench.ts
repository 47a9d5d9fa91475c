import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import type { BenchRow } from './bench-row.js';
import { createModel } from '../src/models/create-model.js';
import { Gateway } from '../src/models/gateway/gateway.js';
import type { Model, ModelRequest } from '../src/models/model.js';
import type { ModelProfile } from '../src/models/profile.js';

const ANSWER_MS = 500;
const PICTURE_BYTES = 250_000;
/** Calls that each caller makes, one after the other. */
const ROUNDS = 4;
const LEVELS = { text: [50, 100, 200, 400, 800], pictures: [25, 50, 100, 200, 400] };
const CALLERS = 200;
const SOAK_CALLS = 100_000;

/** Model calls over HTTP: what the way to a server costs beside the server's own half second. */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const picture of [false, true]) rows.push(...(await overhead(picture)));
  rows.push(...(await soak()));
  return rows;
}

interface Server extends AsyncDisposable {
  readonly baseUrl: string;
}

async function startServer(latencyMs: number): Promise<Server> {
  const script = fileURLToPath(new URL('./model-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(latencyMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', () => reject(new Error('the model server did not start')));
  });
  return {
    baseUrl,
    [Symbol.asyncDispose]: async () => {
      const gone = new Promise((resolve) => {
        child.once('exit', resolve);
      });
      child.stdin.end();
      await gone;
    },
  };
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
}

/** Many callers at once, each making its calls one after the other. */
async function measure(
  model: Model,
  callers: number,
  rounds: number,
  picture: Uint8Array | null,
): Promise<Measured> {
  const { signal } = new AbortController();
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      const request = requestWith(picture, caller);
      for (let round = 0; round < rounds; round += 1) await model.generate(request, { signal });
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { seconds, cpuMs: (user + system) / 1000, calls: callers * rounds };
}

async function overhead(hasPicture: boolean): Promise<BenchRow[]> {
  await using server = await startServer(ANSWER_MS);
  const picture = hasPicture ? randomBytes(PICTURE_BYTES) : null;
  const what = hasPicture ? `with ${PICTURE_BYTES / 1000} kB pictures` : 'without pictures';
  const model = modelAt(server.baseUrl);
  // Loads the library and warms the connections.
  await measure(model, 50, 2, picture);
  const rows: BenchRow[] = [];
  let within = 0;
  let isWithin = true;
  for (const callers of hasPicture ? LEVELS.pictures : LEVELS.text) {
    const { seconds, cpuMs, calls } = await measure(model, callers, ROUNDS, picture);
    const ratio = seconds / ((ROUNDS * ANSWER_MS) / 1000);
    isWithin &&= ratio <= 1.05;
    if (isWithin) within = callers;
    const name = `providers: ${callers} callers ${what}, answers in ${ANSWER_MS} ms`;
    rows.push({
      name,
      value: calls / seconds,
      unit: 'calls/s',
      ratio: `${ratio.toFixed(3)} × ideal time`,
      ...(callers === CALLERS ? { target: '<= 1.25 × ideal' } : {}),
    });
    if (callers === CALLERS) rows.push({ name: `${name}: CPU`, value: cpuMs / calls, unit: 'ms/call' });
  }
  rows.push({
    name: `providers: most callers with at most 5 % overhead ${what}`,
    value: within,
    unit: 'callers',
  });
  return rows;
}

/** A hundred thousand calls against a server that answers at once: memory that is not given back would show. */
async function soak(): Promise<BenchRow[]> {
  await using server = await startServer(0);
  const model = modelAt(server.baseUrl);
  const rounds = 10;
  const callers = 50;
  const used: number[] = [];
  let cpuMs = 0;
  let seconds = 0;
  for (let part = 0; part < rounds; part += 1) {
    const measured = await measure(model, callers, SOAK_CALLS / rounds / callers, null);
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
