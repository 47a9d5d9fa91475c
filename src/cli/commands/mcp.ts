import { once } from 'node:events';
import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import { listTable } from '../../app/list/list-table.js';
import { appsOfTasks } from '../../app/phone/apps-of-tasks.js';
import { LOOPBACK } from '../../app/hosts.js';
import { openPlay } from '../../app/play/open-play.js';
import { PLAY_SETTINGS } from '../../app/play/play-settings.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import type { Settings } from '../../app/settings/setting.js';
import { controlRuns } from '../../app/view/control/control-runs.js';
import { openResultsFolder } from '../../app/view/open-results-folder.js';
import { requireResultsFolder } from '../../app/view/require-results-folder.js';
import { ScaledPictures } from '../../app/view/scaled-pictures.js';
import { wholeNumber } from '../../domain/text/parse-option.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { benchTools } from '../../mcp/bench/bench-tools.js';
import { PhoneDesk } from '../../mcp/phones/phone-desk.js';
import { phoneTools } from '../../mcp/phones/phone-tools.js';
import { serveMcp } from '../../mcp/serve-http.js';
import { serveStdio } from '../../mcp/serve-stdio.js';
import type { ServedTools } from '../../mcp/tool-server.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { portNumber, urlHost } from '../listen-address.js';
import { ownProgram } from '../serving/own-program.js';
import { SERVED_AS, SERVED_AS_WORDS } from '../serving/served-as.js';
import { serverToken } from '../serving/server-token.js';

const TOKEN = 'TOUCHSTONE_MCP_TOKEN';

interface McpFlags {
  readonly http?: string;
  readonly host: string;
  readonly servedAs?: readonly string[];
  readonly record?: string;
  readonly maxSessions: string;
  readonly allowRun?: boolean;
}

/** `touchstone mcp [BENCHMARK]`: the phones of a benchmark, or the bench itself, as MCP tools. */
export function addMcpCommand(program: Command, context: CommandContext): void {
  addSettings(
    introduce(
      program.command('mcp'),
      'Serve phones to an MCP client, each with a task of a benchmark; without a benchmark the bench itself.',
      [
        ...benchmarkExamples('mcp', 2, context.namedBenchmarks),
        'touchstone mcp  runs, episodes and comparisons as tools',
        'touchstone mcp --allow-run --http 8720',
      ],
    ),
    PLAY_SETTINGS,
  )
    .argument('[benchmark]', 'name of a benchmark, or folder of a world of your own')
    .option(
      '--http <port>',
      'serve over HTTP at /mcp, 0 takes any free port (default: standard input and output)',
    )
    .option('--host <address>', 'address to listen on; any but loopback asks for a token', '127.0.0.1')
    .option(SERVED_AS, SERVED_AS_WORDS)
    .option('--record <run>', 'keep what is played as a run of this name (default: nothing is kept)')
    .option('--max-sessions <n>', 'phones in use at once', '100')
    .option('--allow-run', 'without a benchmark: clients may start and stop runs')
    .action(async (benchmark: string | undefined, options: McpFlags & Record<string, unknown>) => {
      await (benchmark === undefined
        ? serveBench(options, context)
        : servePhones(benchmark, options, context));
    });
}

async function servePhones(
  benchmark: string,
  options: McpFlags & Record<string, unknown>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, environment, interrupted: signal, stderr } = context;
  context.sayOnInterrupt('closing the phones');
  if (options.allowRun === true) {
    throw new UserError('--allow-run is for the bench: who plays its phones starts no runs', {
      hint: 'Leave it out, or the benchmark.',
    });
  }
  const { values } = await loadSettings(options, context, ['plugins']);
  await using play = await openPlay(benchmark, values, {
    agent: { name: 'mcp', settings: { coordinates: 'pixel' } },
    reward: 'sparse',
    maxSessions: wholeNumber(options.maxSessions, '--max-sessions'),
    record: options.record ?? null,
    runsFolder: resolve(workingDirectory, values.runs),
    workingDirectory,
    environment,
    onPhoneNote: (note) => void stderr.write(`note: ${note}\n`),
    signal,
  });
  for (const warning of play.benchmark.warnings) stderr.write(`warning: ${warning}\n`);
  const kept = play.directory === null ? '' : `; what is played is kept in ${play.directory}`;
  const apps = appsOfTasks(play.benchmark);
  const open = (): ServedTools =>
    phoneTools(
      new PhoneDesk(play, {
        apps,
        onEnd: ({ id, task }, { ended }) =>
          void stderr.write(`${id} ${task.id}: ${ended?.outcome ?? ''} (${ended?.end.reason ?? ''})\n`),
      }),
      signal,
    );
  await serve(open, `${plural(play.tasks.length, 'phone')} of ${play.title}${kept}`, options, context);
}

async function serveBench(
  options: McpFlags & Record<string, unknown>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, environment, interrupted: signal } = context;
  context.sayOnInterrupt('closing the tools');
  if (options.record !== undefined) {
    throw new UserError('--record keeps what is played on phones: name a benchmark');
  }
  const { values } = await loadSettings(options, context, ['runs', 'plugins']);
  const folder = resolve(workingDirectory, values.runs);
  await requireResultsFolder(folder, { isNamed: false });
  await using results = await openResultsFolder(folder, { environment });
  const control = controlRuns({
    folder,
    workingDirectory,
    environment,
    program: ownProgram(),
    teams: null,
    signal,
  });
  const services = {
    results,
    pictures: new ScaledPictures(),
    list: (kind: 'benchmarks' | 'agents') => listTable(kind, values satisfies Settings, context),
    control: options.allowRun === true ? control : null,
  };
  await serve(() => benchTools(services), `runs of ${folder}`, options, context);
}

/** Until the client hangs up, or Ctrl-C. */
async function serve(
  open: () => ServedTools,
  what: string,
  { http, host, servedAs = [] }: McpFlags,
  { environment, interrupted: signal, stdin, stdout, stderr }: CommandContext,
): Promise<void> {
  if (http === undefined) {
    stderr.write(`note: ${what}, over standard input and output\n`);
    // Standard output is the client's: not a word of our own.
    const [input, output] = [asReadable(stdin), asWritable(stdout)];
    await serveStdio(open(), { input, output, signal });
    return;
  }
  const token = LOOPBACK.has(host) ? null : serverToken(TOKEN, environment);
  await using served = await serveMcp({ host, port: portNumber(http, '--http'), servedAs, token, open });
  const bearer = token === null ? '' : `\nAuthorization: Bearer ${token}`;
  stdout.write(`${what}: http://${urlHost(host)}:${served.port}/mcp${bearer}\nCtrl-C ends it.\n`);
  if (!signal.aborted) await once(signal, 'abort');
}

function asReadable(stream: CommandContext['stdin']): Readable {
  return stream instanceof Readable ? stream : new Readable().wrap(stream);
}

/** @throws {UserError} for what cannot be written to as a file is */
function asWritable(stream: CommandContext['stdout']): Writable {
  if (stream instanceof Writable) return stream;
  throw new UserError('standard output is no stream');
}
