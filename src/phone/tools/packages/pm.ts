import { Failure, type Answer } from '../../shell/answer.js';
import type { ToolCall } from '../../shell/tool.js';
import type { AndroidProgram, AndroidSystem } from '../system/android-system.js';
import { dumpPackage } from '../dumpsys/package.js';
import { install, uninstall } from './install.js';
import {
  installedPackage,
  installedPackages,
  packageFile,
  type InstalledPackage,
} from './installed-packages.js';
import { readIntent, shortComponent, type Component } from '../activity/intent.js';
import { candidatesOf } from '../activity/resolve-intent.js';
import { ArgumentReader, runShellCommand, unknownCommand } from '../shell-command.js';

/** Commands that change what the recorded world does not know of. */
const ABSORBED: ReadonlySet<string> = new Set(
  `appops bg-dexopt-job compile default-state disable-user grant hide reset-permissions revoke
   set-app-link suspend trim-caches unhide unsuspend`.split(/\s+/),
);

/**
 * `pm`: what is installed, which is what the recorded world has apps for. Nothing is installed or removed.
 *
 * Source: AOSP `PackageManagerShellCommand.java`.
 */
export const pm: AndroidProgram = (args, call, system) => {
  const [command = '', ...rest] = args;
  return runShellCommand(command, call, async () => {
    switch (command) {
      case 'list':
        return list(rest, call, system);
      case 'path': {
        const found = installedPackage(lastWord(rest), system);
        if (found === undefined) return 1;
        return `package:${packageFile(found)}\n`;
      }
      case 'dump':
        return dumpPackage(rest, system);
      case 'clear':
        return clear(lastWord(rest), call, system);
      case 'install':
      case 'install-existing':
      case 'install-create':
      case 'install-write':
      case 'install-commit':
      case 'install-abandon':
        return install(command, rest, call, system);
      case 'uninstall':
        return uninstall(rest, call, system);
      case 'resolve-activity':
      case 'query-activities':
        return resolveActivity(command, rest, system);
      case 'get-install-location':
        return '0[auto]\n';
      case 'get-max-users':
        return 'Maximum supported users: 1\n';
      case 'has-feature':
        await call.stdout('false\n');
        return 1;
      case 'enable':
      case 'disable':
        system.controls.note('absorbed', `pm ${args.join(' ')}`);
        return `Package ${lastWord(rest)} new state: ${command}d\n`;
      default:
        if (!ABSORBED.has(command)) {
          system.controls.note('unknown_command', `pm ${command}`);
          return unknownCommand(command, call);
        }
        return system.controls.note('absorbed', `pm ${args.join(' ')}`);
    }
  });
};

function lastWord(words: readonly string[]): string {
  return words.findLast((word) => !word.startsWith('-')) ?? '';
}

async function list(args: readonly string[], call: ToolCall, system: AndroidSystem): Promise<Answer> {
  const [what = '', ...rest] = args;
  switch (what) {
    case 'packages':
    case 'package':
      return listedPackages(rest, system);
    case 'users':
      return 'Users:\n\tUserInfo{0:Owner:c13} running\n';
    case 'features':
    case 'instrumentation':
    case 'libraries':
    case 'permissions':
    case 'permission-groups':
      return;
    default:
      throw new Failure(`Error: unknown list type '${what}'\n`, 255);
  }
}

function listedPackages(args: readonly string[], system: AndroidSystem): string {
  const reader = new ArgumentReader(args);
  const options = new Set<string>();
  for (let option = reader.takeOption(); option !== undefined; option = reader.takeOption()) {
    if (option === '--user' || option === '--uid') reader.take();
    options.add(option);
  }
  const filter = reader.take() ?? '';
  const line = (one: InstalledPackage): string =>
    `package:${options.has('-f') ? `${packageFile(one)}=` : ''}${one.name}` +
    (options.has('--show-versioncode') ? ` versionCode:${one.versionCode}` : '') +
    (options.has('-i') ? '  installer=null' : '') +
    (options.has('-U') ? ` uid:${one.userId}` : '');
  return installedPackages(system)
    .filter(({ name }) => name.includes(filter))
    .filter(({ isSystem }) => (isSystem ? !options.has('-3') : !options.has('-s')))
    .filter(() => !options.has('-d'))
    .map((one) => `${line(one)}\n`)
    .join('');
}

/** Ends the app; what it had stored is part of a recorded world and stays there. */
async function clear(name: string, call: ToolCall, system: AndroidSystem): Promise<Answer> {
  if (installedPackage(name, system) === undefined) {
    await call.stdout('Failed\n');
    return 1;
  }
  await system.controls.stopApp(name, { clears: true });
  system.controls.note('absorbed', `pm clear ${name}`);
  return 'Success\n';
}

/** Who answers where several activities take an intent. */
const CHOOSER: Component = {
  package: 'android',
  activity: 'com.android.internal.app.ResolverActivity',
  className: 'com.android.internal.app.ResolverActivity',
};

/** Which activity an intent or an app's icon starts. Source: AOSP `PackageManagerShellCommand.printResolveInfo`. */
function resolveActivity(command: string, args: readonly string[], system: AndroidSystem): string {
  const options = new Set<string>();
  const intent = readIntent(new ArgumentReader(args), (option, reader) => {
    options.add(option);
    if (option === '--user' || option === '--query-flags') reader.required();
    return ['--brief', '--components', '--user', '--query-flags'].includes(option);
  });
  const found = candidatesOf(intent, system).map(({ component }) => component);
  const [first] = found;
  const isBare = options.has('--components');
  const told = (one: Component, prefix: string): string => {
    const head = `${prefix}priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n`;
    if (isBare) return `${prefix}${shortComponent(one)}\n`;
    if (options.has('--brief')) return `${head}${prefix}${shortComponent(one)}\n`;
    return (
      `${head}${prefix}ActivityInfo:\n${prefix}  name=${one.className}\n${prefix}  packageName=${one.package}\n` +
      `${prefix}  enabled=true exported=true directBootAware=false\n`
    );
  };
  if (command === 'resolve-activity') {
    if (first === undefined) return 'No activity found\n';
    return told(found.length === 1 ? first : CHOOSER, '');
  }
  if (first === undefined) return 'No activities found\n';
  if (isBare) return found.map((one) => told(one, '')).join('');
  const entries = found.map((one, index) => `  Activity #${index}:\n${told(one, '    ')}`);
  return `${found.length} activities found:\n${entries.join('')}`;
}
