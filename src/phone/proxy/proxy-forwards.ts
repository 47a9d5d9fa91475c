import { once } from 'node:events';
import { answerForward, parseForward } from '../server/forward-request.js';
import { Forwards } from '../server/forwards.js';
import type { AttachedPhone } from '../server/phone-list.js';
import { okay } from '../server/smart-text.js';
import type { Service, ServiceStream } from '../service-stream.js';
import type { LearntPhone } from './learn-phone.js';
import type { PhoneRecorder } from './phone-recorder.js';
import { askUpstream, openOnPhone, type ServerAddress } from './upstream.js';

/** Bytes of a request that are noted. */
const MOST_NOTED = 200;

interface ProxyForwardsOptions {
  readonly phone: LearntPhone;
  readonly recorder: PhoneRecorder;
  readonly upstream: ServerAddress;
  /** Where the proxy itself listens. */
  readonly proxy: ServerAddress;
  readonly onProblem: (what: string) => void;
}

/**
 * The forwards that clients of a proxy ask for. Those from a TCP port to the phone that is recorded are listeners of ours,
 * which lead back to the proxy, so that what goes through them is recorded; the real server makes all others.
 */
export class ProxyForwards implements AsyncDisposable {
  readonly #options: ProxyForwardsOptions;
  readonly #forwards: Forwards;
  readonly #phone: AttachedPhone;
  #unrecorded = 0;

  constructor(options: ProxyForwardsOptions) {
    this.#options = options;
    this.#forwards = new Forwards(options.onProblem);
    const banner = { ...options.phone.profile, features: [] };
    this.#phone = {
      services: { serial: options.phone.serial, banner, open: (service) => this.#lead(service) },
      transportId: 0,
    };
  }

  /** Forwards of the phone that were left to the real server: what goes through them, nobody sees. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  /**
   * The answer to a client's request for a forward or about forwards; null where the real server is to answer.
   *
   * @param request all of it, such as `host-serial:S:list-forward`
   * @param query its end, such as `list-forward`
   */
  async answer(request: string, query: string): Promise<string | null> {
    const prefix = request.slice(0, request.length - query.length);
    if (query.startsWith('forward:')) return this.#add(prefix, query);
    if (query === 'list-forward') {
      const others = await askUpstream(this.#options.upstream, request).catch(() => null);
      return others === null ? null : okay(others + this.#forwards.describe());
    }
    const isOurs = prefix === 'host:' || (await this.#isOurs(prefix));
    if (query === 'killforward-all') {
      if (isOurs) this.#forwards.removeAll(null);
      // The real server removes its own, and answers.
      return null;
    }
    const [, local = ''] = /^killforward:(.*)$/s.exec(query) ?? [];
    return isOurs && this.#forwards.remove(local, null) ? okay() + okay() : null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#forwards[Symbol.asyncDispose]();
  }

  async #add(prefix: string, query: string): Promise<string | null> {
    const { recorder } = this.#options;
    const forward = parseForward(query);
    if (forward === null || !(await this.#isOurs(prefix))) {
      recorder.noteTransport('other_phone', `${prefix}${query}`.slice(0, MOST_NOTED));
      return null;
    }
    const detail = `${forward.local} ${forward.remote}`.slice(0, MOST_NOTED);
    const answer = await answerForward(query, this.#phone, this.#forwards);
    if (answer.startsWith('OKAY') || forward.isNew) {
      recorder.noteTransport('forward', detail);
      return answer;
    }
    // A place that only the real server listens on, or has already.
    this.#unrecorded += 1;
    recorder.noteTransport('unrecorded_forward', detail);
    return null;
  }

  /** Whether a request with this beginning is about the phone that is recorded. */
  async #isOurs(prefix: string): Promise<boolean> {
    const { upstream, phone } = this.#options;
    // Where several phones could be meant, the server says so.
    const serial = await askUpstream(upstream, `${prefix}get-serialno`).catch(() => null);
    return serial === phone.serial;
  }

  #lead(service: string): Service {
    return async (stream) => {
      // Any failure in between ends the connection for its client, and the recorder notes it.
      await this.#carry(service, stream).catch(() => {});
    };
  }

  async #carry(service: string, stream: ServiceStream): Promise<void> {
    const { proxy, phone } = this.#options;
    const { socket, output } = await openOnPhone(proxy, phone.serial, service, stream.gone);
    const send = async (): Promise<void> => {
      for await (const bytes of stream.input) {
        if (socket.destroyed) return;
        if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
      }
    };
    void send().catch(() => {});
    try {
      for await (const bytes of output) await stream.write(bytes);
    } finally {
      socket.destroy();
    }
  }
}
