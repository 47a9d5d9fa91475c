import type { EnvironmentIdentity } from '../../../domain/run.js';
import type { DeviceLeases } from '../../leases/device-leases.js';
import type { AdbServerAddress } from '../adb/adb-server-of.js';
import type { DeviceServer } from '../adb/reconnecting-connection.js';
import type { AndroidEnvironmentOptions, SetupContext } from '../android-environment.js';
import type { DeviceTask } from '../device-task.js';

type FromEnvironment = Pick<
  AndroidEnvironmentOptions,
  'tasks' | 'keyboard' | 'apps' | 'settle' | 'redact' | 'onNote'
>;

/** Phones of other hosts' adb servers, lent for a length of time. */
export interface SharedPhones {
  /** Closed with the phones. */
  readonly leases: DeviceLeases;
  /** Who takes them, for others to read. */
  readonly holder: string;
  /** Milliseconds that a lease lasts when nobody renews it. */
  readonly forMs: number;
  readonly serverAt: (address: AdbServerAddress) => DeviceServer;
}

/**
 * How a run has its phones: it takes all of them for as long as it is there; it takes one for each episode, so that several
 * processes share them; or it takes none and looks at what they are, since others do its episodes.
 */
export type PhoneTaking = 'all' | 'each' | 'none';

export interface AndroidDevicesOptions<Item> extends FromEnvironment {
  readonly server: DeviceServer;
  /** Port of that server, for programs that are asked beside it. */
  readonly serverPort?: number;
  /** Phones are taken from among these, instead of those of the server. */
  readonly shared?: SharedPhones;
  /** What else brings a task's start about; with the adb server that has the phone where it is another host's. */
  readonly prepare?: (
    task: DeviceTask,
    context: SetupContext & { readonly server?: AdbServerAddress },
  ) => Promise<void>;
  /** Serials, or virtual devices to start (`avd:NAME`, `avd:NAME@SNAPSHOT`); empty: every phone that is ready. */
  readonly devices: readonly string[];
  /** Folder of the user for leases, quarantine and what is to be taken back. */
  readonly folder: string;
  /** Items of one name stay on one phone. */
  readonly groupOf?: (item: Item) => string | null;
  /** Name of an item, by which tries at it count as one episode. */
  readonly nameOf?: (item: Item) => string;
  readonly gesturesOf?: (item: Item) => AndroidEnvironmentOptions['gestures'];
  /** Default: all. */
  readonly taking?: PhoneTaking;
  /** The environment of a run that goes on: it keeps to phones of the models, versions and screens that it began with. */
  readonly recorded?: EnvironmentIdentity;
  readonly signal: AbortSignal;
}
