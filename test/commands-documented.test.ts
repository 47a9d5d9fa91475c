import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../src/cli/command-context.js';
import { buildProgram } from '../src/cli/program.js';
import { documentedCommands } from './fixtures/documented-commands.js';

/** The program, with actions that do nothing but say which command was called. */
async function hollowProgram(called: string[]): Promise<Command> {
  const silent = { write: () => true };
  const context = { stdout: silent, stderr: silent, workingDirectory: '/' } as unknown as CommandContext;
  const program = await buildProgram(context, ['--help']);
  const hollow = (command: Command): void => {
    for (const below of command.commands) hollow(below);
    if (command.commands.length === 0) command.action(() => void called.push(command.name()));
  };
  hollow(program);
  return program;
}

describe('the commands of the docs', () => {
  const commands = documentedCommands();
  const called: string[] = [];
  const program = hollowProgram(called);

  it('are found', () => {
    expect(commands.length).toBeGreaterThan(90);
    expect(commands.filter(({ at }) => at.startsWith('README.md')).length).toBeGreaterThan(8);
  });

  it.each(commands)('are commands with flags that there are: $at', async ({ words }) => {
    called.length = 0;
    await (await program).parseAsync([...words], { from: 'user' });
    expect(called).toHaveLength(1);
  });
});
