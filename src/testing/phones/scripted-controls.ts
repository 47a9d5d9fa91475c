import type { Observation, ScreenContent } from '../../domain/screen.js';
import type { PhoneControls } from '../../phone/device/phone-controls.js';
import { ADB_KEYBOARD } from '../../phone/device/phone-keyboards.js';
import type { FileFault, VirtualFiles } from '../../phone/files/virtual-files.js';
import { PhoneOptionsSchema, type PhoneOptions } from '../../phone/phone-options.js';
import type { FindTool } from '../../phone/shell/tool.js';
import { androidPrograms } from '../../phone/tools/android-programs.js';
import { ProcessTable } from '../../phone/processes/process-table.js';
import { SystemLog } from '../../phone/system-log/system-log.js';

/** Controls of a phone that does nothing but remember what was asked of it. */
export interface ScriptedControls extends PhoneControls {
  /** What was done, in order: kind first. */
  readonly done: readonly (readonly unknown[])[];
  /** What is on display from now on. */
  show(observation: Observation, component?: string): void;
}

export interface ScriptedControlsOptions {
  readonly observation?: Observation;
  readonly component?: string;
  readonly options?: Partial<PhoneOptions>;
}

const KEYBOARDS = [
  'com.android.inputmethod.latin/.LatinIME',
  ADB_KEYBOARD,
  'com.github.uiautomator/.AdbKeyboard',
];

/** A screen of 1080 x 2400 without picture and hierarchy, but for what is given. */
export function phoneScreen(
  parts: {
    readonly picture?: Uint8Array;
    readonly mediaType?: string;
    readonly hierarchy?: string;
    readonly hash?: string;
  } = {},
): Observation {
  const content = (bytes: Uint8Array, mediaType: string): ScreenContent => ({
    mediaType,
    ...(parts.hash === undefined ? {} : { hash: parts.hash }),
    load: () => Promise.resolve(bytes),
  });
  return {
    screen: {
      id: 'screen',
      // Pictures of tests are a few pixels across, so with one there is no size but the phone's.
      size: parts.picture === undefined ? { width: 1080, height: 2400 } : null,
      activity: null,
      picture: parts.picture === undefined ? null : content(parts.picture, parts.mediaType ?? 'image/png'),
      hierarchy:
        parts.hierarchy === undefined
          ? null
          : content(new TextEncoder().encode(parts.hierarchy), 'application/xml'),
    },
  };
}

const APPS = [
  { package: 'org.example.home', name: null, activity: '.Home', isSystem: true },
  { package: 'com.android.settings', name: 'Settings', activity: '.Settings', isSystem: true },
  { package: 'org.example.notes', name: 'Notes', activity: null, isSystem: false },
];

function scriptedKeyboards(hasAdbKeyboard: boolean): PhoneControls['keyboards'] {
  const keyboards = KEYBOARDS.filter((id) => id !== ADB_KEYBOARD || hasAdbKeyboard);
  const enabled = new Set([KEYBOARDS[0] ?? '']);
  let selected = KEYBOARDS[0] ?? '';
  return {
    get selected() {
      return selected;
    },
    list: (which) => (which === 'all' ? keyboards : [...enabled]),
    install: (id) => {
      if (!keyboards.includes(id)) keyboards.push(id);
    },
    uninstall(id) {
      this.disable(id);
      keyboards.splice(keyboards.indexOf(id), keyboards.includes(id) ? 1 : 0);
    },
    enable: (id) => keyboards.includes(id) && enabled.add(id).has(id),
    disable(id) {
      if (!keyboards.includes(id)) return false;
      enabled.delete(id);
      if (selected === id) [selected = ''] = KEYBOARDS;
      return true;
    },
    select(id) {
      if (!keyboards.includes(id)) return false;
      enabled.add(id);
      selected = id;
      return true;
    },
    reset() {
      [selected = ''] = KEYBOARDS;
    },
  };
}

function scriptedSettings(): PhoneControls['settings'] {
  return new Map(
    ['system', 'secure', 'global'].map((name) => [
      name,
      new Map(
        name === 'system' ? [['screen_brightness', '102']] : name === 'secure' ? [['android_id', 'abc']] : [],
      ),
    ]),
  );
}

export function scriptedControls(given: ScriptedControlsOptions = {}): ScriptedControls {
  const done: (readonly unknown[])[] = [];
  let display = given.observation ?? phoneScreen();
  let component = given.component ?? 'org.example.home/org.example.home.Home';
  const say = (...entry: readonly unknown[]): Promise<void> => {
    done.push(entry);
    return Promise.resolve();
  };
  return {
    serial: 'scripted',
    profile: {
      product: 'touchstone',
      model: 'Touchstone',
      device: 'phone',
      density: 440,
      size: { width: 1080, height: 2400 },
      apps: APPS,
      startsAt: 1_700_000_000_000,
      timeZone: 'UTC',
      locale: 'en-US',
      hasWaits: false,
    },
    options: PhoneOptionsSchema.parse(given.options ?? {}),
    files: mapFiles(),
    clock: { now: 1_700_000_000_000, uptime: 60_000, pass: () => Promise.resolve() },
    keyboards: scriptedKeyboards(given.options?.adbKeyboard !== 'absent'),
    settings: scriptedSettings(),
    processes: new ProcessTable(() => component.split('/', 1)[0] ?? null),
    systemLog: new SystemLog(() => 1_700_000_000_000),
    clipboard: '',
    get display() {
      return display;
    },
    get component() {
      return component;
    },
    done,
    show(observation, shown) {
      display = observation;
      component = shown ?? component;
    },
    look: async (what) => {
      await say('look', what);
      return display;
    },
    part: () => say('part'),
    gesture: (gesture) => say('gesture', gesture),
    type: (text, source) => say('type', text, source),
    keys: (codes, options) => say('keys', codes, ...(options?.isLong === true ? ['long'] : [])),
    keysTogether: (codes) => say('keysTogether', codes),
    clearText: (source) => say('clearText', source),
    editorAction: (source) => say('editorAction', source),
    openApp: async (packageName, activity) => {
      if (!APPS.some((app) => app.package === packageName)) return false;
      await say('openApp', packageName, activity);
      return true;
    },
    stopApp: (packageName) => say('stopApp', packageName),
    goHome: () => say('goHome'),
    restart: () => say('restart'),
    openUrl: async (url, handler) => {
      if (handler === null) return false;
      await say('openUrl', url);
      return true;
    },
    answer: (text) => say('answer', text),
    finish: (status) => say('finish', status),
    note: (kind, what) => {
      done.push(['note', kind, what]);
    },
  };
}

/** Number of every program that is called here. */
const CALLED = 4242;

/** Android's programs on a phone, for one command. */
export function programsOf(controls: PhoneControls): FindTool {
  return androidPrograms(controls)(controls);
}

/** Runs one program: what it wrote and its exit status. */
export async function runTool(
  find: FindTool,
  words: readonly string[],
  options: {
    readonly stdin?: readonly Uint8Array[];
    readonly variables?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  } = {},
): Promise<{ stdout: string; stderr: string; bytes: Uint8Array; status: number }> {
  const tool = find(words[0] ?? '');
  if (tool === undefined) throw new Error(`no program of the name ${words[0] ?? ''}`);
  const written: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  const writeTo = (name: 'stdout' | 'stderr') => (data: string | Uint8Array) => {
    written[name].push(Buffer.from(data));
    return Promise.resolve();
  };
  const status = await tool({
    words,
    variables: new Map(Object.entries(options.variables ?? {})),
    folder: '/',
    stdin: inOrder(options.stdin ?? []),
    stdout: writeTo('stdout'),
    stderr: writeTo('stderr'),
    signal: options.signal ?? new AbortController().signal,
    pid: CALLED,
  });
  const [bytes, errors] = [Buffer.concat(written.stdout), Buffer.concat(written.stderr)];
  return { stdout: bytes.toString('utf8'), stderr: errors.toString('utf8'), bytes, status };
}

async function* inOrder(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

/** Files without folders: what is below `/sdcard` and `/data/local/tmp` can be written. */
function mapFiles(): VirtualFiles {
  const files = new Map<string, Uint8Array>();
  const fault: FileFault = 'EACCES';
  return {
    stat: (path) => {
      const bytes = files.get(path);
      return bytes === undefined
        ? 'ENOENT'
        : { type: 'file', mode: 0o100660, size: bytes.byteLength, mtime: 1_700_000_000 };
    },
    read: (path) => files.get(path) ?? 'ENOENT',
    write: (path, bytes) => {
      if (!/^\/(?:sdcard|data\/local\/tmp)\//.test(path)) return fault;
      files.set(path, bytes);
      return null;
    },
    append: () => fault,
    list: () => [...files.keys()].sort(),
    createFolder: () => fault,
    remove: (path) => (files.delete(path) ? null : 'ENOENT'),
    rename: () => fault,
    touch: () => fault,
    changeMode: () => null,
    resolve: (path, folder) => (path.startsWith('/') ? path : `${folder === '/' ? '' : folder}/${path}`),
  };
}
