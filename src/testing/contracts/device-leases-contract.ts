import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { DeviceLeases, SharedDevice } from '../../environments/leases/device-leases.js';
import type { ContractCase } from './agent-contract.js';

export interface DeviceLeasesContractOptions {
  /** Leases that are looked at from two sides; each is its caller's to close. */
  readonly create: () => Promise<readonly [DeviceLeases, DeviceLeases]>;
  /** Lets time go by for both. */
  readonly pass: (ms: number) => Promise<void>;
}

/** Long enough that no lease runs out while it is looked at. */
const LONG_MS = 60_000;
/** Short enough to wait for. */
const SHORT_MS = 40;

function phone(): SharedDevice {
  return { name: randomUUID(), server: 'lab-1:5037', serial: 'R58', model: 'Maker Model', android: '14' };
}

/** What leases promise: one holder at a time, a number that only grows, and no way back for one whose time ran out. */
export function deviceLeasesContract({ create, pass }: DeviceLeasesContractOptions): readonly ContractCase[] {
  const withLeases = (
    name: string,
    run: (here: DeviceLeases, there: DeviceLeases, device: SharedDevice) => Promise<void>,
  ): ContractCase => ({
    name,
    run: async () => {
      const [here, there] = await create();
      await using _here = here;
      await using _there = there;
      const device = phone();
      await here.register(device);
      await run(here, there, device);
    },
  });
  return [
    withLeases('lends a phone to one at a time', async (here, there, device) => {
      const lease = await here.take(device.name, { holder: 'a', forMs: LONG_MS });
      deepStrictEqual(lease, { device, holder: 'a', fence: 1 });
      strictEqual(await there.take(device.name, { holder: 'b', forMs: LONG_MS }), null);
      strictEqual(await there.holds(lease), true);
      strictEqual(await here.renew(lease, LONG_MS), true);
      await here.release(lease);
      strictEqual(await here.holds(lease), false);
      strictEqual((await there.take(device.name, { holder: 'b', forMs: LONG_MS }))?.fence, 2);
    }),
    withLeases('lends to one of many who ask at once', async (here, there, device) => {
      const taken = await Promise.all(
        Array.from({ length: 8 }, (_, place) =>
          (place % 2 === 0 ? here : there).take(device.name, { holder: `${place}`, forMs: LONG_MS }),
        ),
      );
      strictEqual(taken.filter((lease) => lease !== null).length, 1);
    }),
    withLeases('takes a phone from whoever was not heard of, for good', async (here, there, device) => {
      const lost = await here.take(device.name, { holder: 'a', forMs: SHORT_MS });
      ok(lost !== null);
      await pass(2 * SHORT_MS);
      strictEqual(await here.holds(lost), false);
      strictEqual(await here.renew(lost, LONG_MS), false);
      const taken = await there.take(device.name, { holder: 'b', forMs: LONG_MS });
      strictEqual(taken?.fence, lost.fence + 1);
      strictEqual(await here.renew(lost, LONG_MS), false);
      await here.release(lost);
      strictEqual(await there.holds(taken), true);
    }),
    withLeases('knows no phone that nobody has said is there', async (here) => {
      strictEqual(await here.take(randomUUID(), { holder: 'a', forMs: LONG_MS }), null);
    }),
    withLeases('says where phones are and who has them', async (here, there, device) => {
      const mine = async () => (await there.list()).find((one) => one.device.name === device.name);
      const free = await mine();
      deepStrictEqual([free?.device, free?.holder, free?.leftMs, free?.fence], [device, null, null, 0]);
      await here.take(device.name, { holder: 'a', forMs: LONG_MS });
      const moved = { ...device, server: 'lab-2:5037' };
      await there.register(moved);
      const held = await mine();
      deepStrictEqual([held?.device, held?.holder, held?.fence], [moved, 'a', 1]);
      ok(held !== undefined && held.leftMs !== null && held.leftMs > 0 && held.leftMs <= LONG_MS);
    }),
  ];
}
