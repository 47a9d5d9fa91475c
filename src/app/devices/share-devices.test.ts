import { expect, it } from 'vitest';
import { memoryLeases } from '../../environments/leases/memory-leases.js';
import { DatabaseAwayError } from '../../storage/database-error.js';
import { keepShared } from './share-devices.js';

const PHONE = { name: 'p', server: 'lab:5037', serial: 'R58', model: 'M', android: '14' };

/** Leases whose database is away for some of the questions, counted from 0. */
function leasesAwayAt(away: ReadonlySet<number>) {
  const leases = memoryLeases(() => 0);
  let asked = 0;
  const register: typeof leases.register = async (device) => {
    asked += 1;
    if (away.has(asked - 1)) throw new DatabaseAwayError('it is being started');
    await leases.register(device);
  };
  return { ...leases, register };
}

it('goes on saying which phones are there through a restart of the database, and tells of it once', async () => {
  const stop = new AbortController();
  const said: string[] = [];
  let looks = 0;
  await keepShared(leasesAwayAt(new Set([1, 2])), {
    devices: async () => {
      looks += 1;
      if (looks === 5) stop.abort();
      return [looks < 4 ? PHONE : { ...PHONE, server: 'lab-2:5037' }];
    },
    isKept: true,
    onShared: ([phone]) => void said.push(phone?.server ?? ''),
    onTrouble: ({ message }) => void said.push(message),
    signal: stop.signal,
    againMs: 0,
  });
  expect(said).toEqual(['lab:5037', 'it is being started', 'lab-2:5037']);
});

it('does not begin where the database is away', async () => {
  const { signal } = new AbortController();
  const options = { isKept: true, onShared: () => undefined, onTrouble: () => undefined, signal, againMs: 0 };
  await expect(
    keepShared(leasesAwayAt(new Set([0])), { ...options, devices: async () => [PHONE] }),
  ).rejects.toMatchObject({ code: 'DATABASE_AWAY' });
});
