import { performance } from 'node:perf_hooks';

/**
 * Begins to measure some work. What is given back tells how much of it was this process's own: milliseconds of processor time,
 * at most those that went by. Waiting for a database, or for a busy machine, is no effort.
 */
export function measureEffort(): () => number {
  const start = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - start, (user + system) / 1000);
  };
}
