import { Failure, type Answer } from '../shell/answer.js';
import type { ToolCall } from '../shell/tool.js';
import { displaySize } from '../screens/display-size.js';
import { hierarchyText } from '../screens/hierarchy-text.js';
import { UIAUTOMATOR2_MAIN, UIAUTOMATOR2_PORT } from '../uiautomator2/uiautomator2-server.js';
import type { AndroidProgram, AndroidSystem } from './system/android-system.js';
import { waitUntilGone } from './wait-until-gone.js';

/** Exit statuses of a program that aborts, and of one that is killed. */
const ABORTED = 134;
const KILLED = 137;

const SOURCE = 'yadb';
const CLASS_PATH = '-Djava.class.path=';

/**
 * `app_process [-D…] FOLDER CLASS ARGUMENTS`: the two programs that agents push and start, yadb and the server of
 * uiautomator2. Like all programs for Android's runtime, they run only where their file was pushed before.
 */
export const appProcess: AndroidProgram = async (args, call, system) => {
  const { controls } = system;
  const option = args.find((argument) => argument.startsWith(CLASS_PATH));
  const classPath = option?.slice(CLASS_PATH.length) ?? call.variables.get('CLASSPATH') ?? '';
  const mainAt = args.findIndex((argument) => /^[\w$]+(?:\.[\w$]+)+$/.test(argument));
  const main = args[mainAt] ?? '';
  const rest = mainAt < 0 ? [] : args.slice(mainAt + 1);
  const isThere = classPath
    .split(':')
    .some(
      (path) =>
        path !== '' && typeof controls.files.stat(controls.files.resolve(path, call.folder)) === 'object',
    );
  if (isThere && main === 'com.ysbing.yadb.Main') return yadb(rest, call, system);
  if (isThere && main === UIAUTOMATOR2_MAIN && controls.options.uiautomator2) {
    controls.processes.listen(call.pid, UIAUTOMATOR2_PORT);
    await waitUntilGone(call.signal);
    return KILLED;
  }
  controls.note(isThere ? 'unknown_command' : 'ignored', `app_process ${main}`);
  throw new Failure('Aborted \n', ABORTED);
};

/** What is typed to empty the field instead. */
const CLEAR = '~CLEAR~';

/** Source: yadb, its README. */
async function yadb(
  [command = '', ...args]: readonly string[],
  call: ToolCall,
  { controls, pictures }: AndroidSystem,
): Promise<Answer> {
  const write = (path: string, bytes: Uint8Array): void => {
    controls.files.write(controls.files.resolve(path, call.folder), bytes);
  };
  switch (command) {
    case '-keyboard': {
      const text = (args[0] ?? '').replaceAll(String.raw`\n`, '\n');
      if (text === CLEAR) await controls.clearText(SOURCE);
      else if (text !== '') await controls.type(text, SOURCE);
      return;
    }
    case '-keyboardClear':
      return controls.clearText(SOURCE);
    case '-readClipboard':
      return `${controls.clipboard}\n`;
    case '-writeClipboard':
      controls.clipboard = args[0] ?? '';
      return;
    case '-screenshot': {
      const seen = await controls.look('screenshot');
      const picture = await pictures.png(seen, displaySize(controls), controls.options.screenshots);
      write(args[0] ?? '/data/local/tmp/yadb_screenshot.png', picture);
      return;
    }
    case '-layout': {
      const path = args[0] ?? '/data/local/tmp/yadb_layout_dump.xml';
      const text = await hierarchyText(await controls.look('hierarchy'), {
        missing: controls.options.hierarchy,
        size: displaySize(controls),
        package: controls.component.split('/', 1)[0] ?? '',
        signal: call.signal,
      });
      if (text === null) return 1;
      write(path, new TextEncoder().encode(text));
      return `layout dumped to:${path}\n`;
    }
    case '-touch': {
      const [x, y, durationMs = 0] = args.map(Number);
      if (x === undefined || y === undefined || ![x, y, durationMs].every(Number.isFinite)) return 1;
      return controls.gesture({ type: 'swipe', from: [x, y], to: [x, y], durationMs });
    }
    default:
      return controls.note('absorbed', `yadb ${command}`);
  }
}
