import { readdir, readFile } from 'node:fs/promises';

/** A process that somebody started and that has not ended. */
export interface StartedProcess {
  readonly pid: number;
  readonly isInGroup: boolean;
}

/**
 * The processes of a group, and those with a mark in their environment, which whoever they start has too. Knows those of
 * the same user on Linux, where it leaves out marked adb servers: whoever started one, it serves others as well. Null
 * elsewhere, since nobody knows.
 *
 * @param mark `NAME=value`, as no other process has it
 */
export async function startedProcesses(by: {
  readonly group: number;
  readonly mark: string;
}): Promise<StartedProcess[] | null> {
  if (process.platform !== 'linux') return null;
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      // The name of the program, in parentheses, may hold anything; then come state, parent and group.
      const [state = 'Z', , group] = (await contentOf(name, 'stat')).replace(/^.*\) /s, '').split(' ');
      // One that has ended and that nobody asked about yet.
      if (state === 'Z' || state === '') return [];
      const isInGroup = Number(group) === by.group;
      if (!isInGroup && !(await contentOf(name, 'environ')).split('\0').includes(by.mark)) return [];
      if (!isInGroup && (await contentOf(name, 'cmdline')).split('\0').includes('fork-server')) return [];
      return [{ pid: Number(name), isInGroup }];
    }),
  );
  return found.flat();
}

/** Empty for a process of somebody else, or one that is gone. */
function contentOf(pid: string, file: 'environ' | 'cmdline' | 'stat'): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
}
