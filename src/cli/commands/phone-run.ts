import { basename } from 'node:path';
import type { Command } from 'commander';
import { quoteWord } from '../../domain/text/quote-word.js';
import { UserError } from '../../errors.js';
import { checkCommand, COMMAND_PLACEHOLDERS } from '../../phone/run/check-command.js';
import { PHONE_STEPS } from '../../phone/run/phone-steps.js';
import { addSettings } from '../add-settings.js';
import { beginRun } from '../begin-run.js';
import { benchmarkExamples } from '../../registry/benchmark-examples.js';
import { benchmarkDefinition } from '../../registry/benchmarks.js';
import type { CommandContext } from '../command-context.js';
import { addGateOptions } from '../gate/gate-options.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { listPresets, presetOptions } from '../../app/phone/phone-presets.js';
import type { SettingKey } from '../../app/settings/setting.js';

/** Settings of a run that mean something where the agent is a command. */
const KEYS = [
  'data',
  'split',
  'language',
  'tasks',
  'limit',
  'repeats',
  'seed',
  'repair',
  'benchmarkOptions',
  'dimensions',
  'maxSteps',
  'episodeSeconds',
  'runSeconds',
  'concurrency',
  'agentOptions',
  'passEnv',
  'runs',
] as const satisfies readonly SettingKey[];

/** Seconds after which a command that neither acts nor ends is stopped, unless the user says otherwise. */
const EPISODE_SECONDS = 1_800;

/** `touchstone phone run BENCHMARK -- COMMAND …`: an ordinary run whose agent is a command that drives a phone by adb. */
export function addPhoneRunCommand(phone: Command, context: CommandContext): void {
  const command = addSettings(
    introduce(
      phone.command('run'),
      "Start a phone for each task, run an agent's own command on it, score what it did.",
      benchmarkExamples('phone run', 3, context.namedBenchmarks),
    ),
    KEYS,
    {
      defaults: { maxSteps: PHONE_STEPS, episodeSeconds: String(EPISODE_SECONDS), concurrency: '1' },
    },
  );
  addGateOptions(command)
    .showHelpAfterError("(--help lists what there is; options of the agent's command go after `--`)")
    .argument('<benchmark>', 'name of a benchmark, or folder of a world of your own')
    .argument(
      '<command...>',
      `after --: the agent's command; ${COMMAND_PLACEHOLDERS} stand for the episode's`,
    )
    .option('--task <id>', 'only this task (default: all)')
    .option('--name <name>', 'how results name the agent (default: its program or script)')
    .option('--preset <agent>', `phone set up as an agent expects it (default: none): ${listPresets()}`)
    .option('--show-output', 'print what the command prints on stderr')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--run-id <name>', 'name of the run (default: time, benchmark and agent)')
    .option('--events', 'write every event as a JSON line on stderr')
    .option('--json', 'print one JSON document')
    .action(async (benchmarkName: string, words: readonly string[], options: Record<string, unknown>) => {
      requireBenchmark(benchmarkName, context.workingDirectory);
      for (const note of checkCommand(words)) context.stderr.write(`note: ${note}\n`);
      const { values, origins } = await loadSettings(options, context);
      const settings = {
        ...values,
        agent: 'adb',
        mode: 'corrected' as const,
        tasks: taskOf(options) ?? values.tasks,
        concurrency: origins.concurrency === 'default' ? 1 : values.concurrency,
        episodeSeconds: values.episodeSeconds ?? EPISODE_SECONDS,
        agentOptions: {
          ...presetOptions(options),
          ...values.agentOptions,
          command: words.map(quoteWord).join(' '),
          name: typeof options['name'] === 'string' ? options['name'] : programName(words),
        },
      };
      await beginRun(benchmarkName, settings, options, context);
    });
}

/** @throws {UserError} when there is none, which may be since the command took its place */
function requireBenchmark(name: string, workingDirectory: string): void {
  try {
    benchmarkDefinition(name, workingDirectory);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.message, {
      cause: error,
      hint: `${error.hint} The benchmark goes before --, the agent's command after it.`,
    });
  }
}

/** @throws {UserError} when tasks are named twice over */
function taskOf(options: Readonly<Record<string, unknown>>): string | null {
  const { task, tasks } = options;
  if (typeof task !== 'string') return null;
  if (tasks === undefined) return task;
  throw new UserError('--task and --tasks say two things', { hint: 'Name all tasks with --tasks.' });
}

/** What a command is called: its program, or the script that an interpreter runs. */
function programName([program = 'adb', ...parameters]: readonly string[]): string {
  const name = basename(program);
  const script = parameters.find((word) => !word.startsWith('-'));
  const isInterpreter = /^(python|node|bash|sh|zsh|ruby|perl|deno|bun|uv|npx|tsx)[\d.]*$/.test(name);
  return isInterpreter && script !== undefined && /^[\w./-]+\.\w+$/.test(script) ? basename(script) : name;
}
