import type { Socket } from 'node:net';
import { hostRequest, transportId } from '../server/host-request.js';
import { RequestReader } from '../server/request-reader.js';
import type { LearntPhone } from './learn-phone.js';
import type { ObservedStream } from './observed-stream.js';
import type { PhoneRecorder } from './phone-recorder.js';
import type { ProxyForwards } from './proxy-forwards.js';

export interface ConnectionContext {
  readonly phone: LearntPhone;
  readonly recorder: PhoneRecorder;
  readonly forwards: ProxyForwards;
  readonly onProblem: (what: string) => void;
}

/** Time a client has to send its first request, milliseconds. */
const FIRST_REQUEST_MS = 60_000;
/** Time each side has to take what is left once the other is gone, milliseconds. */
const LINGER_MS = 10_000;

type Reply = 'transport' | 'tport' | 'service';

/**
 * One client of a recording proxy and the connection to the real server that is made for it: every byte is forwarded as
 * it came, in both directions, while what the client asks for is followed.
 *
 * Source: AOSP `adb/OVERVIEW.TXT`, `adb/SERVICES.TXT`. Deviation: `host:kill` is answered and goes no further.
 */
export class ProxyConnection {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #context: ConnectionContext;
  /** What the server is still to say before bytes of a service come. */
  #replies: Reply[] = [];
  #reply: Buffer = Buffer.alloc(0);
  #onReplied: () => void = () => {};
  #isRefused = false;
  #observed: ObservedStream | null = null;
  #service = '';

  constructor(client: Socket, server: Socket, context: ConnectionContext) {
    this.#client = client;
    this.#server = server;
    this.#context = context;
  }

  /** Resolves once the connection is over. Never rejects. */
  async serve(): Promise<void> {
    const [client, server] = [this.#client, this.#server];
    const over = Promise.all([client, server].map((socket) => closed(socket)));
    client.on('close', () => {
      this.#observed?.end({ isGone: true });
      this.#stopWaiting();
      server.destroy();
    });
    server.on('close', () => {
      this.#observed?.end({ isGone: false });
      this.#stopWaiting();
      if (!client.writableEnded) client.destroy();
    });
    client.setTimeout(FIRST_REQUEST_MS, () => client.destroy());
    await Promise.all([
      this.#fromClient().catch(() => client.destroy()),
      this.#fromServer().catch(() => server.destroy()),
    ]);
    for (const socket of [client, server]) socket.setTimeout(LINGER_MS, () => socket.destroy());
    await over;
  }

  async #fromClient(): Promise<void> {
    const reader = new RequestReader();
    /** Bytes of a request that is not whole, as they came. */
    let held: Buffer[] = [];
    let follows: 'host' | 'service' | null = 'host';
    for await (const piece of pieces(this.#client)) {
      let rest = piece;
      while (follows !== null && rest.length > 0) {
        const result = reader.push(rest);
        if (result.type === 'more') {
          held.push(rest);
          rest = Buffer.alloc(0);
          break;
        }
        this.#client.setTimeout(0);
        if (result.type === 'problem') {
          this.#context.onProblem(`malformed request: ${result.problem}`);
          follows = null;
          break;
        }
        const whole = Buffer.concat([...held, rest.subarray(0, rest.length - result.rest.length)]);
        held = [];
        rest = result.rest;
        const next = await this.#request(result.text, whole, follows);
        if (next === 'end') return;
        follows = next;
      }
      if (follows === null) {
        await this.#pass(Buffer.concat([...held, rest]));
        held = [];
      }
    }
    await this.#pass(Buffer.concat(held));
    this.#observed?.endInput();
    this.#server.end();
  }

  /** Sends a request on; says what the client sends next. */
  async #request(
    text: string,
    whole: Buffer,
    kind: 'host' | 'service',
  ): Promise<'host' | 'service' | 'end' | null> {
    const { phone, recorder, forwards } = this.#context;
    const request = hostRequest(text, [phone.serial]);
    if (request === null) {
      if (kind === 'service') {
        await this.#replied();
        if (!this.#isRefused) {
          this.#service = text.endsWith('\0') ? text.slice(0, -1) : text;
          const observed = await recorder.follow(this.#service);
          if (this.#client.destroyed) observed.end({ isGone: true });
          this.#observed = observed;
          this.#replies.push('service');
        }
      }
      await write(this.#server, whole);
      return null;
    }
    const { query } = request;
    if (query === 'kill') {
      recorder.noteTransport('kill_server');
      this.#client.end('OKAY');
      this.#server.destroy();
      return 'end';
    }
    if (/^(forward:|killforward|list-forward$)/.test(query)) {
      const answer = await forwards.answer(text, query);
      if (answer !== null) {
        this.#client.end(answer);
        this.#server.destroy();
        return 'end';
      }
    }
    const isTport = query.startsWith('tport:');
    if (!isTport && !query.startsWith('transport')) {
      await write(this.#server, whole);
      return null;
    }
    const isOurs = this.#isOurs(query);
    if (isOurs) this.#replies.push(isTport ? 'tport' : 'transport');
    else recorder.noteTransport('other_phone', query.slice(0, 200));
    await write(this.#server, whole);
    return isOurs ? 'service' : null;
  }

  /** Whether a request selects the phone that is recorded. Where it leaves that open, the server only takes it for the one there is. */
  #isOurs(query: string): boolean {
    const { serial, transportId: id } = this.#context.phone;
    const [, named] = /^(?:transport|tport:serial):(.*)$/s.exec(query) ?? [];
    if (named !== undefined) return named === serial || /^(usb|product|model|device):/.test(named);
    const [, number] = /^transport-id:(.*)$/s.exec(query) ?? [];
    return number === undefined || id === null || transportId(number) === Number(id);
  }

  async #pass(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    const observed = this.#observed;
    if (observed !== null) {
      // Over one connection come command after command: the next waits for what came of the one before, too.
      if (observed.isEndless) await this.#context.recorder.aligned();
      observed.input(bytes);
    }
    await write(this.#server, bytes);
  }

  async #fromServer(): Promise<void> {
    for await (const piece of pieces(this.#server)) {
      this.#follow(piece);
      await write(this.#client, piece);
    }
    this.#observed?.end({ isGone: this.#client.readableEnded });
    this.#stopWaiting();
    this.#client.end();
    // What a client still sends is read and thrown away: closing on unread bytes would take the answer from it.
    this.#client.setTimeout(LINGER_MS, () => this.#client.destroy());
    this.#server.end();
  }

  /** Takes the server's replies out of what it says; the rest is the service's. */
  #follow(piece: Buffer): void {
    let rest = piece;
    for (let [kind] = this.#replies; kind !== undefined && rest.length > 0; [kind] = this.#replies) {
      const missing = (this.#reply.length >= 4 ? 12 : 4) - this.#reply.length;
      this.#reply = Buffer.concat([this.#reply, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      if (this.#reply.length < 4) return;
      if (this.#reply.toString('latin1', 0, 4) !== 'OKAY') {
        this.#refuse(kind);
        return;
      }
      if (kind === 'tport' && this.#reply.length < 12) continue;
      this.#reply = Buffer.alloc(0);
      this.#replies.shift();
      if (this.#replies.length === 0) this.#onReplied();
    }
    if (rest.length > 0) this.#observed?.output(rest);
  }

  #refuse(kind: Reply): void {
    if (kind === 'service') this.#context.recorder.noteRefused(this.#service);
    this.#isRefused = true;
    this.#observed?.end({ isGone: false });
    this.#observed = null;
    this.#stopWaiting();
  }

  /** Resolves once the server has said what it thinks of the transport. */
  async #replied(): Promise<void> {
    if (this.#replies.length === 0) return;
    await new Promise<void>((resolve) => (this.#onReplied = resolve));
  }

  #stopWaiting(): void {
    this.#isRefused ||= this.#replies.length > 0;
    this.#replies = [];
    this.#onReplied();
  }
}

/** What a socket reads, taken no faster than it is asked for. The socket stays as it is when it ends. */
function pieces(socket: Socket): AsyncIterable<Buffer> {
  return socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/** Resolves once there is room for more, or nobody takes it any more. */
async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (bytes.length === 0 || socket.destroyed || socket.writableEnded) return;
  if (socket.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      socket.off('drain', go);
      socket.off('close', go);
      resolve();
    };
    socket.on('drain', go);
    socket.on('close', go);
  });
}

function closed(socket: Socket): Promise<void> {
  return socket.closed ? Promise.resolve() : new Promise((resolve) => socket.once('close', () => resolve()));
}
