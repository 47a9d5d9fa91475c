import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The style sheets of all pages as one. */
export async function readStyle(): Promise<string> {
  const folder = fileURLToPath(new URL('../style/', import.meta.url));
  const names = (await readdir(folder)).filter((name) => name.endsWith('.css')).sort();
  // `base.css` holds what the others build on.
  names.sort((a, b) => Number(b === 'base.css') - Number(a === 'base.css'));
  return (await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))).join('\n');
}
