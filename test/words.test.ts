import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Words that an engineer of the field would not use in a review; docs/concepts.md has those that they do. */
const ODD =
  /\b(?:is|are|was|be) told\b|\btold apart\b|\btells? (?:\S+ ){0,3}apart\b|\bmade of\b|\bwhatever\b|\bbesides?\b|\banew\b|\b(?:a|two|each) looks?\b/i;

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...below('docs', '.md').filter((page) => !page.includes('proofs')),
];
/** What users read of the program without running a model: help, settings, rules, columns, contracts. */
const SOURCES = [
  ...below('src/cli', '.ts'),
  ...below('src/app/settings', '.ts'),
  ...below('src/lint', '.ts'),
  ...below('src/exports', '.ts'),
  ...below('src/testing/contracts', '.ts'),
  ...below('src/report', '.ts'),
  ...below('src/metrics', '.ts'),
]
  .filter((file) => !file.endsWith('.test.ts'))
  // Its sentences are part of training data that were exported before.
  .filter((file) => !file.endsWith('step-sentence.ts'));

function below(folder: string, extension: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name));
}

/** A page without code, where names stand that are what they are. */
function prose(page: string): string {
  return page.replaceAll(/```[^]*?```/g, '').replaceAll(/`[^`\n]*`/g, '');
}

/** Texts of more than one word between quotes, comments left out. */
function texts(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  return [
    ...code.matchAll(
      /'(?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*"|`[^`]* [^`]*`/g,
    ),
  ].map(([text]) => text.replaceAll(/\$\{[^}]*\}|<[^>]*>/g, ''));
}

function odd(text: string): readonly string[] {
  return text.split('\n').filter((line) => ODD.test(line));
}

describe('the words of', () => {
  it.each(PAGES)('%s are those of the field', (page) => {
    expect(odd(prose(readFileSync(page, 'utf8')))).toEqual([]);
  });

  it('help, settings, rules, tables and contracts are those of the field', () => {
    const found = SOURCES.flatMap((file) =>
      texts(readFileSync(file, 'utf8')).flatMap((text) => odd(text).map((line) => `${file}: ${line.trim()}`)),
    );
    expect(found).toEqual([]);
  });
});
