import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { registerWithAdbServer } from '../../../src/phone/server/register-with-adb-server.js';
import { smartSocketServer } from '../../../src/phone/server/smart-socket-server.js';
import type { DeviceServices } from '../../../src/phone/service-stream.js';
import { freePort } from '../../fixtures/adb/adb-server.js';
import { SmartClient } from '../../fixtures/adb/smart-client.js';
import type { VectorSuite } from '../vector-suite.js';
import { fixturePhone } from './fixture-phone.js';
import { difference, streamContents } from './stream-contents.js';
import { RECORDED_BANNER, readTranscripts } from './transport.js';

interface Chunk {
  readonly dir: 'client>server' | 'server>client';
  readonly hex?: string;
  readonly eof?: boolean;
}

interface Transcript {
  readonly id: string;
  readonly group: string;
  readonly order: number;
  readonly serial?: string;
  readonly connections: readonly (readonly Chunk[])[];
}

/** Registering with a real server, which ours is not: the phone has another serial there. */
const REGISTRATION = 'host-emulator-register';
const REGISTERED = { serial: 'emulator-16000', daemonPort: 16_001 };
/** Port that the recorded client forwarded; another is taken in its place, since this one may be in use. */
const RECORDED_PORT = '17222';

/** Bytes between a real adb client and a real server: ours must say the same. */
export const smartSocketSuite: VectorSuite = {
  system: 'adb',
  file: 'smart-socket',
  async run({ shared, report }) {
    const transcripts = await readTranscripts<Transcript>(join(shared, 'vectors/adb/smart-socket'));
    await using phone = await fixturePhone(shared);
    const phoneOf = (serial: string): DeviceServices => ({
      serial,
      banner: { ...phone.banner, ...RECORDED_BANNER },
      open: (service) => phone.open(service),
    });
    const recorded = transcripts.filter(({ id }) => id !== REGISTRATION);
    const serial = recorded.find((transcript) => transcript.serial !== undefined)?.serial ?? '';
    await replayAll(recorded, phoneOf(serial), { isAttached: false, report });
    const registration = transcripts.filter(({ id }) => id === REGISTRATION);
    await replayAll(registration, phoneOf(REGISTERED.serial), {
      isAttached: true,
      report: (name, problem) => {
        void name;
        if (problem !== null) report(`${REGISTRATION}, as a server`, problem);
      },
    });
    for (const transcript of registration) report(transcript.id, await registering(transcript));
  },
};

async function replayAll(
  transcripts: readonly Transcript[],
  device: DeviceServices,
  { isAttached, report }: { isAttached: boolean; report: (name: string, problem: string | null) => void },
): Promise<void> {
  const problems: string[] = [];
  await using server = await smartSocketServer({ onProblem: (what) => problems.push(what) });
  server.add(device, { isAttached });
  const port = await fiveDigits();
  for (const transcript of transcripts) {
    const wrong: string[] = [];
    for (const connection of transcript.connections) {
      const chunks = connection.map((chunk) => withPort(chunk, port));
      const problem = await replay(chunks, server.port).catch((error: unknown) => String(error));
      if (problem !== null) wrong.push(problem);
    }
    wrong.push(...problems.splice(0));
    report(transcript.id, wrong.length === 0 ? null : wrong.join('; '));
  }
}

async function replay(chunks: readonly Chunk[], port: number): Promise<string | null> {
  const client = await SmartClient.dial(port);
  let expected = Buffer.alloc(0);
  let said = '';
  for (const { dir, hex, eof } of chunks) {
    if (dir === 'server>client') {
      if (eof === true) await client.rest();
      else expected = Buffer.concat([expected, Buffer.from(hex ?? '', 'hex')]);
    } else if (eof === true) {
      await client.until(expected.length);
      client.socket.end();
    } else {
      await client.until(expected.length);
      const bytes = Buffer.from(hex ?? '', 'hex');
      said += bytes.toString('latin1');
      if (!client.isEnded) client.socket.write(bytes);
    }
  }
  client.close();
  return difference(said, comparable(said, expected), comparable(said, client.received));
}

/** What a server said, with what is free about it blanked: transport ids, and what is free of the phone's services. */
function comparable(said: string, bytes: Buffer): string {
  const text = bytes.toString('latin1').replaceAll(/transport_id:\d+/g, 'transport_id:N');
  const chosen = /^[0-9a-f]{4}host:tport:/.test(said) && text.startsWith('OKAY') ? 12 : 0;
  if (chosen === 0) return text;
  const service = said.slice(4 + Number.parseInt(said.slice(0, 4), 16)).slice(4);
  const answer = bytes.subarray(chosen);
  return `${answer.subarray(0, 4).toString()} ${streamContents(service, answer.subarray(4))}`;
}

/** What we send to a server to be listed, against what the recorded device sent. */
async function registering({ connections }: Transcript): Promise<string | null> {
  const requests: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      const text = piece.toString('latin1');
      requests.push(text);
      if (text.endsWith('track-devices')) socket.write('OKAY0000');
      else socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const serverPort = (server.address() as AddressInfo).port;
  await registerWithAdbServer({ daemonPort: REGISTERED.daemonPort, serverPort, timeoutMs: 300 }).catch(
    () => null,
  );
  await new Promise((resolve) => server.close(resolve));
  const expected = Buffer.from(connections[0]?.[0]?.hex ?? '', 'hex').toString('latin1');
  return requests.includes(expected) ? null : `${expected} was not sent, but ${requests.join(', ')}`;
}

function withPort(chunk: Chunk, port: string): Chunk {
  if (chunk.hex === undefined) return chunk;
  const [from, to] = [RECORDED_PORT, port].map((text) => Buffer.from(text).toString('hex'));
  return { ...chunk, hex: chunk.hex.replaceAll(from ?? '', to ?? '') };
}

async function fiveDigits(): Promise<string> {
  const port = String(await freePort());
  return port.length === RECORDED_PORT.length ? port : fiveDigits();
}
