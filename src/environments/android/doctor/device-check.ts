import type { DeviceIdentity } from '../adb/device-identity.js';
import type { AndroidDevice } from '../driver/android-device.js';
import type { DeviceJournal } from '../state/device-journal.js';

/** What a check came to. */
export interface CheckFinding {
  readonly state: 'ok' | 'warning' | 'fault';
  readonly found: string;
  /** What to do, where something is to be done. */
  readonly cure?: string;
}

/** One line of the doctor's report on a phone. */
export interface DeviceCheck extends Omit<CheckFinding, 'state'> {
  /** Name, stable. */
  readonly check: string;
  readonly state: CheckFinding['state'] | 'skipped';
}

/** What checks of a phone work with. */
export interface CheckContext {
  readonly device: AndroidDevice;
  readonly identity: DeviceIdentity;
  /** Changes are noted here before they are made, and taken back by the check that makes them. */
  readonly journal: DeviceJournal;
  readonly keyboard: string;
  /** Packages that have to be there. */
  readonly packages: readonly string[];
  /** Seconds since 1970 on this computer. */
  readonly nowSeconds: () => number;
  readonly signal: AbortSignal;
}

/** A check by name, and those that it makes no sense without. */
export interface CheckDefinition {
  readonly check: string;
  readonly needs: readonly string[];
  /** It changes something, noted first and taken back after it: not done where that has failed before. */
  readonly changes?: true;
  readonly look: (context: CheckContext) => Promise<CheckFinding>;
}

export const ok = (found: string): CheckFinding => ({ state: 'ok', found });
export const warning = (found: string, cure: string): CheckFinding => ({ state: 'warning', found, cure });
export const fault = (found: string, cure: string): CheckFinding => ({ state: 'fault', found, cure });
