import type { Command } from 'commander';
import { actingAgent } from '../../app/settings/acting-agent.js';
import { addSettings } from '../add-settings.js';
import { NO_PREFLIGHT, NO_PREFLIGHT_HELP } from '../ask-before-run.js';
import { beginRun } from '../begin-run.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import type { CommandContext } from '../command-context.js';
import { addGateOptions } from '../gate/gate-options.js';
import { addSequentialOption } from '../gate/sequential-options.js';
import { groupFlags } from '../help/flag-groups.js';
import { addQueueOption } from '../queue/queue-options.js';
import { introduce } from '../introduce.js';
import { addTaskOption, withTask } from '../one-task.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { SETTINGS, type SettingKey } from '../../app/settings/setting.js';

/** `touchstone run BENCHMARK`: plans, runs, scores, prints. */
export function addRunCommand(program: Command, context: CommandContext): void {
  const command = addSettings(
    introduce(program.command('run'), 'Run an agent on a benchmark, score it, and print the result.', [
      ...benchmarkExamples('run', 3, context.namedBenchmarks),
      'touchstone run ./my-world --agent replay --trajectories recorded.jsonl',
      'touchstone run ./my-world --agent direct --model NAME --min-success 80%  for CI: ends with 1 below 80 %',
    ]),
    Object.keys(SETTINGS) as SettingKey[],
  );
  addQueueOption(addSequentialOption(addGateOptions(addTaskOption(command))))
    .argument(
      '<benchmark>',
      'name of a benchmark, folder of a world of your own, or module such as ./mine.mjs',
    )
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--run-id <name>', 'name of the run (default: time, benchmark and agent)')
    .option(NO_PREFLIGHT, NO_PREFLIGHT_HELP)
    .option('--events', 'write every event as a JSON line on stderr')
    .option('--json', 'print one JSON document')
    .action(async (benchmarkName: string, options: Record<string, unknown>) => {
      const { values, origins } = await loadSettings(withTask(options), context);
      const settings = { ...values, agent: actingAgent(values, origins) };
      if (settings.agent !== values.agent) {
        context.stderr.write(`note: no --agent is named, so ${settings.agent} asks the model\n`);
      }
      await beginRun(benchmarkName, settings, { ...options, origins }, context);
    });
  groupFlags(command);
}
