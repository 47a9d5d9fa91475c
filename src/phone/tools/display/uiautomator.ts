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
      await call.stderr(`uiautomator: ${command} is not supported by this phone\n`);
      return 1;
  }
};

async function dump(args: readonly string[], call: ToolCall, { controls }: AndroidSystem): Promise<number> {
  const file = args.find((argument) => !argument.startsWith('-')) ?? DEFAULT_FILE;
  const observation = await controls.look('hierarchy');
  const text = await hierarchyText(observation, {
    missing: controls.options.hierarchy,
    size: displaySize(controls),
    package: packageOf(controls.component),
    signal: call.signal,
  });
  if (text === null) {
    await call.stderr('ERROR: could not get idle state.\n');
    return 1;
  }
  if (OUTPUTS.has(file)) {
    await call.stdout(`${text}UI hierchary dumped to: ${file}\n`);
    return 0;
  }
  const fault = controls.files.write(
    controls.files.resolve(file, call.folder),
    new TextEncoder().encode(text),
  );
  if (fault !== null) {
    await call.stderr(
      `java.io.FileNotFoundException: ${file}: open failed: ${fault} (${FAULT_TEXT[fault]})\n`,
    );
    return 1;
  }
  await call.stdout(`UI hierchary dumped to: ${file}\n`);
  return 0;
}

function packageOf(component: string): string {
  return component.split('/', 1)[0] ?? '';
}
