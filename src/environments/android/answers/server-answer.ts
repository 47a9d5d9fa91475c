import { parseDeviceList } from './device-list.js';
import { answerFault, saidText, type AnswerReading, type DeviceAnswer } from './device-answer.js';
import { versionWarning } from './transport-fault.js';

/** Reads a list of devices, with a warning where the server was replaced or two devices share a serial. */
export function readDevices(answer: DeviceAnswer): AnswerReading {
  const said = saidText(answer);
  const devices = parseDeviceList(said);
  const isRepeated = new Set(devices.map(({ serial }) => serial)).size < devices.length;
  const warning = versionWarning(said) ?? (isRepeated ? 'device-duplicate-serial' : undefined);
  return warning === undefined ? { devices } : { devices, warning };
}

/** Reads what connecting, disconnecting, pairing and `adb tcpip` answer. */
export function readConnect(answer: DeviceAnswer): AnswerReading {
  const said = saidText(answer);
  const [, connected] = /(?:^|\n)(?:already )?connected to (\S+)/i.exec(said) ?? [];
  if (connected !== undefined) return { connected };
  const [, paired] = /Successfully paired to \S+ \[guid=([^\]]+)\]/i.exec(said) ?? [];
  if (paired !== undefined) return { paired };
  const [, port] = /restarting in TCP mode port: (\d{1,5})/i.exec(said) ?? [];
  if (port !== undefined) return { tcpPort: Number(port) };
  const [, disconnected] = /(?:^|\n)disconnected (\S+)/i.exec(said) ?? [];
  if (disconnected !== undefined) return { disconnected };
  if (/unknown command/i.test(said)) return answerFault('adb-too-old', said);
  if (/Failed:|failed to pair|pairing (?:client|failed)/i.test(said)) return answerFault('pair-failed', said);
  if (/failed to authenticate/i.test(said)) return answerFault('connect-auth-failed', said);
  if (/refused|\(10061\)/i.test(said)) return answerFault('connect-refused', said);
  if (/timed out|No route to host|unreachable|\(1006[05]\)/i.test(said))
    return answerFault('connect-timeout', said);
  // A TLS port that does not know this computer closes without a word.
  if (/(?:failed|cannot|unable) to connect to/i.test(said)) return answerFault('connect-auth-failed', said);
  return answerFault('output-unreadable', said);
}
