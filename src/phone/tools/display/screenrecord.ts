import { Failure } from '../../shell/answer.js';
import type { AndroidProgram } from '../system/android-system.js';
import { FAULT_TEXT } from '../../files/fault-text.js';

/**
 * `screenrecord FILE`: leaves an empty file and ends at once, as nothing moves on a recorded screen.
 *
 * Source: AOSP `frameworks/av/cmds/screenrecord`.
 */
export const screenrecord: AndroidProgram = async (args, call, { controls }) => {
  const file = args.findLast((argument) => argument.includes('/'));
  if (file === undefined) throw new Failure('Must specify output file (see --help).\n', 2);
  controls.note('absorbed', `screenrecord ${file}`);
  const fault = controls.files.write(controls.files.resolve(file, call.folder), new Uint8Array());
  if (fault === null) return;
  throw new Failure(`Unable to open '${file}': ${FAULT_TEXT[fault]}\n`);
};
