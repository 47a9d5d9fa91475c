import {
  answerFault,
  isCommand,
  outputText,
  saidText,
  type AnswerReading,
  type DeviceAnswer,
} from './device-answer.js';

/** Reads whether the device has booted: its properties, or whether a service is there. */
export function readBoot(answer: DeviceAnswer): AnswerReading {
  const text = outputText(answer).trim();
  if (isCommand(answer, 'service check')) {
    const [, service, state] = /Service ([\w.]+): (found|not found)/i.exec(text) ?? [];
    if (state === 'found') return { service, found: true };
    if (state !== undefined) return answerFault('service-missing', text, { service });
  }
  if (isCommand(answer, 'getprop init.svc.bootanim')) return { booted: text === 'stopped' };
  if (isCommand(answer, 'getprop')) return { booted: text === '1' };
  if (isCommand(answer, 'pm path')) return { booted: text.startsWith('package:') };
  const said = saidText(answer);
  return said === '' ? { done: true } : answerFault('output-unreadable', said);
}

/** Reads what an emulator prints as it starts, and what its console answers. */
export function readEmulator(answer: DeviceAnswer): AnswerReading {
  const said = saidText(answer);
  if (/Authentication required/i.test(said)) {
    const [, tokenFile] = /<?auth_token>? in\s*\n?\s*'([^'\n]+)'/i.exec(said) ?? [];
    return answerFault('emulator-auth-required', said, tokenFile === undefined ? {} : { tokenFile });
  }
  if (/snapshot operation for '[^']*' is pending and timeout has expired/i.test(said)) {
    return answerFault('snapshot-timeout', said);
  }
  const [, missing] =
    /does not have the requested snapshot '([^']*)'/i.exec(said) ??
    /(?:No|Failed to load) snapshot (?:named )?'([^']*)'/i.exec(said) ??
    [];
  if (missing !== undefined) return answerFault('snapshot-missing', said, { name: missing });
  const [, snapshot, ms] = /Successfully loaded snapshot '([^']*)'(?: using (\d{1,9}) ms)?/i.exec(said) ?? [];
  if (snapshot !== undefined) return { snapshot, ...(ms === undefined ? {} : { ms: Number(ms) }) };
  if (/(?:^|\n)KO\b/.test(said)) return answerFault('emulator-command-refused', said);
  if (/(?:^|\n)OK\s*$/.test(said)) return { ok: true };
  return answerFault('output-unreadable', said);
}
