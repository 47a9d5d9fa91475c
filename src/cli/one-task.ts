import type { Command } from 'commander';
import { UserError } from '../errors.js';

/** `--task`, for whoever wants one: the same as `--tasks` with one id. */
export function addTaskOption(command: Command): Command {
  return command.option('--task <id>', 'the same as --tasks, for one task (default: all)');
}

/**
 * The options of a command with `--task` put as `--tasks`.
 *
 * @throws {UserError} when tasks are named twice over
 */
export function withTask(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { task, ...others } = options;
  if (typeof task !== 'string') return options;
  if (others['tasks'] !== undefined) {
    throw new UserError('--task and --tasks say two things', { hint: 'Name all tasks with --tasks.' });
  }
  return { ...others, tasks: task };
}
