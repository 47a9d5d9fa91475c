import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceLeasesContract } from '../../testing/contracts/device-leases-contract.js';
import type { DeviceLeases } from './device-leases.js';
import { HeldDevice } from './held-device.js';
import { memoryLeases } from './memory-leases.js';

const PHONE = { name: 'p', server: 'lab:5037', serial: 'R58', model: 'M', android: '14' };
const LOST = { code: 'DEVICE_LEASE_LOST', fault: 'environment' };

afterEach(() => void vi.useRealTimers());

describe('leases in memory', () => {
  let now = 0;
  const create = async () => {
    const leases = memoryLeases(() => now);
    return [leases, leases] as const;
  };
  const pass = async (ms: number): Promise<void> => void (now += ms);
  it.each(deviceLeasesContract({ create, pass }))('$name', ({ run }) => run());
});

async function held(leases: DeviceLeases, clock: { now: number; wall: number }, holder = 'a') {
  const taken = await HeldDevice.take(leases, PHONE.name, {
    holder,
    forMs: 1000,
    now: () => clock.now,
    wall: () => clock.wall,
    renews: false,
  });
  if (taken === null) throw new Error('somebody has it');
  return taken;
}

describe('HeldDevice', () => {
  it('may be used until its time runs out, and for longer where it is renewed', async () => {
    const clock = { now: 0, wall: 0 };
    const leases = memoryLeases(() => clock.now);
    await leases.register(PHONE);
    const phone = await held(leases, clock);
    await phone.check(true);
    clock.now = 800;
    await phone.renew();
    clock.now = 1600;
    await phone.check(true);
    clock.now = 1701;
    await expect(phone.check(false)).rejects.toMatchObject(LOST);
    expect(phone.isLost).toBe(true);
    await expect(phone.check(true)).rejects.toMatchObject(LOST);
  });

  it('is lost to a holder whose clock stood still while another took the phone', async () => {
    const [mine, theirs] = [
      { now: 0, wall: 0 },
      { now: 0, wall: 0 },
    ];
    let at = 0;
    const leases = memoryLeases(() => at);
    await leases.register(PHONE);
    const phone = await held(leases, mine);
    at = 1001;
    await held(leases, theirs, 'b');
    await expect(phone.check(true)).rejects.toMatchObject(LOST);
  });

  it('goes on while nobody answers, but not past its time by either clock', async () => {
    const clock = { now: 0, wall: 0 };
    const leases = memoryLeases(() => clock.now);
    await leases.register(PHONE);
    const deaf: DeviceLeases = {
      ...leases,
      holds: async () => {
        throw new Error('away');
      },
    };
    const phone = await held(deaf, clock);
    clock.now = 800;
    await phone.check(true);
    // The host slept, and its first clock with it.
    clock.wall = 5000;
    await expect(phone.check(true)).rejects.toMatchObject(LOST);
  });

  it('reads nothing from a phone that another took while this host slept', async () => {
    const [mine, theirs] = [
      { now: 0, wall: 0 },
      { now: 0, wall: 0 },
    ];
    let at = 0;
    const leases = memoryLeases(() => at);
    await leases.register(PHONE);
    const phone = await held(leases, mine);
    // The clock that grows stood still meanwhile; the other one did not.
    at = 5000;
    mine.wall = 5000;
    await held(leases, theirs, 'b');
    await expect(phone.check(false)).rejects.toMatchObject(LOST);
  });

  it('is held by hosts whose clocks are minutes apart, or are set while it is held', async () => {
    let at = 0;
    const leases = memoryLeases(() => at);
    await leases.register(PHONE);
    const clock = { now: 77, wall: -600_000 };
    const phone = await held(leases, clock);
    const pass = (ms: number): void => {
      at += ms;
      clock.now += ms;
      clock.wall += ms;
    };
    pass(300);
    clock.wall += 900_000;
    await phone.check(true);
    await phone.check(false);
    clock.wall -= 1_800_000;
    await phone.check(true);
    await phone.renew();
    pass(600);
    await phone.check(true);
    // Whose clock is ahead has it no sooner.
    const ahead = { now: 9e9, wall: 9e12 };
    await expect(held(leases, ahead, 'b')).rejects.toThrow('somebody has it');
    pass(401);
    await held(leases, ahead, 'b');
    await expect(phone.check(true)).rejects.toMatchObject(LOST);
  });

  it('renews by itself and gives the phone back', async () => {
    vi.useFakeTimers();
    let at = 0;
    const clock = setInterval(() => (at += 10), 10);
    const leases = memoryLeases(() => at);
    await leases.register(PHONE);
    const phone = await HeldDevice.take(leases, PHONE.name, {
      holder: 'a',
      forMs: 900,
      now: () => at,
      wall: () => at,
    });
    await vi.advanceTimersByTimeAsync(5000);
    await phone?.check(true);
    await phone?.[Symbol.asyncDispose]();
    clearInterval(clock);
    expect((await leases.list())[0]?.holder).toBeNull();
  });

  it('lets no two holders act in the same time of the one clock, whatever their own clocks do', async () => {
    const STEP = fc.record({
      who: fc.nat(2),
      act: fc.constantFrom('take', 'act', 'act', 'read', 'renew', 'release', 'sleep', 'set the clock'),
      passes: fc.nat(700),
    });
    /** Minutes that each host's clock is apart from that of the others. */
    const APART = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), fc.constant(0));
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 40 }), APART, async (steps, apart) => {
        let at = 0;
        const leases = memoryLeases(() => at);
        await leases.register(PHONE);
        const clocks = apart.map((minutes) => ({ now: 0, wall: minutes * 60_000 }));
        const wereSet = new Set<number>();
        const holders: (HeldDevice | null)[] = [null, null, null];
        let lastFence = 0;
        for (const { who, act, passes } of steps) {
          at += passes;
          // Who sleeps does not see time go by, on one clock.
          for (const [place, clock] of clocks.entries()) {
            clock.wall += passes;
            if (place !== who || act !== 'sleep') clock.now += passes;
          }
          const mine = holders[who] ?? null;
          const clock = clocks[who] ?? { now: 0, wall: 0 };
          if (act === 'take') {
            const taken = await held(leases, clock, `${who}`).catch(() => null);
            if (taken !== null) {
              // A later holder has a larger number, always.
              expect(taken.lease.fence).toBeGreaterThan(lastFence);
              lastFence = taken.lease.fence;
              holders[who] = taken;
            }
          } else if (act === 'renew') await mine?.renew();
          else if (act === 'release' && mine !== null) {
            await mine[Symbol.asyncDispose]();
            holders[who] = null;
          } else if (act === 'set the clock') {
            clock.wall += (passes - 350) * 1000;
            wereSet.add(who);
          } else if ((act === 'act' || act === 'read') && mine !== null) {
            const isAction = act === 'act';
            const isLet = await mine.check(isAction).then(
              () => true,
              () => false,
            );
            // Only the last who took it acts; it alone reads, too, as long as nobody sets its clock back while it sleeps.
            if (isLet && (isAction || !wereSet.has(who))) expect(mine.lease.fence).toBe(lastFence);
          }
        }
      }),
    );
  });
});
