import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TouchstoneError } from '../../errors.js';
import { readLines } from './read-lines.js';
import { readTrajectories } from './read-trajectories.js';

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-trajectories-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function fileWith(content: string | Uint8Array): Promise<string> {
  count += 1;
  const file = join(folder, `trajectories-${count}.jsonl`);
  await writeFile(file, content);
  return file;
}

const WAIT = { type: 'wait' };
const BACK = { type: 'key', key: 'BACK' };
const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

async function failureOf(content: string | Uint8Array): Promise<TouchstoneError> {
  const error: unknown = await readTrajectories(await fileWith(content)).catch((thrown: unknown) => thrown);
  if (!(error instanceof TouchstoneError)) throw new Error(`no typed error but ${String(error)}`);
  return error;
}

describe('readTrajectories', () => {
  it('finds the actions of a repeat, else those of every repeat', async () => {
    const text =
      line({ item: 'a', actions: [WAIT], note: 'ignored' }) +
      '\r\n' +
      line({ item: 'a', repeat: 1, actions: [BACK, WAIT] }) +
      line({ item: 'b', repeat: 0, actions: [] }).trimEnd();
    const recorded = await readTrajectories(await fileWith(`\uFEFF${text}`));
    expect(recorded.count).toBe(3);
    expect(recorded.find('a', 0)).toEqual([WAIT]);
    expect(recorded.find('a', 1)).toEqual([BACK, WAIT]);
    expect(recorded.find('b', 0)).toEqual([]);
    expect(recorded.find('b', 1)).toBeUndefined();
    expect(recorded.hash).toBe(createHash('sha256').update(`\uFEFF${text}`).digest('hex'));
  });

  it.each<[string, string | Uint8Array, string, RegExp]>([
    ['a torn line', line({ item: 'a', actions: [] }) + '{"item":"b","act', 'JSON_SYNTAX', /:2:\d+/],
    ['another type', line([1]), 'FILE_SCHEMA', /:1/],
    [
      'an unknown action',
      line({ item: 'a', actions: [{ type: 'fly' }] }),
      'FILE_SCHEMA',
      /:1 at actions\[0\]\.type/,
    ],
    ['a missing item', line({ actions: [] }), 'FILE_SCHEMA', /at item/],
    [
      'a newer version',
      line({ formatVersion: 2, item: 'a', actions: [] }),
      'FORMAT_VERSION',
      /format 2 is newer/,
    ],
    [
      'an item twice',
      line({ item: 'a', actions: [] }).repeat(2),
      'FILE_CONTENT',
      /:2: item "a" is recorded on line 1/,
    ],
    ['bytes that are no text', Uint8Array.of(0x7b, 0xff, 0xfe), 'FILE_ENCODING', /not UTF-8/],
    ['deep nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'JSON_DEPTH', /:1/],
  ])('refuses %s, naming the place', async (_, content, code, message) => {
    const error = await failureOf(content);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.hint).toBeTruthy();
  });

  it('refuses a file that is not there, and a folder', async () => {
    await expect(readTrajectories(join(folder, 'none'))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await expect(readTrajectories(folder)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it('fails with a typed error or reads, for any bytes', async () => {
    const valid = Buffer.from(line({ item: 'a', actions: [WAIT, BACK] }) + line({ item: 'é', actions: [] }));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(valid.length - 1),
        fc.uint8Array({ maxLength: 6 }),
        fc.nat(8),
        async (at, bytes, cut) => {
          const broken = Buffer.concat([valid.subarray(0, at), bytes, valid.subarray(at + cut)]);
          const result: unknown = await readTrajectories(await fileWith(broken)).catch(
            (error: unknown) => error,
          );
          expect(result instanceof TouchstoneError || !(result instanceof Error)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('readLines', () => {
  it('refuses a line beyond the limit instead of keeping it', async () => {
    const file = await fileWith('x'.repeat(2_000_000));
    const first = readLines(file, { maxLineBytes: 1_000_000 }).next();
    await expect(first).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  it('joins lines that span chunks', async () => {
    const long = 'é'.repeat(400_000);
    const lines: string[] = [];
    for await (const { text } of readLines(await fileWith(`${long}\nb\n`))) lines.push(text);
    expect(lines).toEqual([long, 'b']);
  });
});
