import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Size } from '../../domain/geometry.js';
import type { Activity, Screen, ScreenContent } from '../../domain/screen.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { runOnPhone, type ServerAddress } from './upstream.js';

/** What was on display once. */
export interface Capture {
  readonly screen: Screen;
  /** What could not be had of it, and why. */
  readonly problems: readonly string[];
}

const LIMITS = { timeoutMs: 20_000, maxBytes: 64 << 20 };
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Where the dump of phones goes that write none to their output. */
const DUMP_FILE = '/data/local/tmp/touchstone-dump.xml';

/** Takes what is on display of a phone, over connections of its own, and keeps it by content. */
export class Camera {
  readonly #address: ServerAddress;
  readonly #serial: string;
  readonly #folder: string;
  readonly #takesDumps: boolean;
  #dumpsToFile = false;
  #count = 0;

  /** @param options.folder that pictures and hierarchies go to, named by their SHA-256 */
  constructor(options: {
    readonly address: ServerAddress;
    readonly serial: string;
    readonly folder: string;
    readonly takesDumps: boolean;
  }) {
    this.#address = options.address;
    this.#serial = options.serial;
    this.#folder = options.folder;
    this.#takesDumps = options.takesDumps;
  }

  /** Never rejects: what cannot be had is missing. */
  async take(): Promise<Capture> {
    const problems: string[] = [];
    const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | null> => {
      try {
        return await work();
      } catch (error) {
        problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
        return null;
      }
    };
    const [picture, activity] = await Promise.all([
      attempt('screenshot', () => this.#picture()),
      attempt('activity', () => this.#activity()),
    ]);
    const xml = this.#takesDumps ? await attempt('hierarchy', () => this.#hierarchy()) : null;
    const stored = await attempt('storing', async () => ({
      picture: picture === null ? null : await this.#store(picture.bytes, 'png', 'image/png'),
      hierarchy: xml === null ? null : await this.#store(xml, 'xml', 'application/xml'),
    }));
    this.#count += 1;
    const content = { picture: stored?.picture ?? null, hierarchy: stored?.hierarchy ?? null };
    const hash = content.picture?.hash ?? content.hierarchy?.hash;
    const id = hash === undefined ? `unseen-${this.#count}` : hash.slice(0, 16);
    return { screen: { id, size: picture?.size ?? null, activity, ...content }, problems };
  }

  async #picture(): Promise<{ readonly bytes: Buffer; readonly size: Size }> {
    const bytes = await this.#run('exec:screencap -p');
    if (bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) {
      throw new Error(`screencap gave no PNG: ${bytes.subarray(0, 200).toString()}`);
    }
    return { bytes, size: { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } };
  }

  async #hierarchy(): Promise<Buffer> {
    let said = '';
    if (!this.#dumpsToFile) {
      said = (await this.#run('exec:uiautomator dump /dev/tty')).toString();
      const xml = hierarchyIn(said);
      if (xml !== null) return xml;
    }
    const line = `uiautomator dump ${DUMP_FILE} 2>&1 && cat ${DUMP_FILE}; rm -f ${DUMP_FILE}`;
    const xml = hierarchyIn((await this.#run(`exec:${line}`)).toString());
    if (xml === null) throw new Error(`uiautomator gave no hierarchy: ${said.trim().slice(0, 200)}`);
    this.#dumpsToFile = true;
    return xml;
  }

  async #activity(): Promise<Activity | null> {
    const line = "dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'";
    return focusIn((await this.#run(`exec:${line}`)).toString());
  }

  #run(service: string): Promise<Buffer> {
    return runOnPhone(this.#address, this.#serial, service, LIMITS);
  }

  async #store(bytes: Buffer, extension: string, mediaType: string): Promise<ScreenContent> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const file = join(this.#folder, `${hash}.${extension}`);
    if (!existsSync(file)) {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(`${file}.partial`, bytes);
      await rename(`${file}.partial`, file);
    }
    return {
      mediaType,
      hash,
      load: () => readBytes(file, { maxBytes: FILE_LIMITS.picture }),
      locate: async () => file,
    };
  }
}

/** The XML in what a dump says, without what is said about it. */
function hierarchyIn(text: string): Buffer | null {
  const declaration = text.indexOf('<?xml');
  const start = declaration >= 0 ? declaration : text.indexOf('<hierarchy');
  const close = '</hierarchy>';
  const end = text.lastIndexOf(close);
  return start < 0 || end < start ? null : Buffer.from(text.slice(start, end + close.length));
}

/** App and activity of the window in focus, else of the app in focus (a dialog's window names none). */
function focusIn(text: string): Activity | null {
  for (const pattern of [
    /mCurrentFocus=.*?\s([\w.]+)\/([\w.$]+)[\s}]/,
    /mFocusedApp=.*?\s([\w.]+)\/([\w.$]+)[\s}]/,
  ]) {
    const [, app, activity] = pattern.exec(text) ?? [];
    if (app !== undefined && activity !== undefined) return { package: app, activity };
  }
  return null;
}
