import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { copyPlainFile } from './copy-plain-file.js';
import { hashFile } from './hash-file.js';
import { requireInside } from './inside-folder.js';
import { openPlainFile, type PlainFileOptions } from './open-plain-file.js';
import { readBytes, readBytesSync } from './read-bytes.js';
import { readHead, readHeadSync } from './read-head.js';
import { streamText } from './stream-text.js';

async function textOf(file: string, options: PlainFileOptions): Promise<string> {
  let text = '';
  for await (const piece of streamText(file, options)) text += piece;
  return text;
}

/** Every way to read a file; each gives its first four bytes as text. */
const READERS: readonly [string, (file: string, options: PlainFileOptions) => Promise<string>][] = [
  ['whole', async (file, options) => (await readBytes(file, options)).toString().slice(0, 4)],
  ['whole at once', async (file, options) => readBytesSync(file, options).toString().slice(0, 4)],
  ['head', async (file, options) => (await readHead(file, 4, options)).toString()],
  ['head at once', async (file, options) => readHeadSync(file, 4, options).toString()],
  ['stream', async (file, options) => (await textOf(file, options)).slice(0, 4)],
  ['hash', async (file, options) => ((await hashFile(file, options)).length === 64 ? 'text' : 'no hash')],
  [
    'copy',
    async (file, options) => {
      await copyPlainFile(file, `${file}.copy`, options);
      const copy = await readFile(`${file}.copy`, 'utf8');
      return copy.slice(0, 4);
    },
  ],
];

describe.each(READERS)('a file from outside, %s', (_, read) => {
  it('is read', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, 'text');
    expect(await read(file, { maxBytes: 4, within: folder.path })).toBe('text');
    await expect(read(file, { maxBytes: 3 })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      place: { file },
    });
  });

  it('is no pipe, device, socket or folder', async () => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    execFileSync('mkfifo', [join(path, 'pipe')]);
    await symlink(join(path, 'pipe'), join(path, 'link-to-pipe'));
    await symlink('/dev/zero', join(path, 'zero'));
    const server = createServer().listen(join(path, 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    for (const name of ['pipe', 'link-to-pipe', 'zero', 'socket']) {
      await expect(read(join(path, name), { maxBytes: 100 }), name).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
        message: expect.stringContaining('not a plain file') as string,
      });
    }
    server.close();
    await expect(read(path, { maxBytes: 100 })).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    const missing = read(join(path, 'none'), { maxBytes: 100, within: path });
    await expect(missing).rejects.toThrow('there is no such file');
  });

  it('lies inside its folder', async () => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    await mkdir(join(path, 'data', 'inner'), { recursive: true });
    await writeFile(join(path, 'secret'), 'text');
    await writeFile(join(path, 'data', 'inner', 'own'), 'text');
    await symlink('../secret', join(path, 'data', 'out'));
    await symlink('..', join(path, 'data', 'up'));
    await symlink('inner/own', join(path, 'data', 'in'));
    await symlink('data', join(path, 'given'));
    const options = { maxBytes: 100, within: join(path, 'data') };
    for (const file of [
      'secret',
      'data/../secret',
      'data/out',
      'data/up/secret',
      'data/inner/../../secret',
    ]) {
      await expect(read(`${path}/${file}`, options), file).rejects.toMatchObject({
        code: 'PATH_OUTSIDE_FOLDER',
        place: { file: `${path}/${file}` },
        hint: expect.stringContaining('folder') as string,
      });
    }
    expect(await read(join(path, 'data', 'in'), options)).toBe('text');
    // The folder that the user names may be a link.
    expect(await read(join(path, 'given', 'inner', 'own'), { ...options, within: join(path, 'given') })).toBe(
      'text',
    );
  });
});

describe('a plain file', () => {
  it('that says no size is read to its end, and no further than allowed', async () => {
    const { length } = await readBytes('/proc/self/status', { maxBytes: 100_000 });
    expect(length).toBeGreaterThan(100);
    await expect(readBytes('/proc/self/status', { maxBytes: 10 })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
  });

  it('of many megabytes is the same by all ways', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'large');
    const content = Buffer.alloc(9 * 1024 * 1024 + 5, 'häß');
    await writeFile(file, content);
    const options = { maxBytes: content.length };
    expect(content.equals(await readBytes(file, options))).toBe(true);
    expect((await textOf(file, options)) === content.toString()).toBe(true);
    await expect(readBytes(file, { maxBytes: content.length - 1 })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(readBytes(file, { ...options, signal })).rejects.toThrow('enough');
  });

  it('is opened as it was found, even if it is replaced meanwhile', async () => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    await writeFile(join(path, 'own'), 'text');
    expect(requireInside(path, join(path, 'own'))).toMatch(/own$/);
    await rename(join(path, 'own'), join(path, 'moved'));
    await symlink('/etc/hostname', join(path, 'own'));
    await expect(openPlainFile(join(path, 'own'), { maxBytes: 100, within: path })).rejects.toMatchObject({
      code: 'PATH_OUTSIDE_FOLDER',
    });
  });
});
