import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The values of a JSON Lines file, one by one; empty lines are passed over. */
export async function* readJsonLines<T>(file: string): AsyncGenerator<T> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  for await (const line of lines) {
    if (line.trim() !== '') yield JSON.parse(line) as T;
  }
}
