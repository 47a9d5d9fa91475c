import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ModelServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Processor time it took so far, in milliseconds, 10 at a time; NaN where the system does not say. */
  cpuMs(): number;
}

/** Milliseconds of a tick in which Linux counts processor time. */
const TICK_MS = 10;

/** `model-server.ts` in a process of its own; it gives these answers in turn, or says to tap. */
export async function startModelServer(
  latencyMs: number,
  answers: readonly string[] = [],
): Promise<ModelServer> {
  const script = fileURLToPath(new URL('./model-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(latencyMs), ...answers], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', () => reject(new Error('the model server did not start')));
  });
  return {
    baseUrl,
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    [Symbol.asyncDispose]: async () => {
      const gone = new Promise((resolve) => {
        child.once('exit', resolve);
      });
      child.stdin.end();
      await gone;
    },
  };
}

function cpuMsOf(pid: number): number {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return Number.NaN;
  }
  // Fields 14 and 15; the second, the program's name, may hold spaces.
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}
