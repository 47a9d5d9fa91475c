import { randomUUID } from 'node:crypto';
import type { AnswerFault, AnswerReading } from '../answers/device-answer.js';
import { readAnswer } from '../answers/read-answer.js';
import { DEADLINES } from '../adb/deadlines.js';
import { shellQuoted } from '../adb/device-connection.js';
import type { FaultClass } from '../faults/fault-class.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import type { AndroidDevice } from './android-device.js';

/** Beginning of the names of our files on a device. */
export const FILE_PREFIX = '/data/local/tmp/touchstone-';
const FILE_MARK = '__touchstone_file__';

/** Pauses before the second and the third attempt, ms; others are tried again at once. */
const PAUSES: Partial<Record<FaultClass, readonly number[]>> = {
  'dump-no-root': [300, 700],
  'dump-empty': [300, 700],
  'dump-busy': [300, 700],
  'dump-killed': [300, 700],
};
const ATTEMPTS = 3;

/** A hierarchy, or why there is none: an observation without one is worse, not void. */
export type Dumped =
  | { readonly type: 'hierarchy'; readonly xml: string; readonly nodes: number; readonly isSparse: boolean }
  | { readonly type: 'missing'; readonly fault: AnswerFault };

/** Takes UI hierarchies, and remembers which screens never stand still. */
export class HierarchyDumper {
  readonly #device: AndroidDevice;
  readonly #flags: string;
  #isFirst = true;
  /** Focus under which nothing came to rest; asked again only when the focus has changed. */
  #restless: string | null = null;

  constructor(device: AndroidDevice, { compressed = false }: { readonly compressed?: boolean } = {}) {
    this.#device = device;
    this.#flags = compressed ? '--compressed ' : '';
  }

  /**
   * Takes the hierarchy of the active window. Each attempt has a file of its own: one that was given up may write later.
   *
   * @param focus names the screen; null where nobody knows it, so that each is asked anew
   * @throws {DeviceFaultError} only where the device cannot be reached
   */
  async dump(focus: string | null, signal: AbortSignal): Promise<Dumped> {
    if (focus !== null && this.#restless === focus) {
      return { type: 'missing', fault: { error: 'dump-not-idle', said: 'as before on this screen' } };
    }
    const { clock } = this.#device;
    const end = clock.now() + (this.#isFirst ? DEADLINES.hierarchyFirst : DEADLINES.hierarchyWhole);
    this.#isFirst = false;
    let fault: AnswerFault = { error: 'dump-crashed', said: '' };
    for (let attempt = 0; attempt < ATTEMPTS && clock.now() < end; attempt += 1) {
      const pause = PAUSES[fault.error]?.[attempt - 1] ?? 0;
      if (attempt > 0 && pause > 0) await clock.pass(pause, signal);
      const left = Math.min(DEADLINES.hierarchy, end - clock.now());
      const reading = await this.#attempt(left, signal);
      if (reading.error === undefined) {
        this.#restless = null;
        const xml = String(reading['xml']);
        return { type: 'hierarchy', xml, nodes: Number(reading['nodes']), isSparse: isSparse(xml) };
      }
      fault = reading;
      // It has waited for ten seconds already: once more, then not again here.
      if (fault.error === 'dump-not-idle' && attempt > 0) break;
      if (fault.error === 'command-unsupported') break;
    }
    if (fault.error === 'dump-not-idle') this.#restless = focus;
    return { type: 'missing', fault };
  }

  async #attempt(deadlineMs: number, signal: AbortSignal): Promise<AnswerReading> {
    const file = `${FILE_PREFIX}${randomUUID()}.xml`;
    const dump = `uiautomator dump ${this.#flags}${shellQuoted(file)}`;
    try {
      // One call: dump, what it wrote, and away with it.
      const answer = await this.#device.run(
        `${dump}; echo "${FILE_MARK}$?"; cat ${shellQuoted(file)}; rm -f ${shellQuoted(file)}`,
        deadlineMs,
        signal,
      );
      const text = new TextDecoder().decode(answer.stdout);
      const at = text.indexOf(FILE_MARK);
      if (at === -1) return readAnswer('hierarchy', { ...answer, command: dump, stdout: text, file: null });
      const [, code = '', written = ''] =
        /^(\d*)\r?\n([\s\S]*)$/.exec(text.slice(at + FILE_MARK.length)) ?? [];
      const isMissing = written === '' && /No such file/i.test(answer.stderr);
      return readAnswer('hierarchy', {
        command: dump,
        stdout: text.slice(0, at),
        stderr: answer.stderr.replaceAll(/^cat: .*$/gm, ''),
        exitCode: code === '' ? null : Number(code),
        file: isMissing ? null : written,
      });
    } catch (error) {
      if (error instanceof DeviceFaultError && error.faultClass === 'timeout') {
        return { error: 'dump-not-idle', said: error.message };
      }
      throw error;
    }
  }
}

/** Whether fewer than three nodes say anything: a web view or a canvas that tells nothing of itself. */
function isSparse(xml: string): boolean {
  return (xml.match(/ (?:text|content-desc)="[^"]+"/g)?.length ?? 0) < 3;
}
