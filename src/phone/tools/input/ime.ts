import { Failure, type Answer } from '../../shell/answer.js';
import type { Keyboards } from '../../device/phone-controls.js';
import type { ToolCall } from '../../shell/tool.js';
import { FAILED, type AndroidProgram } from '../system/android-system.js';
import { unknownCommand } from '../shell-command.js';

/**
 * `ime list [-a] [-s]`, `ime enable|disable|set ID`, `ime reset`: which keyboard types.
 *
 * Source: AOSP `InputMethodManagerService.java`, its shell commands, whose wording clients look for.
 */
export const ime: AndroidProgram = (args, call, { controls }) => {
  const [command, ...given] = args;
  const rest = given.filter((argument, index) => argument !== '--user' && given[index - 1] !== '--user');
  const { keyboards } = controls;
  switch (command) {
    case 'list':
      return list(rest, call, keyboards);
    case 'enable':
    case 'disable':
      return enable(command, rest[0] ?? '', call, keyboards);
    case 'set':
      return select(rest[0] ?? '', call, keyboards);
    case 'reset':
      return reset(call, keyboards);
    default:
      return unknownCommand(command ?? '', call);
  }
};

async function list(options: readonly string[], call: ToolCall, keyboards: Keyboards): Promise<Answer> {
  const flags = options.join('');
  const ids = keyboards.list(flags.includes('a') ? 'all' : 'enabled');
  const isShort = flags.includes('s');
  return ids.map((id) => (isShort ? `${id}\n` : details(id))).join('');
}

function details(id: string): string {
  const [packageName = '', service = ''] = id.split('/');
  const name = service.startsWith('.') ? `${packageName}${service}` : service;
  return (
    `${id}:\n` +
    `  mId=${id} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=false\n` +
    '  mIsDefaultResId=0x0\n' +
    '  Service:\n' +
    '    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n' +
    '    ServiceInfo:\n' +
    `      name=${name}\n` +
    `      packageName=${packageName}\n` +
    '      enabled=true exported=true directBootAware=false\n'
  );
}

async function enable(
  command: 'enable' | 'disable',
  id: string,
  call: ToolCall,
  keyboards: Keyboards,
): Promise<Answer> {
  const isOn = command === 'enable';
  const before = keyboards.list('enabled').includes(id);
  const isKnown = isOn ? keyboards.enable(id) : keyboards.disable(id);
  if (!isKnown) throw new Failure(`Unknown input method ${id} cannot be ${command}d for user #0\n`, FAILED);
  return `Input method ${id}: ${before === isOn ? 'already' : 'now'} ${command}d for user #0\n`;
}

async function select(id: string, call: ToolCall, keyboards: Keyboards): Promise<Answer> {
  if (!keyboards.select(id))
    throw new Failure(`Unknown input method ${id} cannot be selected for user #0\n`, FAILED);
  return `Input method ${id} selected for user #0\n`;
}

async function reset(call: ToolCall, keyboards: Keyboards): Promise<Answer> {
  keyboards.reset();
  const enabled = keyboards.list('enabled').map((id) => `   Enabling ${id}\n`);
  return `Reset current and enabled IMEs for user #0\n  Selected: ${keyboards.selected}\n${enabled.join('')}`;
}
