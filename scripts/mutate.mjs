// npm run mutate FOLDER [FILE…] [-- --own --tests FILE --force --vitest]: changes src/FOLDER bit by bit and lists each change
// ("mutant") that no unit test notices. FILE narrows what is changed, --own runs the folder's own tests only, --tests adds
// a test file, --force forgets earlier results, --vitest runs the tests in Vitest, started anew for each mutant.
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ROOT, ensureDependencies } from './setup.mjs';

/** What the detected mutants must reach of all that are not named equivalent. */
const DETECTED_AT_LEAST = 0.85;
/** The most of all mutants that comments may name equivalent. */
const EQUIVALENT_AT_MOST = 0.03;
/** Stryker's reason for a mutant that a comment leaves out without saying why. */
const NO_REASON = 'Ignored using a comment';

ensureDependencies();
const { Stryker } = await import('@stryker-mutator/core');
process.chdir(ROOT);
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true, default: [] },
    own: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    vitest: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: String(Math.max(1, Math.floor(availableParallelism() / 2))) },
  },
});
const [folder, ...files] = positionals.map((path) =>
  normalize(path)
    .replace(/^src\//, '')
    .replace(/\/$/, ''),
);
if (folder === undefined) {
  process.stderr.write(
    'Usage: npm run mutate FOLDER [FILE…], for example npm run mutate metrics src/metrics/rate.ts\n',
  );
  process.exit(2);
}

const output = join('.cache', options.vitest ? 'mutate-vitest' : 'mutate', folder);
const report = join(output, 'mutation.json');
mkdirSync(output, { recursive: true });
const tests = [...new Set([...testsOf(folder), ...options.tests.map((path) => normalize(path))])];
// The test runners are processes of their own and inherit these: what they shall run, and that no recorded vector helps.
process.env['MUTATE_TESTS'] = tests.join('\n');
process.env['TOUCHSTONE_SHARED'] = join(ROOT, output, 'no-vectors');
delete process.env['TOUCHSTONE_REQUIRE'];
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

process.stdout.write(`src/${folder}, ${tests.length} test files\n`);
await new Stryker({
  mutate:
    files.length > 0 ? files.map((file) => `src/${file}`) : [`src/${folder}/**/*.ts`, '!src/**/*.test.ts'],
  testRunner: options.vitest ? 'vitest' : 'in-process',
  plugins: [
    fileURLToPath(
      options.vitest
        ? import.meta.resolve('@stryker-mutator/vitest-runner')
        : new URL('mutate/in-process-runner.mjs', import.meta.url),
    ),
  ],
  vitest: { configFile: 'vitest.mutate.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Code that runs while a module loads (schemas, tables) counts too, though each of its mutants costs all tests.
  ignoreStatic: false,
  warnings: { slow: false },
  concurrency: Number(options.concurrency),
  // Added to the time of the tests themselves: what only waited for its turn on a busy machine must not count as detected.
  timeoutMS: 15_000,
  incremental: true,
  incrementalFile: join(output, 'incremental.json'),
  force: options.force,
  tempDirName: join(output, 'sandbox'),
  ignorePatterns: ['/dist', '/runs', '/coverage', '/.cache', '/bench'],
  disableTypeChecks: false,
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: report },
  htmlReporter: { fileName: join(output, 'index.html') },
  allowConsoleColors: false,
}).runMutationTest();
const result = JSON.parse(readFileSync(report, 'utf8'));
const silent = tests.filter((path) => (result.testFiles?.[path]?.tests.length ?? 0) === 0);
process.exitCode = summarize(result) && silent.length === 0 ? 0 : 1;
// A file that fails to load has no tests, and Stryker says nothing of it.
for (const path of silent) process.stdout.write(`No test of this file was run: ${path}\n`);

/**
 * The folder's own unit tests, then those elsewhere that import one of its files by name; short files first, as the long
 * ones hold the slow tests and the first failure ends a mutant's run.
 */
function testsOf(folder) {
  const inside = (path) => path.startsWith(`src/${folder}/`);
  const all = [
    ...readdirSync('src', { recursive: true }).map((path) => join('src', path)),
    ...readdirSync('test').map((path) => join('test', path)),
  ];
  return all
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => {
      if (inside(path)) return true;
      if (options.own) return false;
      const imported = readFileSync(path, 'utf8').matchAll(/^(?!import type).*\bfrom '(\.[^']+)'/gm);
      return [...imported].some(([, target]) => inside(join(dirname(path), target)));
    })
    .toSorted((a, b) => Number(inside(b)) - Number(inside(a)) || statSync(a).size - statSync(b).size);
}

/** Prints what survived and the score of each file; whether the folder reaches what it must. */
function summarize({ files }) {
  const rows = [];
  const survivors = [];
  const withoutReason = [];
  for (const [path, { source, mutants }] of Object.entries(files)) {
    const lines = source.split('\n');
    rows.push({ path, ...count(mutants) });
    for (const mutant of mutants.toSorted((a, b) => a.location.start.line - b.location.start.line)) {
      const { start, end } = mutant.location;
      const where = `${path}:${start.line}:${start.column}`;
      if (mutant.status === 'Ignored' && (mutant.statusReason ?? NO_REASON).trim() === NO_REASON) {
        withoutReason.push(where);
      }
      if (mutant.status !== 'Survived' && mutant.status !== 'NoCoverage') continue;
      const original = lines
        .slice(start.line - 1, end.line)
        .map((line, index, all) => (index === all.length - 1 ? line.slice(0, end.column - 1) : line))
        .join('\n')
        .slice(start.column - 1);
      const note = mutant.status === 'NoCoverage' ? ' (no test runs it)' : '';
      survivors.push(
        `${where}: ${mutant.mutatorName}: ${short(original)} => ${short(mutant.replacement)}${note}`,
      );
    }
  }
  const total = count(Object.values(files).flatMap(({ mutants }) => mutants));
  const survivorsFile = join(output, 'survivors.txt');
  writeFileSync(survivorsFile, survivors.map((line) => `${line}\n`).join(''));
  const columns = ['killed', 'timedOut', 'survived', 'uncovered', 'equivalent', 'invalid'];
  const line = (name, cells) =>
    `${name.padEnd(60)}${cells.map((cell) => String(cell).padStart(11)).join('')}\n`;
  process.stdout.write(`${survivors.join('\n')}\n\n`);
  process.stdout.write(line('', [...columns, 'detected']));
  for (const row of [...rows, { path: `src/${folder}`, ...total }]) {
    process.stdout.write(
      line(row.path, [...columns.map((column) => row[column]), percent(row.detected, row.counted)]),
    );
  }
  const share = total.equivalent / (total.counted + total.equivalent);
  process.stdout.write(
    `\nDetected: ${total.detected} of ${total.counted} (${percent(total.detected, total.counted)}, at least ${percent(DETECTED_AT_LEAST, 1)}). ` +
      `Named equivalent: ${total.equivalent} (${(share * 100).toFixed(1)} %, at most ${EQUIVALENT_AT_MOST * 100} %).\n` +
      `Survivors: ${survivorsFile}; to look at: ${join(output, 'index.html')}\n`,
  );
  for (const where of withoutReason) process.stdout.write(`No reason beside the comment: ${where}\n`);
  return (
    total.detected >= DETECTED_AT_LEAST * total.counted &&
    share <= EQUIVALENT_AT_MOST &&
    withoutReason.length === 0
  );
}

function count(mutants) {
  const of = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const [killed, timedOut, survived, uncovered] = ['Killed', 'Timeout', 'Survived', 'NoCoverage'].map((one) =>
    of(one),
  );
  const detected = killed + timedOut;
  return {
    killed,
    timedOut,
    survived,
    uncovered,
    detected,
    equivalent: of('Ignored'),
    // A mutant that cannot run at all says nothing of the tests.
    invalid: of('RuntimeError', 'CompileError'),
    counted: detected + survived + uncovered,
  };
}

function percent(part, whole) {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** On one line, cut in the middle. */
function short(code) {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length <= 110 ? line : `${line.slice(0, 70)} … ${line.slice(-35)}`;
}
