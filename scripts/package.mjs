// npm run package: packs what would be published into touchstone-VERSION.tgz, and checks the archive itself: that importers find
// code and types by every way of resolving that a Node with ES modules has, that it is small, and that it holds what it should.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ensureDependencies, npm, run } from './setup.mjs';

ensureDependencies();
const { createPackageFromTarballData, checkPackage } = await import('@arethetypeswrong/core');
const { publint } = await import('publint');
const { formatMessage } = await import('publint/utils');

/** Bytes that a download may have. */
const MAX_BYTES = 20e6;

if (!process.argv.includes('--built')) run(process.execPath, [join(ROOT, 'scripts', 'build.mjs')]);
const packed = spawnSync(...npm(['pack', '--json', '--ignore-scripts']), { cwd: ROOT, encoding: 'utf8' });
if (packed.status !== 0) throw new Error(packed.stderr);
const [{ filename, entryCount, unpackedSize }] = JSON.parse(packed.stdout);
const file = join(ROOT, filename);
const { size } = statSync(file);
const bytes = readFileSync(file);

const problems = [];
if (size > MAX_BYTES) problems.push(`${filename} has ${size} bytes, more than ${MAX_BYTES}`);
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const { messages } = await publint({
  pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
  level: 'warning',
  strict: true,
});
problems.push(...messages.map((message) => `publint: ${formatMessage(message, manifest, { color: false })}`));
const types = await checkPackage(createPackageFromTarballData(bytes));
if (types.types === false) problems.push('the package has no types');
else {
  // As the profile esm-only: what CommonJS or the resolution before Node 12 would find is not promised.
  const asked = types.problems.filter(
    ({ resolutionKind, kind }) =>
      resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs' && kind !== 'CJSResolvesToESM',
  );
  problems.push(...asked.map((problem) => `types: ${JSON.stringify(problem)}`));
}
const megabytes = (count) => `${(count / 1e6).toFixed(1)} MB`;
process.stdout.write(
  `${filename}: ${megabytes(size)}, ${entryCount} files, ${megabytes(unpackedSize)} unpacked\n`,
);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
