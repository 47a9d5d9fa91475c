import type { DeviceServices } from '../service-stream.js';

/** How a client says which phone it means. */
export type PhoneSelector =
  | { readonly type: 'any' | 'usb' | 'local' }
  | { readonly type: 'serial'; readonly serial: string }
  | { readonly type: 'id'; readonly id: number };

/** A phone that clients see. */
export interface AttachedPhone {
  readonly services: DeviceServices;
  /** Number it has while it is attached; a phone that comes back has another. */
  readonly transportId: number;
}

interface Entry {
  readonly services: DeviceServices;
  /** Null while clients do not see it. */
  attached: AttachedPhone | null;
}

export type FoundPhone =
  | { readonly type: 'found'; readonly phone: AttachedPhone }
  | { readonly type: 'missing' | 'several'; readonly problem: string };

const MISSING = {
  any: 'no devices/emulators found',
  usb: 'no devices found',
  local: 'no emulators found',
} as const;
const SEVERAL = {
  any: 'more than one device/emulator',
  usb: 'more than one device',
  local: 'more than one emulator',
} as const;

/**
 * Phones of a smart-socket server by serial.
 *
 * Source: AOSP `adb/transport.cpp` (`acquire_one_transport`, `list_transports`).
 * Deviation: `-d` and `-e` take any phone, since ours are both and neither.
 */
export class PhoneList {
  readonly #phones = new Map<string, Entry>();
  readonly #byId = new Map<number, AttachedPhone>();
  readonly #listeners = new Set<() => void>();
  #lastId = 0;

  /** Adds a phone, or puts another in its place; clients see it unless `isAttached` is false. */
  add(services: DeviceServices, { isAttached = true }: { isAttached?: boolean } = {}): void {
    const before = this.#phones.get(services.serial);
    if (before !== undefined) this.#hide(before);
    const entry: Entry = { services, attached: null };
    this.#phones.set(services.serial, entry);
    if (isAttached) this.#show(entry);
    this.#changed();
  }

  /** False where there was none of that serial. */
  remove(serial: string): boolean {
    const entry = this.#phones.get(serial);
    if (entry === undefined) return false;
    this.#hide(entry);
    this.#phones.delete(serial);
    this.#changed();
    return true;
  }

  /** Serials of all phones, seen or not. */
  get serials(): Iterable<string> {
    return this.#phones.keys();
  }

  has(serial: string): boolean {
    return this.#phones.has(serial);
  }

  /** What `adb connect` finds at an address: a phone that was there, one that is now, or none. */
  attach(serial: string): 'attached' | 'already' | 'missing' {
    const entry = this.#phones.get(serial);
    if (entry === undefined) return 'missing';
    if (entry.attached !== null) return 'already';
    this.#show(entry);
    this.#changed();
    return 'attached';
  }

  /** Hides a phone from clients until it is attached again; false where none was seen. */
  detach(serial: string): boolean {
    const entry = this.#phones.get(serial);
    if (entry === undefined || entry.attached === null) return false;
    this.#hide(entry);
    this.#changed();
    return true;
  }

  /** Phones that clients see, by serial. */
  get attached(): readonly AttachedPhone[] {
    return [...this.#byId.values()].toSorted((a, b) => (a.services.serial < b.services.serial ? -1 : 1));
  }

  find(selector: PhoneSelector): FoundPhone {
    // The common cases, without a search over a thousand phones.
    const exact =
      selector.type === 'id'
        ? this.#byId.get(selector.id)
        : selector.type === 'serial'
          ? this.#phones.get(selector.serial)?.attached
          : null;
    if (exact) return { type: 'found', phone: exact };
    const phones = selector.type === 'id' ? [] : this.attached.filter((phone) => isMeant(phone, selector));
    const [phone] = phones;
    if (phone === undefined) return { type: 'missing', problem: missing(selector) };
    if (phones.length === 1) return { type: 'found', phone };
    const problem =
      selector.type === 'any' || selector.type === 'local' ? SEVERAL[selector.type] : SEVERAL.usb;
    return { type: 'several', problem };
  }

  /** Lines as `adb devices` prints them. */
  describe({ isLong }: { isLong: boolean }): string {
    return this.attached.map((phone) => (isLong ? longLine(phone) : shortLine(phone))).join('');
  }

  /** Calls back after each change; gives what ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #show(entry: Entry): void {
    this.#lastId += 1;
    entry.attached = { services: entry.services, transportId: this.#lastId };
    this.#byId.set(this.#lastId, entry.attached);
  }

  #hide(entry: Entry): void {
    if (entry.attached !== null) this.#byId.delete(entry.attached.transportId);
    entry.attached = null;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function missing(selector: PhoneSelector): string {
  switch (selector.type) {
    case 'serial':
      return `device '${selector.serial}' not found`;
    case 'id':
      return `no device with transport id '${selector.id}'`;
    default:
      return MISSING[selector.type];
  }
}

function isMeant({ services }: AttachedPhone, selector: PhoneSelector): boolean {
  if (selector.type !== 'serial') return true;
  const { banner } = services;
  return [`product:${banner.product}`, `model:${asShown(banner.model)}`, `device:${banner.device}`].includes(
    selector.serial,
  );
}

function shortLine({ services }: AttachedPhone): string {
  return `${services.serial}\tdevice\n`;
}

function longLine({ services, transportId }: AttachedPhone): string {
  const { product, model, device } = services.banner;
  const properties = `product:${product} model:${asShown(model)} device:${device}`;
  return `${services.serial.padEnd(22)} device ${properties} transport_id:${transportId}\n`;
}

function asShown(model: string): string {
  return model.replaceAll(/[^A-Za-z0-9]/g, '_');
}
