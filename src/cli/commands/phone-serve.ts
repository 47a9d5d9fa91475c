import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { serve } from '@hono/node-server';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { instructionOf } from '../../domain/task.js';
import { UserError } from '../../errors.js';
import { PhoneOptionsSchema, type PhoneOptions } from '../../phone/phone-options.js';
import { phoneSteps, PHONE_STEPS } from '../../phone/run/phone-steps.js';
import { controlApi } from '../../phone/serve/control-api.js';
import { reachableHost } from '../../phone/serve/reachable-host.js';
import { RecordedStation, type PhoneLogs, type StationWorld } from '../../phone/serve/recorded-station.js';
import { VERSION } from '../../version.js';
import { addSettings } from '../add-settings.js';
import { benchmarkExamples } from '../../registry/benchmark-examples.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { wholeNumber } from '../../domain/text/parse-option.js';
import { listPresets, presetOptions } from '../../app/phone/phone-presets.js';
import { openBenchmark } from '../../app/run/prepare-run.js';
import { requireFolder } from '../../app/settings/require-folder.js';
import { requirePhone } from '../../app/run/require-phone.js';
import type { SettingKey, Settings } from '../../app/settings/setting.js';

const KEYS = [
  'data',
  'split',
  'language',
  'seed',
  'maxSteps',
  'repair',
  'benchmarkOptions',
  'dimensions',
  'agentOptions',
  'plugins',
] as const satisfies readonly SettingKey[];

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]', '::1']);

/** `touchstone phone serve BENCHMARK`: keeps phones up for whoever comes, with a control API and a page that shows them. */
export function addPhoneServeCommand(phone: Command, context: CommandContext): void {
  addSettings(
    introduce(
      phone.command('serve'),
      'Keep phones of a recorded world up, with a control API and a page that shows them live.',
      benchmarkExamples('phone serve', 4, context.namedBenchmarks),
    ),
    KEYS,
    { defaults: { maxSteps: PHONE_STEPS } },
  )
    .argument('<benchmark>', 'name of a benchmark, or folder of a world of your own')
    .option('--task <id>', 'task that the first phones are at (default: the first there is)')
    .option('--phones <n>', 'phones from the start', '1')
    .option('--max-phones <n>', 'phones at once', '100')
    .option('--host <address>', 'address to listen on; any but loopback asks for a token', '127.0.0.1')
    .option('--port <n>', 'port of the page and the API; 0 takes any free one', '8700')
    .option('--preset <agent>', `phones set up as an agent expects it (default: none): ${listPresets()}`)
    .option(
      '--out <folder>',
      "folder for the phones' event logs, one for each phone and each start of its task; must hold none yet (default: no logs)",
    )
    .option('--json', 'print where everything is as one JSON document')
    .action(async (benchmarkName: string, options: Record<string, unknown>) => {
      context.sayOnInterrupt('stopping the phones');
      const { values } = await loadSettings(options, context, ['plugins']);
      const settings = { ...values, mode: 'corrected' as const };
      const { workingDirectory, interrupted: signal } = context;
      await using benchmark = await openBenchmark(benchmarkName, settings, { workingDirectory, signal });
      requirePhone({ name: 'phone', needs: { deviceBridge: true } }, benchmark, 'corrected');
      const world = await stationWorld(benchmark, settings, signal);
      const first = typeof options['task'] === 'string' ? options['task'] : world.tasks[0]?.id;
      if (first === undefined) throw new UserError(`${benchmark.name} has no task`);
      if (!world.tasks.some(({ id }) => id === first)) {
        const some = world.tasks.slice(0, 5).map(({ id }) => id);
        throw new UserError(`no task of ${benchmark.name} is called "${first}"`, {
          hint: `Its first tasks: ${some.join(', ')}; GET /tasks of the control API lists all.`,
        });
      }
      const host = String(options['host']);
      const token = LOOPBACK.has(host) ? null : tokenOf(context);
      await using station = new RecordedStation(world, {
        options: phoneOptions({ ...presetOptions(options), ...settings.agentOptions }),
        host,
        maxPhones: wholeNumber(options['maxPhones'], '--max-phones'),
        logs: typeof options['out'] === 'string' ? await logsIn(options['out'], context) : null,
      });
      const phones = wholeNumber(options['phones'], '--phones');
      for (let count = 0; count < phones; count += 1) {
        await station.add({ task: first, seed: settings.seed, repeat: count });
      }
      const app = controlApi(station, { token, hosts: token === null ? LOOPBACK : null });
      const port = portNumber(options['port']);
      const server = serve({ fetch: app.fetch, hostname: host, port });
      await once(server, 'listening').catch((error: unknown) => {
        throw new UserError(`port ${port} of ${host} cannot be listened on`, {
          cause: error,
          hint: 'Name another with --port, or 0 for any free one.',
        });
      });
      const address = server.address();
      const at = typeof address === 'object' && address !== null ? address.port : port;
      const url = `http://${urlHost(host)}:${at}/${token === null ? '' : '?token=$TOUCHSTONE_PHONE_TOKEN'}`;
      announce(station, { url, host, json: options['json'] === true, context });
      if (!signal.aborted) await once(signal, 'abort');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
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
      maxActions: maxSteps ?? task.maxSteps ?? phoneSteps(task) ?? benchmark.items.defaultMaxSteps,
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
async function logsIn(named: string, { workingDirectory, stderr }: CommandContext): Promise<PhoneLogs> {
  const folder = resolve(workingDirectory, named);
  await requireFolder(folder, '--out');
  if ((await readdir(folder)).some((name) => name.endsWith('.phone.jsonl'))) {
    throw new UserError(`the folder ${folder} holds logs of phones already`, {
      hint: '--out names a folder that holds none.',
    });
  }
  const onFailure = (error: unknown): void => {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  };
  return { folder, touchstone: VERSION, onFailure };
}

/** @throws {UserError} for what is no port */
function portNumber(value: unknown): number {
  const port = wholeNumber(value, '--port');
  if (port <= 65_535) return port;
  throw new UserError(`--port: ${port} is no port`, { hint: 'Ports go to 65535; 0 takes any free one.' });
}

/** @throws {UserError} where there is none */
function tokenOf({ environment }: CommandContext): string {
  const token = environment['TOUCHSTONE_PHONE_TOKEN'];
  if (token !== undefined && token.length >= 16) return token;
  throw new UserError('whoever reaches this address could drive the phones, so a token is needed', {
    hint: `Set TOUCHSTONE_PHONE_TOKEN to 16 characters or more, such as ${randomBytes(16).toString('hex')}; or leave --host out.`,
  });
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

/** A host as addresses have it, and so that it can be dialled. */
function urlHost(host: string): string {
  const reachable = reachableHost(host);
  return reachable.includes(':') && !reachable.startsWith('[') ? `[${reachable}]` : reachable;
}

function announce(
  station: RecordedStation,
  {
    url,
    host,
    json,
    context,
  }: {
    readonly url: string;
    readonly host: string;
    readonly json: boolean;
    readonly context: CommandContext;
  },
): void {
  const here = urlHost(host);
  const phones = station.list().map((phone) => phone.info());
  if (json) {
    context.stdout.write(`${JSON.stringify({ url, phones })}\n`);
    return;
  }
  const where = reachableHost(host) === host ? '' : ` (listens on all addresses, ${host})`;
  context.stdout.write(`Phones: ${url}${where}\n`);
  for (const { env, task, daemonPort } of phones) {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    context.stdout.write(
      `  ${task}: ${variables.join(' ')} adb shell    (or: adb connect ${here}:${daemonPort})\n`,
    );
  }
  context.stdout.write('Ctrl-C takes them down.\n');
}
