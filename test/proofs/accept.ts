/*
 * npm run accept [NAME…]: does proofs at their whole length and writes what each measured to docs/proofs/NAME.md.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format, type FormatConfig } from 'oxfmt';
import { PROOFS } from './all-proofs.js';
import type { Proof, ProofRow } from './proof.js';
import { TimeLeft } from './time-left.js';

const FOLDER = fileURLToPath(new URL('../../docs/proofs/', import.meta.url));
const LAYOUT = fileURLToPath(new URL('../../.oxfmtrc.json', import.meta.url));

const names = process.argv.slice(2);
const unknown = names.find((name) => !PROOFS.some((proof) => proof.name === name));
if (unknown !== undefined || names.length === 0) {
  const known = PROOFS.map(({ name, title }) => `  ${name.padEnd(10)} ${title}`).join('\n');
  process.stderr.write(
    `${unknown === undefined ? 'Name a proof' : `There is no proof "${unknown}"`}:\n${known}\n`,
  );
  process.exit(2);
}
for (const proof of PROOFS) {
  if (names.includes(proof.name)) await accept(proof);
}

async function accept(proof: Proof): Promise<void> {
  const startedAt = performance.now();
  const left = new TimeLeft();
  let shown = 0;
  const note = (text: string): void => {
    const told = left.told(text, performance.now());
    // One line every few seconds, on any terminal.
    if (performance.now() - shown < 5000) return;
    shown = performance.now();
    process.stderr.write(`${proof.name}: ${text}${told}\n`);
  };
  const rows = await proof.prove('whole', note);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  await mkdir(FOLDER, { recursive: true });
  const file = `${FOLDER}${proof.name}.md`;
  const layout = JSON.parse(await readFile(LAYOUT, 'utf8')) as FormatConfig;
  const { code } = await format(file, pageOf(proof, rows, seconds), layout);
  await writeFile(file, code);
  process.stdout.write(code);
}

function pageOf({ name, title }: Proof, rows: readonly ProofRow[], seconds: number): string {
  const table = rows.map(({ figure, value, expected }) => `| ${figure} | ${value} | ${expected} |`);
  return [
    `# ${name}`,
    '',
    title,
    '',
    '| figure | measured | expected |',
    '| --- | --- | --- |',
    ...table,
    '',
    `Written by \`npm run accept ${name}\` on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on ${availableParallelism()} cores, in ${seconds} s.`,
    '',
  ].join('\n');
}
