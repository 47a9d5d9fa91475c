import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type * as AdbKitModule from '@devicefarmer/adbkit';
import { Adb, AdbDaemonTransport, AdbPacket, AdbPacketSerializeStream } from '@yume-chan/adb';
import { AdbServerNodeTcpConnector } from '@yume-chan/adb-server-node-tcp';
import {
  ConcatBufferStream,
  StructDeserializeStream,
  pipeFrom,
  type ReadableStream,
} from '@yume-chan/stream-extra';
import { adbEnvironment, runAdb } from '../../fixtures/adb/adb-server.js';
import type { SoakedPhone } from './phones.js';

// Its names are not told to modules that import it, only to those that require it.
const { Adb: AdbKit } = createRequire(import.meta.url)('@devicefarmer/adbkit') as typeof AdbKitModule;

/** A public client, as it was published, on its phone. */
export interface SoakClient extends AsyncDisposable {
  /** Standard output, and for some clients the other as well. */
  shell(line: string): Promise<string>;
  picture(): Promise<Uint8Array>;
  push(path: string, bytes: Uint8Array): Promise<void>;
  pull(path: string): Promise<Uint8Array>;
  /** Begins a command that does not end by itself, and goes away from it. */
  leave(line: string): Promise<void>;
}

/** How long a command may have begun before its client leaves. */
const LEAVE_MS = 20;

/** The system's `adb`, a process for each request. */
export async function adbClient({ serverPort }: SoakedPhone): Promise<SoakClient> {
  const folder = await mkdtemp(join(tmpdir(), 'soak-adb-'));
  const file = join(folder, 'file');
  const run = async (...args: string[]): Promise<Buffer> => {
    const { exitCode, bytes, stderr } = await runAdb(serverPort, args, { timeoutMs: 60_000 });
    if (exitCode !== 0 && args[0] !== 'shell') throw new Error(`adb ${args[0]}: ${exitCode} ${stderr}`);
    return bytes;
  };
  return {
    shell: async (line) => (await run('shell', line)).toString(),
    picture: () => run('exec-out', 'screencap', '-p'),
    push: async (path, bytes) => {
      await writeFile(file, bytes);
      await run('push', file, path);
    },
    pull: async (path) => {
      await run('pull', path, file);
      return readFile(file);
    },
    leave: async (line) => {
      const child = spawn('adb', ['shell', line], { env: adbEnvironment(serverPort), stdio: 'ignore' });
      const gone = new Promise((resolve) => {
        child.once('close', resolve);
      });
      await delay(LEAVE_MS);
      child.kill('SIGKILL');
      await gone;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** @devicefarmer/adbkit by way of the adb server: a connection for each request. */
export async function adbkitClient({ serverPort, serial }: SoakedPhone): Promise<SoakClient> {
  const phone = AdbKit.createClient({ host: '127.0.0.1', port: serverPort }).getDevice(serial);
  return {
    shell: async (line) => (await bytesOf(await phone.shell(line))).toString(),
    picture: async () => bytesOf(await phone.screencap()),
    push: async (path, bytes) => {
      const transfer = await phone.push(Readable.from([Buffer.from(bytes)], { objectMode: false }), path);
      await new Promise((done, fail) => transfer.on('end', done).on('error', fail));
    },
    pull: async (path) => bytesOf(await phone.pull(path)),
    leave: async (line) => {
      const stream = await phone.shell(line);
      await delay(LEAVE_MS);
      stream.end();
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** @yume-chan/adb as a host itself: one connection to the phone's daemon for all requests. */
export async function tangoClient({ daemonPort, serial }: SoakedPhone): Promise<SoakClient> {
  const socket = await new AdbServerNodeTcpConnector({ host: '127.0.0.1', port: daemonPort }).connect();
  const transport = await AdbDaemonTransport.authenticate({
    serial,
    connection: {
      readable: socket.readable.pipeThrough(new StructDeserializeStream(AdbPacket)),
      writable: pipeFrom(socket.writable, new AdbPacketSerializeStream()),
    },
    credentialStore: {
      generateKey: () => Promise.reject(new Error('asked for a key')),
      iterateKeys: () => [],
    },
  });
  const adb = new Adb(transport);
  const { shellProtocol, noneProtocol } = adb.subprocess;
  if (shellProtocol === undefined) throw new Error('the phone offers no shell protocol');
  return {
    shell: async (line) => (await shellProtocol.spawnWaitText(line)).stdout,
    picture: () => noneProtocol.spawnWait('screencap -p'),
    push: async (filename, bytes) => {
      const sync = await adb.sync();
      const file = new Blob([new Uint8Array(bytes)]).stream() as ReadableStream<Uint8Array>;
      await sync.write({ filename, file });
      await sync.dispose();
    },
    pull: async (path) => {
      const sync = await adb.sync();
      const bytes = await sync.read(path).pipeThrough(new ConcatBufferStream());
      await sync.dispose();
      return bytes;
    },
    leave: async (line) => {
      const process = await noneProtocol.spawn(line);
      await delay(LEAVE_MS);
      await process.kill();
    },
    [Symbol.asyncDispose]: async () => {
      await adb.close();
      await socket.close();
    },
  };
}

async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
