import type { Command } from 'commander';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { addPhoneGraphCommand } from './phone-graph.js';
import { addPhoneRecordProxyCommand } from './phone-record-proxy.js';
import { addPhoneRunCommand } from './phone-run.js';
import { addPhoneServeCommand } from './phone-serve.js';

/** `touchstone phone …`: a recorded world as an Android phone over ADB. */
export function addPhoneCommand(program: Command, context: CommandContext): void {
  const phone = introduce(
    program.command('phone'),
    'Serve a recorded or live world as an Android phone over ADB.',
    benchmarkExamples('phone', 2, context.namedBenchmarks),
  ).enablePositionalOptions();
  addPhoneRunCommand(phone, context);
  addPhoneServeCommand(phone, context);
  addPhoneRecordProxyCommand(phone, context);
  addPhoneGraphCommand(phone, context);
  for (const command of phone.commands) command.option('--verbose', 'print stacks of errors');
}
