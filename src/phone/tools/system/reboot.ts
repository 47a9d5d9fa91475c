import { Failure } from '../../shell/answer.js';
import { waitUntilGone } from '../wait-until-gone.js';
import type { AndroidProgram } from './android-system.js';

/**
 * `reboot`: the phone starts anew, so this never ends by itself. One that would stay off, or start as something else, is
 * refused.
 *
 * Source: AOSP `system/core/reboot/reboot.c`.
 */
export const reboot: AndroidProgram = async (args, call, { controls }) => {
  const [option] = args;
  if (args.length > 1 || (option?.startsWith('-') === true && option !== '-p'))
    throw new Failure('usage: reboot [-p] [rebootcommand]\n');
  if (option !== undefined && option !== '') {
    controls.note('refused', `reboot ${option}`);
    throw new Failure(`virtual phone: reboot ${option} is not supported\n`);
  }
  await controls.restart();
  await waitUntilGone(call.signal);
};
