import { Help } from 'commander';
import type { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from './command-context.js';
import { buildProgram } from './program.js';

/** Every command below the program, by its full name, with the options that its help shows. */
function commandsOf(command: Command, name = ''): { name: string; options: readonly Option[] }[] {
  return command.commands.flatMap((one) => {
    const full = `${name} ${one.name()}`.trim();
    return [{ name: full, options: new Help().visibleOptions(one) }, ...commandsOf(one, full)];
  });
}

const COMMANDS = commandsOf(buildProgram({} as CommandContext));

describe('the command line', () => {
  it('calls the place of what a command writes --out, everywhere', () => {
    const longs = COMMANDS.flatMap(({ name, options }) => options.map(({ long }) => `${name} ${long}`));
    expect(longs.filter((long) => long.endsWith(' --output'))).toEqual([]);
    expect(longs.filter((long) => long.endsWith(' --out')).length).toBeGreaterThanOrEqual(8);
    expect(longs).toContain('report --out');
  });
});
