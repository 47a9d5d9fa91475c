import type { Answer } from '../../shell/answer.js';
import { ADB_KEYBOARD } from '../../device/phone-keyboards.js';
import type { ToolCall } from '../../shell/tool.js';
import { ADB_KEYBOARD_PACKAGE } from '../input/adb-keyboard.js';
import type { AndroidSystem } from '../system/android-system.js';
import { apkPackage } from './apk-package.js';

const REFUSED =
  'Failure [INSTALL_FAILED_USER_RESTRICTED: virtual phone: the screen graph is fixed, apps cannot be installed]\n';

/** Helpers of agents that may be pretended: ADBKeyboard, uiautomator2 and Portal. */
const PRETENDED: ReadonlySet<string> = new Set([
  ADB_KEYBOARD_PACKAGE,
  'com.github.uiautomator',
  'com.github.uiautomator.test',
  'com.droidrun.portal',
  'com.mobilerun.portal',
]);

/** Largest APK that is looked into; helpers are smaller. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Commands whose sender follows them with the APK; others name the size of what is to come later. */
const WITH_APK: ReadonlySet<string> = new Set(['install', 'install-write']);

/** Bytes that an unreasonable client may send at most. */
const MOST_DISCARDED = 8 * 1024 * 1024 * 1024;

/**
 * `pm install`: takes the whole APK, as its sender reads no answer before, and refuses it; or says that it was installed,
 * where that is to be pretended and it is a helper of agents.
 *
 * Source: AOSP `PackageManagerShellCommand.runInstall`.
 */
export async function install(
  command: string,
  args: readonly string[],
  call: ToolCall,
  system: AndroidSystem,
): Promise<Answer> {
  const { controls } = system;
  const sizeAt = args.indexOf('-S');
  const size = sizeAt < 0 || !WITH_APK.has(command) ? null : Number(args[sizeAt + 1]);
  const isPretending = controls.options.install === 'pretend';
  const apk =
    size === null
      ? fileNamed(args, call, system)
      : await taken(call.stdin, size, isPretending ? MOST_BYTES : 0);
  const name = isPretending && command === 'install' && apk !== null ? apkPackage(apk) : null;
  if (name !== null && PRETENDED.has(name)) {
    system.pretended.add(name);
    // A keyboard is one of the phone's with its package, to be enabled and selected like any other.
    if (name === ADB_KEYBOARD_PACKAGE) controls.keyboards.install(ADB_KEYBOARD);
    controls.note('absorbed', `${command} ${name}`);
    return 'Success\n';
  }
  controls.note('refused', [command, name ?? ''].join(' ').trim());
  await call.stdout(REFUSED);
  return 1;
}

/** `pm uninstall PACKAGE`: only what was pretended can go again. */
export async function uninstall(
  args: readonly string[],
  call: ToolCall,
  system: AndroidSystem,
): Promise<Answer> {
  const reader = args.filter((argument, index) => !argument.startsWith('-') && args[index - 1] !== '--user');
  const [name = ''] = reader;
  if (system.pretended.delete(name)) {
    if (name === ADB_KEYBOARD_PACKAGE && system.controls.options.adbKeyboard === 'absent') {
      system.controls.keyboards.uninstall(ADB_KEYBOARD);
    }
    return 'Success\n';
  }
  system.controls.note('refused', `uninstall ${name}`);
  await call.stdout('Failure [DELETE_FAILED_INTERNAL_ERROR]\n');
  return 1;
}

/** What a client pushed before, null where there is no such file. */
function fileNamed(args: readonly string[], call: ToolCall, { controls }: AndroidSystem): Uint8Array | null {
  const path = args.findLast((argument) => !argument.startsWith('-'));
  if (path === undefined) return null;
  const bytes = controls.files.read(controls.files.resolve(path, call.folder));
  return typeof bytes === 'string' ? null : bytes;
}

/** Reads exactly `size` bytes; keeps them where they are `most` or fewer. */
async function taken(
  stdin: AsyncIterable<Uint8Array>,
  size: number,
  most: number,
): Promise<Uint8Array | null> {
  if (!Number.isSafeInteger(size) || size <= 0 || size > MOST_DISCARDED) return null;
  const kept: Uint8Array[] = [];
  let count = 0;
  for await (const chunk of stdin) {
    if (size <= most) kept.push(chunk);
    count += chunk.byteLength;
    if (count >= size) break;
  }
  return size <= most && count >= size ? Buffer.concat(kept).subarray(0, size) : null;
}
