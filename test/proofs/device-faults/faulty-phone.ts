import { GraphEnvironment } from '../../../src/environments/graph/graph-environment.js';
import type { GraphWorld } from '../../../src/environments/graph/graph-world.js';
import { EnvironmentWorld } from '../../../src/phone/device/environment-world.js';
import { PhoneDevice, type PhoneParts } from '../../../src/phone/device/phone-device.js';
import { profileOfGraph } from '../../../src/phone/device/phone-profile.js';
import { phoneDaemon, type PhoneDaemon } from '../../../src/phone/transport/phone-daemon.js';
import { PhoneFaults } from '../../../src/testing/phones/phone-faults.js';
import type { AdbServer } from '../../fixtures/adb/adb-server.js';
import type { PlannedFault } from './fault-plan.js';

/** The program that a fault spoils, by which one that happens once is known to have happened. */
const SPOILS: Partial<Record<PlannedFault['kind'], (words: readonly string[]) => boolean>> = {
  'screenshot-corrupt': ([name]) => name === 'screencap',
  'dump-never-idle': ([name]) => name === 'uiautomator',
  anr: ([name, what, more]) => name === 'dumpsys' && what === 'window' && more === undefined,
};

/** A phone of the real adb server that one fault at a time is done to while the driver has it. */
export class FaultyPhone implements AsyncDisposable {
  readonly serial: string;
  readonly #device: PhoneDevice;
  readonly #daemon: PhoneDaemon;
  readonly #faults: PhoneFaults;
  readonly #adb: AdbServer;
  readonly #hooks: CallHooks;

  private constructor(
    parts: { readonly device: PhoneDevice; readonly daemon: PhoneDaemon; readonly faults: PhoneFaults },
    adb: AdbServer,
    hooks: CallHooks,
  ) {
    this.#device = parts.device;
    this.#daemon = parts.daemon;
    this.#faults = parts.faults;
    this.#adb = adb;
    this.#hooks = hooks;
    this.serial = `127.0.0.1:${this.#daemon.port}`;
  }

  static async start(name: string, world: GraphWorld, adb: AdbServer): Promise<FaultyPhone> {
    const environment = new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
    const shown = await EnvironmentWorld.start(environment, {
      profile: await profileOfGraph(world, { density: 160 }),
      start: { task: name, repeat: 0, seed: 0 },
      signal: new AbortController().signal,
    });
    const faults = new PhoneFaults();
    const hooks: CallHooks = { before: null, after: null };
    const parts = hooked(faults.parts(), hooks);
    const device = await PhoneDevice.start({ serial: name, world: shown, parts });
    const daemon = await phoneDaemon({ services: device, onProblem: () => {} });
    const phone = new FaultyPhone({ device, daemon, faults }, adb, hooks);
    await phone.plugIn();
    return phone;
  }

  async plugIn(): Promise<void> {
    await this.#adb.run(['connect', this.serial]);
  }

  /** Does it to the phone now. */
  async hurt({ kind, isOnce }: PlannedFault): Promise<void> {
    switch (kind) {
      case 'agent-crash':
      case 'model-outage':
        return;
      case 'unplugged':
        this.#daemon.disconnect();
        return;
      case 'server-restarted':
        await this.#adb.run(['kill-server']);
        await this.#adb.run(['start-server']);
        return;
      default:
        // Else a file helps, and nothing has happened.
        this.#faults.set(kind === 'screenshot-corrupt' ? 'screenshot-broken' : kind);
    }
    if (!isOnce) return;
    this.#hooks.after = (words) => {
      if (SPOILS[kind]?.(words) !== true) return;
      this.#hooks.after = null;
      this.#faults.clear();
    };
  }

  /** Does it when the next picture is taken. */
  hurtAtNextLook(fault: PlannedFault): void {
    this.#hooks.before = async (words) => {
      if (words[0] !== 'screencap') return;
      this.#hooks.before = null;
      await this.hurt(fault);
    };
  }

  /** Nothing is wrong with it any more. */
  heal(): void {
    this.#hooks.before = null;
    this.#hooks.after = null;
    this.#faults.clear();
  }

  /** What its owner would find: settings, keyboard, files of ours, whether it is awake. */
  async state(): Promise<string> {
    const spaces = ['global', 'secure', 'system'].map((space) => `settings list ${space}`);
    const line = [...spaces, 'ls /data/local/tmp', 'dumpsys power | grep mWakefulness='].join('; ');
    return (await this.#adb.run(['-s', this.serial, 'shell', line])).stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#daemon[Symbol.asyncDispose]();
    await this.#device[Symbol.asyncDispose]();
  }
}

/** Called around each program of the phone, with its words. */
interface CallHooks {
  before: ((words: readonly string[]) => Promise<void>) | null;
  after: ((words: readonly string[]) => void) | null;
}

function hooked(parts: PhoneParts, hooks: CallHooks): PhoneParts {
  return {
    ...parts,
    programs: (phone) => {
      const programs = parts.programs(phone);
      return (controls) => {
        const find = programs(controls);
        return (name) => {
          const tool = find(name);
          if (tool === undefined) return undefined;
          return async (call) => {
            await hooks.before?.(call.words);
            try {
              return await tool(call);
            } finally {
              hooks.after?.(call.words);
            }
          };
        };
      };
    },
  };
}
