import { broadcast } from './am-broadcast.js';
import { startActivity } from './am-start.js';
import type { AndroidProgram } from '../system/android-system.js';
import { instrument } from './am-instrument.js';
import { describeIntent, readIntent } from './intent.js';
import { stackList } from './activity-stacks.js';
import { ArgumentReader, runShellCommand, unknownCommand } from '../shell-command.js';

/** Commands that change nothing that the recorded world knows of. */
const ABSORBED: ReadonlySet<string> = new Set(
  `crash set-debug-app clear-debug-app idle-maintenance make-uid-idle memory-factor
   restart send-trim-memory set-inactive set-standby-bucket switch-user task unfreeze freeze`.split(/\s+/),
);

/**
 * `am`: starts and ends apps, and sends broadcasts.
 *
 * Source: AOSP `ActivityManagerShellCommand.java`.
 */
export const am: AndroidProgram = (args, call, system) => {
  const [command = '', ...rest] = args;
  const reader = new ArgumentReader(rest);
  const { controls } = system;
  return runShellCommand(command, call, async () => {
    switch (command) {
      case 'start':
      case 'start-activity':
        return startActivity(reader, call, system);
      case 'broadcast':
        return broadcast(reader, call, system);
      case 'force-stop':
      case 'stop-app': {
        if (reader.takeOption() === '--user') reader.required();
        return controls.stopApp(reader.required());
      }
      case 'kill':
      case 'kill-all': {
        if (reader.takeOption() === '--user') reader.required();
        // What is in front is in use, and stays.
        const front = controls.component.split('/', 1)[0];
        const apps = command === 'kill' ? [reader.required()] : controls.processes.apps;
        for (const app of apps) if (app !== front) controls.processes.stop(app);
        return;
      }
      case 'startservice':
      case 'start-service':
      case 'start-foreground-service':
      case 'startforegroundservice':
      case 'stopservice':
      case 'stop-service': {
        const intent = readIntent(reader, (option, next) => {
          if (option === '--user') next.required();
          return option === '--user' || option === '--foreground';
        });
        controls.note('absorbed', `am ${args.join(' ')}`);
        const verb = command.startsWith('stop') ? 'Stopping' : 'Starting';
        return `${verb} service: ${describeIntent(intent)}\n`;
      }
      case 'stack':
        if (reader.take() !== 'list') return unknownCommand(args.join(' '), call);
        return stackList(controls);
      case 'get-current-user':
        return '0\n';
      case 'get-config': {
        return `config: ${configuration(controls.profile.locale, controls.profile.density)}\n`;
      }
      case 'instrument':
        return instrument(reader, call, system);
      case 'wait-for-broadcast-idle':
      case 'wait-for-broadcast-barrier':
        return 'All broadcast queues are idle!\n';
      default:
        if (!ABSORBED.has(command)) {
          controls.note('unknown_command', `am ${command}`);
          return unknownCommand(command, call);
        }
        return controls.note('absorbed', `am ${args.join(' ')}`);
    }
  });
};

function configuration(locale: string, density: number): string {
  return `${locale.replace('-', '-r')}-ldltr-normal-long-notround-port-notnight-${density}dpi-finger-keysexposed-nokeys-navhidden-nonav-v33`;
}
