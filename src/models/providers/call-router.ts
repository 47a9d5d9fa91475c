import { BugError } from '../../errors.js';
import { plainHeaders } from './transport/plain-headers.js';

/** Header that names the call a request of the library belongs to; never sent. */
const CALL_HEADER = 'x-touchstone-call';

/** Passes each request of one library model, shared by all calls, to the call that it belongs to. */
export class CallRouter {
  readonly #open = new Map<string, typeof globalThis.fetch>();
  #count = 0;

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const { [CALL_HEADER]: name = '', ...headers } = plainHeaders(init?.headers);
    const carry = this.#open.get(name);
    if (carry === undefined) throw new BugError('a request belongs to no call');
    return await carry(input, { ...init, headers });
  };

  enter(carry: typeof globalThis.fetch): { readonly headers: Record<string, string>; leave(): void } {
    this.#count += 1;
    const name = String(this.#count);
    this.#open.set(name, carry);
    return { headers: { [CALL_HEADER]: name }, leave: () => this.#open.delete(name) };
  }
}
