// Brings a fresh clone to where a command can run. Plain JavaScript on purpose: nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Programs from the system's packages that tests use: command → Debian package. */
const SYSTEM_PROGRAMS = { adb: 'adb', chromium: 'chromium', 'redis-server': 'redis-server' };
/** Does what another program does in less time; where it cannot be had the tests take that one. */
const FASTER_PROGRAMS = { 'chromium-headless-shell': 'chromium-headless-shell' };
/** Modules of Python that tests' clients use: module → Debian package. */
const PYTHON_PACKAGES = { PIL: 'python3-pil', numpy: 'python3-numpy' };
/** Fonts the bundled benchmark's pictures are drawn with. */
const FONT_PACKAGES = { Roboto: 'fonts-roboto-unhinted', 'Droid Sans Fallback': 'fonts-droid-fallback' };

/** Runs a command in the project's folder with this terminal; ends the process when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Installs the packages of the lock file unless node_modules already holds exactly those. */
export function ensureDependencies() {
  if (isInstalled()) return;
  process.stderr.write('Installing npm packages …\n');
  run(...npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']));
}

/**
 * A call of npm, as command and arguments. Below `npm run` it is the npm that called, a script that Node can start on every
 * system; by its name it needs a shell on Windows.
 */
export function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}

function isInstalled() {
  const marker = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(marker)) return false;
  const installed = JSON.parse(readFileSync(marker, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || installed[path]?.version === entry.version,
  );
}

/** Builds what runs to dist/; without the types, which only those need who import the package. */
export function build() {
  run(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--no-types']);
}

function hasCommand(command) {
  return spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;
}

/** Whether the Python on the path has a module, or the system's, where another one goes before it. */
function hasPythonModule(name) {
  return ['python3', '/usr/bin/python3'].some(
    (python) => spawnSync(python, ['-c', `import ${name}`], { stdio: 'ignore' }).status === 0,
  );
}

/** Debian keeps the programs of PostgreSQL off the path. */
function hasPostgres() {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return (
    versions.some((version) => existsSync(join(folder, version, 'bin', 'initdb'))) || hasCommand('initdb')
  );
}

function hasFont(family) {
  const listed = spawnSync('fc-list', [family, 'family'], { encoding: 'utf8' });
  return listed.status === 0 && listed.stdout.trim() !== '';
}

/**
 * Installs the system's part of what the tests use where that may be done without asking (apt, as root or with sudo that
 * needs no password). Elsewhere says what is missing; the tests that need it then skip with the reason.
 */
export function ensureSystemPackages() {
  const missing = [
    ...Object.entries(SYSTEM_PROGRAMS).filter(([command]) => !hasCommand(command)),
    ...Object.entries(PYTHON_PACKAGES).filter(([name]) => !hasPythonModule(name)),
    ...Object.entries(FONT_PACKAGES).filter(([family]) => !hasFont(family)),
    ...(hasPostgres() ? [] : [['initdb', 'postgresql']]),
  ].map(([, name]) => name);
  const faster = Object.entries(FASTER_PROGRAMS)
    .filter(([command]) => !hasCommand(command))
    .map(([, name]) => name);
  if (missing.length + faster.length === 0) return;
  const isRoot = typeof process.getuid === 'function' && process.getuid() === 0;
  const mayInstall =
    process.platform === 'linux' &&
    hasCommand('apt-get') &&
    (isRoot || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0);
  if (!mayInstall) {
    if (missing.length === 0) return;
    process.stderr.write(`Not installed, tests that need them will skip: ${missing.join(', ')}\n`);
    return;
  }
  process.stderr.write(`Installing system packages: ${[...missing, ...faster].join(', ')} …\n`);
  const apt = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env };
  spawnSync(apt[0], [...apt.slice(1), 'update', '-qq'], quiet);
  // One by one where it may be unknown to a system, which refuses all others with it.
  for (const names of [missing, ...faster.map((name) => [name])]) {
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...names];
    if (names.length > 0) spawnSync(apt[0], [...apt.slice(1), ...install], quiet);
  }
}
