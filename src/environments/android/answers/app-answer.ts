import { answerFault, isCommand, saidText, type AnswerReading, type DeviceAnswer } from './device-answer.js';
import { readActivityStart } from './activity-start.js';

/** Reads what the commands about apps answer: package lists and paths, launchers, clearing, permissions. */
export function readApp(answer: DeviceAnswer): AnswerReading {
  const said = saidText(answer);
  if (isCommand(answer, 'am start', 'am start-activity', 'cmd activity start-activity'))
    return readActivityStart(said);
  if (isCommand(answer, 'monkey')) return readMonkey(answer, said);
  if (isCommand(answer, 'cmd package resolve-activity', 'pm resolve-activity')) return readResolved(said);
  if (isCommand(answer, 'pm clear', 'cmd package clear')) {
    return /(?:^|\n)Success\s*$/.test(said) ? { cleared: true } : answerFault('clear-denied', said);
  }
  if (isCommand(answer, 'pm grant', 'pm revoke', 'cmd package grant', 'cmd package revoke')) {
    return readGrant(answer, said);
  }
  if (isCommand(answer, 'am force-stop')) return said === '' ? { stopped: true } : unreadable(said);
  if (isCommand(answer, 'pidof')) return { processes: said.trim().split(/\s+/).filter(Boolean).map(Number) };
  return readPackages(answer, said);
}

function readPackages(answer: DeviceAnswer, said: string): AnswerReading {
  const isPath = isCommand(answer, 'pm path', 'cmd package path');
  const found = said.split('\n').flatMap((line) => /^package:(\S+)/.exec(line.trim())?.[1] ?? []);
  if (isPath) return found.length > 0 ? { installed: true } : answerFault('app-not-installed', said);
  if (
    isCommand(answer, 'pm list packages', 'cmd package list packages') &&
    (found.length > 0 || said === '')
  ) {
    return { packages: found };
  }
  return notInstalled(said) ?? unreadable(said);
}

function readMonkey(answer: DeviceAnswer, said: string): AnswerReading {
  if (/No activities found to run/i.test(said)) return answerFault('activity-not-found', said);
  const [, launched] = /\s-p\s+(\S+)/.exec(answer.command) ?? [];
  if (/Events injected: [1-9]/i.test(said)) return { launched: launched ?? null };
  if (/SYS_KEYS has no physical keys|monkey aborted/i.test(said)) return answerFault('launch-failed', said);
  return said === '' ? answerFault('launch-failed', said) : unreadable(said);
}

function readResolved(said: string): AnswerReading {
  if (/No activity found/i.test(said)) return answerFault('activity-not-found', said);
  const lines = said.split('\n').map((line) => line.trim());
  const component = lines.findLast((line) => /^[\w.]+\/[\w.$]+$/.test(line));
  return component === undefined ? unreadable(said) : { component };
}

function readGrant(answer: DeviceAnswer, said: string): AnswerReading {
  if (/not a changeable permission type|Unknown permission/i.test(said)) {
    return answerFault('permission-not-changeable', said);
  }
  if (/has not requested permission/i.test(said)) return answerFault('permission-not-requested', said);
  const missing = notInstalled(said);
  if (missing !== null) return missing;
  const isFailed = /SecurityException|Operation not allowed|Error:/i.test(said);
  if (isFailed) return answerFault('grant-denied', said);
  if (said !== '') return unreadable(said);
  return isCommand(answer, 'pm revoke', 'cmd package revoke') ? { revoked: true } : { granted: true };
}

function notInstalled(said: string): AnswerReading | null {
  return /Unknown package|Unable to find package|Package \S+ (?:is )?not (?:found|installed)/i.test(said)
    ? answerFault('app-not-installed', said)
    : null;
}

function unreadable(said: string): AnswerReading {
  return answerFault('output-unreadable', said);
}
