import { UIAUTOMATOR2_PACKAGE, UIAUTOMATOR2_PORT } from '../../uiautomator2/uiautomator2-server.js';
import type { Answer } from '../../shell/answer.js';
import type { ToolCall } from '../../shell/tool.js';
import type { ArgumentReader } from '../shell-command.js';
import type { AndroidSystem } from '../system/android-system.js';
import { waitUntilGone } from '../wait-until-gone.js';
import { componentOf, shortComponent } from './intent.js';

/** Exit status of a program whose client is gone. */
const HUNG_UP = 129;

/** Options that a value follows. */
const WITH_VALUE: ReadonlySet<string> = new Set(['-p', '-f', '--user', '--abi']);

/**
 * `am instrument [-w] [-r] COMPONENT`: runs the server of older uiautomator2 where its packages' installation was pretended; a phone
 * has no other. With `-w` it ends with whoever started it, as the connection that touches the screen is that program's.
 *
 * Source: AOSP `cmds/am/…/Instrument.java`.
 */
export async function instrument(
  reader: ArgumentReader,
  call: ToolCall,
  system: AndroidSystem,
): Promise<Answer> {
  const { controls, pretended } = system;
  let waits = false;
  for (let option = reader.takeOption(); option !== undefined; option = reader.takeOption()) {
    waits ||= option === '-w';
    if (option === '-e') {
      reader.required();
      reader.required();
    } else if (WITH_VALUE.has(option)) reader.required();
  }
  const text = reader.take() ?? '';
  const component = componentOf(text);
  const isServer = component?.package === `${UIAUTOMATOR2_PACKAGE}.test` && pretended.has(component.package);
  if (!isServer || !controls.options.uiautomator2) {
    controls.note('unknown_command', `am instrument ${text}`);
    await call.stdout(instrumentationMissing(component === null ? text : shortComponent(component)));
    return 1;
  }
  const end = new AbortController();
  const pid = controls.processes.start({
    name: UIAUTOMATOR2_PACKAGE,
    package: UIAUTOMATOR2_PACKAGE,
    kill: () => {
      controls.processes.end(pid);
      end.abort();
    },
  });
  controls.processes.listen(pid, UIAUTOMATOR2_PORT);
  if (!waits) return;
  const leave = (): void => end.abort();
  call.signal.addEventListener('abort', leave, { once: true });
  if (call.signal.aborted) leave();
  await waitUntilGone(end.signal);
  call.signal.removeEventListener('abort', leave);
  controls.processes.end(pid);
  if (call.signal.aborted) return HUNG_UP;
  return 'INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n';
}

/** Tests that are not installed cannot be run. */
function instrumentationMissing(name: string): string {
  return (
    'INSTRUMENTATION_STATUS: id=ActivityManagerService\n' +
    `INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${name}}\n` +
    'INSTRUMENTATION_STATUS_CODE: -1\n'
  );
}
