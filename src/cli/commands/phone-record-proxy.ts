import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { portNumber } from '../listen-address.js';
import {
  commandVariables,
  openRecording,
  recordCommand,
  type RecordProxy,
} from '../../app/phone/record-phone.js';
import type { ServerAddress } from '../../phone/proxy/upstream.js';
import type { CommandContext } from '../command-context.js';
import { addSettings } from '../add-settings.js';
import { resolveSettings } from '../../app/settings/resolve-settings.js';
import { introduce } from '../introduce.js';
import { wholeNumber } from '../../domain/text/parse-option.js';

/** Default port of an adb server. */
const ADB_PORT = 5037;

/** `touchstone phone record-proxy --out FOLDER [-- COMMAND …]`: records what is done to a real phone through adb. */
export function addPhoneRecordProxyCommand(phone: Command, context: CommandContext): void {
  const command = introduce(
    phone.command('record-proxy'),
    'Record what an agent does to a real phone: an adb server in between that hands everything on.',
    [
      'touchstone phone record-proxy --out recording',
      "touchstone phone record-proxy --out recording --serial 8A1X0 -- python3 agent.py 'Open the notes'",
      'touchstone phone graph recording --out world',
    ],
  );
  addSettings(command, ['passEnv'])
    .showHelpAfterError("(--help lists what there is; options of the agent's command go after `--`)")
    .argument('[command...]', "after --: the agent's command, which is pointed at the proxy")
    .requiredOption('--out <folder>', 'folder of the recording; must hold none yet')
    .option('--port <n>', 'port to listen on; 0 takes any free one', '0')
    .option(
      '--server <host:port>',
      'the real adb server (default: the one adb would use, port 5037 unless variables say otherwise)',
    )
    .option('--serial <serial>', 'phone to record (default: ANDROID_SERIAL, else the only one)')
    .option(
      '--settle <ms>',
      'milliseconds between the end of a command that acted and the capture of the screen',
      '500',
    )
    .option('--no-dumps', 'capture no UI hierarchies, for agents whose own services uiautomator would end')
    .option('--json', 'print where everything is as one JSON document')
    .action(async (words: readonly string[], options: Record<string, unknown>) => {
      const { workingDirectory, environment, stderr } = context;
      context.sayOnInterrupt(`${words.length === 0 ? '' : 'stopping the command, '}ending the recording`);
      const folder = resolve(workingDirectory, String(options['out']));
      const upstream = serverAddress(
        typeof options['server'] === 'string' ? options['server'] : undefined,
        environment,
      );
      const { values } = resolveSettings({ flags: options, environment, config: null });
      const variables = commandVariables(environment, values.passEnv);
      const port = portNumber(options['port']);
      const settleMs = wholeNumber(options['settle'], '--settle');
      await using proxy = await openRecording({
        upstream,
        serial: serialOf(options['serial'], environment),
        port,
        folder,
        settleMs,
        takesDumps: options['dumps'] !== false,
        onProblem: (what) => void stderr.write(`${what}\n`),
      });
      const [program, ...parameters] = words;
      const json = options['json'] === true;
      announce(proxy, { folder, json, hasCommand: program !== undefined, context });
      if (program === undefined) await untilInterrupted(context);
      else await runCommand([program, ...parameters], { proxy, folder, json, variables, context });
      await proxy[Symbol.asyncDispose]();
      const { actions, commands, captures } = proxy.counts;
      stderr.write(
        `${plural(commands, 'command')}, ${plural(actions, 'action')}, ${plural(captures, 'screen')} captured: ${folder}\n`,
      );
    });
}

async function untilInterrupted({ interrupted }: CommandContext): Promise<void> {
  if (!interrupted.aborted) await once(interrupted, 'abort');
}

/** @throws {UserError} when it cannot be started */
async function runCommand(
  command: readonly [string, ...string[]],
  {
    proxy,
    folder,
    json,
    variables,
    context,
  }: {
    readonly proxy: RecordProxy;
    readonly folder: string;
    readonly json: boolean;
    /** Variables that it gets besides its phone's. */
    readonly variables: NodeJS.ProcessEnv;
    readonly context: CommandContext;
  },
): Promise<void> {
  const { interrupted, workingDirectory, stdout, stderr } = context;
  const end = await recordCommand(command, {
    proxy,
    folder,
    environment: variables,
    workingDirectory,
    signal: interrupted,
    // Whoever reads a document on stdout reads nothing else there.
    onLine: (line) => void (json ? stderr : stdout).write(`${line}\n`),
  });
  if (end.type === 'exited' && end.code === 0) return;
  stderr.write(`The command ended with ${end.type === 'exited' ? `exit code ${end.code}` : end.signal}.\n`);
  if (!interrupted.aborted) context.setExitCode(1);
}

/** @throws {UserError} for what is no address */
function serverAddress(value: string | undefined, environment: CommandContext['environment']): ServerAddress {
  if (value === undefined) {
    const [, host, port] = /^tcp:(?:(.*):)?(\d{1,5})$/.exec(environment['ADB_SERVER_SOCKET'] ?? '') ?? [];
    return {
      host: host ?? environment['ANDROID_ADB_SERVER_ADDRESS'] ?? '127.0.0.1',
      port: Number(port ?? environment['ANDROID_ADB_SERVER_PORT'] ?? ADB_PORT),
    };
  }
  const [, host, port] = /^(?:(.+):)?(\d{1,5})$/.exec(value) ?? [];
  const number = Number(port);
  if (port !== undefined && number > 0 && number <= 65_535)
    return { host: host ?? '127.0.0.1', port: number };
  throw new UserError(`--server: ${JSON.stringify(value)} is no address`, {
    hint: 'Write --server 127.0.0.1:5037.',
  });
}

function serialOf(value: unknown, environment: CommandContext['environment']): string | null {
  return typeof value === 'string' ? value : (environment['ANDROID_SERIAL'] ?? null);
}

function announce(
  { serial, port }: RecordProxy,
  {
    folder,
    json,
    hasCommand,
    context,
  }: {
    readonly folder: string;
    readonly json: boolean;
    readonly hasCommand: boolean;
    readonly context: CommandContext;
  },
): void {
  const env = {
    ANDROID_SERIAL: serial,
    // With an address, adb starts no server of its own there once the recording has ended.
    ANDROID_ADB_SERVER_ADDRESS: '127.0.0.1',
    ANDROID_ADB_SERVER_PORT: String(port),
  };
  if (json) {
    context.stdout.write(`${JSON.stringify({ serial, port, folder, env })}\n`);
    return;
  }
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  context.stderr.write(`Recording ${serial} into ${folder}: ${variables.join(' ')} adb shell\n`);
  context.stderr.write(hasCommand ? 'It ends with the command.\n' : 'Ctrl-C ends it.\n');
}
