import { execFile as execFileWithCallback } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CommandContext } from '../../src/cli/command-context.js';
import { buildProgram } from '../../src/cli/program.js';
import { openModelEndpoint } from '../../src/testing/models/model-endpoint.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone, spawnTouchstone, type Finished } from './run-touchstone.js';

const execFile = promisify(execFileWithCallback);
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const STARTER = fileURLToPath(new URL('../../worlds/starter', import.meta.url));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({ onDisk: true });
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Runs a command in the folder; it must succeed. A module of a plug-in is loaded by a process of its own, as users load it. */
async function touchstone(...args: readonly string[]): Promise<Finished> {
  const run = args.some((word) => word.endsWith('.mjs')) ? spawnTouchstone : runTouchstone;
  const done = await run(args, { cwd: folder.path });
  expect(`${done.code} ${done.stderr}`).toMatch(/^0 /);
  return done;
}

/** The commands that `init` prints, as words; quoted ones may hold spaces. */
function nextOf({ stdout }: Finished): readonly (readonly string[])[] {
  const [, next = ''] = stdout.split('\nNext:\n');
  return next
    .trim()
    .split('\n')
    .map((line) => wordsOf(line.trim()));
}

function wordsOf(line: string): readonly string[] {
  return (line.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
}

const successOf = ({ stdout }: Finished): unknown => {
  const { tables } = JSON.parse(stdout) as {
    tables: { id: string; columns: { title: string }[]; rows: { value?: number }[][] }[];
  };
  const table = tables.find(({ id }) => id === 'summary');
  return table?.rows[0]?.[table.columns.findIndex(({ title }) => title === 'SR (%)')]?.value;
};

describe('touchstone init world', () => {
  it('writes a world with pictures that lints, runs, and can be solved', async () => {
    const written = await touchstone('init', 'world', 'my-world');
    expect(nextOf(written)).toEqual([
      ['touchstone', 'lint', './my-world'],
      ['touchstone', 'run', './my-world', '--agent', 'random'],
    ]);
    for (const [, ...words] of nextOf(written)) await touchstone(...words);
    const { stdout } = await touchstone('lint', './my-world', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      findings: [],
      proofs: [{ confirmed: true }, { confirmed: true }],
    });
    expect(successOf(await touchstone('run', './my-world', '--agent', 'oracle', '--json'))).toBe(1);
    const graph = JSON.parse(await readFile(join(folder.path, 'my-world/graph.json'), 'utf8')) as {
      name: string;
      nodes: { screens: { picture: string }[] }[];
    };
    expect(graph.name).toBe('my-world');
    for (const { screens } of graph.nodes) {
      expect(existsSync(join(folder.path, 'my-world', screens[0]?.picture ?? ''))).toBe(true);
    }
  });

  it.each(['line', 'todo'])(
    'makes one of screenshots whose commands run as printed, edges: %s',
    async (edges) => {
      const shots = join(folder.path, `shots-${edges}`);
      await mkdir(shots);
      const pictures = (await readdir(join(STARTER, 'screens')))
        .filter((name) => name.endsWith('.png'))
        .toSorted();
      for (const [index, name] of pictures.slice(0, 3).entries()) {
        await copyFile(join(STARTER, 'screens', name), join(shots, `${index + 9} ${name}`));
      }
      const written = await touchstone(
        'init',
        'world',
        `of shots ${edges}`,
        '--screenshots',
        shots,
        '--edges',
        edges,
      );
      const [lint = [], run = []] = nextOf(written);
      expect(lint).toEqual(['touchstone', 'lint', `./of shots ${edges}`]);
      const { code, stdout } = await runTouchstone([...lint.slice(1), '--json'], { cwd: folder.path });
      // An edge without a tap cannot be passed, and lint says so.
      expect([code, JSON.parse(stdout)]).toMatchObject([
        edges === 'line' ? 0 : 1,
        { proofs: [{ status: edges === 'line' ? 'solved' : 'unsolvable' }] },
      ]);
      await touchstone(...run.slice(1));
      const todo = await readFile(join(folder.path, `of shots ${edges}`, 'TODO.md'), 'utf8');
      const lines = (await readFile(join(folder.path, `of shots ${edges}`, 'graph.json'), 'utf8')).split(
        '\n',
      );
      const named = [...todo.matchAll(/\| (\d+) \|$/gm)].map(([, line]) => lines[Number(line) - 1]);
      expect(named).toHaveLength(2);
      for (const line of named) expect(line).toContain('"actions": [');
      // 9 comes before 10: by number, as people mean it.
      expect(lines.join('')).toContain('"root": "9-home"');
      if (edges === 'line') {
        expect(successOf(await touchstone('run', `./of shots ${edges}`, '--agent', 'oracle', '--json'))).toBe(
          1,
        );
      }
    },
  );
});

describe('test cases on a world without UI hierarchies', () => {
  it('are called void by every command on the way, with the reason', async () => {
    const shots = join(folder.path, 'bare');
    await mkdir(shots);
    const names = (await readdir(join(STARTER, 'screens'))).filter((name) => name.endsWith('.png'));
    for (const name of names.slice(0, 2)) await copyFile(join(STARTER, 'screens', name), join(shots, name));
    await writeFile(
      join(folder.path, 'cases.csv'),
      'id,title,steps,expected\nTC-1,Verify that a user can mute,Open Settings,"""Silent"" is shown"\n',
    );
    await touchstone('init', 'world', 'bare-world', '--screenshots', 'bare');
    const imported = await touchstone('import', 'test-cases', 'cases.csv', '--out', 'bare-world');
    expect(imported.stderr).toContain('rules of "TC-1" read UI hierarchies, and the world has none');
    const reviewed = await touchstone('tasks', 'review', 'bare-world', '--accept', 'all');
    expect(reviewed.stderr).toContain('rules of "TC-1" read UI hierarchies, and the world has none');
    const lint = await runTouchstone(['lint', './bare-world'], { cwd: folder.path });
    expect([lint.code, lint.stdout]).toEqual([1, expect.stringContaining('task/no-hierarchies')]);
    const run = await runTouchstone(['run', './bare-world', '--agent', 'random'], { cwd: folder.path });
    expect(run.stderr).toMatch(/\nInvalid: TC-1: screen "[^"]+" was recorded without a UI hierarchy/);
  });
});

describe('touchstone init plugin', () => {
  it('writes an agent that runs as printed', async () => {
    const written = await touchstone('init', 'plugin', 'agent', 'tap-once');
    const [[, ...run] = []] = nextOf(written);
    expect(run).toEqual([
      'run',
      'pocket',
      '--plugin',
      './tap-once.mjs',
      '--agent',
      'tap-once',
      '--limit',
      '3',
    ]);
    const { stdout } = await touchstone(...run, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      finished: 3,
      voided: 0,
      identity: { agent: { name: 'tap-once' } },
    });
  });

  it('writes an evaluator that scores as printed', async () => {
    const written = await touchstone('init', 'plugin', 'evaluator');
    const [first = [], second = []] = nextOf(written);
    await touchstone(...first.slice(1));
    const { stdout } = await touchstone(...second.slice(1));
    expect(stdout).toContain('my-evaluator');
  });

  it('writes a benchmark with its world', async () => {
    const written = await touchstone('init', 'plugin', 'benchmark', 'our-app');
    const [[, ...run] = []] = nextOf(written);
    const { stdout } = await touchstone(...run, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ finished: 2, voided: 0 });
  });

  it('writes a dialect that reads an answer', async () => {
    await touchstone('init', 'plugin', 'dialect', 'one-line');
    const done = await spawnTouchstone(['parse', '--dialect', './one-line.mjs', '--screen', '1080x2400'], {
      cwd: folder.path,
      input: 'TAP 500 500',
    });
    expect(done.code).toBe(0);
    expect(done.stdout).toContain('tap');
  });

  it.each(['agent', 'evaluator', 'benchmark'])(
    'writes the %s in TypeScript that only needs its types taken out',
    async (part) => {
      const name = `typed-${part}`;
      const { stdout } = await touchstone('init', 'plugin', part, name, '--typescript');
      expect(stdout).toContain(`  ${name}.mts`);
      const text = await readFile(join(folder.path, `${name}.mts`), 'utf8');
      const options = {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2023,
        erasableSyntaxOnly: true,
      };
      const { outputText, diagnostics } = ts.transpileModule(text, {
        compilerOptions: options,
        reportDiagnostics: true,
      });
      expect(diagnostics).toEqual([]);
      if (part === 'agent') {
        // As docs/init.md and the command say for an older Node.
        const page = await readFile(new URL('../../docs/init.md', import.meta.url), 'utf8');
        const flags = /tsc \S+\.mts (--noCheck .*?) +#/.exec(page)?.[1]?.split(' ') ?? [];
        expect(flags).toHaveLength(5);
        await execFile(process.execPath, [TSC, `${name}.mts`, ...flags], { cwd: folder.path });
      } else {
        await writeFile(join(folder.path, `${name}.mjs`), outputText);
      }
      const kind = part === 'benchmark' ? 'benchmarks' : `${part}s`;
      const listed = await touchstone('list', kind, '--plugin', `./${name}.mjs`);
      expect(listed.stdout).toContain(name);
    },
  );
});

describe('touchstone init config', () => {
  it('writes a configuration that is shown and run as printed', async () => {
    await using endpoint = await openModelEndpoint(() => 'Action: finished()');
    const written = await touchstone(
      'init',
      'config',
      'model.json',
      '--model',
      'm1',
      '--base-url',
      endpoint.baseUrl,
    );
    const [show = [], run = []] = nextOf(written);
    const { stdout: settings } = await touchstone(...show.slice(1), '--json');
    expect(settings).toContain('"m1"');
    const { stdout } = await touchstone(...run.slice(1), '--json');
    expect(JSON.parse(stdout)).toMatchObject({ finished: 3, voided: 0 });
    expect(endpoint.requests.length).toBeGreaterThanOrEqual(3);
  });
});

describe('touchstone init ci', () => {
  const scripts = {
    github: (text: string): string[] => {
      const { jobs } = parse(text) as { jobs: Record<string, { steps: { run?: string }[] }> };
      return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')));
    },
    gitlab: (text: string): string[] => {
      const { touchstone: job } = parse(text) as { touchstone: { script: string[] } };
      return job.script.flatMap((one) => one.split('\n'));
    },
  };

  it.each([
    ['github', '.github/workflows/touchstone.yml', []],
    [
      'github',
      '.github/workflows/touchstone.yml',
      ['--model', 'm 1', '--base-url', 'http://localhost:8000/v1'],
    ],
    ['gitlab', '.gitlab/touchstone.yml', ['--world', "./it's mine", '--min-success', '80%']],
  ] as const)('writes a workflow for %s whose commands are ours', async (service, file, flags) => {
    await touchstone('init', 'ci', service, '--force', ...flags);
    const text = await readFile(join(folder.path, file), 'utf8');
    const ours = scripts[service](text).filter((line) => line.startsWith('touchstone '));
    expect(ours).toHaveLength(2);
    for (const line of ours) {
      const [, ...words] = wordsOf(line.replaceAll(String.raw`'\''`, '_'));
      const seen = await parsed(words);
      expect(seen).toEqual([words[0]]);
    }
  });
});

/** The command that takes these words, with nothing of it carried out. @throws for a word that it does not take */
async function parsed(words: readonly string[]): Promise<readonly string[]> {
  const quiet = { write: () => true };
  const context = {
    stdout: quiet,
    stderr: quiet,
    workingDirectory: folder.path,
  } as unknown as CommandContext;
  const program = await buildProgram(context, words);
  const seen: string[] = [];
  for (const command of program.commands) {
    command.exitOverride().action(() => {
      seen.push(command.name());
    });
  }
  await program.parseAsync(['node', 'touchstone', ...words]);
  return seen;
}

describe('touchstone init', () => {
  it('never replaces a file unless it is told to', async () => {
    await touchstone('init', 'plugin', 'agent', 'mine');
    await writeFile(join(folder.path, 'mine.mjs'), 'changed');
    const done = await runTouchstone(['init', 'plugin', 'agent', 'mine'], { cwd: folder.path });
    expect(done.code).toBe(2);
    expect(done.stderr).toContain('is there already; nothing was written');
    expect(await readFile(join(folder.path, 'mine.mjs'), 'utf8')).toBe('changed');
    await touchstone('init', 'plugin', 'agent', 'mine', '--force');
    expect(await readFile(join(folder.path, 'mine.mjs'), 'utf8')).toContain('defineAgent');
  });

  it('waits for nobody where there is no terminal', async () => {
    for (const args of [['init'], ['init', 'config']]) {
      const done = await spawnTouchstone(args, { cwd: folder.path });
      expect(done.code).toBe(2);
      expect(done.stderr).toContain('there is no terminal');
    }
  });
});

describe('the starter world', () => {
  it('is what its script draws', async () => {
    const { execFile } = await import('node:child_process');
    const { promisify } = await import('node:util');
    const again = join(folder.path, 'starter-again');
    const script = fileURLToPath(new URL('../../scripts/draw-starter.mjs', import.meta.url));
    await promisify(execFile)(process.execPath, [script, again]);
    for (const name of [
      'graph.json',
      'suite.json',
      ...(await readdir(join(STARTER, 'screens'))).map((one) => `screens/${one}`),
    ]) {
      const [here, there] = await Promise.all([readFile(join(STARTER, name)), readFile(join(again, name))]);
      // Another release of the drawing library may round a corner otherwise.
      if (name.endsWith('.png')) expect(there.byteLength).toBeGreaterThan(1000);
      else expect(there.toString('utf8'), name).toBe(here.toString('utf8'));
    }
  });
});
