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
import type { ArgumentReader } from '../shell-command.js';

/** Options of `am start` that a value follows. */
const WITH_VALUE: ReadonlySet<string> = new Set(
  `-P -R --start-profiler --sampling --attach-agent --attach-agent-bind --user --display
   --windowingMode --activityType --task`.split(/\s+/),
);
const PLAIN: ReadonlySet<string> = new Set('-D -N -S --streaming --task-overlay --lock-task'.split(' '));

const HOME = 'android.intent.category.HOME';
const MAIN = 'android.intent.action.MAIN';

/** Intents that are nothing but the start of an app. */
const APP_OF_ACTION: Readonly<Record<string, string>> = {
  'android.settings.SETTINGS': 'com.android.settings',
};

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
  const stopped = stops ? packageOf(intent) : null;
  if (stopped !== null) await call.stdout(`Stopping: ${stopped}\n`);
  await call.stdout(`Starting: ${describeIntent(intent)}\n`);
  const problem = await open(intent, system);
  if (problem !== null) {
    await (waits ? call.stdout : call.stderr)(problem);
    return 1;
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
async function open(intent: Intent, { controls }: AndroidSystem): Promise<string | null> {
  if (intent.action === MAIN && intent.categories.includes(HOME) && intent.component === null) {
    await controls.goHome();
    return null;
  }
  const component = intent.component === null ? null : componentOf(intent.component);
  if (component !== null) {
    const isOpen = await controls.openApp(component.package, component.activity);
    return isOpen ? null : missingClass(component);
  }
  const packageName = packageOf(intent);
  if (packageName !== null && (await controls.openApp(packageName, null))) return null;
  if (isPlainStart(intent)) {
    return `Error: Activity not started, unable to resolve ${describeIntent({ ...intent, flags: intent.flags | 0x1000_0000 })}\n`;
  }
  await controls.openUrl(intentUrl(intent));
  return null;
}

/** The app that an intent is for; null where that is for the phone to find out. */
function packageOf(intent: Intent): string | null {
  if (intent.component !== null) return componentOf(intent.component)?.package ?? null;
  return isPlainStart(intent) ? intent.package : packageOfAction(intent);
}

function isPlainStart({ action, data }: Intent): boolean {
  return data === null && (action === MAIN || action === null);
}

function packageOfAction({ action, data }: Intent): string | null {
  if (action === null || data !== null || !Object.hasOwn(APP_OF_ACTION, action)) return null;
  return APP_OF_ACTION[action] ?? null;
}

function missingClass({ package: packageName, className }: Component): string {
  return `Error type 3\nError: Activity class {${packageName}/${className}} does not exist.\n`;
}
