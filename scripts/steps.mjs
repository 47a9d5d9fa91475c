// Programs that run beside each other.
import { spawn } from 'node:child_process';
import { ROOT } from './setup.mjs';

/**
 * Does steps one after the other, and says what each has found when it is through.
 *
 * @param {[name: string, script: string, ...args: string[]][]} steps scripts that Node runs
 * @returns {Promise<string[]>} names of those that failed
 */
export async function runSteps(steps) {
  const failed = [];
  for (const [name, ...command] of steps) if (!(await runStep(name, command))) failed.push(name);
  return failed;
}

/**
 * Runs a script beside others, its output in this terminal as it comes.
 *
 * @returns {Promise<boolean>} whether it succeeded
 */
export function runOpenly(script, ...args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

function runStep(name, command) {
  const started = performance.now();
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pieces = [];
  child.stdout.on('data', (piece) => pieces.push(piece));
  child.stderr.on('data', (piece) => pieces.push(piece));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      const output =
        code === 0
          ? ''
          : Buffer.concat(pieces)
              .toString()
              .replaceAll(/^.*✓.*\n/gm, '');
      process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}, ${seconds} s\n${output}`);
      resolve(code === 0);
    });
  });
}
