import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a run's files look like from outside: different where anything in them may be. */
export interface RunFingerprint {
  readonly journals: string;
  /** Scores of all passes, and the gate's note. */
  readonly others: string;
}

const JOURNAL = /^journal-.+\.jsonl$/i;
const OTHERS = /^(?:scores-.+\.jsonl|gate\.json)$/;

/** Name, size, time and place on the disk of each file that the index is made from. Rejects where the folder cannot be read. */
export async function fingerprintRun(directory: string): Promise<RunFingerprint> {
  const names = (await readdir(directory)).toSorted();
  return {
    journals: await printOf(
      directory,
      names.filter((name) => JOURNAL.test(name)),
    ),
    others: await printOf(
      directory,
      names.filter((name) => OTHERS.test(name)),
    ),
  };
}

/** As one text. */
export function fingerprintText({ journals, others }: RunFingerprint): string {
  return `${journals}\n\n${others}`;
}

async function printOf(directory: string, names: readonly string[]): Promise<string> {
  const prints = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(directory, name), { bigint: true }).catch(() => null);
      return found === null ? name : `${name} ${found.size} ${found.mtimeNs} ${found.ino}`;
    }),
  );
  return prints.join('\n');
}
