import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import type { BenchRow } from './bench-row.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

interface BenchModule {
  run(): Promise<readonly BenchRow[]>;
}

const filters = process.argv.slice(2);
const table = new Table({
  head: ['bench', 'figure', 'value', 'unit', 'target', 'ratio'],
  style: { head: [], border: [] },
});
for (const file of readdirSync(FOLDER).toSorted()) {
  if (!file.endsWith('.bench.ts')) continue;
  const name = file.slice(0, -'.bench.ts'.length);
  if (filters.length > 0 && !filters.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  // Every *.bench.ts of this folder exports run(); the compiler checks each where it is written.
  const module = (await import(`./${file}`)) as BenchModule;
  for (const row of await module.run()) {
    const value =
      row.value >= 1000
        ? Math.round(row.value).toLocaleString('en')
        : String(Number(row.value.toPrecision(4)));
    table.push([name, row.name, value, row.unit, row.target ?? '', row.ratio ?? '']);
  }
}
console.log(table.toString());
