import { once } from 'node:events';
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import type { UnitBox } from '../../domain/recordings/recorded-milestone.js';
import { plural } from '../../domain/text/plural.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { parseMask } from '../../app/record/parse-mask.js';
import { describeRecording } from '../../app/record/describe-recording.js';
import { startRecording, type StartedRecording } from '../../app/record/start-recording.js';
import { writeRecordedWorld } from '../../app/record/write-recorded-world.js';
import { LOOPBACK } from '../../app/hosts.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import type { SettingKey } from '../../app/settings/setting.js';
import { addSettings } from '../add-settings.js';
import { phoneChoice } from '../choices/phone-choice.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { phoneToken, portNumber, urlHost } from '../listen-address.js';
import { printWarnings } from '../output/print-warnings.js';

const KEYS = [
  'data',
  'split',
  'language',
  'seed',
  'env',
  'devices',
  'adbPort',
  'plugins',
] as const satisfies readonly SettingKey[];

/** `touchstone record …`: what a person does on a phone, as a recording that becomes a world, tasks and training data. */
export function addRecordCommand(program: Command, context: CommandContext): void {
  const record = introduce(
    program.command('record'),
    'Record by hand what a person does on a phone, and make worlds and tasks of it.',
    [
      'touchstone record start --url http://localhost:8080/ --out recording',
      'touchstone record world recording --out my-world',
      'touchstone record show recording',
    ],
  ).enablePositionalOptions();
  addStart(record, context);
  addShow(record, context);
  addWorld(record, context);
  for (const command of record.commands) command.option('--verbose', 'print stacks of errors');
}

function addStart(record: Command, context: CommandContext): void {
  addSettings(
    introduce(
      record.command('start'),
      'Bring up a phone and open a page on which a person operates it; every screen, action and milestone is recorded.',
      [
        'touchstone record start --url http://localhost:8080/ --out recording     any web app, on a live phone',
        'touchstone record start ./my-world --task checkout --out recording     where tasks of a suite are done',
        'touchstone record start --device emulator-5554 --out recording     a phone of the adb server',
        'touchstone record start ./my-world --out recording --mask 0,0.9,1,1     the lowest tenth is never kept',
      ],
    ),
    KEYS,
  )
    .argument('[world]', 'name of a benchmark, or folder of a world; left out with --url and --device')
    .requiredOption('--out <folder>', 'folder of the recording; must hold none yet')
    .option('--task <id>', 'task that is recorded (default: the first there is)')
    .option('--url <address>', 'web app to open on a live phone')
    .option('--instruction <text>', "what is done, in the words of a task (default: the task's)")
    .option(
      '--mask <left,top,right,bottom...>',
      'area that is never kept, as shares of the screen from 0 to 1; password fields never are',
      [],
    )
    .option('--host <address>', 'address to listen on; any but loopback asks for a token', '127.0.0.1')
    .option('--port <n>', 'port of the page; 0 takes any free one', '8710')
    .option('--json', 'print where everything is as one JSON document')
    .action(async (name: string | undefined, options: Record<string, unknown>) => {
      context.sayOnInterrupt('ending the recording');
      const { values } = await loadSettings(options, context, ['plugins']);
      const { workingDirectory, interrupted: signal } = context;
      const host = String(options['host']);
      await using started = await startRecording(values, {
        phone: phoneChoice(
          name,
          { task: options['task'], url: options['url'], devices: values.devices },
          'recorded',
        ),
        out: String(options['out']),
        instruction: textOf(options['instruction']),
        // Declared as a list of texts above.
        masks: (options['mask'] as readonly string[]).map((mask): UnitBox => parseMask(mask)),
        host,
        port: portNumber(options['port']),
        token: LOOPBACK.has(host) ? null : phoneToken(context),
        workingDirectory,
        environment: context.environment,
        signal,
      });
      announce(started, { host, json: options['json'] === true, context });
      const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort');
      await Promise.race([started.ended, stopped]);
      sayEnd(started, context);
    });
}

function addShow(record: Command, context: CommandContext): void {
  introduce(record.command('show'), 'Print what a recording holds: steps, milestones, how it ended.', [
    'touchstone record show recording',
    'touchstone record show recording --json',
  ])
    .argument('<recording>', 'folder that `touchstone record start` recorded into')
    .option('--json', 'print one JSON document')
    .action(async (folder: string, options: Record<string, unknown>) => {
      const { workingDirectory, stdout, interrupted: signal } = context;
      const { document, lines } = await describeRecording(resolve(workingDirectory, folder), { signal });
      stdout.write(options['json'] === true ? `${JSON.stringify(document)}\n` : `${lines.join('\n')}\n`);
    });
}

function addWorld(record: Command, context: CommandContext): void {
  introduce(
    record.command('world'),
    'Make a world of a recording: its screens, what led from one to the next, and a task with the milestones that were marked.',
    ['touchstone record world recording --out my-world', 'touchstone lint ./my-world'],
  )
    .argument('<recording>', 'folder that `touchstone record start` recorded into')
    .requiredOption('--out <folder>', 'folder of the world; must hold none yet')
    .option('--json', 'print one JSON document')
    .action(async (folder: string, options: Record<string, unknown>) => {
      const { workingDirectory, stdout, interrupted: signal } = context;
      const out = resolve(workingDirectory, String(options['out']));
      const made = await writeRecordedWorld([resolve(workingDirectory, folder)], { out, signal });
      const { graph, leftOut, unrepeated, milestones, warnings } = made;
      const screens = graph.nodes.length;
      const edges = graph.nodes.reduce((sum, node) => sum + (node.edges?.length ?? 0), 0);
      if (options['json'] === true) {
        const missing = Object.fromEntries(leftOut);
        stdout.write(
          `${JSON.stringify({ out, screens, edges, milestones, leftOut: missing, unrepeated, warnings })}\n`,
        );
        return;
      }
      const shown = quoteWord(relative(workingDirectory, out) || '.');
      stdout.write(
        `${plural(screens, 'screen')}, ${plural(edges, 'edge')}, ${plural(milestones, 'milestone')}: ${shown}\n`,
      );
      for (const [type, count] of leftOut) stdout.write(`Left out, no edge says it: ${type} (${count})\n`);
      if (unrepeated > 0) {
        stdout.write(
          `${plural(unrepeated, 'step')} led elsewhere than the same did before, and the first counts.\n`,
        );
      }
      printWarnings(warnings, context);
      stdout.write(`Try it: touchstone lint ./${shown}, then touchstone run ./${shown} --agent oracle\n`);
    });
}

/** @throws {UserError} where several phones are named, or none */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function announce(
  { folder, port, recorder }: StartedRecording,
  {
    host,
    json,
    context,
  }: { readonly host: string; readonly json: boolean; readonly context: CommandContext },
): void {
  const query = LOOPBACK.has(host) ? '' : '?token=$TOUCHSTONE_PHONE_TOKEN';
  const url = `http://${urlHost(host)}:${port}/${query}`;
  if (json) {
    context.stdout.write(`${JSON.stringify({ url, folder, instruction: recorder.soFar.instruction })}\n`);
    return;
  }
  context.stdout.write(`Operate the phone at ${url}\n`);
  context.stderr.write(
    `Recording into ${folder}. m marks a milestone, x masks an area, e ends; Ctrl-C stops.\n`,
  );
}

function sayEnd({ recorder, folder }: StartedRecording, { stderr, workingDirectory }: CommandContext): void {
  const { steps, milestones, end } = recorder.soFar;
  const shown = quoteWord(relative(workingDirectory, folder) || '.');
  const how = end === null ? 'stopped before its end' : end.status.toUpperCase();
  stderr.write(
    `${plural(steps.length, 'step')}, ${plural(milestones.length, 'milestone')}, ${how}: ${shown}\n`,
  );
  if (steps.length > 0) stderr.write(`Next: touchstone record world ${shown} --out my-world\n`);
}
