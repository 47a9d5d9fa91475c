import type { Forwards } from './forwards.js';
import type { AttachedPhone } from './phone-list.js';
import { fail, okay, withLength } from './smart-text.js';

/** What a `forward:` request asks for; null where it cannot be read. */
export function parseForward(query: string): { local: string; remote: string; isNew: boolean } | null {
  const isNew = query.startsWith('forward:norebind:');
  const [local = '', remote = '', more] = query
    .slice(isNew ? 'forward:norebind:'.length : 'forward:'.length)
    .split(';');
  const isPair = local !== '' && remote !== '' && !remote.startsWith('*') && more === undefined;
  return isPair ? { local, remote, isNew } : null;
}

/** Makes the forward that a client asks for, and gives the answer. Source: AOSP `adb/adb.cpp` (`handle_forward_request`). */
export async function answerForward(
  query: string,
  phone: AttachedPhone,
  forwards: Forwards,
): Promise<string> {
  const request = parseForward(query);
  if (request === null) return fail(`bad forward: ${query}`);
  const result = await forwards.add(phone, request.local, request.remote, { isNew: request.isNew });
  // The first OKAY is for the connection, the second for the forward.
  return 'problem' in result ? fail(result.problem) : okay() + okay() + withLength(String(result.port));
}
