import type { PhoneSelector } from './phone-list.js';

/** A request to the server itself, such as `host-serial:S:features`. */
export interface HostRequest {
  readonly query: string;
  /** The phone it is about; null where the request leaves that open. */
  readonly selector: PhoneSelector | null;
}

/**
 * Takes a request apart, or null where it is for a phone. A serial may hold colons itself: those we know are tried first.
 *
 * Source: AOSP `adb/sockets.cpp` (`parse_host_service`).
 */
export function hostRequest(text: string, serials: Iterable<string>): HostRequest | null {
  const colon = text.indexOf(':');
  const rest = text.slice(colon + 1);
  switch (text.slice(0, colon)) {
    case 'host':
      return { query: rest, selector: null };
    case 'host-usb':
      return { query: rest, selector: { type: 'usb' } };
    case 'host-local':
      return { query: rest, selector: { type: 'local' } };
    case 'host-transport-id': {
      const { name, query } = cutAt(rest, rest.indexOf(':'));
      return { query, selector: { type: 'id', id: transportId(name) } };
    }
    case 'host-serial': {
      const { name, query } = cutAt(rest, serialLength(rest, serials));
      return { query, selector: { type: 'serial', serial: name } };
    }
    default:
      return null;
  }
}

/** A transport id as written; NaN, which no phone has, for anything else. */
export function transportId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

function cutAt(text: string, length: number): { name: string; query: string } {
  return length < 0
    ? { name: text, query: '' }
    : { name: text.slice(0, length), query: text.slice(length + 1) };
}

/** Characters of the serial that the text starts with. */
function serialLength(text: string, serials: Iterable<string>): number {
  let longest = -1;
  for (const serial of serials)
    if (serial.length > longest && text.startsWith(`${serial}:`)) longest = serial.length;
  if (longest >= 0) return longest;
  const unknown = /^(?:(?:usb|product|model|device|tcp|udp):)?(?:\[[^\]]*\]|[^:]*)(?::\d+(?=:))?/.exec(text);
  return unknown?.[0].length ?? -1;
}
