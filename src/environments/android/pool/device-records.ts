import { mkdirSync, readFileSync, rmSync, writeFileSync, renameSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { DeviceFaultError } from '../faults/device-fault-error.js';

const RecordSchema = z.object({
  formatVersion: z.literal(1),
  /** As the server named it last. */
  serial: z.string(),
  model: z.string(),
  /** Episodes in a row that the phone voided. */
  voids: z.int().nonnegative(),
  /** Item whose episode was the last of these. */
  item: z.string().optional(),
  quarantine: z.object({ reason: z.string(), since: z.iso.datetime() }).nullable(),
});
export type DeviceRecord = z.infer<typeof RecordSchema>;

/**
 * Faults after which a phone does nothing until its owner has unlocked it or allowed something. What a task or an agent asks of a
 * phone that cannot do it (a keyboard for other scripts, a grant) may be another in the next episode.
 */
const NEEDS_OWNER: ReadonlySet<string> = new Set([
  'device-unauthorized',
  'device-no-permissions',
  'device-wrong-mode',
  'keyguard-showing',
  'input-denied',
  'secure-settings-denied',
  'storage-low',
  'battery-low',
]);

/** The task's app is missing; other tasks have other apps. */
const APP_MISSING = 'app-not-installed';

/** Whether any phone in its place would have voided the episode: it says nothing of the phone's next one. */
function isOfTheTask({ fault, faultClass }: DeviceFaultError): boolean {
  return fault === 'dataset' || faultClass === APP_MISSING;
}

/** Episodes in a row that a phone may void before it is given out no more. */
const MOST_VOIDS = 2;

/** What is remembered of phones between runs, a small file for each in a folder of the user. */
export class DeviceRecords {
  readonly #folder: string;
  readonly #now: () => Date;

  constructor(folder: string, { now = () => new Date() }: { readonly now?: () => Date } = {}) {
    this.#folder = folder;
    this.#now = now;
  }

  /** What is remembered of a phone; null where that is nothing. @param name of its identity */
  of(name: string): DeviceRecord | null {
    try {
      return RecordSchema.parse(JSON.parse(readFileSync(this.#file(name), 'utf8')));
    } catch {
      // Not there, or not ours: a phone of which nothing is known is fit.
      return null;
    }
  }

  /** Phones in quarantine, by name of their identity. */
  quarantined(): ReadonlyMap<string, DeviceRecord> {
    const found = new Map<string, DeviceRecord>();
    let files: string[] = [];
    try {
      files = readdirSync(this.#folder);
    } catch {
      return found;
    }
    for (const file of files.toSorted()) {
      if (!file.endsWith(SUFFIX)) continue;
      const name = file.slice(0, -SUFFIX.length);
      const record = this.of(name);
      if (record !== null && record.quarantine !== null) found.set(name, record);
    }
    return found;
  }

  /** An episode went by without a fault of the phone. */
  good(name: string): void {
    const record = this.of(name);
    if (record !== null && record.quarantine === null) this.release(name);
  }

  /**
   * The phone voided an episode. One that its owner has to unlock or to allow something puts it into quarantine at once, others with
   * the second episode in a row; tries at one item are one episode. What the task asked in vain, such as a picture of an app that
   * forbids them, counts neither for nor against the phone.
   */
  voided(
    name: string,
    error: DeviceFaultError,
    { serial, model, item }: { readonly serial: string; readonly model: string; readonly item: string },
  ): void {
    if (isOfTheTask(error)) return;
    const before = this.of(name);
    const isSame = item !== '' && before?.item === item && before.voids > 0;
    const voids = (before?.voids ?? 0) + (isSame ? 0 : 1);
    const isOut = NEEDS_OWNER.has(error.faultClass) || voids >= MOST_VOIDS;
    const quarantine = isOut ? { reason: error.message, since: this.#now().toISOString() } : null;
    this.#write(name, {
      formatVersion: 1,
      serial,
      model,
      voids,
      item,
      quarantine: before?.quarantine ?? quarantine,
    });
  }

  /** Puts a phone into quarantine. */
  quarantine(name: string, reason: string, serial: string, model: string): void {
    const voids = this.of(name)?.voids ?? 0;
    const quarantine = { reason, since: this.#now().toISOString() };
    this.#write(name, { formatVersion: 1, serial, model, voids, quarantine });
  }

  /** Forgets what was wrong with a phone; false where nothing was. */
  release(name: string): boolean {
    const isKnown = this.of(name) !== null;
    rmSync(this.#file(name), { force: true });
    return isKnown;
  }

  #write(name: string, record: DeviceRecord): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = this.#file(name);
    const draft = `${file}.${process.pid}.partial`;
    writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  }

  #file(name: string): string {
    return join(this.#folder, `${name}${SUFFIX}`);
  }
}

const SUFFIX = '.device.json';
