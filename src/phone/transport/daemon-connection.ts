import type { Duplex } from 'node:stream';
import type { DeviceServices, Service } from '../service-stream.js';
import { corkUntilIdle } from './cork-until-idle.js';
import { bannerText } from './banner-text.js';
import { DaemonStream, type StreamOwner } from './daemon-stream.js';
import {
  HEADER_SIZE,
  LARGEST_PAYLOAD,
  PACKET_COMMAND,
  PROTOCOL_VERSION,
  commandName,
  packetHeader,
  payloadCheck,
  type Packet,
} from './packet.js';
import { PacketReader } from './packet-reader.js';
import { limitProblems } from './limit-problems.js';
import { trafficOf, type PhoneTraffic } from './phone-traffic.js';

export interface DaemonConnectionOptions {
  readonly services: DeviceServices;
  /** Version of the transport we speak at most. */
  readonly version?: number;
  /** Bytes of payload we take at most, up to 1 MiB. */
  readonly largestPayload?: number;
  /** Streams open at once; more are refused. */
  readonly maxStreams?: number;
  /** Time in which a host has to introduce itself, milliseconds. */
  readonly introductionMs?: number;
  /** Receives what a host did wrong, and what was done about it. */
  readonly onProblem?: (what: string) => void;
  /** The host introduced itself: what it said, such as `host::features=cmd`. */
  readonly onConnected?: (host: string) => void;
}

const MAX_STREAMS = 4096;
/** Bytes waiting to be sent above which nothing more is read from the host, and no stream sends. */
const MOST_UNSENT = 4 << 20;
/** The same while clients of the phone, on this connection or others, leave much untaken. */
const MOST_UNSENT_CROWDED = 256 << 10;
/** Bytes of all streams that services did not read yet; a stream that would need more is closed. */
const MOST_UNREAD = 64 << 20;
const INTRODUCTION_MS = 10_000;
const NOTHING = new Uint8Array(0);

/**
 * The device's side of one ADB transport: answers the host's packets and runs the services it opens. Lives as long as the
 * socket.
 *
 * Source: AOSP `adb/protocol.txt`, `adb/adb.cpp` (`handle_packet`).
 * Deviation: no AUTH and no TLS; CNXN is answered at once.
 */
export class DaemonConnection implements StreamOwner {
  largestPayload: number;
  readonly traffic: PhoneTraffic;
  readonly #socket: Duplex;
  readonly #planFlush: () => void;
  readonly #options: DaemonConnectionOptions;
  readonly #tell: (what: string) => void;
  readonly #reader = new PacketReader((packet) => this.#handle(packet));
  readonly #streams = new Map<number, DaemonStream>();
  /** Streams with something to send that the socket has no room for. */
  readonly #stalled = new Set<DaemonStream>();
  readonly #introduction: NodeJS.Timeout;
  #version: number;
  #isConnected = false;
  #isClosed = false;
  #lastId = 0;
  #unread = 0;

  constructor(socket: Duplex, options: DaemonConnectionOptions) {
    this.#socket = socket;
    this.#planFlush = corkUntilIdle(socket);
    this.#options = options;
    this.traffic = trafficOf(options.services);
    this.#version = options.version ?? PROTOCOL_VERSION.skipsCheck;
    this.largestPayload = this.#ownLargestPayload;
    this.#tell = limitProblems(options.onProblem ?? (() => {}));
    const introductionMs = options.introductionMs ?? INTRODUCTION_MS;
    this.#introduction = setTimeout(
      () => this.#fail(`the host did not introduce itself in ${introductionMs / 1000} s`),
      introductionMs,
    ).unref();
    socket.on('data', (piece: Buffer) => this.#receive(piece));
    socket.on('drain', () => this.#drained());
    socket.on('end', () => {
      if (this.#reader.isWithinPacket) this.#tell('the connection ended within a packet');
      this.close();
    });
    // A host that is killed resets the connection: nothing to tell, and `close` follows.
    socket.on('error', () => {});
    socket.on('close', () => this.close());
  }

  /** Number of streams open. */
  get streamCount(): number {
    return this.#streams.size;
  }

  /** Ends the connection and all its streams. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#introduction);
    this.#reader.stop();
    this.#dropStreams();
    this.#socket.destroy();
  }

  send(command: number, arg0: number, arg1: number, payload: Uint8Array): void {
    if (this.#isClosed) return;
    this.#planFlush();
    const isChecked = command === PACKET_COMMAND.connect || this.#version < PROTOCOL_VERSION.skipsCheck;
    this.#socket.write(packetHeader({ command, arg0, arg1, payload }, { isChecked }));
    if (payload.length > 0) {
      const isKept = this.traffic.keep(payload);
      this.#socket.write(payload, () => {
        if (isKept) this.traffic.release(payload);
      });
    }
    // Answers to a host that sends and never reads: take no more from it until it does.
    if (this.#socket.writableLength > MOST_UNSENT) this.#socket.pause();
  }

  hasRoomFor(stream: DaemonStream): boolean {
    const most = this.traffic.isCrowded ? MOST_UNSENT_CROWDED : MOST_UNSENT;
    if (this.#socket.writableLength < most) return true;
    this.#stalled.add(stream);
    return false;
  }

  keepUnread(bytes: number): boolean {
    if (this.#unread + bytes > MOST_UNREAD || !this.traffic.keepUnread(bytes)) return false;
    this.#unread += bytes;
    return true;
  }

  releaseUnread(bytes: number): void {
    this.#unread -= bytes;
    this.traffic.releaseUnread(bytes);
  }

  overflowed(stream: DaemonStream): void {
    this.#tell(
      `stream ${stream.remoteId} was closed: clients leave ${this.traffic.unsent} bytes of the phone untaken`,
    );
    stream.close();
  }

  forget(stream: DaemonStream): void {
    this.#streams.delete(stream.localId);
    this.#stalled.delete(stream);
  }

  get #ownLargestPayload(): number {
    return Math.min(this.#options.largestPayload ?? LARGEST_PAYLOAD, LARGEST_PAYLOAD);
  }

  #receive(piece: Buffer): void {
    const problem = this.#reader.push(piece);
    if (problem !== null) this.#fail(problem);
  }

  #drained(): void {
    if (this.#isClosed) return;
    this.#socket.resume();
    const stalled = [...this.#stalled];
    this.#stalled.clear();
    for (const stream of stalled) stream.pump();
  }

  #fail(problem: string): void {
    if (this.#isClosed) return;
    this.#tell(`${problem}; the connection was closed`);
    this.close();
  }

  #handle(packet: Packet): void {
    if (packet.command === PACKET_COMMAND.connect) return this.#connect(packet);
    if (!this.#isConnected) return this.#fail(`${commandName(packet.command)} came before CNXN`);
    if (this.#version < PROTOCOL_VERSION.skipsCheck && payloadCheck(packet.payload) !== packet.check)
      return this.#fail(`packet ${commandName(packet.command)} has a wrong check sum`);
    switch (packet.command) {
      case PACKET_COMMAND.open:
        return this.#open(packet);
      case PACKET_COMMAND.okay:
        return this.#streamOf(packet)?.acknowledged();
      case PACKET_COMMAND.write:
        return this.#write(packet);
      case PACKET_COMMAND.close:
        return this.#streamOf(packet)?.close();
      default:
        return this.#tell(`packet ${commandName(packet.command)} was ignored`);
    }
  }

  /** The first packet, or one that starts everything afresh. */
  #connect({ arg0: version, arg1: largestPayload, payload }: Packet): void {
    if (largestPayload <= HEADER_SIZE)
      return this.#fail(`CNXN takes payloads of ${largestPayload} bytes only`);
    clearTimeout(this.#introduction);
    this.#dropStreams();
    const ownVersion = this.#options.version ?? PROTOCOL_VERSION.skipsCheck;
    this.#version = Math.min(version, ownVersion);
    this.largestPayload = Math.min(largestPayload, this.#ownLargestPayload);
    this.#reader.largestPayload = this.largestPayload;
    this.#isConnected = true;
    const banner = Buffer.from(bannerText(this.#options.services.banner));
    this.send(PACKET_COMMAND.connect, ownVersion, this.#ownLargestPayload, banner);
    this.#options.onConnected?.(Buffer.from(payload).toString());
  }

  #open({ arg0: remoteId, payload }: Packet): void {
    if (remoteId === 0) return this.#tell('OPEN for stream 0 was ignored');
    if (this.#streams.size >= (this.#options.maxStreams ?? MAX_STREAMS)) {
      this.#tell(`stream ${remoteId} was refused: ${this.#streams.size} are open`);
      return this.send(PACKET_COMMAND.close, 0, remoteId, NOTHING);
    }
    const text = Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString();
    const service = this.#options.services.open(text.endsWith('\0') ? text.slice(0, -1) : text);
    if (service === null) return this.send(PACKET_COMMAND.close, 0, remoteId, NOTHING);
    const stream = new DaemonStream(this, this.#nextId(), remoteId);
    this.#streams.set(stream.localId, stream);
    this.send(PACKET_COMMAND.okay, stream.localId, remoteId, NOTHING);
    void this.#serve(service, stream);
  }

  async #serve(service: Service, stream: DaemonStream): Promise<void> {
    try {
      await service(stream);
    } catch (error) {
      this.#tell(`a service failed: ${String(error)}`);
    }
    stream.end();
  }

  #write(packet: Packet): void {
    const stream = this.#streamOf(packet);
    if (stream === undefined) return this.send(PACKET_COMMAND.close, 0, packet.arg0, NOTHING);
    const received = stream.received(packet.payload);
    if (received === 'taken') return;
    const why =
      received === 'early'
        ? 'a second WRTE came before the first was acknowledged'
        : `services leave ${this.traffic.unread} bytes of input unread`;
    this.#tell(`stream ${packet.arg0} was closed: ${why}`);
    stream.close();
  }

  #streamOf({ arg0: remoteId, arg1: localId }: Packet): DaemonStream | undefined {
    const stream = this.#streams.get(localId);
    return stream?.remoteId === remoteId ? stream : undefined;
  }

  #nextId(): number {
    do this.#lastId = this.#lastId === 0xffffffff ? 1 : this.#lastId + 1;
    while (this.#streams.has(this.#lastId));
    return this.#lastId;
  }

  #dropStreams(): void {
    for (const stream of this.#streams.values()) stream.drop();
  }
}
