import { answerForward } from './forward-request.js';
import { transportId, type HostRequest } from './host-request.js';
import type { Forwards } from './forwards.js';
import type { AttachedPhone, FoundPhone, PhoneList, PhoneSelector } from './phone-list.js';
import { fail, okay } from './smart-text.js';

/** What a server does about a request to itself. */
export type HostAnswer =
  /** Said, and the connection ends. */
  | { readonly type: 'say'; readonly text: string }
  /** The phone's services follow on this connection. */
  | { readonly type: 'select'; readonly phone: AttachedPhone; readonly isIdTold: boolean }
  /** The list of phones, now and after each change. */
  | { readonly type: 'track'; readonly isLong: boolean }
  /** `OKAY` once a phone is there, or gone. */
  | { readonly type: 'wait'; readonly selector: PhoneSelector; readonly isForLoss: boolean }
  /** `OKAY`, and nothing dies. */
  | { readonly type: 'kill' };

export interface HostContext {
  readonly phones: PhoneList;
  readonly forwards: Forwards;
  /** Version that the server reports; clients of another one kill it. */
  readonly version: number;
}

const ANY: PhoneSelector = { type: 'any' };
/** States that a phone of ours is never in: who waits for one waits for ever, as on a desk without such a phone. */
const WAITS = /^(?:(any|usb|local)-)?(device|any|disconnect|recovery|rescue|sideload|bootloader)$/;

/**
 * Answers a request to the server, as AOSP's server does at version 41.
 *
 * Source: AOSP `adb/adb.cpp` (`handle_host_request`, `handle_forward_request`), `adb/services.cpp`.
 * Deviation: nothing is dialled, so `connect` finds our own phones only.
 */
export async function answerHost(request: HostRequest, context: HostContext): Promise<HostAnswer> {
  const { query } = request;
  const { phones } = context;
  const selector = request.selector ?? ANY;
  switch (query) {
    case 'version':
      return say(okay(context.version.toString(16).padStart(4, '0')));
    case 'kill':
      return { type: 'kill' };
    case 'devices':
    case 'devices-l':
      return say(okay(phones.describe({ isLong: query.endsWith('-l') })));
    case 'track-devices':
    case 'track-devices-l':
      return { type: 'track', isLong: query.endsWith('-l') };
    case 'features':
      return of(phones.find(selector), ({ services }) => okay(features(services.banner.features)));
    case 'host-features':
      return say(
        okay(features([...new Set(phones.attached.flatMap((phone) => phone.services.banner.features))])),
      );
    case 'get-state':
      return of(phones.find(selector), () => okay('device'));
    case 'get-serialno':
      return of(phones.find(selector), ({ services }) => okay(services.serial));
    case 'get-devpath':
      return of(phones.find(selector), () => okay('unknown'));
    case 'reconnect':
      return of(phones.find(selector), ({ services }) => okay(`reconnecting ${services.serial} [device]\n`));
    case 'reconnect-offline':
      return say(okay(''));
    case 'list-forward':
      return say(okay(context.forwards.describe()));
    case 'killforward-all':
      context.forwards.removeAll(serialOf(request, phones));
      return say(okay() + okay());
    case 'mdns:check':
      return say(okay('mdns daemon unavailable'));
    case 'mdns:services':
      return say(okay(''));
    default:
      return answerWithArgument(request, context);
  }
}

/** Queries that carry something after a colon or dash. */
async function answerWithArgument(request: HostRequest, context: HostContext): Promise<HostAnswer> {
  const { query, selector } = request;
  const { phones, forwards } = context;
  const target = transportOf(query);
  if (target !== null) {
    const found = phones.find(target.selector ?? selector ?? ANY);
    if (found.type !== 'found') return say(fail(found.problem));
    return { type: 'select', phone: found.phone, isIdTold: target.isIdTold };
  }
  if (query.startsWith('wait-for-')) {
    const [, type, state] = WAITS.exec(query.slice('wait-for-'.length)) ?? [];
    if (state === undefined) return say(fail(`unknown state in ${query}`));
    if (!['device', 'any', 'disconnect'].includes(state))
      return { type: 'wait', selector: NOBODY, isForLoss: false };
    const wanted = type === 'usb' || type === 'local' ? ({ type } as const) : ANY;
    return { type: 'wait', selector: selector ?? wanted, isForLoss: state === 'disconnect' };
  }
  if (query.startsWith('connect:')) return say(okay(connect(query.slice('connect:'.length), phones)));
  if (query.startsWith('disconnect:')) return say(disconnect(query.slice('disconnect:'.length), phones));
  if (query.startsWith('forward:')) {
    const found = phones.find(selector ?? ANY);
    return say(
      found.type === 'found' ? await answerForward(query, found.phone, forwards) : fail(found.problem),
    );
  }
  if (query.startsWith('killforward:')) {
    const local = query.slice('killforward:'.length);
    const isGone = forwards.remove(local, serialOf(request, phones));
    return say(isGone ? okay() + okay() : fail(`listener '${local}' not found`));
  }
  if (query.startsWith('pair:')) return say(okay('Failed: pairing is not supported'));
  // There is no reply to this one.
  if (query.startsWith('emulator:')) return say('');
  return say(fail('unknown host service'));
}

/** No phone has it. */
const NOBODY: PhoneSelector = { type: 'id', id: Number.NaN };

function say(text: string): HostAnswer {
  return { type: 'say', text };
}

function of(found: FoundPhone, answer: (phone: AttachedPhone) => string): HostAnswer {
  return say(found.type === 'found' ? answer(found.phone) : fail(found.problem));
}

/** Last first, the order in which the real server has them. */
function features(names: readonly string[]): string {
  return names.toReversed().join(',');
}

/** Serial of the phone a request names, null where it names none. */
function serialOf({ selector }: HostRequest, phones: PhoneList): string | null {
  if (selector === null || selector.type === 'any') return null;
  const found = phones.find(selector);
  return found.type === 'found' ? found.phone.services.serial : '';
}

/** The phone that `transport:` and its kin select; a null selector leaves it to the request. */
function transportOf(query: string): { selector: PhoneSelector | null; isIdTold: boolean } | null {
  const match = /^(tport|transport)[-:](.*)$/s.exec(query);
  if (match === null) return null;
  const [, word, what = ''] = match;
  const isIdTold = word === 'tport';
  if (what === 'usb' || what === 'local' || what === 'any')
    // `transport:any` names a serial; `transport-any` and `tport:any` do not.
    return query.startsWith('transport:')
      ? { selector: { type: 'serial', serial: what }, isIdTold }
      : { selector: what === 'any' ? null : { type: what }, isIdTold };
  if (query.startsWith('transport:')) return { selector: { type: 'serial', serial: what }, isIdTold };
  if (isIdTold && what.startsWith('serial:'))
    return { selector: { type: 'serial', serial: what.slice('serial:'.length) }, isIdTold };
  const id = /^(?:transport-)?id:(.*)$/s.exec(what)?.[1];
  return id === undefined ? null : { selector: { type: 'id', id: transportId(id) }, isIdTold };
}

function connect(address: string, phones: PhoneList): string {
  const serial = withPort(address);
  switch (phones.attach(serial)) {
    case 'attached':
      return `connected to ${serial}`;
    case 'already':
      return `already connected to ${serial}`;
    default:
      return `failed to connect to '${serial}': Connection refused`;
  }
}

/** A phone that is named by an address is gone until it is connected again; any other could not come back, and stays. */
function disconnect(address: string, phones: PhoneList): string {
  if (address === '') {
    for (const serial of phones.serials) if (isAddress(serial)) phones.detach(serial);
    return okay('disconnected everything');
  }
  const serial = withPort(address);
  const isOurs = isAddress(serial) ? phones.detach(serial) : phones.has(serial);
  return isOurs ? okay(`disconnected ${address}`) : fail(`no such device '${serial}'`);
}

function withPort(address: string): string {
  return isAddress(address) || address.startsWith('emulator-') ? address : `${address}:5555`;
}

function isAddress(serial: string): boolean {
  return /:\d+$/.test(serial);
}
