import { once } from 'node:events';
import type { Command } from 'commander';
import { LOOPBACK, reachableHost } from '../../app/hosts.js';
import { PHONE_STEPS, servePhones } from '../../app/phone/serve-phones.js';
import type { RecordedStation } from '../../phone/serve/recorded-station.js';
import { addSettings } from '../add-settings.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { phoneToken, portNumber, urlHost } from '../listen-address.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { wholeNumber } from '../../domain/text/parse-option.js';
import { listPresets, presetOptions } from '../../app/phone/phone-presets.js';
import type { SettingKey } from '../../app/settings/setting.js';

const KEYS = [
  'data',
  'env',
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

/** `touchstone phone serve BENCHMARK`: keeps phones up for whoever comes, with a control API and a page that shows them. */
export function addPhoneServeCommand(phone: Command, context: CommandContext): void {
  addSettings(
    introduce(
      phone.command('serve'),
      'Keep phones of a recorded or live world up, with a control API and a page that shows them.',
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
      const host = String(options['host']);
      const { workingDirectory, interrupted: signal, stderr } = context;
      await using served = await servePhones(benchmarkName, values, {
        task: typeof options['task'] === 'string' ? options['task'] : null,
        phones: wholeNumber(options['phones'], '--phones'),
        maxPhones: wholeNumber(options['maxPhones'], '--max-phones'),
        switches: { ...presetOptions(options), ...values.agentOptions },
        host,
        port: portNumber(options['port']),
        token: LOOPBACK.has(host) ? null : phoneToken(context),
        logs: typeof options['out'] === 'string' ? options['out'] : null,
        workingDirectory,
        signal,
        onFailure: (error) =>
          void stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
      });
      const { port, token } = served;
      const url = `http://${urlHost(host)}:${port}/${token === null ? '' : '?token=$TOUCHSTONE_PHONE_TOKEN'}`;
      announce(served.station, { url, host, json: options['json'] === true, context });
      if (!signal.aborted) await once(signal, 'abort');
    });
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
