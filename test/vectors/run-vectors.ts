import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suites } from './all-suites.js';

/** Misses printed per file; the count is always complete. */
const SHOWN_MISSES = 5;

/** Vector files that are no cases: descriptions, inputs and folders of inputs. */
function isCaseFile(name: string): boolean {
  return name.endsWith('.jsonl') || (name.endsWith('.json') && !name.startsWith('fixture'));
}

function knownKey(system: string, file: string): string {
  return `${system}/${file}`;
}

async function main(): Promise<number> {
  const shared = resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared');
  const required = (process.env['TOUCHSTONE_REQUIRE'] ?? '').split(',').includes('vectors');
  const folder = join(shared, 'vectors');
  if (!existsSync(folder)) {
    console.log(
      `No recorded vectors: ${folder} does not exist (set TOUCHSTONE_SHARED to the folder that holds vectors/).`,
    );
    return required ? 1 : 0;
  }
  const filters = process.argv.slice(2);
  let passed = 0;
  let failed = 0;
  for (const suite of suites) {
    const key = `${knownKey(suite.system, suite.file)}${suite.title === undefined ? '' : `, ${suite.title}`}`;
    if (filters.length > 0 && !filters.some((filter) => key.includes(filter))) continue;
    if (!existsSync(join(folder, suite.system, suite.file))) {
      console.log(`${key}: absent`);
      if (required) failed += 1;
      continue;
    }
    let total = 0;
    const misses: string[] = [];
    try {
      await suite.run({
        shared,
        report: (name, problem) => {
          total += 1;
          if (problem !== null) misses.push(`${name}: ${problem}`);
        },
      });
    } catch (error) {
      total += 1;
      misses.push(
        `the suite stopped: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
    if (total === 0) misses.push('no case was read');
    passed += total - misses.length;
    failed += misses.length;
    console.log(`${key}: ${total - misses.length}/${total}`);
    for (const miss of misses.slice(0, SHOWN_MISSES)) console.log(`  ${miss}`);
    if (misses.length > SHOWN_MISSES) console.log(`  … and ${misses.length - SHOWN_MISSES} more`);
  }
  if (filters.length === 0) listUnknown(folder);
  console.log(`vectors: ${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Names the vector files nothing checks yet, so that none is forgotten. */
function listUnknown(folder: string): void {
  const known = new Set(suites.map((suite) => knownKey(suite.system, suite.file)));
  const folders = [...known].map((key) => `${key}/`);
  for (const system of readdirSync(folder).toSorted()) {
    if (!statSync(join(folder, system)).isDirectory()) continue;
    for (const file of readdirSync(join(folder, system), { recursive: true, encoding: 'utf8' }).toSorted()) {
      const isFolder = statSync(join(folder, system, file)).isDirectory();
      if (isFolder || !isCaseFile(file)) continue;
      // A folder is either one suite as a whole, or has its files checked one by one.
      const key = knownKey(system, file);
      if (!known.has(key) && !folders.some((suite) => key.startsWith(suite))) console.log(`${key}: not yet`);
    }
  }
}

process.exitCode = await main();
