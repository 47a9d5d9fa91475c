import {
  answerFault,
  isCommand,
  outputText,
  saidText,
  type AnswerReading,
  type DeviceAnswer,
} from './device-answer.js';

/** Reads what `ime`, settings of keyboards, broadcasts to a keyboard and its installation answer. */
export function readKeyboard(answer: DeviceAnswer): AnswerReading {
  const said = saidText(answer);
  if (isCommand(answer, 'am broadcast')) return readBroadcast(answer, said);
  if (isCommand(answer, 'settings get secure default_input_method')) {
    const value = outputText(answer).trim();
    return { selected: value === 'null' || value === '' ? null : value };
  }
  if (isCommand(answer, 'settings get secure enabled_input_methods')) {
    return { methods: enabledMethods(outputText(answer)) };
  }
  if (isCommand(answer, 'dumpsys input_method')) return readShown(said);
  if (isCommand(answer, 'install', 'pm install', 'cmd package install')) return readInstall(said);
  if (isCommand(answer, 'uninstall', 'pm uninstall')) {
    return /^Success$/im.test(said) ? { uninstalled: true } : answerFault('uninstall-failed', said);
  }
  return readIme(answer, said);
}

function readIme(answer: DeviceAnswer, said: string): AnswerReading {
  if (/Unknown (?:input method|id)|cannot be (?:selected|enabled|disabled) for user/i.test(said)) {
    return answerFault('keyboard-missing', said);
  }
  const [, selected] =
    /Input method (\S+) selected\b/i.exec(said) ?? /(?:^|\n)[ \t]*Selected: (\S+)/i.exec(said) ?? [];
  if (selected !== undefined) return { selected };
  const [, enabled] = /Input method (\S+?): (?:now|already) enabled/i.exec(said) ?? [];
  if (enabled !== undefined) return { enabled };
  const [, disabled] = /Input method (\S+?): (?:now|already) disabled/i.exec(said) ?? [];
  if (disabled !== undefined) return { disabled };
  if (isCommand(answer, 'ime list')) {
    return { methods: said.split('\n').flatMap((line) => /^([\w.]+\/[\w.$]+):?\s*$/.exec(line)?.[1] ?? []) };
  }
  return answerFault('output-unreadable', said);
}

/** Ids in the setting: parted by colons, each with its subtypes behind semicolons. */
function enabledMethods(text: string): readonly string[] {
  return text
    .trim()
    .split(':')
    .map((part) => part.split(';')[0] ?? '')
    .filter((id) => id.includes('/'));
}

/** The reply proves that the broadcast was sent as it was meant, and never that somebody listened. */
function readBroadcast(answer: DeviceAnswer, said: string): AnswerReading {
  const [, meant] = /\s-p\s+'?([\w.]+)/.exec(answer.command) ?? [];
  const [, read] = /\bpkg=(\S+)/.exec(said) ?? [];
  if (read !== undefined && read !== meant) return answerFault('broadcast-misparsed', said);
  if (/Broadcast completed: result=/i.test(said)) return { broadcast: 'sent', received: 'unknown' };
  return answerFault('output-unreadable', said);
}

function readShown(said: string): AnswerReading {
  const [, shown] = /\bmInputShown=(true|false)/.exec(said) ?? [];
  const [, view] = /\bmIsInputViewShown=(true|false)/.exec(said) ?? [];
  const [, served] = /\bmServedView=(\S+)/.exec(said) ?? [];
  return {
    ...(shown === undefined ? {} : { keyboardShown: shown === 'true' }),
    ...(view === undefined ? {} : { canHide: view === 'true' }),
    ...(served === undefined ? {} : { hasServedView: served !== 'null' }),
  };
}

function readInstall(said: string): AnswerReading {
  if (/Failure \[|INSTALL_(?:FAILED|PARSE_FAILED)/i.test(said)) return answerFault('install-refused', said);
  return /^Success$/im.test(said) ? { installed: true } : answerFault('output-unreadable', said);
}
