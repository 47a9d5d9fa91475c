import { AdbCommand, AdbPacketHeader, calculateChecksum } from '@yume-chan/adb';

/** Versions of the transport. From `skipsCheck` on the check field of packets after the first means nothing. */
export const PROTOCOL_VERSION = { checked: 0x01000000, skipsCheck: 0x01000001 } as const;

/** Bytes of payload that any packet may carry, 1 MiB. Source: AOSP `adb/adb.h`, MAX_PAYLOAD. */
export const LARGEST_PAYLOAD = 1 << 20;

/** Bytes before the payload. */
export const HEADER_SIZE = 24;

/** Commands of packets; the last is one that we never speak and that hosts may try. */
export const PACKET_COMMAND = {
  connect: AdbCommand.Connect,
  authenticate: AdbCommand.Auth,
  open: AdbCommand.Open,
  okay: AdbCommand.Okay,
  write: AdbCommand.Write,
  close: AdbCommand.Close,
  startTls: 0x534c5453,
} as const;

/** One packet. `payload` may be a view of a larger buffer; copy what is kept. */
export interface Packet {
  readonly command: number;
  readonly arg0: number;
  readonly arg1: number;
  /** Sum of the payload's bytes, where the version in use has one. */
  readonly check: number;
  readonly payload: Uint8Array;
}

/** Header of a packet; `isChecked` where the other side verifies the sum of the payload's bytes. */
export function packetHeader(
  packet: Omit<Packet, 'check'>,
  { isChecked }: { isChecked: boolean },
): Uint8Array {
  return AdbPacketHeader.serialize({
    command: packet.command,
    arg0: packet.arg0,
    arg1: packet.arg1,
    payloadLength: packet.payload.length,
    checksum: isChecked ? payloadCheck(packet.payload) : 0,
    magic: packet.command ^ 0xffffffff,
  });
}

/** Sum of the bytes, modulo 2³². */
export function payloadCheck(payload: Uint8Array): number {
  return calculateChecksum(payload) >>> 0;
}

/** Four letters for messages; hexadecimal where it is no command. */
export function commandName(command: number): string {
  const letters = Buffer.alloc(4);
  letters.writeUInt32LE(command >>> 0);
  const name = letters.toString('latin1');
  return /^[A-Z]{4}$/.test(name) ? name : `0x${(command >>> 0).toString(16).padStart(8, '0')}`;
}
