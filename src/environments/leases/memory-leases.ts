import type { DeviceHolding, DeviceLease, DeviceLeases, SharedDevice } from './device-leases.js';

interface Held {
  device: SharedDevice;
  seenAt: number;
  fence: number;
  holder: string | null;
  expiresAt: number;
}

/** Leases within one process. @param now milliseconds that only grow */
export function memoryLeases(now: () => number): DeviceLeases {
  const devices = new Map<string, Held>();
  const current = ({ device, fence }: DeviceLease): Held | null => {
    const held = devices.get(device.name);
    return held !== undefined && held.fence === fence && held.holder !== null && held.expiresAt > now()
      ? held
      : null;
  };
  return {
    register: async (device) => {
      const known = devices.get(device.name);
      if (known === undefined) {
        devices.set(device.name, { device, seenAt: now(), fence: 0, holder: null, expiresAt: 0 });
      } else Object.assign(known, { device, seenAt: now() });
    },
    take: async (name, { holder, forMs }) => {
      const held = devices.get(name);
      if (held === undefined || (held.holder !== null && held.expiresAt > now())) return null;
      Object.assign(held, { fence: held.fence + 1, holder, expiresAt: now() + forMs });
      return { device: held.device, holder, fence: held.fence };
    },
    renew: async (lease, forMs) => {
      const held = current(lease);
      if (held !== null) held.expiresAt = now() + forMs;
      return held !== null;
    },
    holds: async (lease) => current(lease) !== null,
    release: async (lease) => {
      const held = current(lease);
      if (held !== null) held.holder = null;
    },
    list: async () =>
      [...devices.values()]
        .map(({ device, fence, holder, expiresAt, seenAt }): DeviceHolding => {
          const isHeld = holder !== null && expiresAt > now();
          return {
            device,
            fence,
            holder: isHeld ? holder : null,
            leftMs: isHeld ? expiresAt - now() : null,
            seenMs: now() - seenAt,
          };
        })
        .toSorted((a, b) => (a.device.name < b.device.name ? -1 : 1)),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
