import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTouchstone } from './run-touchstone.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let folder = '';

/** The example of the documentation, in a folder that depends on Touchstone. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-own-'));
  const page = await readFile(join(ROOT, 'docs/dialects/README.md'), 'utf8');
  const example = /```js\n(import [\s\S]*?)```/.exec(page)?.[1];
  if (example === undefined) throw new Error('docs/dialects/README.md has no example');
  await writeFile(join(folder, 'plain-words.mjs'), example);
  await mkdir(join(folder, 'node_modules'));
  await symlink(ROOT, join(folder, 'node_modules', 'touchstone'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the dialect that the documentation shows', () => {
  it('reads an answer on the command line', async () => {
    await writeFile(join(folder, 'answer.txt'), 'I see the button.\nTAP 500 250\n');
    const args = ['parse', 'answer.txt', '--dialect', './plain-words.mjs', '--screen', '1080x2400'];
    const read = await runTouchstone(args, { cwd: folder });
    expect(read.stderr).toBe('');
    expect(read.stdout).toContain('tap  at (540, 600) px = (50.0 %, 25.0 %)');
    expect(read.code).toBe(0);
    const json = await runTouchstone([...args, '--json'], { cwd: folder });
    expect(JSON.parse(json.stdout)).toMatchObject({
      dialect: 'plain_words',
      type: 'actions',
      lenient: false,
    });
  });

  it('says where an answer cannot be read, and ends with 1', async () => {
    await writeFile(join(folder, 'answer.txt'), 'hm\nFLY 1 2');
    const args = ['parse', 'answer.txt', '--dialect', './plain-words.mjs'];
    const read = await runTouchstone(args, { cwd: folder });
    expect(read.stdout).toContain('No action: unknown_action');
    expect(read.stdout).toContain('  ^^\n');
    expect(read.code).toBe(1);
  });

  it('keeps the contract', async () => {
    const program = `
      import { dialectContract } from 'touchstone/testing';
      import family from './plain-words.mjs';
      for (const { run } of dialectContract({ family, texts: ['hello', 'TAP 1 2'] })) await run();
      console.log('kept');
    `;
    await writeFile(join(folder, 'check.mjs'), program);
    expect(await nodeOutput(['check.mjs'])).toBe('kept\n');
  });

  it('shows its prompts, and takes another in their place', async () => {
    const saved = await runTouchstone(
      ['prompts', 'show', '--dialect', './plain-words.mjs', '--save', 'prompts'],
      {
        cwd: folder,
      },
    );
    expect(saved.code).toBe(0);
    expect(await readFile(join(folder, 'prompts/turn.txt'), 'utf8')).toContain('{{instruction}}');
    await writeFile(join(folder, 'mine.txt'), 'Do this: {{instruction}}');
    const args = [
      'prompts',
      'show',
      '--dialect',
      './plain-words.mjs',
      '--prompt',
      'turn=mine.txt',
      '--name',
      'turn',
    ];
    const shown = await runTouchstone(args, { cwd: folder });
    expect(shown.stdout).toBe('Do this: {{instruction}}');
  });
});

describe('a dialect in a folder without Touchstone', () => {
  let bare = '';

  beforeAll(async () => {
    bare = await mkdtemp(join(tmpdir(), 'touchstone-bare-'));
  });

  afterAll(async () => {
    await rm(bare, { recursive: true, force: true });
  });

  const parse = (file: string) =>
    runTouchstone(['parse', '--dialect', file, '--screen', '1080x2400'], { cwd: bare, input: 'TAP 500 250' });

  it('works as well', async () => {
    await writeFile(join(bare, 'words.mjs'), await readFile(join(folder, 'plain-words.mjs')));
    const read = await parse('./words.mjs');
    expect(read.stderr).toBe('');
    expect(read.stdout).toContain('tap  at (540, 600) px');
    expect(read.code).toBe(0);
  });

  it.each([
    ['imports what is nowhere', "import 'no-such-package';", "'no-such-package'"],
    ['imports a part that Touchstone does not have', "import 'touchstone/nothing';", './nothing'],
    ['is no JavaScript', 'export default {{', 'SyntaxError: Unexpected token'],
    [
      'throws',
      "\nthrow new Error('on purpose');",
      ':2: the module of the dialect cannot be loaded: Error: on purpose',
    ],
    ['is not there', null, 'there is no such file'],
  ])('says what is wrong with a module that %s', async (name, text, words) => {
    const file = `${name.replaceAll(' ', '-')}.mjs`;
    if (text !== null) await writeFile(join(bare, file), text);
    const read = await parse(`./${file}`);
    expect(read.stderr).toContain(file);
    expect(read.stderr).toContain(words);
    expect(read.stderr).toContain('[USER]');
    expect(read.code).toBe(2);
  });
});

async function nodeOutput(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}
