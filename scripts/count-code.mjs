// npm run count [FOLDER]: lines of code in src/ (or FOLDER) by folder. A line counts when a token begins on it: no blank line, no
// comment, no test. The formatter's layout is taken as it is.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ROOT, ensureDependencies } from './setup.mjs';

ensureDependencies();
const { default: ts } = await import('typescript');
const folder = join(ROOT, process.argv[2] ?? 'src');
const counts = new Map();
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  const path = relative(folder, file).split(sep).join('/');
  const isCounted = /\.(?:tsx?|mjs)$/.test(path) && !path.endsWith('.test.ts');
  if (!entry.isFile() || !isCounted) continue;
  const [top] = path.includes('/') ? path.split('/') : ['(loose)'];
  counts.set(top, (counts.get(top) ?? 0) + linesOfCode(file));
}
for (const [name, lines] of [...counts].toSorted(([, a], [, b]) => b - a)) {
  process.stdout.write(`${String(lines).padStart(7)}  ${name}\n`);
}
const total = [...counts.values()].reduce((sum, lines) => sum + lines, 0);
process.stdout.write(`${String(total).padStart(7)}  in all\n`);

/** Lines on which a token of the file begins; a text over several lines counts as one token on each of them. */
function linesOfCode(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false);
  const lines = new Set();
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node) => {
    const children = node.getChildren(source);
    if (children.length === 0 && node.end > node.getStart(source)) {
      for (let line = lineOf(node.getStart(source)); line <= lineOf(node.end); line += 1) lines.add(line);
    }
    // JSDoc comments are children of what they describe.
    for (const child of children) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(source);
  return lines.size;
}
