// Licence texts of the packages that a bundle holds, from what npm installed.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Packages that a build's outputs were made from: name and version → folder.
 *
 * @param {readonly (import('rolldown').OutputChunk | import('rolldown').OutputAsset)[]} outputs
 * @returns {ReadonlyMap<string, string>}
 */
export function bundledPackages(outputs) {
  const found = new Map();
  for (const output of outputs) {
    const modules = output.type === 'chunk' ? Object.keys(output.modules) : (output.originalFileNames ?? []);
    for (const module of modules) {
      const folder = packageFolder(module.replaceAll('\\', '/').replace(/^\0/, '').split('?')[0]);
      if (folder === null) continue;
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      found.set(`${name} ${version}`, folder);
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * What must go along with them: for each package where it is from, and its licence in full.
 *
 * @param {ReadonlyMap<string, string>} packages
 */
export function thirdPartyNotices(packages) {
  const parts = [...packages].map(([title, folder]) => {
    const { license, homepage, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const place = homepage ?? repository?.url ?? repository ?? '';
    return [`${title} (${license})`, place, '', licenceText(title, folder)].join('\n');
  });
  const head =
    'The viewer of Touchstone and its report files hold these packages, each under its own licence.';
  return `${[head, ...parts].join(`\n\n${'-'.repeat(78)}\n\n`)}\n`;
}

function packageFolder(module) {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module) ?? [];
  return folder ?? null;
}

/** Packages of one repository share the licence of their neighbour; some say in a word what others say in full. */
function licenceText(title, folder) {
  for (const place of [folder, ...neighbours(folder)]) {
    const file = readdirSync(place).find((name) => /^(?:licen[cs]e|copying)(?:\.|$)/i.test(name));
    if (file !== undefined) return readFileSync(join(place, file), 'utf8').trim();
  }
  const { license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const holder = author?.name ?? author;
  if (license !== 'MIT' || holder === undefined)
    throw new Error(`${title} holds no licence text: look for it, and say here where it is`);
  return MIT.replace('HOLDER', holder);
}

function neighbours(folder) {
  const scope = dirname(folder);
  if (!scope.split('/').at(-1)?.startsWith('@')) return [];
  return readdirSync(scope).map((name) => join(scope, name));
}

const MIT = `MIT License

Copyright (c) HOLDER

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
