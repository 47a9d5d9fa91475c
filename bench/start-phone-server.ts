import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { PhoneServerReport } from './phone-server.js';

export interface PhoneServer extends AsyncDisposable, PhoneServerReport {}

/** `phone-server.ts` in a process of its own. */
export async function startPhoneServer(count: number): Promise<PhoneServer> {
  const script = fileURLToPath(new URL('./phone-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', script, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const report = await new Promise<PhoneServerReport>((resolve, reject) => {
    // It prints one line, which is the report.
    lines.once('line', (line) => resolve(JSON.parse(line) as PhoneServerReport));
    child.once('exit', () => reject(new Error('the phones did not start')));
  });
  return {
    ...report,
    [Symbol.asyncDispose]: async () => {
      const gone = new Promise((resolve) => {
        child.once('exit', resolve);
      });
      child.stdin.end();
      await gone;
    },
  };
}
