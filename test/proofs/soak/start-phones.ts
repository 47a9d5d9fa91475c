import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundleChild } from '../bundle-child.js';
import type { Held, SoakedPhone } from './phones.js';

/** Phones in a process of their own, up until they are disposed of. */
export interface SoakedPhones extends AsyncDisposable {
  readonly phones: readonly SoakedPhone[];
  /** Collects that process's garbage and asks what is left; one question at a time. */
  held(): Promise<Held>;
}

/** @param folder of their logs */
export async function startPhones(folder: string, count: number): Promise<SoakedPhones> {
  const script = fileURLToPath(new URL('phones.ts', import.meta.url));
  const child = fork(await bundleChild(script), [folder, String(count)], { execArgv: ['--expose-gc'] });
  const message = async (): Promise<unknown> => {
    const stop = new AbortController();
    try {
      const [said] = (await Promise.race([
        once(child, 'message', { signal: stop.signal }),
        once(child, 'exit', { signal: stop.signal }).then(() => {
          throw new Error('the phones are gone');
        }),
      ])) as [unknown];
      return said;
    } finally {
      stop.abort();
    }
  };
  const phones = (await message()) as readonly SoakedPhone[];
  return {
    phones,
    held: async () => {
      child.send('held');
      return (await message()) as Held;
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
