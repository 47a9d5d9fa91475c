import { displaySize } from '../../screens/display-size.js';
import type { AndroidProgram } from '../system/android-system.js';
import { unknownCommand } from '../shell-command.js';

/**
 * `wm size`, `wm density`: what the screen on display has. Changing them is accepted and does nothing, so that there never
 * is a line on an override, which clients would take for the size of the pictures.
 *
 * Source: AOSP `WindowManagerShellCommand.java`.
 */
export const wm: AndroidProgram = async (args, call, { controls }) => {
  // `-d DISPLAY` may stand behind the command.
  const [command, ...rest] = args;
  const values = rest.filter((argument, index) => argument !== '-d' && rest[index - 1] !== '-d');
  switch (command) {
    case 'size':
    case 'density': {
      if (values.length > 0) return controls.note('absorbed', `wm ${args.join(' ')}`);
      const { width, height } = displaySize(controls);
      return command === 'size'
        ? `Physical size: ${width}x${height}\n`
        : `Physical density: ${controls.profile.density}\n`;
    }
    case 'user-rotation':
    case 'get-user-rotation':
      if (values.length === 0) await call.stdout('free\n');
      else controls.note('absorbed', `wm ${args.join(' ')}`);
      return;
    case 'dismiss-keyguard':
    case 'fixed-to-user-rotation':
    case 'overscan':
    case 'set-user-rotation':
    case 'scaling':
    case 'reset':
      return controls.note('absorbed', `wm ${args.join(' ')}`);
    default:
      return unknownCommand(command ?? '', call);
  }
};
