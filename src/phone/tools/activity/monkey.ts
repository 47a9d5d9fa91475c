import { Failure } from '../../shell/answer.js';
import type { AndroidProgram } from '../system/android-system.js';
import type { Intent } from './intent.js';
import { candidatesOf } from './resolve-intent.js';

/** Options that a value follows. */
const WITH_VALUE: ReadonlySet<string> = new Set(
  `-p -c -s -f --throttle --port --setup --pkg-blacklist-file --pkg-whitelist-file --profile-wait
   --device-sleep-time --script-log --bugreport`.split(/\s+/),
);

/** Exit status of a monkey that found nothing to run. */
const NOTHING_FOUND = 252;

/**
 * `monkey -p PACKAGE [-c CATEGORY] 1`: starts an app. Further events, which would be random, are not made.
 *
 * Source: AOSP `cmds/monkey/…/Monkey.java`.
 */
export const monkey: AndroidProgram = async (args, call, system) => {
  const packages: string[] = [];
  let count: number | null = null;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '-p') packages.push(args[index + 1] ?? '');
    if (WITH_VALUE.has(argument) || argument.startsWith('--pct-')) index += 1;
    else if (/^\d+$/.test(argument)) count = Number(argument);
  }
  if (count === null)
    throw new Failure(
      '** Error: Count not specified\nusage: monkey [-p ALLOWED_PACKAGE]... COUNT\n',
      NOTHING_FOUND + 3,
    );
  const name = packages.find((one) => candidatesOf(iconOf(one), system).length > 0);
  if (packages.length > 0 && (name === undefined || !(await system.controls.openApp(name, null)))) {
    await call.stdout('** No activities found to run, monkey aborted.\n');
    return NOTHING_FOUND;
  }
  if (count > 1 || name === undefined) system.controls.note('absorbed', `monkey ${args.join(' ')}`);
  return `Events injected: ${count}\n## Network stats: elapsed time=15ms (0ms mobile, 0ms wifi, 15ms not connected)\n`;
};

/** What a package's icon starts. */
function iconOf(packageName: string): Intent {
  return {
    action: 'android.intent.action.MAIN',
    data: null,
    type: null,
    package: packageName,
    component: null,
    flags: 0,
    categories: ['android.intent.category.LAUNCHER'],
    extras: new Map(),
  };
}
