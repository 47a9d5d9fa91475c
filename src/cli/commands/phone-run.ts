import type { Command } from 'commander';
import {
  COMMAND_PLACEHOLDERS,
  EPISODE_SECONDS,
  PHONE_STEPS,
  phoneRunSettings,
  requireBenchmark,
} from '../../app/phone/phone-run-settings.js';
import { addSettings } from '../add-settings.js';
import { beginRun } from '../begin-run.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import type { CommandContext } from '../command-context.js';
import { addGateOptions } from '../gate/gate-options.js';
import { addSequentialOption } from '../gate/sequential-options.js';
import { groupFlags } from '../help/flag-groups.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { addTaskOption, withTask } from '../one-task.js';
import { listPresets, presetAgentOptions } from '../../app/phone/phone-presets.js';
import type { SettingKey } from '../../app/settings/setting.js';

/** Settings of a run that mean something where the agent is a command. */
const KEYS = [
  'data',
  'env',
  'split',
  'language',
  'tasks',
  'limit',
  'sample',
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
  addSequentialOption(addGateOptions(addTaskOption(command)))
    .showHelpAfterError("(--help lists what there is; options of the agent's command go after `--`)")
    .argument('<benchmark>', 'name of a benchmark, or folder of a world of your own')
    .argument(
      '<command...>',
      `after --: the agent's command; ${COMMAND_PLACEHOLDERS} stand for the episode's`,
    )
    .option('--name <name>', 'how results name the agent (default: its program or script)')
    .option('--preset <agent>', `phone set up as an agent expects it (default: none): ${listPresets()}`)
    .option(
      '--answer-pattern <pattern>',
      "finds the agent's answer in what its command prints: a regular expression (its group, the last match), or a path into JSON such as $.answer (default: as the preset says)",
    )
    .option('--show-output', 'print what the command prints on stderr')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--run-id <name>', 'name of the run (default: time, benchmark and agent)')
    .option('--events', 'write every event as a JSON line on stderr')
    .option('--json', 'print one JSON document')
    .action(async (benchmarkName: string, words: readonly string[], options: Record<string, unknown>) => {
      const { workingDirectory, stderr } = context;
      requireBenchmark(benchmarkName, workingDirectory);
      const loaded = await loadSettings(withTask(options), context);
      const name = typeof options['name'] === 'string' ? options['name'] : null;
      const settings = phoneRunSettings(words, loaded, {
        name,
        switches: presetAgentOptions(options),
        answerPattern: typeof options['answerPattern'] === 'string' ? options['answerPattern'] : null,
        onNote: (note) => void stderr.write(`note: ${note}\n`),
      });
      await beginRun(benchmarkName, settings, options, context);
    });
  groupFlags(command);
}
