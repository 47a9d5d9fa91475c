import { Help, type Command, type Option } from 'commander';
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

const WHOLE = await buildProgram({} as CommandContext, ['--help']);
const COMMANDS = commandsOf(WHOLE);

/** What is not done at all unless somebody asks, and what a command cannot do without. */
const WITHOUT_DEFAULT = new Set([
  '--min-success',
  '--baseline',
  '--max-drop',
  '--min-metric',
  '--max-metric-drop',
  '--confident',
  '--junit',
  '--out',
]);

describe('the command line', () => {
  it('says of every option of the phone commands that takes a value what holds without it', () => {
    const phone = COMMANDS.filter(({ name }) => name.startsWith('phone '));
    expect(phone.map(({ name }) => name)).toEqual([
      'phone run',
      'phone serve',
      'phone record-proxy',
      'phone graph',
    ]);
    for (const { name, options } of phone) {
      const silent = options
        .filter(({ long, required }) => required && long !== undefined && !WITHOUT_DEFAULT.has(long))
        .map((option) => `${name} ${option.flags}: ${new Help().optionDescription(option)}`)
        .filter((text) => !/\(default: [^)]+|unless named/.test(text));
      expect(silent).toEqual([]);
    }
  });

  it('lists commands by what they are for, and the dozens of flags of a run by what they set', () => {
    const headings = new Set(WHOLE.commands.map((command) => command.helpGroup()));
    expect([...headings]).toEqual([
      'To begin with:',
      'Run an agent:',
      'Judge and show:',
      'Tasks and worlds:',
      'Models and prompts:',
      'Settings and formats:',
    ]);
    for (const { name, options } of COMMANDS.filter(({ name: one }) =>
      /^(run|resume|phone run)$/.test(one),
    )) {
      const bare = options.filter(({ helpGroupHeading }) => helpGroupHeading === undefined);
      const known = ['--config', '--verbose', '--help'];
      expect([name, bare.map(({ long }) => long)]).toEqual([
        name,
        name === 'resume' ? known.slice(1) : known,
      ]);
    }
    const run = COMMANDS.find(({ name }) => name === 'run');
    const groups = [...new Set(run?.options.map(({ helpGroupHeading }) => helpGroupHeading))];
    expect(groups.slice(0, 3)).toEqual(['What to run:', 'Agent:', 'Model:']);
    expect(groups).toHaveLength(9);
  });

  it('answers help about a slip as it answers the slip', async () => {
    const told = async (args: readonly string[]): Promise<string> => {
      let printed = '';
      const write = (text: string): void => void (printed += text);
      const context = { stdout: { write }, stderr: { write } } as unknown as CommandContext;
      const failure: unknown = await buildProgram(context, args)
        .then((program) => program.parseAsync([...args], { from: 'user' }))
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'commander.unknownCommand', exitCode: 1 });
      return printed;
    };
    const slip = await told(['help', 'rnu']);
    expect(slip).toContain('(Did you mean run?)');
    expect(slip).toBe(await told(['rnu']));
  });

  it('has flags so short that their descriptions wrap at 80 columns', () => {
    const long = COMMANDS.flatMap(({ name, options }) =>
      options.filter(({ flags }) => flags.length > 36).map(({ flags }) => `${name} ${flags}`),
    );
    expect(long).toEqual([]);
  });

  it('states the defaults that phone run has of its own', () => {
    const run = COMMANDS.find(({ name }) => name === 'phone run');
    const told = (long: string): string | undefined =>
      run?.options.find((one) => one.long === long)?.description;
    expect(told('--episode-seconds')).toContain('(default: 1800)');
    expect(told('--concurrency')).toContain('(default: 1)');
    expect(told('--max-steps')).toContain("(default: 3 times the task's shortest way, at least 30;");
  });

  it('calls the place of what a command writes --out, everywhere', () => {
    const longs = COMMANDS.flatMap(({ name, options }) => options.map(({ long }) => `${name} ${long}`));
    expect(longs.filter((long) => long.endsWith(' --output'))).toEqual([]);
    expect(longs.filter((long) => long.endsWith(' --out')).length).toBeGreaterThanOrEqual(8);
    expect(longs).toContain('report --out');
  });

  it('reads one command where one is named, none for the version, and else all of them', async () => {
    const named = async (...args: string[]): Promise<string[]> => {
      const { commands } = await buildProgram({} as CommandContext, args);
      return commands.map((command) => command.name());
    };
    const all = WHOLE.commands.map((command) => command.name());
    expect(all.length).toBeGreaterThan(20);
    expect(await Promise.all(all.map((name) => named('--verbose', name, 'run')))).toEqual(
      all.map((name) => [name]),
    );
    expect(await named('--version')).toEqual([]);
    expect(await named()).toEqual(all);
    expect(await named('help', 'run')).toEqual(all);
    expect(await named('runn')).toEqual(all);
  });
});
