import { setTimeout as sleep } from 'node:timers/promises';
import type { PhoneControls, PhoneState } from '../../phone/device/phone-controls.js';
import type { PhoneParts } from '../../phone/device/phone-device.js';
import type { VirtualFiles } from '../../phone/files/virtual-files.js';
import { phoneParts } from '../../phone/phone-parts.js';
import type { FindTool, Tool, ToolCall } from '../../phone/shell/tool.js';
import { smallPng } from '../small-png.js';

/**
 * What is wrong with a phone under test; everything else of it works. Each is answered as real phones do. No client can reach
 * them: only whoever put the phone up.
 *
 * Source: public reports of answers of devices, as the driver's tests read them.
 */
export const PHONE_FAULTS = [
  'dump-never-idle',
  'dump-null-root',
  'dump-busy',
  'screenshot-empty',
  'screenshot-corrupt',
  'screenshot-broken',
  'screenshot-failed',
  'screen-secure',
  'screen-black',
  'screen-off',
  'keyguard',
  'keyguard-secure',
  'anr',
  'crash',
  'keyboard-missing',
  'keyboard-deaf',
  'storage-low',
  'input-denied',
  'clear-denied',
  'hanging',
  'rebooted',
] as const;
export type PhoneFault = (typeof PHONE_FAULTS)[number];

/** The faults of one phone, to be switched while it runs. */
export class PhoneFaults {
  readonly #on = new Set<PhoneFault>();
  /** Times that it has started anew. */
  #boots = 0;

  set(fault: PhoneFault): void {
    if (fault === 'rebooted') this.#boots += 1;
    else this.#on.add(fault);
  }

  clear(): void {
    this.#on.clear();
  }

  has(fault: PhoneFault): boolean {
    return this.#on.has(fault);
  }

  /** What `/proc/sys/kernel/random/boot_id` says. */
  get bootId(): string {
    return `6f3c1d20-0000-4000-8000-${String(this.#boots).padStart(12, '0')}`;
  }

  /** The parts of a phone that has these faults. */
  parts(): PhoneParts {
    const parts = phoneParts();
    return {
      files: (clock, bootId) => withBootId(parts.files(clock, bootId), this),
      programs: (phone) => {
        const programs = parts.programs(phone);
        return (controls) => this.#tools(programs(controls), controls, phone);
      },
      services: (phone, power) => parts.services(phone, power),
    };
  }

  #tools(find: FindTool, controls: PhoneControls, phone: PhoneState): FindTool {
    return (name) => {
      const tool = find(name);
      const make = FAULTY[name.replace('/system/bin/', '')];
      if (make === undefined) return tool;
      return async (call) => {
        if (this.has('hanging')) await sleep(2 ** 31 - 1, undefined, { signal: call.signal });
        const answer = make(call, { faults: this, controls, phone, tool });
        return answer === null ? ((await tool?.(call)) ?? 127) : await answer;
      };
    };
  }
}

interface FaultContext {
  readonly faults: PhoneFaults;
  readonly controls: PhoneControls;
  readonly phone: PhoneState;
  readonly tool: Tool | undefined;
}

/** What a program answers where something is wrong; null where it works. */
type FaultyProgram = (call: ToolCall, context: FaultContext) => Promise<number> | null;

const FAULTY: Readonly<Record<string, FaultyProgram>> = {
  uiautomator: (call, { faults }) => {
    if (faults.has('dump-never-idle')) return said(call, 'stderr', 'ERROR: could not get idle state.\n', 0);
    if (faults.has('dump-null-root'))
      return said(call, 'stderr', 'ERROR: null root node returned by UiTestAutomationBridge.\n', 0);
    if (!faults.has('dump-busy')) return null;
    const busy =
      'java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@f18df39already registered!\n';
    return said(call, 'stderr', busy, 137);
  },
  screencap: (call, { faults, controls, phone, tool }) => {
    if (faults.has('screenshot-empty')) return Promise.resolve(0);
    if (faults.has('screenshot-failed'))
      return said(call, 'stderr', 'Failed to take screenshot. Status: -2\nCapturing failed.\n', 0);
    if (faults.has('screenshot-corrupt')) return cutOff(call, tool);
    if (faults.has('screenshot-broken')) return cutOffEverywhere(call, tool, phone.files);
    const dark = ['screen-secure', 'screen-black', 'screen-off'] as const;
    if (!dark.some((fault) => faults.has(fault))) return null;
    const size = controls.display.screen.size ?? controls.profile.size;
    return Promise.resolve(call.stdout(smallPng(size, 0, 'grey'))).then(() => 0);
  },
  dumpsys: (call, { faults, tool }) => {
    const rewritten = rewritingDumpsys(faults);
    return rewritten === null ? null : rewrite(call, tool, rewritten);
  },
  input: (call, { faults }) => {
    const [, first = '', ...codes] = call.words;
    // A lock with a secret, and a panel that is broken, stay as they are.
    if (!faults.has('input-denied') || (first === 'keyevent' && codes.includes('224'))) return null;
    const denied =
      'java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.\n';
    return said(call, 'stderr', `\nException occurred while executing '${first}':\n${denied}`, 255);
  },
  am: (call, { faults }) => {
    const isTyping = call.words.some((word) => word.startsWith('ADB_'));
    if (!faults.has('keyboard-deaf') || !isTyping) return null;
    const action = call.words.find((word) => word.startsWith('ADB_')) ?? '';
    const lines = `Broadcasting: Intent { act=${action} flg=0x400000 (has extras) }\nBroadcast completed: result=0\n`;
    return said(call, 'stdout', lines, 0);
  },
  pm: (call, { faults }) => {
    const [, command, name = ''] = call.words;
    if (faults.has('keyboard-missing') && command === 'path' && name.includes('adbkeyboard'))
      return Promise.resolve(1);
    if (!faults.has('clear-denied') || command !== 'clear') return null;
    const denied =
      'java.lang.SecurityException: PID 4242 does not have permission android.permission.CLEAR_APP_USER_DATA to clear data of package\n';
    return said(call, 'stderr', `\nException occurred while executing 'clear':\n${denied}`, 255);
  },
  df: (call, { faults }) => {
    const free = faults.has('storage-low') ? 51_200 : 98_304_000;
    const lines = `Filesystem     1K-blocks     Used Available Use% Mounted on\n/dev/block/dm-5 115343360 ${115_343_360 - free} ${free}  15% /data\n`;
    return said(call, 'stdout', lines, 0);
  },
};

/** What of `dumpsys` reads otherwise; null where nothing does. */
function rewritingDumpsys(faults: PhoneFaults): ((text: string) => string) | null {
  const changes: [RegExp, string][] = [];
  const focus = (window: string): void =>
    void changes.push([/mCurrentFocus=Window\{\S+ u0 [^}]*\}/g, `mCurrentFocus=Window{397fff u0 ${window}}`]);
  if (faults.has('anr')) focus('Application Not Responding: org.example.app');
  if (faults.has('crash')) focus('Application Error: org.example.app');
  if (faults.has('screen-off')) {
    changes.push([/mWakefulness=Awake/g, 'mWakefulness=Asleep']);
    changes.push([/INTERACTIVE_STATE_AWAKE/g, 'INTERACTIVE_STATE_SLEEP']);
    changes.push([/SCREEN_STATE_ON/g, 'SCREEN_STATE_OFF']);
    changes.push([/state=ON/g, 'state=OFF']);
  }
  if (faults.has('keyguard') || faults.has('keyguard-secure')) {
    changes.push([/mShowingLockscreen=false/g, 'mShowingLockscreen=true']);
    changes.push([/mIsKeyguardShowing=false/g, 'mIsKeyguardShowing=true']);
    changes.push([/(KeyguardServiceDelegate\s+)showing=false/g, '$1showing=true']);
    focus('NotificationShade');
  }
  if (faults.has('keyguard-secure')) changes.push([/secure=false/g, 'secure=true']);
  if (faults.has('screen-secure'))
    changes.push([/fmt=TRANSLUCENT\}/g, 'fmt=TRANSLUCENT\n      fl=LAYOUT_IN_SCREEN SECURE}']);
  if (changes.length === 0) return null;
  return (text) => changes.reduce((changed, [from, to]) => changed.replace(from, to), text);
}

async function said(call: ToolCall, on: 'stdout' | 'stderr', text: string, status: number): Promise<number> {
  await call[on](text);
  return status;
}

/** What a program says, rewritten as a whole. */
async function rewrite(
  call: ToolCall,
  tool: Tool | undefined,
  change: (text: string) => string,
): Promise<number> {
  const pieces: Uint8Array[] = [];
  const stdout = async (data: string | Uint8Array): Promise<void> => {
    pieces.push(typeof data === 'string' ? Buffer.from(data) : data);
  };
  const status = (await tool?.({ ...call, stdout })) ?? 127;
  await call.stdout(change(Buffer.concat(pieces).toString('utf8')));
  return status;
}

/** The first half of a picture. */
async function cutOff(call: ToolCall, tool: Tool | undefined): Promise<number> {
  const stdout = async (data: string | Uint8Array): Promise<void> =>
    call.stdout(data.slice(0, Math.floor(data.length / 2)));
  return (await tool?.({ ...call, stdout })) ?? 127;
}

/** The same in a file. */
async function cutOffEverywhere(
  call: ToolCall,
  tool: Tool | undefined,
  files: VirtualFiles,
): Promise<number> {
  const status = await cutOff(call, tool);
  const file = call.words.findLast((word) => word.includes('/'));
  const path = file === undefined ? null : files.resolve(file, call.folder);
  const bytes = path === null ? 'ENOENT' : files.read(path);
  if (path !== null && typeof bytes !== 'string')
    files.write(path, bytes.slice(0, Math.floor(bytes.length / 2)));
  return status;
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Files that the identity of the last start is among. */
function withBootId(files: VirtualFiles, faults: PhoneFaults): VirtualFiles {
  const bytes = (): Uint8Array => Buffer.from(`${faults.bootId}\n`);
  return {
    stat: (path) =>
      path === BOOT_ID ? { type: 'file', mode: 0o100444, size: bytes().length, mtime: 0 } : files.stat(path),
    read: (path) => (path === BOOT_ID ? bytes() : files.read(path)),
    write: (path, content, options) => files.write(path, content, options),
    append: (path, content) => files.append(path, content),
    list: (path) => files.list(path),
    createFolder: (path, options) => files.createFolder(path, options),
    remove: (path, options) => files.remove(path, options),
    rename: (from, to) => files.rename(from, to),
    touch: (path, mtime) => files.touch(path, mtime),
    changeMode: (path, mode) => files.changeMode(path, mode),
    resolve: (path, folder) => files.resolve(path, folder),
  };
}
