import type { AndroidProgram } from './android-system.js';

const SWITCHES: ReadonlySet<string> = new Set([
  'bluetooth',
  'data',
  'nfc',
  'power',
  'usb',
  'wifi',
  'system-server',
]);

/**
 * `svc wifi enable` and the like: accepted; a screen that shows the switch is reached by touching it.
 *
 * Source: AOSP `cmds/svc/…/Svc.java`.
 */
export const svc: AndroidProgram = async (args, call, { controls }) => {
  if (args[0] !== undefined && SWITCHES.has(args[0])) {
    controls.note('absorbed', `svc ${args.join(' ')}`);
    return 0;
  }
  await call.stderr('Available commands:\n    help     Show information about the subcommands\n');
  return args[0] === 'help' ? 0 : 1;
};
