import type { FaultClass } from '../faults/fault-class.js';
import { answerFault, saidText, type AnswerFault, type DeviceAnswer } from './device-answer.js';

/** Refusals, in the order in which they decide: a denied grant names the right to change settings too. */
const DENIALS: readonly (readonly [RegExp, FaultClass])[] = [
  [/INJECT_EVENTS/i, 'input-denied'],
  [/GRANT_RUNTIME_PERMISSIONS|REVOKE_RUNTIME_PERMISSIONS/i, 'grant-denied'],
  [/WRITE_SECURE_SETTINGS/i, 'secure-settings-denied'],
  [/CLEAR_APP_USER_DATA|adb clearing user data is forbidden/i, 'clear-denied'],
  [/not exported from uid/i, 'activity-not-exported'],
  [/not allowed to send broadcast/i, 'broadcast-refused'],
  [/INSTALL_FAILED_USER_RESTRICTED/i, 'install-refused'],
  [/INSTALL_FAILED_INSUFFICIENT_STORAGE|No space left on device|ENOSPC/i, 'storage-low'],
];

const UNSUPPORTED = /inaccessible or not found|No shell command implementation\.|Unknown command\b/i;
const MALFORMED =
  /no closing quote|unterminated quoted|unexpected EOF while looking|Bad component name|Invalid arguments/i;

/** What any command may meet: a refusal, a service that is not there, a command that is not known or cannot be read. */
export function commonFault(answer: DeviceAnswer): AnswerFault | null {
  const said = saidText(answer);
  for (const [pattern, error] of DENIALS) if (pattern.test(said)) return answerFault(error, said);
  const service = missingService(said);
  if (service !== null) return answerFault('service-missing', said, { service });
  if (UNSUPPORTED.test(said)) return answerFault('command-unsupported', said);
  if (MALFORMED.test(said)) return answerFault('command-malformed', said);
  return null;
}

function missingService(said: string): string | null {
  const [, named] = /(?:Can't find service|No service published for): *['"]?([\w.]+)/i.exec(said) ?? [];
  if (named !== undefined) return named;
  const [, provider] =
    /Cannot access system provider: '([\w.]+)'/i.exec(said) ??
    /'([\w.]+)' before system providers are installed/i.exec(said) ??
    [];
  if (provider !== undefined) return provider;
  if (/before system providers are installed/i.test(said)) return 'settings';
  return /Could not access the Package Manager/i.test(said) ? 'package' : null;
}
