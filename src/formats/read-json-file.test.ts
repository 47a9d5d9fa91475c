import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TouchstoneError } from '../errors.js';
import {
  FileEncodingError,
  FileSchemaError,
  FileTooLargeError,
  FileUnreadableError,
  JsonDepthError,
  JsonSyntaxError,
} from './file-errors.js';
import { findJsonProblem, lineAndColumn, offsetOfPath } from './json-scan.js';
import { parseJson, readJsonFile } from './read-json-file.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-json-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function failure(content: string | Uint8Array, schema: z.ZodType = z.unknown(), options = {}) {
  const file = join(folder, 'case.json');
  await writeFile(file, content);
  return readJsonFile(file, schema, options).then(
    () => null,
    (error: unknown) => error as TouchstoneError,
  );
}

describe('readJsonFile', () => {
  it('returns what the schema makes of the file, byte order mark or not', async () => {
    const file = join(folder, 'good.json');
    await writeFile(file, '\uFEFF{"a": [1, 2]}');
    expect(await readJsonFile(file, z.object({ a: z.array(z.number()) }))).toEqual({ a: [1, 2] });
  });

  it('names line and column of a missing comma', async () => {
    const error = await failure('{\n  "a": 14\n  "b": 2\n}\n');
    expect(error).toBeInstanceOf(JsonSyntaxError);
    expect(error?.place).toMatchObject({ line: 2, column: 10 });
    expect(error?.message).toContain('a comma is missing');
  });

  it('names line, column and path of a wrong type, and of a missing field the object it is missing from', async () => {
    const schema = z.object({ list: z.array(z.object({ id: z.string(), to: z.string() })) });
    const wrong = await failure('{"list": [\n  {"id": "a", "to": "b"},\n  {"id": 7, "to": "b"}]}', schema);
    expect(wrong).toBeInstanceOf(FileSchemaError);
    expect(wrong?.place).toMatchObject({ line: 3, column: 10, path: ['list', 1, 'id'] });
    expect(wrong?.message).toContain('case.json:3:10 at list[1].id: ');
    const missing = await failure('{"list": [\n  {"id": "a"}]}', schema);
    expect(missing?.place).toMatchObject({ line: 2, column: 3, path: ['list', 0, 'to'] });
  });

  it('points into the alternative of a union that came furthest', async () => {
    const schema = z.union([z.string(), z.object({ a: z.object({ b: z.number() }) })]);
    const error = await failure('{"a": {"b": "x"}}', schema);
    expect(error?.place?.path).toEqual(['a', 'b']);
  });

  it('refuses files that are too large, too deep, not UTF-8, folders and absent', async () => {
    expect(await failure('[1, 2, 3]', z.unknown(), { maxBytes: 8 })).toBeInstanceOf(FileTooLargeError);
    expect(await failure(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toBeInstanceOf(JsonDepthError);
    expect(await failure(new Uint8Array([0x22, 0xff, 0x22]))).toBeInstanceOf(FileEncodingError);
    await expect(readJsonFile(folder, z.unknown())).rejects.toBeInstanceOf(FileUnreadableError);
    await expect(readJsonFile(join(folder, 'none'), z.unknown())).rejects.toThrow('there is no such file');
    await symlink('/dev/zero', join(folder, 'zero'));
    await expect(readJsonFile(join(folder, 'zero'), z.unknown())).rejects.toThrow('not a plain file');
  });

  it('obeys the signal', async () => {
    const file = join(folder, 'good.json');
    await writeFile(file, '1');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(readJsonFile(file, z.unknown(), { signal })).rejects.toThrow('enough');
  });
});

describe('the JSON scanner', () => {
  it('finds no problem in any JSON, and every path where it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (value, spaced) => {
        const text = JSON.stringify(value, null, spaced ? 2 : 0);
        expect(findJsonProblem(text)).toBeNull();
        const stack: { value: unknown; path: (string | number)[] }[] = [{ value, path: [] }];
        for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
          const offset = offsetOfPath(text, entry.path) ?? -1;
          const start = text.slice(offset, offset + 1);
          const printed = JSON.stringify(entry.value);
          expect(start).toBe(printed[0]);
          if (typeof entry.value === 'object' && entry.value !== null) {
            for (const [key, child] of Object.entries(entry.value)) {
              stack.push({
                value: child,
                path: [...entry.path, Array.isArray(entry.value) ? Number(key) : key],
              });
            }
          }
        }
      }),
    );
  });

  it('finds a problem exactly where JSON.parse does', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-',
      '0',
      'true',
      'nul',
      ' ',
      '\n',
      '"',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const problem = findJsonProblem(text);
        expect(problem === null).toBe(valid);
        if (problem !== null) expect(problem.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('throws only its own errors on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        try {
          parseJson(text, 'any.json');
        } catch (error) {
          expect(error).toBeInstanceOf(TouchstoneError);
        }
      }),
    );
  });

  it('counts lines and columns from 1', () => {
    expect(lineAndColumn('ab\ncd', 0)).toEqual({ line: 1, column: 1 });
    expect(lineAndColumn('ab\ncd', 4)).toEqual({ line: 2, column: 2 });
    expect(lineAndColumn('ab\n', 3)).toEqual({ line: 2, column: 1 });
  });
});
