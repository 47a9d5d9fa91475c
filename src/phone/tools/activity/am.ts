import { broadcast } from './am-broadcast.js';
import { startActivity } from './am-start.js';
import type { AndroidProgram } from '../system/android-system.js';
import { shortComponent, componentOf, describeIntent, readIntent } from './intent.js';
import { stackList } from './activity-stacks.js';
import { ArgumentReader, runShellCommand, unknownCommand } from '../shell-command.js';

/** Commands that change nothing that the recorded world knows of. */
const ABSORBED: ReadonlySet<string> = new Set(
  `kill kill-all crash set-debug-app clear-debug-app idle-maintenance make-uid-idle memory-factor
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
        controls.note('unknown_command', `am ${args.join(' ')}`);
        await call.stdout(instrumentationMissing(rest.at(-1) ?? ''));
        return 1;
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

/** Tests that are not installed cannot be run. Source: AOSP `Instrument.java`. */
function instrumentationMissing(text: string): string {
  const component = componentOf(text);
  const name = component === null ? text : shortComponent(component);
  return (
    `INSTRUMENTATION_STATUS: id=ActivityManagerService\n` +
    `INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${name}}\n` +
    'INSTRUMENTATION_STATUS_CODE: -1\n'
  );
}
