import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wirePacket } from '../../../test/fixtures/adb/packet-host.js';
import { LARGEST_PAYLOAD, PACKET_COMMAND, packetHeader, type Packet } from './packet.js';
import { PacketReader } from './packet-reader.js';

const anyPacket = fc.record({
  command: fc.constantFrom(...Object.values(PACKET_COMMAND)),
  arg0: fc.nat(0xffffffff),
  arg1: fc.nat(0xffffffff),
  payload: fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.integer({ min: 4000, max: 9000 }).map((size) => new Uint8Array(size).fill(size)),
  ),
});

function read(pieces: readonly Buffer[]): { packets: Packet[]; problem: string | null } {
  const packets: Packet[] = [];
  const reader = new PacketReader((packet) =>
    packets.push({ ...packet, payload: Uint8Array.from(packet.payload) }),
  );
  let problem: string | null = null;
  for (const piece of pieces) problem = reader.push(piece);
  return { packets, problem };
}

function inWords({ command, arg0, arg1, payload }: Omit<Packet, 'check'>): string {
  return `${command} ${arg0} ${arg1} ${Buffer.from(payload).toString('hex')}`;
}

function cut(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

describe('PacketReader', () => {
  it('gives back what was written, however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(anyPacket, { maxLength: 5 }),
        fc.integer({ min: 1, max: 9000 }),
        (packets, size) => {
          const bytes = Buffer.concat(
            packets.flatMap((packet) => [packetHeader(packet, { isChecked: true }), packet.payload]),
          );
          const { packets: got, problem } = read(cut(bytes, size));
          expect(problem).toBeNull();
          expect(got.map(inWords)).toEqual(packets.map(inWords));
        },
      ),
    );
  });

  it('never throws, and stops at the first thing that is no packet', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 })), (pieces) => {
        const bytes = Buffer.concat(pieces);
        const { packets, problem } = read(pieces.map((piece) => Buffer.from(piece)));
        if (bytes.length >= 24 && packets.length === 0) expect(problem).not.toBeNull();
      }),
    );
  });

  it('refuses a wrong magic and a length above the limit as soon as the header is there', () => {
    const magic = wirePacket('OPEN', 1, 0);
    magic.writeUInt32LE(7, 20);
    expect(read([magic]).problem).toBe('packet OPEN has a wrong magic');
    const length = wirePacket('WRTE', 1, 1);
    length.writeUInt32LE(LARGEST_PAYLOAD + 1, 12);
    expect(read([length]).problem).toBe('packet WRTE promises 1048577 bytes, more than 1048576');
    length.writeUInt32LE(0xffffffff, 12);
    expect(read(cut(length, 1)).problem).toContain('promises 4294967295 bytes');
  });

  it('takes a payload of 1 MiB byte by byte', () => {
    const payload = Buffer.alloc(LARGEST_PAYLOAD, 7);
    const bytes = wirePacket('WRTE', 1, 2, payload);
    const { packets } = read([...cut(bytes.subarray(0, 5000), 1), ...cut(bytes.subarray(5000), 333)]);
    expect(packets).toHaveLength(1);
    expect(Buffer.from(packets[0]?.payload ?? []).equals(payload)).toBe(true);
  });

  it('holds no more than what came, for any promise of a header', () => {
    const header = wirePacket('WRTE', 1, 2);
    header.writeUInt32LE(LARGEST_PAYLOAD, 12);
    const before = process.memoryUsage().arrayBuffers;
    const readers = Array.from({ length: 500 }, () => new PacketReader(() => {}));
    for (const reader of readers) {
      reader.push(header);
      reader.push(Buffer.alloc(100));
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(500 * 10_000);
    expect(readers.every((reader) => reader.isWithinPacket)).toBe(true);
  });
});
