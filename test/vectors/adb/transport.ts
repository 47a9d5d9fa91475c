import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { phoneDaemon, type PhoneDaemon } from '../../../src/phone/transport/phone-daemon.js';
import { PacketHost, type HostStream } from '../../fixtures/adb/packet-host.js';
import type { VectorSuite } from '../vector-suite.js';
import { fixturePhone } from './fixture-phone.js';
import { difference, streamContents } from './stream-contents.js';

interface Packet {
  readonly dir: 'host>device' | 'device>host';
  readonly cmd: string;
  readonly arg0: number;
  readonly arg1: number;
  readonly header: string;
  readonly payload: string;
}

interface Transcript {
  readonly id: string;
  readonly group: string;
  readonly order: number;
  readonly daemon: {
    readonly version: string;
    readonly maxPayload: number;
    readonly features: readonly string[];
  };
  readonly packets: readonly Packet[];
}

/** How the recorded phone introduced itself. */
export const RECORDED_BANNER = { product: 'ts_vphone', model: 'Touchstone_VP1', device: 'vphone' } as const;

/** Packets between a real adb server and a daemon: ours must answer the server's with the same contents. */
export const transportSuite: VectorSuite = {
  system: 'adb',
  file: 'transport',
  async run({ shared, report }) {
    const transcripts = await readTranscripts<Transcript>(join(shared, 'vectors/adb/transport'));
    for (const group of new Set(transcripts.map((transcript) => transcript.group))) {
      const members = transcripts.filter((transcript) => transcript.group === group);
      await replayGroup(members, shared, report);
    }
  },
};

/** All files of a folder by their order. */
export async function readTranscripts<T extends { readonly order: number }>(folder: string): Promise<T[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => JSON.parse(text) as T).toSorted((a, b) => a.order - b.order);
}

async function replayGroup(
  transcripts: readonly Transcript[],
  shared: string,
  report: (name: string, problem: string | null) => void,
): Promise<void> {
  const [first] = transcripts;
  if (first === undefined) return;
  await using phone = await fixturePhone(shared);
  // The recorded phone had no folders in its shared storage; ours has those that every phone has.
  const names = phone.files.list('/sdcard');
  if (typeof names !== 'string')
    for (const name of names) phone.files.remove(`/sdcard/${name}`, { recursive: true });
  const problems: string[] = [];
  await using daemon = await phoneDaemon({
    services: {
      serial: phone.serial,
      banner: { ...RECORDED_BANNER, features: first.daemon.features },
      open: (service) => phone.open(service),
    },
    version: Number(first.daemon.version),
    largestPayload: first.daemon.maxPayload,
    onProblem: (what) => problems.push(what),
  });
  const host = await PacketHost.dial(daemon.port);
  for (const transcript of transcripts) {
    const found = await replay(transcript, host, daemon).catch((error: unknown) => String(error));
    const wrong = [found, ...host.violations.splice(0), ...problems.splice(0)].filter(
      (problem) => problem !== null,
    );
    report(transcript.id, wrong.length === 0 ? null : wrong.join('; '));
  }
  await host.close();
}

/** One stream of a transcript and what the recorded device said on it. */
interface Replayed {
  readonly stream: HostStream;
  readonly service: string;
  expected: Buffer;
  isClosed: boolean;
  isRefused: boolean;
}

async function replay(transcript: Transcript, host: PacketHost, daemon: PhoneDaemon): Promise<string | null> {
  const streams = new Map<number, Replayed>();
  for (const [index, packet] of transcript.packets.entries()) {
    if (packet.cmd === 'CNXN') {
      const problem = packet.dir === 'host>device' ? null : await introduced(packet, host);
      if (packet.dir === 'host>device') host.socket.write(wireBytes(packet));
      if (problem !== null) return problem;
      continue;
    }
    if (packet.dir === 'host>device' && packet.cmd === 'OPEN') {
      const service = Buffer.from(packet.payload, 'hex').toString();
      const stream = await host.openWith(wireBytes(packet), packet.arg0);
      streams.set(packet.arg0, {
        stream,
        service,
        expected: Buffer.alloc(0),
        isClosed: false,
        isRefused: false,
      });
      continue;
    }
    const replayed = streams.get(packet.dir === 'host>device' ? packet.arg0 : packet.arg1);
    if (replayed === undefined) return `packet ${index} belongs to no stream`;
    if (packet.dir === 'host>device') await sendAs(packet, replayed, host);
    else expectFrom(packet, replayed);
  }
  for (const replayed of streams.values()) {
    const problem = await compare(replayed);
    if (problem !== null) return problem;
  }
  return daemon.streamCount === 0 ? null : `${daemon.streamCount} streams are still open`;
}

async function introduced(packet: Packet, host: PacketHost): Promise<string | null> {
  const seen = host.packets.length;
  await host.until(() => host.packets.length > seen || host.packets.at(-1)?.command === 'CNXN');
  const answer = host.packets.at(-1);
  host.noteIntroduction();
  return difference(
    'the introduction',
    `${packet.arg0} ${packet.arg1} ${Buffer.from(packet.payload, 'hex').toString()}`,
    `${answer?.arg0} ${answer?.arg1} ${answer?.payload.toString()}`,
  );
}

/** Sends what the recorded host sent, once the device has said as much as the recorded one had by then. */
async function sendAs(
  packet: Packet,
  { stream, expected, isClosed }: Replayed,
  host: PacketHost,
): Promise<void> {
  // OKAY goes out by itself for each packet that comes, and so does CLSE in answer to CLSE.
  if (packet.cmd === 'OKAY') return;
  if (packet.cmd === 'CLSE') {
    if (isClosed) return;
    stream.close();
    return stream.untilClosed();
  }
  if (isClosed) await stream.untilClosed();
  await stream.untilOutput(expected.length);
  await host.until(() => stream.isWritable || stream.isClosed);
  stream.sendAs(wireBytes(packet, stream.remoteId));
  if (isClosed) await host.until(() => stream.closes.includes(0));
}

function expectFrom(packet: Packet, replayed: Replayed): void {
  if (packet.cmd === 'WRTE')
    replayed.expected = Buffer.concat([replayed.expected, Buffer.from(packet.payload, 'hex')]);
  if (packet.cmd !== 'CLSE') return;
  replayed.isClosed = true;
  if (packet.arg0 === 0 && replayed.stream.remoteId === 0) replayed.isRefused = true;
}

async function compare({ stream, service, expected, isClosed, isRefused }: Replayed): Promise<string | null> {
  if (stream.isRefused !== isRefused) return `${service} was ${stream.isRefused ? '' : 'not '}refused`;
  if (isClosed) await stream.untilClosed();
  else await stream.untilOutput(expected.length);
  return difference(service, streamContents(service, expected), streamContents(service, stream.output));
}

/** Bytes of a recorded packet, with our number of the stream in the place of the recorded one. */
function wireBytes(packet: Packet, remoteId?: number): Buffer {
  const bytes = Buffer.concat([Buffer.from(packet.header, 'hex'), Buffer.from(packet.payload, 'hex')]);
  if (remoteId !== undefined) bytes.writeUInt32LE(remoteId, 8);
  return bytes;
}
