import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLiveSuite } from '../../src/benchmarks/suite/live-suite.js';
import type { Benchmark } from '../../src/benchmarks/benchmark.js';
import type { Environment } from '../../src/environments/environment.js';
import { recordProxy } from '../../src/phone/proxy/record-proxy.js';
import { writeRecordedWorld } from '../../src/builder/world/write-recorded-world.js';
import { serveEnvironment, type ServedEnvironment } from '../../src/testing/phones/served-environment.js';
import { NO_ADB, runAdb, startAdbServer, type AdbServer } from '../fixtures/adb/adb-server.js';
import { NO_CHROMIUM } from '../fixtures/chromium.js';
import { wholeChromiumInThisFile } from '../fixtures/whole-chromium.js';
import { runTouchstone } from './run-touchstone.js';

const missing = NO_ADB ?? NO_CHROMIUM;
if (missing !== null) console.log(missing);
wholeChromiumInThisFile();

const WAIT = { timeout: 120_000 };
const { signal } = new AbortController();

/** An agent in a few lines of shell: finds elements by their ids in the dump, taps and types. */
const AGENT = `
at() { adb shell uiautomator dump /sdcard/d.xml >/dev/null; adb shell cat /sdcard/d.xml | tr '>' '\\n' | grep ":id/$1\\"" |
  sed -E 's/.*bounds="\\[([0-9]+),([0-9]+)\\]\\[([0-9]+),([0-9]+)\\]".*/\\1 \\2 \\3 \\4/' | awk '{print int(($1+$3)/2), int(($2+$4)/2)}'; }
adb shell input tap $(at item); adb shell input text Mi; adb shell input text lk; adb shell input tap $(at add)
adb shell uiautomator dump /sdcard/d.xml >/dev/null; adb shell cat /sdcard/d.xml | grep -c Milk`;

describe.skipIf(missing !== null)('touchstone phone on a live world', () => {
  it('runs a command on a phone of the live world, and judges by the state its app tells', WAIT, async () => {
    const runs = await mkdtemp(join(tmpdir(), 'touchstone-live-run-'));
    try {
      const args = [
        'phone',
        'run',
        'examples/live',
        '--env',
        'chromium',
        '--task',
        'add-milk',
        '--runs',
        runs,
      ];
      const done = await runTouchstone([...args, '--run-id', 'live', '--json', '--', 'sh', '-c', AGENT]);
      expect(done.stderr).not.toContain('agent error');
      expect(done.code).toBe(0);
      const journal = await readFile(join(runs, 'live', 'journal-main.jsonl'), 'utf8');
      // The tap into the field, the text in two pieces, the button, and the end.
      const kinds = journal
        .trim()
        .split('\n')
        .map(
          (line) =>
            JSON.parse(line) as {
              readonly type: string;
              readonly decision?: { readonly action?: { readonly type: string } };
            },
        )
        .flatMap(({ type, decision }) => (type === 'decision' ? [decision?.action?.type] : []));
      expect(kinds).toEqual(['tap', 'type', 'tap', 'stop']);
      expect(journal).toContain('groceries:Milk');
      const { tables } = JSON.parse(done.stdout) as {
        readonly tables: readonly {
          readonly id: string;
          readonly rows: readonly (readonly { readonly text: string }[])[];
        }[];
      };
      const [agent, rate] = tables.find(({ id }) => id === 'summary')?.rows[0] ?? [];
      expect([agent?.text, rate?.text]).toEqual(['sh (by adb on a live phone)', '100.0']);
    } finally {
      await rm(runs, { recursive: true, force: true });
    }
  });
});

describe.skipIf(missing !== null)('a recording proxy before a live phone', () => {
  let benchmark: Benchmark;
  let live: Environment;
  let served: ServedEnvironment;
  let adb: AdbServer;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-live-proxy-'));
    benchmark = await openLiveSuite('examples/live', { mode: 'corrected', signal });
    for await (const item of benchmark.items.list())
      live ??= await benchmark.items.environments.lend(item, { signal });
    served = await serveEnvironment(live, { start: { task: 'add-milk', repeat: 0, seed: 1 } });
    adb = await startAdbServer();
    await adb.run(['connect', served.address]);
  }, WAIT.timeout);

  afterAll(async () => {
    for (const part of [adb, served, live, benchmark]) await part?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }, WAIT.timeout);

  it('makes a world on which every recorded step leads where it led', WAIT, async () => {
    const recording = join(folder, 'recording');
    await mkdir(recording);
    const proxy = await recordProxy({
      upstream: { host: '127.0.0.1', port: adb.port },
      serial: null,
      port: 0,
      folder: recording,
      settleMs: 300,
      takesDumps: true,
      touchstone: 'test',
      onProblem: () => {},
    });
    const at = async (id: string): Promise<string> => {
      const { stdout } = await runAdb(proxy.port, ['shell', 'uiautomator dump /dev/tty']);
      const [, x1, y1, x2, y2] =
        new RegExp(`:id/${id}"[^>]*bounds="\\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]"`).exec(stdout) ?? [];
      return `${(Number(x1) + Number(x2)) / 2} ${(Number(y1) + Number(y2)) / 2}`;
    };
    for (const line of [
      `input tap ${await at('item')}`,
      'input text Milk',
      `input tap ${await at('add')}`,
      'input keyevent HOME',
    ])
      await runAdb(proxy.port, ['shell', line]);
    await runAdb(proxy.port, ['shell', 'true']);
    await proxy[Symbol.asyncDispose]();
    expect(live.state).toBe('groceries:Milk');
    const out = join(folder, 'world');
    const made = await writeRecordedWorld(recording, { out, instruction: 'Add Milk to the list.', signal });
    expect(made).toMatchObject({ unrepeated: 0, unseen: 0 });
    expect(made.graph.nodes.length).toBeGreaterThanOrEqual(4);
  });
});
