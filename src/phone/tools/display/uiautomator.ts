import { Failure, type Answer } from '../../shell/answer.js';
import { displaySize } from '../../screens/display-size.js';
import { hierarchyText } from '../../screens/hierarchy-text.js';
import type { AndroidProgram, AndroidSystem } from '../system/android-system.js';
import { FAULT_TEXT } from '../../files/fault-text.js';
import type { ToolCall } from '../../shell/tool.js';

const DEFAULT_FILE = '/sdcard/window_dump.xml';

/** Files that are the output itself. */
const OUTPUTS: ReadonlySet<string> = new Set(['/dev/tty', '/dev/stdout', '/proc/self/fd/1', '/dev/fd/1']);

const USAGE = `Usage: uiautomator <subcommand> [options]

Available subcommands:

help: displays help message

runtest: executes UI automation tests

dump: creates an XML dump of current UI hierarchy
    dump [--verbose][file]
      [--compressed]: dumps compressed layout information.
      [file]: the location where the dumped XML should be stored, default is
      /sdcard/window_dump.xml

events: prints out accessibility events until terminated
`;

/**
 * `uiautomator dump [--compressed] [FILE]`: the recorded UI hierarchy. To the terminal, what is said follows the XML
 * without a line end between them.
 *
 * Source: AOSP `cmds/uiautomator/…/DumpCommand.java`, whose spelling clients look for.
 */
export const uiautomator: AndroidProgram = async (args, call, system) => {
  const [command, ...rest] = args;
  switch (command) {
    case 'dump':
      return dump(rest, call, system);
    case 'help':
    case undefined:
      await call.stdout(USAGE);
      return command === undefined ? 1 : 0;
    default:
      system.controls.note('unknown_command', `uiautomator ${command}`);
      throw new Failure(`uiautomator: ${command} is not supported by this phone\n`);
  }
};

async function dump(args: readonly string[], call: ToolCall, { controls }: AndroidSystem): Promise<Answer> {
  const file = args.find((argument) => !argument.startsWith('-')) ?? DEFAULT_FILE;
  const observation = await controls.look('hierarchy');
  const text = await hierarchyText(observation, {
    missing: controls.options.hierarchy,
    size: displaySize(controls),
    package: packageOf(controls.component),
    signal: call.signal,
  });
  if (text === null) throw new Failure('ERROR: could not get idle state.\n');
  if (OUTPUTS.has(file)) return `${text}UI hierchary dumped to: ${file}\n`;
  const fault = controls.files.write(
    controls.files.resolve(file, call.folder),
    new TextEncoder().encode(text),
  );
  if (fault !== null)
    throw new Failure(
      `java.io.FileNotFoundException: ${file}: open failed: ${fault} (${FAULT_TEXT[fault]})\n`,
    );
  return `UI hierchary dumped to: ${file}\n`;
}

function packageOf(component: string): string {
  return component.split('/', 1)[0] ?? '';
}
