import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));
const MANTINE_STYLES = new URL('../../node_modules/@mantine/core/styles.css', import.meta.url);
const SCRIPTS = new URL('../../scripts/', import.meta.url);
/** Characters that the application may add to a report file. */
const MOST_APPLICATION = 1_500_000;

/** What the scripts are; they are plain JavaScript and say so in comments. */
interface Bundler {
  bundleWeb(target: string): Promise<ReadonlyMap<string, string>>;
  bundleReport(): Promise<{
    readonly script: string;
    readonly style: string;
    readonly start: string;
    readonly packages: ReadonlyMap<string, string>;
  }>;
  bundleFirstRows(): Promise<{ readonly packages: ReadonlyMap<string, string> }>;
}
interface Notices {
  thirdPartyNotices(packages: ReadonlyMap<string, string>): string;
}

describe('the application as it is bundled', () => {
  let folder = '';
  let ofServer: ReadonlyMap<string, string> = new Map();
  let report: Awaited<ReturnType<Bundler['bundleReport']>>;
  let firstRows: Awaited<ReturnType<Bundler['bundleFirstRows']>>;
  let notices = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-web-'));
    const bundler = (await import(new URL('bundle-web.mjs', SCRIPTS).href)) as Bundler;
    const writer = (await import(new URL('third-party-notices.mjs', SCRIPTS).href)) as Notices;
    ofServer = await bundler.bundleWeb(folder);
    report = await bundler.bundleReport();
    firstRows = await bundler.bundleFirstRows();
    notices = writer.thirdPartyNotices(new Map([...ofServer, ...report.packages, ...firstRows.packages]));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('names every package that its sources import, with a licence in full', () => {
    const imported = packagesImported().filter((name) => !name.startsWith('@types/'));
    expect(imported).toContain('react');
    const missing = imported.filter((name) => !notices.includes(`\n${name} `));
    expect(missing).toEqual([]);
    for (const title of [...ofServer.keys(), ...report.packages.keys(), ...firstRows.packages.keys()]) {
      const [, text = ''] = notices.split(`\n${title} (`);
      const own = text.split(`\n${'-'.repeat(78)}\n`)[0] ?? '';
      expect(own, title).toMatch(/permission|licen[cs]e/i);
      expect(own.length, title).toBeGreaterThan(500);
    }
  });

  it('is small enough for a file that people send, and loads nothing later', () => {
    expect(report.script.length + report.style.length).toBeLessThan(MOST_APPLICATION);
    expect(report.script).not.toMatch(/\bimport\(/);
    expect(report.style).not.toMatch(/@import|url\((?!["']?data:)/);
  });

  it('carries in a file the styles of every component that is in it', () => {
    const whole = classesOf(readFileSync(MANTINE_STYLES, 'utf8'));
    const carried = classesOf(report.style);
    const used = [...classesOf(report.script)].filter((name) => whole.has(name));
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((name) => !carried.has(name))).toEqual([]);
    // A script that runs before the first rows are seen.
    expect(report.start.length).toBeLessThan(2000);
  });

  it('leaves out of a file what only a server can fill', () => {
    expect([...report.packages.keys()].filter((title) => /^(?:sigma|graphology|zod)/.test(title))).toEqual(
      [],
    );
  });
});

/** Names that Mantine gives its classes. */
function classesOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/\bm_[0-9a-f]{5,8}\b/g));
}

/** Packages that the sources import, types alone left out. */
function packagesImported(): readonly string[] {
  const found = new Set<string>();
  for (const file of readdirSync(WEB, { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
    const text = readFileSync(join(WEB, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^import (?!type)[^'"`;]*'((?:@[^/']+\/)?[^@./'][^/']*)/gm)) {
      found.add(name);
    }
  }
  return [...found];
}
