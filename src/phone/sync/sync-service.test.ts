import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryFiles } from '../files/memory-files.js';
import { syncService } from './sync-service.js';

const request = (id: string, data: string | Uint8Array = '') => {
  const bytes = Buffer.from(data);
  const header = Buffer.alloc(8);
  header.write(id);
  header.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([header, bytes]);
};
const done = (mtime: number) => {
  const bytes = request('DONE');
  bytes.writeUInt32LE(mtime, 4);
  return bytes;
};
const open = (quota?: number) => new MemoryFiles({ now: () => 5000, ...(quota ? { quota } : {}) });

async function talk(files: MemoryFiles, sent: Iterable<Uint8Array>, largest = { write: 0 }): Promise<Buffer> {
  const received: Uint8Array[] = [];
  await syncService(files)({
    input: (async function* () {
      yield* sent;
    })(),
    write: async (bytes) => {
      largest.write = Math.max(largest.write, bytes.length);
      received.push(bytes);
    },
    gone: new AbortController().signal,
  });
  return Buffer.concat(received);
}

describe('syncService', () => {
  it('takes a file in, with its mode and time, and the folders above it', async () => {
    const files = open();
    const answer = await talk(files, [
      Buffer.concat([
        request('SEND', '/sdcard/a,b/c.txt,33188'),
        request('DATA', 'hello'),
        request('DATA', ' you'),
        done(77),
      ]),
      request('QUIT'),
    ]);
    expect(answer).toEqual(request('OKAY'));
    expect(Buffer.from(files.read('/sdcard/a,b/c.txt') as Uint8Array).toString()).toBe('hello you');
    expect(files.stat('/sdcard/a,b/c.txt')).toEqual({ type: 'file', mode: 0o100644, size: 9, mtime: 77 });
  });

  it('answers many requests on one stream, however they are cut', async () => {
    const files = open();
    files.write('/sdcard/f', Buffer.from('x'.repeat(70_000)));
    const whole = Buffer.concat([
      request('STAT', '/sdcard/f'),
      request('SEND', '/sdcard/g,33188'),
      request('DATA', 'abc'),
      done(9),
      request('STA2', '/sdcard/none'),
      request('RECV', '/sdcard/g'),
      request('QUIT'),
    ]);
    const expected = await talk(files, [whole]);
    expect(expected.subarray(0, 16).toString('hex')).toBe(`53544154b08100007011010005000000`);
    expect(expected.subarray(24, 32).toString('hex')).toBe('5354413202000000');
    expect(expected.subarray(96).toString('latin1')).toBe('DATA\x03\0\0\0abcDONE\0\0\0\0');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 10 }), async (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const pieces = edges.slice(1).map((end, index) => whole.subarray(edges[index], end));
        expect(await talk(files, pieces)).toEqual(expected);
      }),
    );
  });

  it('lists folders in both forms', async () => {
    const files = open();
    files.createFolder('/sdcard/d/e', { parents: true });
    files.write('/sdcard/d/é', Buffer.from('12'));
    const one = await talk(files, [request('LIST', '/storage/emulated/0/d')]);
    expect(one.toString('latin1')).toBe(
      `DENT\xf9\x41\0\0\0\x10\0\0\x05\0\0\0\x01\0\0\0eDENT\xb0\x81\0\0\x02\0\0\0\x05\0\0\0\x02\0\0\0\xc3\xa9DONE${'\0'.repeat(16)}`,
    );
    const two = await talk(files, [request('LIS2', '/sdcard/d')]);
    expect(two.length).toBe(3 * 76 + 3);
    expect(two.toString('latin1', 0, 4)).toBe('DNT2');
    expect(two.toString('latin1', 72, 77)).toBe('\x01\0\0\0e');
    expect(two.subarray(-76).toString('latin1')).toBe(`DONE${'\0'.repeat(72)}`);
    expect(await talk(files, [request('LIST', '/none')])).toEqual(
      Buffer.concat([Buffer.from('DONE'), Buffer.alloc(16)]),
    );
  });

  it('gives large files in blocks', async () => {
    const files = open();
    const bytes = Buffer.alloc(3_000_000, 7);
    files.write('/sdcard/f', bytes);
    const largest = { write: 0 };
    const answer = await talk(files, [request('RECV', '/sdcard/f')], largest);
    const blocks: Uint8Array[] = [];
    let position = 0;
    while (answer.toString('latin1', position, position + 4) === 'DATA') {
      const size = answer.readUInt32LE(position + 4);
      expect(size).toBeLessThanOrEqual(65_536);
      blocks.push(answer.subarray(position + 8, position + 8 + size));
      position += 8 + size;
    }
    expect(Buffer.concat(blocks).equals(bytes)).toBe(true);
    expect(answer.subarray(position)).toEqual(request('DONE'));
    expect(largest.write).toBeLessThan(1024 * 1024);
  });

  it.each([
    ['RECV', '/sdcard/none', 'open failed: No such file or directory'],
    ['RECV', '/sdcard', 'read failed: Is a directory'],
    ['STAT', 'x'.repeat(1025), 'path too long'],
    ['SEND', '/sdcard/no mode', 'missing , in ID_SEND'],
    ['SEND', '/sdcard/f,rw', 'bad mode'],
    ['SND2', '/sdcard/f', 'unknown command "SND2"'],
  ])('refuses %s %.20s', async (id, data, text) => {
    expect(await talk(open(), [request(id, data)])).toEqual(request('FAIL', text));
  });

  it.each([
    ['/system/f,33188', "couldn't create file: Permission denied"],
    ['/nowhere/f,33188', 'secure_mkdirs failed: Permission denied'],
    ['/sdcard,33188', "couldn't create file: Is a directory"],
    ['/sdcard/link,41471', 'links are not supported'],
  ])('reads all of a push to %s before it refuses', async (target, text) => {
    const answer = await talk(open(), [
      request('SEND', target),
      request('DATA', 'abc'),
      done(1),
      request('STAT', '/none'),
    ]);
    expect(answer).toEqual(Buffer.concat([request('FAIL', text), Buffer.from('STAT'), Buffer.alloc(12)]));
  });

  it('holds no more of a push than the files may', async () => {
    const files = open(1_000_000);
    const block = request('DATA', new Uint8Array(65_536));
    const answer = await talk(
      files,
      (function* () {
        yield request('SEND', '/sdcard/big,33188');
        for (let index = 0; index < 1000; index += 1) yield block;
        yield done(1);
      })(),
    );
    expect(answer).toEqual(request('FAIL', 'write failed: No space left on device'));
    expect(files.stat('/sdcard/big')).toBe('ENOENT');
  });

  it('forgets a push that broke off, and ends one that is no push', async () => {
    const files = open();
    await talk(files, [request('SEND', '/sdcard/f,33188'), request('DATA', 'abc').subarray(0, 9)]);
    expect(files.stat('/sdcard/f')).toBe('ENOENT');
    const oversize = request('DATA');
    oversize.writeUInt32LE(65_537, 4);
    expect(await talk(files, [request('SEND', '/sdcard/f,33188'), oversize])).toEqual(
      request('FAIL', 'oversize data message'),
    );
  });

  it('survives any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 10 }), async (chunks) => {
        expect(await talk(open(), chunks)).toBeInstanceOf(Buffer);
      }),
    );
  });
});
