import { Failure } from '../shell/answer.js';
import type { Tool } from '../shell/tool.js';
import type { AndroidProgram } from './system/android-system.js';
import { SERVICE_NAMES } from './dumpsys.js';

/** Services whose commands are those of a program. */
const PROGRAMS: Readonly<Record<string, string>> = {
  activity: 'am',
  device_config: 'device_config',
  input: 'input',
  input_method: 'ime',
  package: 'pm',
  settings: 'settings',
  window: 'wm',
};

/** Services whose commands change nothing that the recorded world knows of. */
const ABSORBED: ReadonlySet<string> = new Set(
  `appops audio bluetooth_manager connectivity display jobscheduler locale location
   media_session notification overlay phone power statusbar uimode user vibrator_manager wallpaper
   wifi`.split(/\s+/),
);

/** Services that are there and take no commands. */
const SPEECHLESS: ReadonlySet<string> = new Set(['clipboard']);

const NO_SERVICE = 20;

/**
 * `cmd SERVICE COMMAND`: the commands of system services, most of which programs of their own offer too.
 *
 * Source: AOSP `cmds/cmd/cmd.cpp`.
 */
export const cmd: AndroidProgram = async (args, call, system) => {
  const [service, ...rest] = args[0] === '-w' ? args.slice(1) : args;
  if (service === undefined) {
    throw new Failure('cmd: No service specified; use -l to list all running services\n', NO_SERVICE);
  }
  if (service === '-l') {
    return `Currently running services:\n${SERVICE_NAMES.map((one) => `  ${one}\n`).join('')}`;
  }
  const program = Object.hasOwn(PROGRAMS, service) ? PROGRAMS[service] : undefined;
  const tool: Tool | undefined = program === undefined ? undefined : system.find(program);
  if (program !== undefined && tool !== undefined) {
    const { variables, folder, stdin, stdout, stderr, signal, pid } = call;
    return tool({ words: [program, ...rest], variables, folder, stdin, stdout, stderr, signal, pid });
  }
  if (ABSORBED.has(service)) {
    system.controls.note('absorbed', `cmd ${args.join(' ')}`);
    return answer(service, rest);
  }
  if (SPEECHLESS.has(service)) {
    system.controls.note('rejected', `cmd ${args.join(' ')}`);
    return 'No shell command implementation.\n';
  }
  system.controls.note('unknown_command', `cmd ${service}`);
  throw new Failure(`cmd: Can't find service: ${service}\n`, NO_SERVICE);
};

function answer(service: string, [command = '', value]: readonly string[]): string {
  if (service === 'uimode' && command === 'night') return `Night mode: ${value ?? 'no'}\n`;
  if (service === 'wifi' && command === 'status')
    return 'Wifi is enabled\nWifi scanning is only available when wifi is enabled\n';
  if (service === 'connectivity' && command === 'airplane-mode' && value === undefined) return 'disabled\n';
  return '';
}
