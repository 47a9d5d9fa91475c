import { Failure } from '../../shell/answer.js';
import { reboot } from './reboot.js';
import type { AndroidProgram } from './android-system.js';

const SWITCHES: ReadonlySet<string> = new Set('bluetooth data nfc power usb wifi system-server'.split(' '));

/**
 * `svc wifi enable` and the like: accepted; a screen that shows the switch is reached by touching it.
 *
 * Source: AOSP `cmds/svc/…/Svc.java`.
 */
export const svc: AndroidProgram = async (args, call, system) => {
  const { controls } = system;
  if (args[0] === 'power' && args[1] === 'reboot') return reboot(args.slice(2), call, system);
  if (args[0] === 'power' && args[1] === 'shutdown') return reboot(['-p'], call, system);
  if (args[0] !== undefined && SWITCHES.has(args[0]))
    return controls.note('absorbed', `svc ${args.join(' ')}`);
  throw new Failure(
    'Available commands:\n    help     Show information about the subcommands\n',
    args[0] === 'help' ? 0 : 1,
  );
};
