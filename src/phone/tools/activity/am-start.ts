import type { Answer } from '../../shell/answer.js';
import type { ToolCall } from '../../shell/tool.js';
import type { AndroidSystem } from '../system/android-system.js';
import {
  componentOf,
  describeIntent,
  intentUrl,
  readIntent,
  shortComponent,
  type Component,
  type Intent,
} from './intent.js';
import { candidatesOf } from './resolve-intent.js';
import type { ArgumentReader } from '../shell-command.js';

/** Options of `am start` that a value follows. */
const WITH_VALUE: ReadonlySet<string> = new Set(
  `-P -R --start-profiler --sampling --attach-agent --attach-agent-bind --user --display
   --windowingMode --activityType --task`.split(/\s+/),
);
const PLAIN: ReadonlySet<string> = new Set('-D -N -S --streaming --task-overlay --lock-task'.split(' '));

const HOME = 'android.intent.category.HOME';
const LAUNCHER = 'android.intent.category.LAUNCHER';
const MAIN = 'android.intent.action.MAIN';

/**
 * `am start [-W] [-S] INTENT`: goes home, starts an app, or opens what the intent says.
 *
 * With `-S` the app is stopped first, and the phone says so. That it starts anew is the one action that comes of it: the way
 * home in between is nothing that anybody could see.
 *
 * Source: AOSP `ActivityManagerShellCommand.runStartActivity`. Deviation: nothing is said to be stopped where nobody knows
 * which app the intent is for.
 */
export async function startActivity(
  reader: ArgumentReader,
  call: ToolCall,
  system: AndroidSystem,
): Promise<Answer> {
  let waits = false;
  let stops = false;
  const intent = readIntent(reader, (option, rest) => {
    waits ||= option === '-W';
    stops ||= option === '-S';
    if (WITH_VALUE.has(option)) rest.required();
    return option === '-W' || WITH_VALUE.has(option) || PLAIN.has(option) || option.startsWith('--track');
  });
  const stopped = stops ? packageToStop(intent, system) : null;
  if (stopped !== null) {
    await call.stdout(`Stopping: ${stopped}\n`);
    system.controls.processes.stop(stopped);
    if (system.controls.profile.isLive === true) await system.controls.stopApp(stopped, { restarts: true });
  }
  await call.stdout(`Starting: ${describeIntent(intent)}\n`);
  const described = describeIntent(intent).replace(/^Intent /, '');
  system.controls.systemLog.say('ActivityTaskManager', `START u0 ${described} from uid 2000`);
  const problem = await open(intent, system);
  if (problem !== null) {
    // It ends well all the same.
    await (waits ? call.stdout : call.stderr)(problem);
    return;
  }
  if (waits) {
    const component = componentOf(system.controls.component);
    await call.stdout(
      'Status: ok\nLaunchState: COLD\n' +
        `Activity: ${component === null ? system.controls.component : shortComponent(component)}\n` +
        'TotalTime: 200\nWaitTime: 205\nComplete\n',
    );
  }
}

/** What the phone says when the intent leads nowhere, null when it was carried out. */
async function open(intent: Intent, system: AndroidSystem): Promise<string | null> {
  const { controls } = system;
  if (intent.action === MAIN && intent.categories.includes(HOME) && intent.component === null) {
    await controls.goHome();
    return null;
  }
  const component = intent.component === null ? null : componentOf(intent.component);
  if (component !== null) {
    const isOpen = await controls.openApp(component.package, component.activity);
    return isOpen ? null : missingClass(component);
  }
  const takers = candidatesOf(intent, system);
  // A phone asks which of all apps is meant, on a screen that no world has.
  const taker = takers.length > 1 && isAnyApp(intent) ? undefined : takers[0];
  const isStart = taker?.handler.starts === true && intent.data === null && intent.type === null;
  if (isStart && (await controls.openApp(taker.handler.app, null))) return null;
  // The world may have recorded what nobody on the phone is known to take.
  if (await controls.openUrl(intentUrl(intent), taker?.handler ?? null)) return null;
  return `Error: Activity not started, unable to resolve ${describeIntent({ ...intent, flags: intent.flags | 0x1000_0000 })}\n`;
}

/** The app that an intent is for, whether it is there or not; null where nobody knows. */
function packageToStop(intent: Intent, system: AndroidSystem): string | null {
  const named = intent.component === null ? null : componentOf(intent.component);
  return named?.package ?? candidatesOf(intent, system)[0]?.handler.app ?? null;
}

function isAnyApp({ action, categories, package: packageName }: Intent): boolean {
  return packageName === null && action === MAIN && categories.includes(LAUNCHER);
}

function missingClass({ package: packageName, className }: Component): string {
  return `Error type 3\nError: Activity class {${packageName}/${className}} does not exist.\n`;
}
