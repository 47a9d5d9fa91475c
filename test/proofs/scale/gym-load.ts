import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

const MAIN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
const BUILT = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** What a gym server did under load. */
export interface GymLoad {
  readonly sessions: number;
  readonly inFlight: number;
  readonly steps: number;
  readonly stepsPerSecond: number;
  /** Of steps, in milliseconds, as the generator sees them. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Longest of the batches of as many steps as there are sessions. */
  readonly batchMs: number;
  /** Highest resident memory of the server, in megabytes. */
  readonly memoryMb: number;
  /** Processor seconds that each side used while steps were counted. */
  readonly serverCpuS: number;
  readonly generatorCpuS: number;
}

export interface GymLoadOptions {
  readonly sessions: number;
  readonly inFlight: number;
  readonly seconds: number;
  readonly batches: number;
  /** Whether the program that was built is measured, in place of its sources. */
  readonly isBuilt: boolean;
}

/** Steps that a phone is asked for one after the other; each changes what is on the screen, or not, as it comes. */
const ACTIONS: readonly Record<string, unknown>[] = [
  { type: 'open_app', app: 'settings' },
  { type: 'tap', x: 270, y: 300 },
  { type: 'swipe', direction: 'up' },
  { type: 'tap', x: 270, y: 700 },
  { type: 'key', key: 'BACK' },
  { type: 'wait' },
];

/** Plays Pocket without pictures on a gym server in a process of its own, as many sessions and steps at a time as asked for. */
export async function loadGym(options: GymLoadOptions): Promise<GymLoad> {
  const { sessions, inFlight, seconds, batches, isBuilt } = options;
  const program = isBuilt ? [BUILT] : ['--import', import.meta.resolve('tsx'), MAIN];
  const most = String(2 * sessions);
  const server = spawn(
    process.execPath,
    [
      ...program,
      'gym',
      'serve',
      'pocket',
      '--pictures',
      'none',
      '--max-sessions',
      most,
      '--port',
      '0',
      '--json',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: tmpdir() },
  );
  const closed = once(server, 'close');
  try {
    const address = (await addressOf(server)).replace('http', 'ws');
    const phones: Phone[] = [];
    for (let count = 0; count < sessions; count += 1) phones.push(await Phone.connect(`${address}/ws`));
    // Code that is run for the first time is no measure of the rest.
    await playFor(phones, { inFlight, ms: 1000 });
    const before = await usage(server);
    const own = process.cpuUsage();
    const startedAt = performance.now();
    const taken = await playFor(phones, { inFlight, ms: seconds * 1000 });
    const lastedS = (performance.now() - startedAt) / 1000;
    const after = await usage(server);
    const { user, system } = process.cpuUsage(own);
    const times = taken.toSorted((a, b) => a - b);
    const batchMs = await longestBatch(`${address}/batch`, sessions, batches);
    const { peakMb } = await usage(server);
    for (const phone of phones) phone.close();
    return {
      sessions,
      inFlight,
      steps: times.length,
      stepsPerSecond: times.length / lastedS,
      p50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
      p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
      batchMs,
      memoryMb: peakMb,
      serverCpuS: after.cpuS - before.cpuS,
      generatorCpuS: (user + system) / 1e6,
    };
  } finally {
    server.kill('SIGINT');
    await closed;
  }
}

async function addressOf(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('the server has no output');
  const lines = createInterface({ input: server.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), once(server, 'close')])) as unknown[];
  if (typeof line !== 'string') throw new Error('the server ended before it listened');
  return (JSON.parse(line) as { readonly address: string }).address;
}

/** One session, one message at a time. */
class Phone {
  readonly #socket: WebSocket;
  #answered: (text: string) => void = () => undefined;
  #step = 0;
  #isOver = true;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#answered(data.toString('latin1')));
  }

  static async connect(url: string): Promise<Phone> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const phone = new Phone(socket);
    await once(socket, 'open');
    await phone.reset();
    return phone;
  }

  async reset(): Promise<void> {
    const answer = await this.#ask('{"type":"reset","data":{}}');
    if (!answer.startsWith('{"type":"observation"'))
      throw new Error(`a reset was answered: ${answer.slice(0, 300)}`);
    this.#isOver = false;
  }

  /** Milliseconds that a step took; a phone whose episode is over begins the next one before. */
  async step(): Promise<number> {
    if (this.#isOver) await this.reset();
    const data = ACTIONS[this.#step % ACTIONS.length];
    this.#step += 1;
    const message = JSON.stringify({ type: 'step', data });
    const startedAt = performance.now();
    const answer = await this.#ask(message);
    const took = performance.now() - startedAt;
    if (!answer.startsWith('{"type":"observation"'))
      throw new Error(`a step was answered: ${answer.slice(0, 300)}`);
    this.#isOver = answer.includes('"done":true');
    return took;
  }

  close(): void {
    this.#socket.terminate();
  }

  #ask(message: string): Promise<string> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#socket.send(message);
    });
  }
}

/** Steps phone after phone, so many at a time; gives how long each step took. */
async function playFor(
  phones: readonly Phone[],
  { inFlight, ms }: { readonly inFlight: number; readonly ms: number },
): Promise<number[]> {
  const free = [...phones];
  const took: number[] = [];
  const until = performance.now() + ms;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const phone = free.shift();
      if (phone === undefined) return;
      took.push(await phone.step());
      free.push(phone);
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, phones.length) }, worker));
  return took;
}

async function longestBatch(url: string, count: number, rounds: number): Promise<number> {
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 2 ** 30 });
  await once(socket, 'open');
  const ask = async (message: unknown): Promise<string> => {
    socket.send(JSON.stringify(message));
    const [data] = (await once(socket, 'message')) as [Buffer];
    return data.toString('utf8');
  };
  await ask({ type: 'open', count });
  const places = Array.from({ length: count }, (_, session) => ({ session }));
  let longest = 0;
  for (let round = 0; round < rounds; round += 1) {
    // Few enough that no episode is over.
    const place = round % ACTIONS.length;
    if (place === 0) await ask({ type: 'reset', items: places });
    const startedAt = performance.now();
    const answer = await ask({
      type: 'step',
      items: places.map((one) => ({ ...one, action: ACTIONS[place] })),
    });
    const took = performance.now() - startedAt;
    if (answer.includes('"error"')) throw new Error(`a batch was answered: ${answer.slice(0, 300)}`);
    // The first is run before anything of it is compiled.
    if (round > 0) longest = Math.max(longest, took);
  }
  socket.terminate();
  return longest;
}

/** Processor seconds and highest memory of a process, from the system; 0 where it does not say. */
async function usage({ pid }: ChildProcess): Promise<{ readonly cpuS: number; readonly peakMb: number }> {
  const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const [stat, status] = await Promise.all([read('stat'), read('status')]);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Clock ticks of user and system, a hundred a second on every Linux.
  const cpuS = (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
  return { cpuS, peakMb: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024 };
}
