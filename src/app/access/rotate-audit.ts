import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AuditLimits } from '../../formats/access/access-file.js';
import { readHead } from '../../files/read-head.js';
import { syncDirectory } from '../../files/sync-directory.js';

/** What a log is cut into: the oldest part goes as a whole. */
const PARTS = 8;
const MEGABYTE = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Bytes that hold the time of a line. */
const HEAD_BYTES = 256;

/** Behind the name of the log: when it was set aside (UTC), and letters that no other process of that moment has. */
const ASIDE = /^\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[0-9a-f]{8}\.jsonl$/;

/** A part of a log that nothing is added to any more. */
export interface AuditPart {
  readonly file: string;
  /** Milliseconds since 1970 of when it was set aside: none of its lines is younger. */
  readonly at: number;
}

/** Parts of a log that were set aside, the newest first. Names alone are read. */
export async function auditParts(file: string): Promise<readonly AuditPart[]> {
  const folder = dirname(file);
  const stem = basename(file).replace(/\.jsonl$/, '');
  const names = await readdir(folder).catch(() => []);
  const parts = names.flatMap((name) => {
    const match = name.startsWith(stem) ? ASIDE.exec(name.slice(stem.length)) : null;
    if (match === null) return [];
    const [, year, month, day, hour, minute, second, ms] = match;
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
    return Number.isNaN(at) ? [] : [{ file: join(folder, name), at }];
  });
  return parts.toSorted((a, b) => b.at - a.at || (a.file < b.file ? 1 : -1));
}

/**
 * Sets a log aside that is full or old, and removes the oldest of those that were, until the rest keeps to the limits. A line that
 * was written stays: the log is renamed, and the part that was set aside last is never removed. Several processes may do so at
 * once; the worst of it is a part that holds little.
 *
 * @throws an error of the file system
 */
export async function rotateAudit(file: string, limits: AuditLimits, now: Date): Promise<void> {
  const { keepMegabytes, keepDays } = limits;
  const most = keepMegabytes * MEGABYTE;
  const found = await stat(file).catch(() => null);
  if (found === null) return;
  const oldest = keepDays === null ? null : await firstLineAt(file);
  const isOld = keepDays !== null && oldest !== null && now.getTime() - oldest >= (keepDays * DAY_MS) / PARTS;
  if (found.size < most / PARTS && !isOld) return;
  const time = now.toISOString().replaceAll(/[-:.]/g, '');
  const aside = `${file.replace(/\.jsonl$/, '')}.${time}-${randomBytes(4).toString('hex')}.jsonl`;
  try {
    await rename(file, aside);
  } catch (error) {
    // Another process was faster.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  await syncDirectory(dirname(file));
  // What comes next takes a part of its own.
  let left = most - most / PARTS;
  for (const [place, part] of (await auditParts(file)).entries()) {
    left -= (await stat(part.file).catch(() => null))?.size ?? 0;
    const isOver = left < 0 || (keepDays !== null && now.getTime() - part.at > keepDays * DAY_MS);
    if (place > 0 && isOver) await rm(part.file, { force: true });
  }
}

/** Milliseconds since 1970; null where the first line does not say. */
async function firstLineAt(file: string): Promise<number | null> {
  const head = Buffer.from(await readHead(file, HEAD_BYTES, { maxBytes: Infinity })).toString('utf8');
  const at = Date.parse(/"at":"([^"]{1,40})"/.exec(head)?.[1] ?? '');
  return Number.isNaN(at) ? null : at;
}
