import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POSTGRES_PROGRAMS } from '../fixtures/postgres-server.js';
import { PYTHON } from '../fixtures/python/python.js';

const ROOT = resolve(import.meta.dirname, '../..');
const required = (process.env['TOUCHSTONE_REQUIRE'] ?? '').split(',').filter((part) => part !== '');

/** Whether each part that a build server promises is there. */
const PRESENT: Record<string, () => boolean> = {
  adb: () => spawnSync('adb', ['version']).status === 0,
  chromium: () => spawnSync('chromium', ['--version']).status === 0,
  pillow: () => spawnSync(PYTHON, ['-c', 'import PIL']).status === 0,
  redis: () => spawnSync('redis-server', ['--version']).status === 0,
  postgres: () => POSTGRES_PROGRAMS !== null,
  vectors: () => existsSync(join(resolve(ROOT, process.env['TOUCHSTONE_SHARED'] ?? '../shared'), 'vectors')),
};

describe('parts promised by TOUCHSTONE_REQUIRE', () => {
  it('are parts we know', () => {
    expect(required.filter((part) => !(part in PRESENT))).toEqual([]);
  });

  it('are there', () => {
    expect(required.filter((part) => PRESENT[part]?.() === false)).toEqual([]);
  });
});
