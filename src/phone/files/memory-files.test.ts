import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryFiles } from './memory-files.js';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('MemoryFiles', () => {
  const open = (quota?: number) =>
    new MemoryFiles({ now: () => 1_700_000_000_000, ...(quota ? { quota } : {}) });

  it('starts with the folders of a phone', () => {
    const files = open();
    expect(files.list('/sdcard')).toEqual(['Android', 'DCIM', 'Documents', 'Download', 'Pictures']);
    expect(files.stat('/data/local/tmp')).toEqual({
      type: 'folder',
      mode: 0o40771,
      size: 4096,
      mtime: 1_700_000_000,
    });
    expect(files.stat('/nowhere')).toBe('ENOENT');
  });

  it('keeps one file under all names of the shared storage', () => {
    const files = open();
    expect(files.write('/storage/emulated/0/a.txt', bytes('hi'))).toBeNull();
    for (const path of [
      '/sdcard/a.txt',
      '/mnt/sdcard/a.txt',
      '/storage/self/primary/a.txt',
      '//sdcard/./x/../a.txt',
    ]) {
      expect(files.read(path)).toEqual(bytes('hi'));
    }
    expect(files.stat('/sdcard/a.txt')).toEqual({
      type: 'file',
      mode: 0o100660,
      size: 2,
      mtime: 1_700_000_000,
    });
  });

  it('lets nobody write elsewhere', () => {
    const files = open();
    expect(files.write('/system/a', bytes('x'))).toBe('EACCES');
    expect(files.write('/sdcard/../a', bytes('x'))).toBe('EACCES');
    expect(files.createFolder('/new')).toBe('EACCES');
    expect(files.remove('/sdcard', { recursive: true })).toBe('EACCES');
    expect(files.rename('/system/bin', '/sdcard/bin')).toBe('EACCES');
    expect(files.write('/dev/null', bytes('x'))).toBeNull();
    expect(files.read('/dev/null')).toEqual(new Uint8Array());
  });

  it('says what is wrong with a path', () => {
    const files = open();
    files.write('/sdcard/a', bytes('x'));
    expect(files.read('/sdcard')).toBe('EISDIR');
    expect(files.read('/sdcard/a/b')).toBe('ENOTDIR');
    expect(files.write('/sdcard/a/b', bytes('x'))).toBe('ENOTDIR');
    expect(files.write('/sdcard/none/b', bytes('x'))).toBe('ENOENT');
    expect(files.list('/sdcard/a')).toBe('ENOTDIR');
    expect(files.createFolder('/sdcard/a')).toBe('EEXIST');
    expect(files.createFolder('/sdcard/a/b/c', { parents: true })).toBe('ENOTDIR');
    expect(files.stat(`/sdcard/${'x/'.repeat(600)}`)).toBe('ENAMETOOLONG');
    expect(files.write(`/sdcard/${'é'.repeat(200)}`, bytes('x'))).toBe('ENAMETOOLONG');
  });

  it('moves and removes folders with what is in them', () => {
    const files = open();
    expect(files.createFolder('/sdcard/a/b/c', { parents: true })).toBeNull();
    files.write('/sdcard/a/b/f', bytes('x'));
    expect(files.remove('/sdcard/a')).toBe('ENOTEMPTY');
    expect(files.rename('/sdcard/a', '/sdcard/a/b/c/d')).toBe('EACCES');
    expect(files.rename('/sdcard/a', '/data/local/tmp/z')).toBeNull();
    expect(files.read('/data/local/tmp/z/b/f')).toEqual(bytes('x'));
    expect(files.remove('/data/local/tmp/z', { recursive: true })).toBeNull();
    expect(files.list('/data/local/tmp')).toEqual([]);
  });

  it('holds no more than its quota, and gets back what is removed', () => {
    const files = open(10_000);
    expect(files.write('/sdcard/a', new Uint8Array(8000))).toBeNull();
    expect(files.append('/sdcard/a', new Uint8Array(2000))).toBe('ENOSPC');
    expect(files.write('/sdcard/b', new Uint8Array(1000))).toBe('ENOSPC');
    expect(files.write('/sdcard/a', new Uint8Array(10))).toBeNull();
    expect(files.write('/sdcard/b', new Uint8Array(1000))).toBeNull();
    expect(files.remove('/sdcard/b')).toBeNull();
    expect(files.write('/sdcard/a', new Uint8Array(8900))).toBeNull();
  });

  it('never changes what a reader was given', () => {
    const files = open();
    files.append('/sdcard/log', bytes('one'));
    files.append('/sdcard/log', bytes('+'));
    const before = files.read('/sdcard/log');
    files.append('/sdcard/log', bytes('two'));
    files.write('/sdcard/other', bytes('x'));
    expect(before).toEqual(bytes('one+'));
    expect(files.read('/sdcard/log')).toEqual(bytes('one+two'));
  });

  it('does as a plain map of paths would, for any requests', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `/sdcard/${names.join('/')}`);
    const step = fc.record({
      what: fc.constantFrom('write', 'append', 'folder', 'remove'),
      path,
      text: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const files = new MemoryFiles({ now: () => 0, quota: 1_000_000 });
        const model = new Map<string, string | null>([['/sdcard', null]]);
        const above = (path: string) => path.slice(0, path.lastIndexOf('/'));
        for (const { what, path, text } of steps) {
          const isFolder = model.get(path) === null;
          const fits = model.get(above(path)) === null;
          if (what === 'folder') {
            const done = files.createFolder(path) === null;
            expect(done).toBe(fits && !model.has(path));
            if (done) model.set(path, null);
          } else if (what === 'remove') {
            const children = [...model.keys()].some((key) => key.startsWith(`${path}/`));
            const done = files.remove(path) === null;
            expect(done).toBe(model.has(path) && !children);
            if (done) model.delete(path);
          } else {
            const fault = what === 'write' ? files.write(path, bytes(text)) : files.append(path, bytes(text));
            expect(fault === null).toBe(fits && !isFolder);
            const before = what === 'append' ? (model.get(path) ?? '') : '';
            if (fault === null) model.set(path, before + text);
          }
        }
        for (const [path, text] of model) {
          const read = files.read(path);
          if (text === null) expect(read).toBe('EISDIR');
          else
            expect(new TextDecoder().decode(read as Uint8Array)).toBe(new TextDecoder().decode(bytes(text)));
        }
      }),
    );
  });
});
