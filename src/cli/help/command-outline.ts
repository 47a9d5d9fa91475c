import { Option, type Command } from 'commander';

/**
 * What the help of a command shows, as plain data. It is read in a millisecond, while the command itself brings most of
 * the program along.
 */
export interface CommandOutline {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Sentence and examples above the usage. */
  readonly before: string;
  /** What stands below the lists. */
  readonly after: string;
  /** As declared: `<benchmark>`, `[runs...]`. */
  readonly arguments: readonly OutlineLine[];
  /** As declared, and what help says of them, defaults included. */
  readonly options: readonly OutlineOption[];
  readonly commands: readonly CommandOutline[];
  /** Whether `help` is among them, as where a group of commands does nothing by itself. */
  readonly hasHelpCommand: boolean;
  /** Heading of help under which it stands; absent: the usual one. */
  readonly group?: string;
}

interface OutlineLine {
  readonly term: string;
  readonly description: string;
}

interface OutlineOption extends OutlineLine {
  /** Heading of help under which it stands; absent: the usual one. */
  readonly group?: string;
}

/** The outline of a command and of all below it. Its output is sent elsewhere from here on. */
export function outlineOf(command: Command): CommandOutline {
  let shown = '';
  command.configureOutput({ writeOut: (text) => void (shown += text) });
  command.outputHelp();
  const [before = '', after = ''] = shown.split(command.helpInformation());
  const help = command.createHelp();
  return {
    name: command.name(),
    summary: command.summary(),
    description: command.description(),
    before,
    after,
    arguments: command.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
      return {
        term: argument.required ? `<${name}>` : `[${name}]`,
        description: help.argumentDescription(argument),
      };
    }),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .map((option) => ({
        term: option.flags,
        description: help.optionDescription(option),
        ...(option.helpGroupHeading === undefined ? {} : { group: option.helpGroupHeading }),
      })),
    commands: command.commands.map(outlineOf),
    hasHelpCommand: help.visibleCommands(command).some((below) => below.name() === 'help'),
    ...(command.helpGroup() === '' ? {} : { group: command.helpGroup() }),
  };
}

/** Gives a command what the outline says, so that it prints the same help; it does nothing else. */
export function applyOutline(command: Command, outline: CommandOutline): Command {
  if (outline.group !== undefined) command.helpGroup(outline.group);
  command.summary(outline.summary).description(outline.description).helpCommand(outline.hasHelpCommand);
  for (const { term, description } of outline.arguments) command.argument(term, description);
  for (const { term, description, group } of outline.options) {
    const option = new Option(term, description);
    command.addOption(group === undefined ? option : option.helpGroup(group));
  }
  // Commander ends each text with a line break of its own.
  command.addHelpText('before', outline.before.replace(/\n$/, ''));
  command.addHelpText('after', outline.after.replace(/\n$/, ''));
  for (const below of outline.commands) applyOutline(command.command(below.name), below);
  return command;
}
