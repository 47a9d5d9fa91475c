import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bytesOf, type FuzzInput, type FuzzReader } from './fuzz-reader.js';

/** A reader of a file in a folder; `write` puts what is sound there, and every input takes the place of `file`. */
export function fileReader(
  parts: Pick<FuzzReader, 'name' | 'covers'> & {
    readonly file: string;
    /** Sound contents besides the one that `write` puts there. */
    readonly samples?: readonly (string | object)[];
    readonly write?: (folder: string) => Promise<unknown>;
    readonly read: (file: string, folder: string) => unknown;
    /** Makes what was changed pass a check of its writer's, such as a checksum, half of the time. */
    readonly repair?: (bytes: Buffer) => Buffer;
  },
): FuzzReader {
  const { name, covers, file, samples = [], write, read, repair } = parts;
  return {
    name,
    covers,
    samples: async (folder) => {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await write?.(folder);
      const more = samples.map((sample): FuzzInput => {
        const text = typeof sample === 'string' ? sample : JSON.stringify(sample);
        return { type: 'bytes', bytes: Buffer.from(text) };
      });
      if (write === undefined) return more;
      return [{ type: 'bytes', bytes: await readFile(join(folder, file)) }, ...more];
    },
    read: async (input, folder) => {
      const bytes = bytesOf(input);
      const isRepaired = repair !== undefined && bytes.length % 2 === 0;
      await writeFile(join(folder, file), isRepaired ? repair(bytes) : bytes);
      return read(join(folder, file), folder);
    },
  };
}

/** Goes through a stream of values to its end. */
export async function readThrough(values: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of values) count += 1;
  return count;
}
