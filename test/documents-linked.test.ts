import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** npm packs these regardless of `files`. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];

/** What the package holds, as files and folders relative to the root. */
function packed(): readonly string[] {
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] };
  return [...new Set([...ALWAYS, ...files.filter((file) => !file.startsWith('!'))])];
}

/** Every packed page, with `/` between folders. */
function pages(): readonly string[] {
  return packed().flatMap((entry) => {
    if (entry.endsWith('.md')) return [entry];
    if (!['docs', 'examples'].includes(entry)) return [];
    return readdirSync(join(ROOT, entry), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
      .map((file) => posix.join(entry, file.replaceAll('\\', '/')));
  });
}

interface Link {
  readonly page: string;
  /** Relative to the root; the page itself for a heading of its own. */
  readonly file: string;
  readonly heading: string | null;
}

/** The links of a page that lead to files of this repository. */
function linksOf(page: string): readonly Link[] {
  const prose = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [way = '', heading = null] = target.split('#');
    return [{ page, file: way === '' ? page : posix.join(dirname(page), way), heading }];
  });
}

/** What the headings of a page are linked by. */
function headings(page: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  return new Set(
    [...text.matchAll(/^#+ +(.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe('the pages of the package', () => {
  const links = pages().flatMap(linksOf);

  it('lead only to files that are packed too', () => {
    const entries = packed();
    const isPacked = (file: string): boolean =>
      existsSync(join(ROOT, file)) && entries.some((entry) => file === entry || file.startsWith(`${entry}/`));
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ file }) => !isPacked(file.replace(/\/$/, '')))).toEqual([]);
  });

  it('lead only to headings that there are', () => {
    const toHeadings = links.filter(({ file, heading }) => heading !== null && file.endsWith('.md'));
    expect(toHeadings.length).toBeGreaterThan(10);
    expect(toHeadings.filter(({ file, heading }) => !headings(file).has(heading ?? ''))).toEqual([]);
  });

  it('are each named by the README of their folder, where it has one', () => {
    const all = pages();
    const folders = all.filter((page) => page.endsWith('/README.md') && page.startsWith('docs/'));
    expect(folders.length).toBeGreaterThan(2);
    const unnamed = folders.flatMap((readme) => {
      const named = new Set(linksOf(readme).map(({ file }) => file));
      return all.filter((page) => dirname(page) === dirname(readme) && page !== readme && !named.has(page));
    });
    expect(unnamed).toEqual([]);
  });
});
