import type { EnvironmentIdentity } from '../../../domain/run.js';
import type { DeviceIdentity } from '../adb/device-identity.js';

/** What of a phone can change a score. */
export interface PhoneKind {
  readonly identity: Pick<DeviceIdentity, 'manufacturer' | 'model' | 'release'>;
  /** `WIDTHxHEIGHT` in pixels; absent where nobody has looked. */
  readonly screen?: string;
}

/** Of several phones: the models, versions and screens among them. */
interface KindTexts {
  readonly device: string;
  readonly system: string;
  readonly screens: string;
}

const BETWEEN = ', ';

/**
 * Models, versions and screens of the phones that a run is done on. One that goes on keeps to those that it began with, of which some
 * may be away: that is no other run.
 *
 * @param recorded the environment of a run that goes on
 */
export function kindsOf(phones: readonly PhoneKind[], recorded: EnvironmentIdentity | undefined): KindTexts {
  const before = recordedKinds(recorded);
  if (before !== null && phones.every((phone) => isOfKind(phone, recorded))) return before;
  const all = (of: (phone: PhoneKind) => string): string =>
    [...new Set(phones.map(of))].toSorted((a, b) => (a < b ? -1 : 1)).join(BETWEEN);
  return { device: all(deviceOf), system: all(systemOf), screens: all(({ screen = '' }) => screen) };
}

/** Whether the run that goes on knows such phones; all are of the kind of a run that begins. */
export function isOfKind(phone: PhoneKind, recorded: EnvironmentIdentity | undefined): boolean {
  const before = recordedKinds(recorded);
  if (before === null) return true;
  const { device, system, screens } = before;
  const isScreen = phone.screen === undefined || isAmong(phone.screen, screens);
  return isAmong(deviceOf(phone), device) && isAmong(systemOf(phone), system) && isScreen;
}

/** A phone's kind in words. */
export function kindWords(phone: PhoneKind): string {
  return [deviceOf(phone), systemOf(phone), ...(phone.screen === undefined ? [] : [phone.screen])].join(
    BETWEEN,
  );
}

function isAmong(one: string, all: string): boolean {
  return all.split(BETWEEN).includes(one) || all === one;
}

function recordedKinds(recorded: EnvironmentIdentity | undefined): KindTexts | null {
  const screens = recorded?.settings?.['screens'];
  const { kind, device, system } = recorded ?? {};
  if (kind !== 'android' || device === undefined || system === undefined) return null;
  return typeof screens === 'string' ? { device, system, screens } : null;
}

function deviceOf({ identity }: PhoneKind): string {
  return `${identity.manufacturer} ${identity.model}`.trim();
}

function systemOf({ identity }: PhoneKind): string {
  return `Android ${identity.release}`;
}
