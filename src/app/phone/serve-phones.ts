import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { serve } from '@hono/node-server';
import { z } from 'zod';
import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { instructionOf } from '../../domain/task.js';
import { stepsAllowed } from '../../engine/attempt/steps-allowed.js';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { LOOPBACK } from '../../http/loopback.js';
import { PhoneOptionsSchema, type PhoneOptions } from '../../phone/phone-options.js';
import { phoneSteps } from '../../phone/run/phone-steps.js';
import { builtViewer, readViewerFile } from '../view/viewer-files.js';
import { controlApi } from '../../phone/serve/control-api.js';
import { RecordedStation, type PhoneLogs, type StationWorld } from '../../phone/serve/recorded-station.js';
import { VERSION } from '../../version.js';
import { openBenchmark } from '../run/prepare-run.js';
import { requirePhone } from '../run/require-phone.js';
import { requireFolder } from '../settings/require-folder.js';
import type { Settings } from '../settings/setting.js';

export { PHONE_STEPS } from '../../phone/run/phone-steps.js';

/** Which phones are kept up, and where. */
export interface ServeOptions {
  /** Task that the first phones are at; null: the first there is. */
  readonly task: string | null;
  /** Phones from the start, and at once. */
  readonly phones: number;
  readonly maxPhones: number;
  /** Switches of the phones. */
  readonly switches: Readonly<Record<string, unknown>>;
  /** Address of the page and the API; port 0 takes any free one. */
  readonly host: string;
  readonly port: number;
  /** What callers must show; null on loopback. */
  readonly token: string | null;
  /** Folder for the phones' event logs; null: none. */
  readonly logs: string | null;
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
  /** Receives failures of a phone that end nothing. */
  readonly onFailure: (error: unknown) => void;
}

/** Phones that are up. Disposing takes them down. */
export interface ServedPhones extends AsyncDisposable {
  readonly station: RecordedStation;
  readonly port: number;
  readonly token: string | null;
}

/**
 * Keeps phones of a recorded world up, with a control API and a page that shows them.
 *
 * @throws {UserError} for a world that is no phone, a task or switch that there is not, and a port that is taken
 */
export async function servePhones(
  benchmarkName: string,
  values: Settings,
  options: ServeOptions,
): Promise<ServedPhones> {
  const { workingDirectory, signal } = options;
  const settings = { ...values, mode: 'corrected' as const };
  const benchmark = await openBenchmark(benchmarkName, settings, { workingDirectory, signal });
  try {
    requirePhone({ name: 'phone', needs: { deviceBridge: true } }, benchmark, 'corrected');
    const world = await stationWorld(benchmark, settings, signal);
    const task = firstTask(benchmark.name, world, options.task);
    return await serveStation(world, { ...options, task, seed: settings.seed, benchmark });
  } catch (error) {
    await benchmark[Symbol.asyncDispose]();
    throw error;
  }
}

async function serveStation(
  world: StationWorld,
  options: ServeOptions & { readonly task: string; readonly seed: number; readonly benchmark: Benchmark },
): Promise<ServedPhones> {
  const { host, token, task, seed, benchmark } = options;
  const station = new RecordedStation(world, {
    options: phoneOptions(options.switches),
    host,
    maxPhones: options.maxPhones,
    logs: options.logs === null ? null : await logsIn(options.logs, options),
  });
  try {
    for (let count = 0; count < options.phones; count += 1) await station.add({ task, seed, repeat: count });
    const app = controlApi(station, {
      token,
      hosts: token === null ? LOOPBACK : null,
      readPage: (path) => readViewerFile(builtViewer(), path),
    });
    const server = serve({ fetch: app.fetch, hostname: host, port: options.port });
    await once(server, 'listening').catch((error: unknown) => {
      throw new UserError(`port ${options.port} of ${host} cannot be listened on`, {
        cause: error,
        hint: 'Name another with --port, or 0 for any free one.',
      });
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : options.port;
    const dispose = async (): Promise<void> => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await station[Symbol.asyncDispose]();
      await benchmark[Symbol.asyncDispose]();
    };
    return { station, port, token, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await station[Symbol.asyncDispose]();
    throw error;
  }
}

/** @throws {UserError} where there is none of that name, or none at all */
function firstTask(benchmark: string, { tasks }: StationWorld, named: string | null): string {
  const first = named ?? tasks[0]?.id;
  if (first === undefined) throw new UserError(`${benchmark} has no task`);
  if (tasks.some(({ id }) => id === first)) return first;
  const some = tasks.slice(0, 5).map(({ id }) => id);
  throw new UserError(`no task of ${benchmark} is called "${first}"`, {
    hint: `${didYouMean(
      first,
      tasks.map(({ id }) => id),
    )}Its first tasks: ${some.join(', ')}; GET /tasks of the control API lists all.`,
  });
}

/** @throws {DatasetError} when the tasks cannot be read */
async function stationWorld(
  benchmark: Benchmark,
  { language, maxSteps }: Pick<Settings, 'language' | 'maxSteps'>,
  signal: AbortSignal,
): Promise<StationWorld> {
  const items = new Map<string, BenchmarkItem>();
  for await (const item of benchmark.items.list()) if (item.invalid === undefined) items.set(item.id, item);
  return {
    tasks: [...items.values()].map(({ id, task }) => ({
      id,
      instruction: instructionOf(task, language ?? undefined),
      maxActions: maxSteps ?? stepsAllowed(task, { agent: { stepsFor: phoneSteps }, benchmark }),
    })),
    open: async (id) => {
      const item = items.get(id);
      if (item === undefined) throw new UserError(`there is no task "${id}"`);
      const graph = benchmark.world?.graph(item) ?? null;
      return {
        environment: await benchmark.items.environments.lend(item, { signal }),
        screens:
          graph === null ? null : { graph, screen: (screen) => benchmark.world?.screen(screen) ?? null },
      };
    },
  };
}

/** @throws {UserError} for a folder that cannot be made, or that holds logs of phones */
async function logsIn(
  named: string,
  { workingDirectory, onFailure }: Pick<ServeOptions, 'workingDirectory' | 'onFailure'>,
): Promise<PhoneLogs> {
  const folder = resolve(workingDirectory, named);
  await requireFolder(folder, '--out');
  if ((await readdir(folder)).some((name) => name.endsWith('.phone.jsonl'))) {
    throw new UserError(`the folder ${folder} holds logs of phones already`, {
      hint: '--out names a folder that holds none.',
    });
  }
  return { folder, touchstone: VERSION, onFailure };
}

/** @throws {UserError} for switches that phones do not have */
function phoneOptions(given: Readonly<Record<string, unknown>>): PhoneOptions {
  const spelled = Object.entries(given).map(([name, value]) => [
    name,
    value === 'true' || value === 'false' ? value === 'true' : value,
  ]);
  const parsed = z.strictObject(PhoneOptionsSchema.shape).safeParse(Object.fromEntries(spelled));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(`a phone has no such switch: ${issue === undefined ? '' : describeIssue(issue)}`, {
    hint: `Switches: ${Object.keys(PhoneOptionsSchema.shape).join(', ')}; see docs/phone.`,
  });
}
