import type { AndroidProgram } from './android-system.js';
import { waitUntilGone } from '../wait-until-gone.js';

/** Options after which a log is not followed. */
const ENDS_AT_ONCE = /^(?:-[a-z]*[cdgGLpPStT]\d*|--clear|--dump|--buffer-size|--last|--statistics|--prune)$/;

/** Exit status of a program that a signal ended. */
const ENDED = 130;

/**
 * `logcat`: an empty log. Followed, it stays open until its reader goes.
 *
 * Source: AOSP `system/logging/logcat`.
 */
export const logcat: AndroidProgram = async (args, call) => {
  if (args.some((argument) => argument === '-g'))
    return 'main: ring buffer is 256 KiB (0 B consumed), max entry is 5120 B, max payload is 4068 B\n';
  if (args.some((argument) => argument === '-c' || argument === '--clear')) return 0;
  // `-T` shows what is recent and follows on. A log that is followed says nothing before its first line.
  if (args.some((argument) => ENDS_AT_ONCE.test(argument) && !argument.startsWith('-T')))
    return '--------- beginning of main\n';
  await waitUntilGone(call.signal);
  return ENDED;
};

/** `log`: writes into the log, which keeps nothing. */
export const log: AndroidProgram = () => 0;
