import type { FaultClass } from '../faults/fault-class.js';
import { answerFault, saidText, type AnswerFault, type DeviceAnswer } from './device-answer.js';

/** What the server and the adb program say when no device answers, most telling first. */
const TEXTS: readonly (readonly [RegExp, FaultClass])[] = [
  [/failed to check server version: protocol fault \(status(?: [0-9a-f]{2}){4}/i, 'server-port-taken'],
  [
    /cannot connect to daemon|failed to start daemon|didn't ack|can't open daemon|ECONNREFUSED/i,
    'server-unreachable',
  ],
  [/protocol fault|couldn't read status/i, 'server-lost'],
  [/no devices\/emulators found|no devices found|no emulators found/i, 'no-device'],
  [/device '[^']*' not found|no such device|device not found/i, 'device-not-found'],
  [/device offline/i, 'device-offline'],
  [/device unauthorized/i, 'device-unauthorized'],
  [/device still authorizing/i, 'device-authorizing'],
  [/device still connecting/i, 'device-connecting'],
  [/insufficient permissions for device/i, 'device-no-permissions'],
  [/more than one (?:device|emulator|usb device|transport)/i, 'device-ambiguous'],
  [/^(?:(?:unable to )?connect\b.*: *|error *: *)?closed$/im, 'connection-closed'],
];

const PREFIX = /^(?:(?:error|adb|adb\.exe): )+/i;

/** Whether the server of another version was replaced on the way. */
export function versionWarning(text: string): 'server-version-mismatch' | undefined {
  return /doesn't match this client/i.test(text) ? 'server-version-mismatch' : undefined;
}

/**
 * What is wrong with the server or the way to the device; null where the device answered. In answers of a device only
 * whole lines count: the words may be on its screen.
 */
export function transportFault(answer: DeviceAnswer, fromServer: boolean): AnswerFault | null {
  const said = saidText(answer);
  const lines = said.split('\n').map((line) => line.trim().replace(PREFIX, ''));
  const warning = versionWarning(said);
  for (const [pattern, error] of TEXTS) {
    const isMeant = lines.some((line) => {
      const match = pattern.exec(line);
      return match !== null && (fromServer || (match.index === 0 && line.length < 200));
    });
    if (isMeant) return answerFault(error, said, warning === undefined ? {} : { warning });
  }
  return null;
}
