import { readdir } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Benchmark, BenchmarkItem } from '../../../src/benchmarks/benchmark.js';
import { deviceScoringFailure } from '../../../src/benchmarks/suite/device-hierarchy-error.js';
import { deviceTask } from '../../../src/benchmarks/suite/android-phones.js';
import { suiteIn } from '../../../src/benchmarks/suite/suite-benchmark.js';
import { resumeRun, startRun, type RunSummary } from '../../../src/engine/run.js';
import { AdbServer as DriverServer } from '../../../src/environments/android/adb/adb-server.js';
import { openAndroid } from '../../../src/environments/android/open-android.js';
import { DeviceRecords } from '../../../src/environments/android/pool/device-records.js';
import { NoDeviceError } from '../../../src/environments/android/pool/device-errors.js';
import { listPhones } from '../../../src/environments/android/pool/listed-phones.js';
import { openAndroidDevices } from '../../../src/environments/android/pool/open-android-devices.js';
import { buildRun } from '../../../src/testing/run-fakes/run-fake.js';
import { startAdbServer, type AdbServer } from '../../fixtures/adb/adb-server.js';
import { ERRANDS_PACKAGE, errandSuite } from './errands.js';
import { errandWorld } from './errand-world.js';
import { FaultyPhone } from './faulty-phone.js';
import type { PlannedEpisode } from './fault-plan.js';
import { HurtEnvironment } from './hurt-environment.js';
import { scriptedActor, scriptedAgent } from './scripted-agent.js';

const APPS = [{ name: 'Errands', package: ERRANDS_PACKAGE }];
const SETTLE = { firstMs: 5, everyMs: 5 };
/** A run that goes on after a fault nobody planned would never end. */
const MOST_SESSIONS = 1000;

export interface LaneOptions {
  readonly folder: string;
  readonly episodes: readonly PlannedEpisode[];
  readonly phones: number;
  readonly concurrency: number;
  readonly onEpisode: () => void;
}

/** Where a run of the lane is, and what became of its phones. */
export interface LaneResult {
  readonly directory: string;
  readonly benchmark: Benchmark;
  /** The phone that each episode was on, last. */
  readonly serials: ReadonlyMap<string, string>;
  /** Times that no phone was left: their owner looked after them, and the run was resumed. */
  readonly sessions: number;
  /** Phones with changes that the last episode could not take back, and the next start did. */
  readonly leftovers: number;
  /** What of a phone is not as it was. */
  readonly unclean: readonly string[];
}

/** Phones of an adb server of their own, and a run over them that is resumed until every episode has ended. */
export async function runLane(options: LaneOptions): Promise<LaneResult> {
  const { signal } = new AbortController();
  await using adb = await startAdbServer();
  await using started = await startPhones(options.phones, adb);
  const { phones } = started;
  const before = await Promise.all(phones.map((phone) => phone.state()));
  const lane = new Lane(options, phones, adb, signal);
  const { sessions, benchmark } = await lane.run();
  const leftovers = await lane.startAnew();
  const after = await Promise.all(phones.map((phone) => phone.state()));
  const unclean = phones.flatMap(({ serial }, index) =>
    after[index] === before[index] ? [] : [`${serial}: ${before[index]} became ${after[index]}`],
  );
  for (const file of await readdir(lane.home)) {
    // What is remembered of a phone's last episodes is no change of it.
    if (!file.endsWith('.device.json')) unclean.push(`left in the folder of devices: ${file}`);
  }
  return { directory: lane.directory, benchmark, serials: lane.serials, sessions, leftovers, unclean };
}

async function startPhones(
  count: number,
  adb: AdbServer,
): Promise<{ readonly phones: readonly FaultyPhone[] } & AsyncDisposable> {
  const world = errandWorld();
  const phones: FaultyPhone[] = [];
  for (let index = 0; index < count; index += 1) {
    phones.push(await FaultyPhone.start(`errand-phone-${index}`, world, adb));
  }
  return {
    phones,
    async [Symbol.asyncDispose]() {
      for (const phone of phones) await phone[Symbol.asyncDispose]();
    },
  };
}

class Lane {
  readonly directory: string;
  /** Leases, quarantine and what is to be taken back. */
  readonly home: string;
  readonly serials = new Map<string, string>();
  readonly #options: LaneOptions;
  readonly #phones: readonly FaultyPhone[];
  readonly #adb: AdbServer;
  readonly #signal: AbortSignal;
  readonly #episodes: ReadonlyMap<string, PlannedEpisode>;

  constructor(options: LaneOptions, phones: readonly FaultyPhone[], adb: AdbServer, signal: AbortSignal) {
    this.#options = options;
    this.#phones = phones;
    this.#adb = adb;
    this.#signal = signal;
    this.#episodes = new Map(options.episodes.map((episode) => [episode.id, episode]));
    this.directory = join(options.folder, 'run');
    this.home = join(options.folder, 'devices');
  }

  /** As a user would: where no phone is left, look after them, let them out of quarantine and resume. */
  async run(): Promise<{ readonly sessions: number; readonly benchmark: Benchmark }> {
    for (let sessions = 1; sessions <= MOST_SESSIONS; sessions += 1) {
      const benchmark = await this.#open();
      try {
        const summary = await this.#session(benchmark, sessions === 1);
        if (summary.status === 'complete') return { sessions, benchmark };
      } catch (error) {
        if (!(error instanceof NoDeviceError)) throw error;
      } finally {
        await benchmark[Symbol.asyncDispose]();
      }
      await this.#lookAfterPhones();
    }
    throw new Error('the run does not end');
  }

  /** Each phone's next start, which takes back what is left. Gives how many had something. */
  async startAnew(): Promise<number> {
    await this.#lookAfterPhones();
    const server = { port: this.#adb.port };
    let leftovers = 0;
    for (const { listed, identity } of await listPhones(new DriverServer(server), this.#signal)) {
      const name = identity?.name ?? '';
      if (!(await readdir(this.home)).includes(`${encodeURIComponent(name)}.jsonl`)) continue;
      leftovers += 1;
      await using phone = await openAndroid({
        serial: listed.serial,
        name,
        server,
        tasks: this.#tasks(),
        journals: this.home,
        settle: SETTLE,
        signal: this.#signal,
      });
      const [task = ''] = this.#episodes.keys();
      await phone.reset({ task, repeat: 0, seed: 1 }, { signal: this.#signal });
    }
    return leftovers;
  }

  async #session(benchmark: Benchmark, isFirst: boolean): Promise<RunSummary> {
    const agent = scriptedAgent(this.#episodes);
    const models = { actor: scriptedActor(this.#episodes) };
    const { concurrency, onEpisode } = this.#options;
    const built = buildRun(this.directory, {
      benchmark,
      agent,
      models,
      // One attempt each: a retry on another phone would hide what the first one said.
      settings: { retry: { attempts: 1, firstDelayMs: 1, maxDelayMs: 1 } },
      operation: { concurrency },
    });
    const options = {
      ...built,
      onEvent: ({ type }: { readonly type: string }) => void (type === 'item-end' && onEpisode()),
    };
    return await (isFirst ? startRun(options) : resumeRun(options));
  }

  async #open(): Promise<Benchmark> {
    const { text, read } = errandSuite(new Map(this.#options.episodes.map(({ id, script }) => [id, script])));
    const provider = await openAndroidDevices<BenchmarkItem>({
      server: { port: this.#adb.port },
      devices: this.#phones.map(({ serial }) => serial),
      folder: this.home,
      tasks: this.#tasks(),
      settle: SETTLE,
      nameOf: ({ id }) => id,
      prepare: async (task, { device }) => {
        this.serials.set(task.id, device.serial);
        const fault = this.#episodes.get(task.id)?.fault;
        if (fault?.moment === 'setup') await this.#phoneOf(task.id)?.hurt(fault);
      },
      signal: this.#signal,
    });
    const { identity, capacity } = provider;
    return suiteIn(
      {
        dataHash: createHash('sha256').update(text).digest('hex'),
        whyImpossible: () => null,
        warnings: [],
        environments: {
          identity,
          capacity,
          lend: async (item, options) =>
            new HurtEnvironment(
              await provider.lend(item, options),
              this.#episodes.get(item.id)?.fault ?? null,
              () => this.#phoneOf(item.id),
            ),
        },
        scoringFailure: deviceScoringFailure,
        close: () => provider[Symbol.asyncDispose](),
      },
      read,
      { mode: 'corrected', environment: { kind: 'android', devices: [] }, signal: this.#signal },
    );
  }

  #tasks() {
    const scripts = new Map(this.#options.episodes.map(({ id, script }) => [id, script]));
    const { tasks } = errandSuite(scripts).read.suite;
    return new Map(tasks.map((task) => [task.id, deviceTask(task, APPS)]));
  }

  #phoneOf(item: string): FaultyPhone | null {
    return this.#phones.find(({ serial }) => serial === this.serials.get(item)) ?? null;
  }

  async #lookAfterPhones(): Promise<void> {
    for (const phone of this.#phones) {
      phone.heal();
      await phone.plugIn();
    }
    const records = new DeviceRecords(this.home);
    for (const name of records.quarantined().keys()) records.release(name);
  }
}
