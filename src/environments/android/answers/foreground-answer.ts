import { answerFault, saidText, type AnswerReading, type DeviceAnswer } from './device-answer.js';

/** Windows of the system that are no app: the shade, the lock screen, the ambient display. */
const SYSTEM_WINDOWS = new Set(['StatusBar', 'NotificationShade', 'Keyguard', 'AOD']);
/** Characters of a line; titles of windows are short. */
const LONGEST = 2000;
const COMPONENT = /([A-Za-z][\w.]*)\/([\w.$]+)/;
const WHOLE_COMPONENT = new RegExp(`^${COMPONENT.source}$`);

/** Reads which app and activity has the focus, in the wording of any version: focus first, then what is resumed. */
export function readForeground(answer: DeviceAnswer): AnswerReading {
  const text = saidText(answer)
    .split('\n')
    .filter((line) => line.length <= LONGEST)
    .join('\n');
  const windows = focusedWindows(text);
  const apps = focusedApps(text);
  for (const title of windows) {
    const reading = ofTitle(title, apps);
    if (reading !== null) return reading;
  }
  const last = apps.at(-1) ?? resumed(text);
  return last === undefined ? answerFault('focus-unknown', text) : ofComponent(last);
}

/** Titles of focused windows, those of the default display first. */
function focusedWindows(text: string): readonly string[] {
  const ofDefault: string[] = [];
  const others: string[] = [];
  let display = 0;
  for (const line of text.split('\n')) {
    const [, id] = /^\s*Display: mDisplayId=(\d{1,9})/.exec(line) ?? [];
    if (id !== undefined) display = Number(id);
    const [, rest] = /\bmCurrentFocus=Window\{[0-9a-f]+ (?:u\d+ )?(?:d\d+ )?(.+)$/i.exec(line) ?? [];
    if (rest === undefined) continue;
    const title = rest
      .replace(/[\s}]+$/, '')
      .replace(/ paused=(?:true|false)$/, '')
      .replace(/[\s}]+$/, '');
    if (title !== '') (display === 0 ? ofDefault : others).push(title);
  }
  return [...ofDefault, ...others];
}

/** Components of focused apps, in the order of the text. */
function focusedApps(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    if (!/\bmFocusedApp=(?!null)/.test(line)) return [];
    const component = componentOfRecord(line);
    return component === undefined ? [] : [component];
  });
}

function componentOfRecord(line: string): string | undefined {
  const [, component] = /ActivityRecord\{[0-9a-f]+ (?:u\d+ )?([A-Za-z][\w.]*\/[\w.$]+)/i.exec(line) ?? [];
  return component;
}

/** Second source: the activity that is resumed. */
function resumed(text: string): string | undefined {
  const lines = text.split('\n');
  for (const name of [
    /(?:^|\s)topResumedActivity=/,
    /(?:^|\s)m?ResumedActivity: /,
    /(?:^|\s)mFocusedActivity: /,
  ]) {
    for (const line of lines) {
      const component = name.test(line) ? componentOfRecord(line) : undefined;
      if (component !== undefined) return component;
    }
  }
  const top = lines.flatMap(
    (line) => /^\s*ACTIVITY ([A-Za-z][\w.]*\/[\w.$]+) [0-9a-f]+ pid=/i.exec(line)?.[1] ?? [],
  );
  return top.at(-1);
}

/** What the title of the focused window says; null where it names no app and another source has to. */
function ofTitle(title: string, apps: readonly string[]): AnswerReading | null {
  if (WHOLE_COMPONENT.test(title)) return ofComponent(title);
  if (SYSTEM_WINDOWS.has(title)) {
    return { package: null, activity: null, window: title, blocking: 'system-ui' };
  }
  const [, dialog, of] = /^(Application Not Responding|Application Error): ([\w.]+)/.exec(title) ?? [];
  if (of !== undefined) {
    const blocking = dialog === 'Application Error' ? 'crash' : 'anr';
    return { package: of, activity: null, window: title, blocking };
  }
  const [, starting] = /^Splash Screen ([\w.]+)/.exec(title) ?? [];
  if (starting !== undefined) return { package: starting, activity: null, window: title, transient: true };
  const app = apps.at(-1);
  if (app !== undefined) return { ...ofComponent(app), window: title };
  const [component] = COMPONENT.exec(title) ?? [];
  if (component !== undefined) return { ...ofComponent(component), window: title };
  if (/^[A-Za-z]\w*(?:\.\w+)+$/.test(title)) return { package: title, activity: null, window: title };
  return null;
}

function ofComponent(component: string): AnswerReading {
  const [owner = '', name = ''] = component.split('/');
  const activity = name.startsWith('.') ? `${owner}${name}` : name;
  const isPermission = /(?:^|\.)GrantPermissionsActivity$/.test(activity);
  return { package: owner, activity, ...(isPermission ? { blocking: 'permission' } : {}) };
}
