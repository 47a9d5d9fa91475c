import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { HumanConsole } from './human-agent.js';

/**
 * The terminal that Touchstone was started in; pictures go into a folder that is gone when the process ends. Input is read
 * only while somebody is asked, so that it keeps no process alive.
 */
export function humanConsole(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): HumanConsole {
  let folder: Promise<string> | null = null;
  let pictures = 0;
  const lines = createInterface({ input, crlfDelay: Infinity });
  lines.pause();
  const waiting: ((line: string | null) => void)[] = [];
  const read: string[] = [];
  let isOver = false;
  lines.on('line', (line) => {
    const next = waiting.shift();
    if (next === undefined) read.push(line);
    else next(line);
  });
  lines.on('close', () => {
    isOver = true;
    for (const next of waiting.splice(0)) next(null);
  });
  return {
    show: (text) => {
      output.write(`${text}\n`);
    },
    ask: async (question, { signal }) => {
      signal.throwIfAborted();
      output.write(question);
      const line = read.shift();
      if (line !== undefined) return line;
      if (isOver) return null;
      return await new Promise<string | null>((resolve, reject) => {
        const onAbort = (): void => {
          lines.pause();
          waiting.splice(waiting.indexOf(answer), 1);
          reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
        };
        const answer = (given: string | null): void => {
          lines.pause();
          signal.removeEventListener('abort', onAbort);
          resolve(given);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push(answer);
        lines.resume();
      });
    },
    showPicture: async (bytes, mediaType) => {
      folder ??= screensFolder();
      pictures += 1;
      const file = join(
        await folder,
        `${String(pictures).padStart(4, '0')}.${mediaType === 'image/jpeg' ? 'jpg' : 'png'}`,
      );
      await writeFile(file, bytes);
      return file;
    },
  };
}

async function screensFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-screens-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
