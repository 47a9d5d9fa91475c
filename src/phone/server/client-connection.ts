import type { Socket } from 'node:net';
import { limitProblems } from '../transport/limit-problems.js';
import { trafficOf } from '../transport/phone-traffic.js';
import { corkUntilIdle } from '../transport/cork-until-idle.js';
import { answerHost, type HostAnswer, type HostContext } from './host-queries.js';
import type { ClientPatience } from './client-patience.js';
import { hostRequest } from './host-request.js';
import type { AttachedPhone, PhoneSelector } from './phone-list.js';
import { RequestReader } from './request-reader.js';
import { fail, okay, withLength } from './smart-text.js';
import { SocketStream } from './socket-stream.js';

export interface ClientContext extends HostContext {
  readonly onKill: () => void;
  readonly onProblem: (what: string) => void;
  readonly patience: ClientPatience;
}

/**
 * One client of a smart-socket server: requests to the server, then, once it chose a phone, one service of that phone.
 *
 * Source: AOSP `adb/OVERVIEW.TXT`, `adb/SERVICES.TXT`, `adb/sockets.cpp` (`smart_socket_enqueue`).
 */
export class ClientConnection {
  readonly #socket: Socket;
  readonly #planFlush: () => void;
  readonly #context: ClientContext;
  readonly #tell: (what: string) => void;
  readonly #reader = new RequestReader();
  readonly #onData = (piece: Buffer): void => this.#receive(piece);
  #phone: AttachedPhone | null = null;
  /** Bytes that came while a request was being answered. */
  #later: Buffer[] = [];
  #isBusy = false;
  #isDone = false;

  constructor(socket: Socket, context: ClientContext) {
    this.#socket = socket;
    this.#planFlush = corkUntilIdle(socket);
    this.#context = context;
    this.#tell = limitProblems(context.onProblem);
  }

  /** Begins to listen to the client. */
  start(): void {
    const socket = this.#socket;
    socket.setTimeout(this.#context.patience.firstRequestMs, () => socket.destroy());
    socket.on('data', this.#onData);
    // Clients are killed at any time; `close` follows.
    socket.on('error', () => {});
    socket.on('end', () => {
      if (this.#reader.isWithinRequest) this.#tell('a connection ended within a request');
    });
  }

  #receive(piece: Buffer): void {
    if (this.#isDone) return;
    if (this.#isBusy) {
      this.#later.push(piece);
      this.#socket.pause();
      return;
    }
    this.#planFlush();
    const result = this.#reader.push(piece);
    switch (result.type) {
      case 'more':
        return;
      case 'problem':
        this.#tell(result.problem);
        this.#isDone = true;
        this.#socket.destroy();
        return;
      default:
        this.#socket.setTimeout(0);
        this.#request(result.text, result.rest);
    }
  }

  #request(text: string, rest: Buffer): void {
    const request = hostRequest(text, this.#context.phones.serials);
    if (request === null) return this.#service(text, rest);
    this.#isBusy = true;
    if (rest.length > 0) this.#later.unshift(rest);
    const chosen: PhoneSelector | null =
      this.#phone === null ? null : { type: 'id', id: this.#phone.transportId };
    void answerHost({ ...request, selector: request.selector ?? chosen }, this.#context).then(
      (answer) => this.#answer(answer),
      (error: unknown) => {
        this.#tell(`a request failed: ${String(error)}`);
        this.#finish(fail('internal error'));
      },
    );
  }

  #answer(answer: HostAnswer): void {
    if (this.#socket.destroyed) return;
    switch (answer.type) {
      case 'say':
        return this.#finish(answer.text);
      case 'kill':
        this.#context.onKill();
        return this.#finish(okay());
      case 'select':
        return this.#select(answer.phone, answer.isIdTold);
      case 'track':
        return this.#track(answer.isLong);
      default:
        return this.#wait(answer.selector, answer.isForLoss);
    }
  }

  #select(phone: AttachedPhone, isIdTold: boolean): void {
    this.#phone = phone;
    const id = Buffer.alloc(isIdTold ? 8 : 0);
    if (isIdTold) id.writeBigUInt64LE(BigInt(phone.transportId));
    this.#socket.write(Buffer.concat([Buffer.from(okay()), id]));
    this.#isBusy = false;
    const later = Buffer.concat(this.#later.splice(0));
    this.#socket.resume();
    if (later.length > 0) this.#receive(later);
  }

  /** Sends each change; a client that is slow to read gets the last one only. */
  #track(isLong: boolean): void {
    const { phones } = this.#context;
    let isUnderWay = false;
    let isOutdated = false;
    const tell = (before: string): void => {
      isOutdated = isUnderWay;
      if (isUnderWay) return;
      isUnderWay = true;
      this.#socket.write(before + withLength(phones.describe({ isLong })), () => {
        isUnderWay = false;
        if (isOutdated) tell('');
      });
    };
    this.#ignoreInput();
    tell(okay());
    this.#socket.once(
      'close',
      phones.onChange(() => tell('')),
    );
  }

  #wait(selector: PhoneSelector, isForLoss: boolean): void {
    const { phones } = this.#context;
    const look = (): string | null => {
      const found = phones.find(selector);
      if (isForLoss) return found.type === 'found' ? null : okay();
      if (found.type === 'several') return fail(found.problem);
      return found.type === 'found' ? okay() : null;
    };
    const now = look();
    if (now !== null) return this.#finish(okay() + now);
    this.#ignoreInput();
    this.#socket.write(okay());
    const stop = phones.onChange(() => {
      const then = look();
      if (then === null) return;
      stop();
      this.#finish(then);
    });
    this.#socket.once('close', stop);
  }

  #service(name: string, rest: Buffer): void {
    if (this.#phone === null) return this.#finish(fail('unknown host service'));
    const { phones } = this.#context;
    const current = phones.find({ type: 'id', id: this.#phone.transportId });
    if (current.type !== 'found') return this.#finish(fail(current.problem));
    const service = current.phone.services.open(name.endsWith('\0') ? name.slice(0, -1) : name);
    if (service === null) return this.#finish(fail('closed'));
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.write(okay());
    const stream = new SocketStream(socket, rest, {
      traffic: trafficOf(current.phone.services),
      lingerMs: this.#context.patience.lingerMs,
      onProblem: this.#tell,
    });
    const { transportId } = this.#phone;
    const stop = phones.onChange(() => {
      if (phones.find({ type: 'id', id: transportId }).type !== 'found') socket.destroy();
    });
    socket.once('close', stop);
    void stream.serve(service);
  }

  #ignoreInput(): void {
    this.#isDone = true;
    this.#later = [];
    this.#socket.resume();
  }

  #finish(text: string): void {
    this.#ignoreInput();
    if (this.#socket.destroyed) return;
    this.#socket.setTimeout(this.#context.patience.lingerMs, () => this.#socket.destroy());
    this.#socket.end(text);
  }
}
