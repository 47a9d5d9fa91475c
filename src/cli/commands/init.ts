import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { askInitAtTerminal, INIT_KINDS, type InitKind } from '../../app/init/ask-init.js';
import { CI_SERVICES } from '../../app/init/ci-templates.js';
import { initialise, type InitRequest } from '../../app/init/initialise.js';
import { PLUGIN_KINDS } from '../../app/init/plugin-templates.js';
import { UserError } from '../../errors.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';

type Flags = Readonly<Record<string, unknown>>;

/** Most files that are named one by one. */
const LISTED = 8;

/** What each command below `init` is given. */
interface Below {
  /** Adds a command with its sentence and examples. */
  readonly add: (name: string, sentence: string, examples: readonly string[]) => Command;
  /** The options of a command, those given before its name included. */
  readonly flagsOf: (command: Command) => Flags;
  readonly write: (request: InitRequest | null, flags: Flags) => Promise<void>;
  readonly context: CommandContext;
}

/** `touchstone init WHAT`: a world, a plug-in, a configuration or a workflow to begin with. */
export function addInitCommand(program: Command, context: CommandContext): void {
  const init = introduce(
    program.command('init'),
    'Write a world, a plug-in, a configuration for a model, or a CI workflow to begin with; each works as written.',
    [
      'touchstone init                                         asks what to write',
      'touchstone init world my-world --screenshots shots',
      'touchstone init plugin agent my-agent',
      'touchstone init config --model Qwen2.5-VL-7B-Instruct --base-url http://localhost:8000/v1',
      'touchstone init ci github --world ./my-world',
    ],
  );
  const force = ['--force', 'replace files that are there already'] as const;
  const write = async (request: InitRequest | null, flags: Flags): Promise<void> => {
    if (request !== null) await writeAndSay(request, flags['force'] === true, context);
  };
  init.option(...force).action(async (flags: Flags) => {
    const hint = `Say what: touchstone init ${INIT_KINDS.join('|')}; touchstone init --help shows examples.`;
    const message = 'there is no terminal to ask what to write in';
    await write(await ask(null, flags, context, { message, hint }), flags);
  });
  const below: Below = {
    add: (name, sentence, examples) =>
      introduce(init.command(name), sentence, examples)
        .option(...force)
        .option('--verbose', 'print stacks of errors')
        .exitOverride(),
    flagsOf: (command) => ({ ...init.opts<Flags>(), ...command.opts<Flags>() }),
    write,
    context,
  };
  addWorld(below);
  addPlugin(below);
  addConfig(below);
  addCi(below);
}

function addWorld({ add, flagsOf, write }: Below): void {
  const world = add(
    'world',
    'Write a world: of a folder of screenshots, or a small one with pictures to change.',
    [
      'touchstone init world my-world                          two apps, two tasks, pictures',
      'touchstone init world my-world --screenshots shots      a screen for each picture, a tap from each to the next',
    ],
  )
    .argument('[folder]', 'where it is written', 'my-world')
    .option(
      '--screenshots <folder>',
      'PNG or JPEG files, in the order of their names; NAME.xml next to one is its hierarchy',
    )
    .option('--edges <line|todo>', 'until you say where is tapped: any tap leads on, or none does', 'line');
  world.action(async (folder: string) => {
    const flags = flagsOf(world);
    const edges = oneOf(['line', 'todo'] as const, flags['edges'], '--edges');
    await write({ type: 'world', folder, screenshots: textOf(flags['screenshots']), edges }, flags);
  });
}

function addPlugin({ add, flagsOf, write }: Below): void {
  const plugin = add('plugin', 'Write a plug-in of one part, in JavaScript or TypeScript.', [
    'touchstone init plugin agent my-agent',
    'touchstone init plugin evaluator my-evaluator --typescript',
  ])
    .argument('<part>', PLUGIN_KINDS.join(' | '))
    .argument('[name]', 'name of the part, and of its file (default: my-PART)')
    .option('--typescript', 'in TypeScript, for a Node that runs it (22.18 or newer)');
  plugin.action(async (part: string, name: string | undefined) => {
    const flags = flagsOf(plugin);
    const kind = oneOf(PLUGIN_KINDS, part, 'the part');
    const language = flags['typescript'] === true ? 'ts' : 'js';
    await write({ type: 'plugin', kind, name: name ?? `my-${kind}`, language }, flags);
  });
}

function addConfig({ add, flagsOf, write, context }: Below): void {
  const config = add('config', 'Write a configuration for a model.', [
    'touchstone init config --model Qwen2.5-VL-7B-Instruct --base-url http://localhost:8000/v1 --dialect qwen25_mobile_use',
  ])
    .argument('[file]', 'where it is written', 'touchstone.config.json')
    .option('--model <id>', 'model, as its endpoint calls it')
    .option('--base-url <url>', "the model's endpoint")
    .option('--provider <name>', 'wire format of the endpoint; see `touchstone list providers`')
    .option('--dialect <name>', 'how the model is asked and answers; see `touchstone list dialects`')
    .option('--api-key-variable <name>', 'environment variable that holds the key')
    .option('--agent <name>', 'agent that asks it', 'direct');
  config.action(async (file: string) => {
    const flags = flagsOf(config);
    const model = textOf(flags['model']);
    if (model === null) {
      const nobody = {
        message: 'there is no terminal to ask for the model in',
        hint: 'Name it: --model ID --base-url URL.',
      };
      await write(await ask('config', flags, context, nobody), flags);
      return;
    }
    const request = {
      type: 'config',
      file,
      agent: textOf(flags['agent']) ?? 'direct',
      model,
      provider: textOf(flags['provider']),
      baseUrl: textOf(flags['baseUrl']),
      dialect: textOf(flags['dialect']),
      apiKeyVariable: textOf(flags['apiKeyVariable']),
    } as const;
    await write(request, flags);
  });
}

function addCi({ add, flagsOf, write }: Below): void {
  const ci = add('ci', 'Write a workflow that checks a world, runs an agent on it, and fails below a rate.', [
    'touchstone init ci github --world ./my-world',
    'touchstone init ci gitlab --world ./my-world --model NAME --base-url URL --min-success 60%',
  ])
    .argument('[service]', CI_SERVICES.join(' | '), 'github')
    .option('--world <folder>', 'world or benchmark that is run', './my-world')
    .option('--model <id>', 'model that the agent asks')
    .option('--base-url <url>', "the model's endpoint")
    .option(
      '--agent <name>',
      'agent that is run (default: direct with --model; else left to say in the file)',
    )
    .option(
      '--min-success <share>',
      'success rate to reach (default: 60% with --model; else left to say in the file)',
    );
  ci.action(async (service: string) => {
    const flags = flagsOf(ci);
    const model = textOf(flags['model']);
    const request = {
      type: 'ci',
      service: oneOf(CI_SERVICES, service, 'the service'),
      world: textOf(flags['world']) ?? './my-world',
      model,
      baseUrl: textOf(flags['baseUrl']),
      agent: textOf(flags['agent']) ?? (model === null ? null : 'direct'),
      minSuccess: textOf(flags['minSuccess']) ?? (model === null ? null : '60%'),
    } as const;
    await write(request, flags);
  });
}

/** @throws {UserError} where nobody can be asked */
async function ask(
  kind: InitKind | null,
  flags: Flags,
  context: CommandContext,
  { message, hint }: { readonly message: string; readonly hint: string },
): Promise<InitRequest | null> {
  const { stdin, stderr, workingDirectory, interrupted: signal } = context;
  if (stdin.isTTY !== true) throw new UserError(message, { hint });
  context.sayOnInterrupt('nothing is written');
  const isTaken = (path: string): boolean =>
    flags['force'] !== true && existsSync(resolve(workingDirectory, path));
  return await askInitAtTerminal(kind, { input: stdin, output: stderr, isTaken, signal });
}

async function writeAndSay(request: InitRequest, force: boolean, context: CommandContext): Promise<void> {
  const { stdout, workingDirectory } = context;
  const { written, notes, commands } = await initialise(request, { ...context, force });
  const names = written.map((path) => relative(workingDirectory, path) || path);
  const shown = names.slice(0, LISTED);
  const more = names.length - shown.length;
  const lines = [
    'Written:',
    ...shown.map((name) => `  ${name}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
    'Next:',
    ...commands.map((command) => `  ${command}`),
  ];
  stdout.write(`${lines.join('\n')}\n`);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** @throws {UserError} for a word that is none of them */
function oneOf<T extends string>(choices: readonly T[], value: unknown, what: string): T {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw new UserError(`${what} is one of ${choices.join(', ')}, not ${JSON.stringify(value)}`, {
    hint: 'touchstone init --help shows examples.',
  });
}
