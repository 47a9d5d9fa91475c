import { execFile, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchRow } from './bench-row.js';
import { cannedAdbServer } from './canned-adb-server.js';
import { startPhoneServer } from './start-phone-server.js';

const FORKS = 150;
const RAW_TAPS = 6000;
const RAW_CLIENTS = 8;
const IDLE_PHONES = 1000;
const LIMITS = {
  tapMs: 4,
  screencapMs: 6,
  firstScreencapMs: 60,
  roundMs: 15,
  tapsPerSecond: 3000,
  idleBytes: 1e9,
  startMs: 20,
} as const;

/**
 * What a phone costs over the real `adb`, one process per command, and over its socket. For comparison: what starting
 * `adb` alone costs, and what it costs against a server without a phone; they are most of the figure.
 */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [{ name: 'load of the machine (1 min)', value: loadavg()[0] ?? 0, unit: '' }];
  {
    await using server = await startPhoneServer(1);
    const port = server.ports[0] ?? 0;
    rows.push(await firstScreencap(port));
    rows.push(...(await rawRows(port)));
    if (spawnSync('adb', ['version']).status === 0) rows.push(...(await forkedRows(port)));
  }
  await using idle = await startPhoneServer(IDLE_PHONES);
  const bytes = idle.residentAfter;
  rows.push(
    {
      name: `${IDLE_PHONES} idle phones in one process, each on a port`,
      value: bytes / 1e6,
      unit: 'MB resident',
      target: `< ${LIMITS.idleBytes / 1e6}`,
      ratio: `${((bytes - idle.residentBefore) / IDLE_PHONES / 1000).toFixed(0)} kB each`,
    },
    {
      name: 'cold start of one more phone, p95',
      value: quantile(idle.startMs, 0.95),
      unit: 'ms',
      target: `< ${LIMITS.startMs}`,
      ratio: `first of the process ${idle.startMs[0]?.toFixed(1)} ms, p50 ${quantile(idle.startMs, 0.5).toFixed(2)} ms`,
    },
  );
  return rows;
}

/** What encoding a screen costs the first who asks, and what the next pay. The phone is fresh: its screens are two. */
async function firstScreencap(port: number): Promise<BenchRow> {
  const ask = (): Promise<number> => timed(() => rawScreencap(port));
  // Loads the encoder.
  await rawScreencap(port);
  await rawTap(port);
  const first = await ask();
  const next = quantile(await inTurn(20, ask), 0.5);
  return {
    name: 'first screencap of a screen over the raw smart socket',
    value: first,
    unit: 'ms',
    target: `< ${LIMITS.firstScreencapMs}`,
    ratio: `next ones p50 ${next.toFixed(2)} ms`,
  };
}

async function inTurn<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < times; index += 1) results.push(await work());
  return results;
}

function rawScreencap(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let bytes = 0;
    socket.on('data', (piece: Buffer) => (bytes += piece.length));
    socket.on('error', reject);
    socket.on('close', () => {
      if (bytes > 100_000) resolve();
      else reject(new Error(`a screenshot had ${bytes} bytes`));
    });
    socket.write(`${smart('host:transport-any')}${smart('exec:screencap -p')}`);
  });
}

/** Taps without `adb`: a connection per tap, as clients make them. */
async function rawRows(port: number): Promise<BenchRow[]> {
  for (let index = 0; index < 300; index += 1) await rawTap(port);
  const alone: number[] = [];
  for (let index = 0; index < 1000; index += 1) alone.push(await timed(() => rawTap(port)));
  const start = performance.now();
  await Promise.all(
    Array.from({ length: RAW_CLIENTS }, async () => {
      for (let index = 0; index < RAW_TAPS / RAW_CLIENTS; index += 1) await rawTap(port);
    }),
  );
  const perSecond = RAW_TAPS / ((performance.now() - start) / 1000);
  return [
    {
      name: `taps over the raw smart socket, ${RAW_CLIENTS} clients`,
      value: perSecond,
      unit: '/s',
      target: `>= ${LIMITS.tapsPerSecond}`,
      ratio: `${(perSecond / LIMITS.tapsPerSecond).toFixed(1)}x`,
    },
    {
      name: 'tap over the raw smart socket, one client, p50',
      value: quantile(alone, 0.5),
      unit: 'ms',
      ratio: `${(1000 / (alone.reduce((a, b) => a + b, 0) / alone.length)).toFixed(0)}/s one after another`,
    },
  ];
}

/** Both requests at once: the server needs no answer in between. */
function rawTap(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let answer = '';
    socket.on('data', (piece: Buffer) => (answer += piece.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => {
      if (answer === 'OKAYOKAY\u0003\u0001\0\0\0\0') resolve();
      else reject(new Error(`a tap was answered ${JSON.stringify(answer)}`));
    });
    socket.write(`${smart('host:transport-any')}${smart('shell,v2,raw:input tap 540 1200')}`);
  });
}

function smart(text: string): string {
  return text.length.toString(16).padStart(4, '0') + text;
}

/** `adb` started per command by a shell script; the same against a server that only sends bytes that lie ready. */
async function forkedRows(port: number): Promise<BenchRow[]> {
  const { stdout: picture } = spawnSync('adb', ['exec-out', 'screencap', '-p'], {
    env: { ...process.env, ANDROID_ADB_SERVER_PORT: String(port) },
    maxBuffer: 64 << 20,
  });
  await using canned = await cannedAdbServer(picture);
  const script = fileURLToPath(new URL('./fork-adb.sh', import.meta.url));
  const args = [script, String(FORKS), `phone=${port}`, `canned=${canned.port}`];
  const { stdout } = await promisify(execFile)('bash', args);
  const figures = new Map<string, number[]>();
  for (const [, name = '', microseconds] of stdout.matchAll(/^(\S+) (\d+)$/gm)) {
    const of = figures.get(name) ?? [];
    of.push(Number(microseconds) / 1000);
    figures.set(name, of);
  }
  const figure = (name: string, share: number): number => quantile(figures.get(name) ?? [], share);
  const version = figure('version', 0.5);
  const row = (title: string, what: string, share: number, limit: number, starts: number): BenchRow => {
    const value = figure(`phone:${what}`, share);
    const floor = figure(`canned:${what}`, share);
    return {
      name: title,
      value,
      unit: 'ms',
      target: `< ${limit}`,
      ratio: `${(value - starts * version).toFixed(2)} ms beyond starting adb; canned answers ${floor.toFixed(2)} ms`,
    };
  };
  return [
    {
      name: '`adb version` alone, p50',
      value: version,
      unit: 'ms',
      ratio: `p95 ${figure('version', 0.95).toFixed(2)} ms`,
    },
    row('tap by an adb process, p50', 'tap', 0.5, LIMITS.tapMs, 1),
    row(
      `screencap of ${(picture.length / 1e6).toFixed(2)} MB by an adb process, p50`,
      'screencap',
      0.5,
      LIMITS.screencapMs,
      1,
    ),
    row('tap, then the next screencap, p95', 'round', 0.95, LIMITS.roundMs, 2),
  ];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
