import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundleChild } from './bundle-child.js';

const CHILD = fileURLToPath(new URL('run-child.ts', import.meta.url));

/** A run in a process of its own, to be killed. */
export interface Child {
  readonly process: ChildProcess;
  /** Resolves with the first event of the type; null when the process ends without one. */
  event(type: string): Promise<Record<string, unknown> | null>;
  readonly ended: Promise<{ code: number | null; signal: string | null; errors: string }>;
}

/** Starts or resumes the run in a folder, each step stretched to last `stepMs`. */
export async function startChild(directory: string, stepMs: number): Promise<Child> {
  const child = spawn(process.execPath, [await bundleChild(CHILD), directory, String(stepMs)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const seen: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  let errors = '';
  let isOver = false;
  const wake = (): void => waiting.forEach((resume) => resume());
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    // The last line of a killed process may be cut.
    if (line.endsWith('}')) seen.push(JSON.parse(line) as Record<string, unknown>);
    wake();
  });
  const ended = new Promise<{ code: number | null; signal: string | null; errors: string }>((resolve) => {
    child.on('close', (code, signal) => {
      isOver = true;
      wake();
      resolve({ code, signal, errors });
    });
  });
  const event = async (type: string): Promise<Record<string, unknown> | null> => {
    for (;;) {
      const found = seen.find((entry) => entry['type'] === type);
      if (found !== undefined) return found;
      if (isOver) return null;
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
      });
    }
  };
  return { process: child, event, ended };
}

/** Resolves when so much time has passed. */
export function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Every decision that was made in a folder, by all its processes. */
export async function decisionsOf(directory: string): Promise<string[]> {
  const file = join(directory, 'decisions.log');
  return existsSync(file) ? (await readFile(file, 'utf8')).trim().split('\n') : [];
}
