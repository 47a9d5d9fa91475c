import type { ServedTools } from '../tool-server.js';
import { actTools } from './act-tools.js';
import { lookTools } from './look-tools.js';
import type { PhoneDesk } from './phone-desk.js';
import { taskTools } from './task-tools.js';

/** Tools of phone servers that a phone under test does not have. */
const ABSENT: Readonly<Record<string, string>> = {
  mobile_save_screenshot: 'it would write files; mobile_take_screenshot answers with the picture',
  mobile_batch_commands: 'each action follows a look of its own',
  mobile_install_app: 'the apps of the phone are part of the task',
  mobile_uninstall_app: 'the apps of the phone are part of the task',
};

/** The phones of one client as tools. Disposing of them gives up what is under way. */
export function phoneTools(desk: PhoneDesk, signal: AbortSignal): ServedTools {
  return {
    tools: [...lookTools(desk, signal), ...actTools(desk, signal), ...taskTools(desk)],
    absent: ABSENT,
    mendable: 'answer',
    instructions:
      'Phones under test, each with one task. touchstone_task tells what to do and how many steps it may take; looks cost ' +
      'none, everything else costs one. Coordinates are pixels of the screenshot. End each task with touchstone_finish.',
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}
