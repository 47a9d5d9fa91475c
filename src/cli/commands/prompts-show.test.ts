import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { QUESTION_PROMPTS } from '../../agents/questions/question-prompts.js';
import { DIMENSIONS } from '../../benchmarks/dimensions/dimension.js';
import { commandContext } from '../../testing/command-context.js';
import { chatCompletion, openChatEndpoint, sendJson } from '../../testing/models/chat-endpoint.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { buildProgram } from '../program.js';

async function touchstone(workingDirectory: string, ...args: string[]): Promise<string> {
  const { context, printed } = commandContext({ workingDirectory, environment: {} });
  const program = await buildProgram(context, args);
  await program.parseAsync(['node', 'touchstone', ...args]);
  return printed();
}

const printedBy = async (...args: string[]): Promise<Record<string, string>> =>
  JSON.parse(await touchstone('.', 'prompts', 'show', '--json', ...args)) as Record<string, string>;

describe('touchstone prompts show', () => {
  it('prints the prompts of the questions of every dimension, and of no other', async () => {
    const own = Object.keys(await printedBy());
    expect(own).toContain('turn');
    const names: string[] = [];
    for (const dimension of DIMENSIONS) {
      const prompts = await printedBy('--dimensions', dimension);
      if (dimension === 'navigation') expect(Object.keys(prompts)).toEqual(own);
      else names.push(...Object.keys(prompts));
    }
    expect(new Set(names)).toEqual(new Set(Object.keys(QUESTION_PROMPTS)));
    expect(new Set(Object.keys(await printedBy('--dimensions', 'all')))).toEqual(new Set([...own, ...names]));
  });

  it('finds a prompt of questions by its name, and names the nearest one', async () => {
    expect(await touchstone('.', 'prompts', 'show', '--name', 'question_truth')).toBe(
      QUESTION_PROMPTS.question_truth,
    );
    await expect(touchstone('.', 'prompts', 'show', '--name', 'question_thruth')).rejects.toMatchObject({
      hint: expect.stringContaining('question_truth') as string,
    });
    await expect(touchstone('.', 'prompts', 'show', '--dimensions', 'plannning')).rejects.toThrow(
      /no dimension/,
    );
  });

  it('saves them as files that a run asks with', async () => {
    await using folder = await temporaryFolder();
    await using endpoint = await openChatEndpoint((_, response) =>
      sendJson(response, 200, chatCompletion('NO')),
    );
    await touchstone(folder.path, 'prompts', 'show', '--dimensions', 'planning', '--save', '.');
    const files = await readdir(folder.path);
    expect(files.toSorted()).toEqual([
      'question_completion.txt',
      'question_completion_picture.txt',
      'question_completion_system.txt',
      'question_completion_text.txt',
    ]);
    const file = join(folder.path, 'question_completion.txt');
    await writeFile(file, `MINE ${await readFile(file, 'utf8')}`);
    const run = ['run', 'pocket', '--dimensions', 'planning', '--modality', 'text', '--limit', '1'];
    const model = ['--model', 'test', '--base-url', endpoint.baseUrl];
    await touchstone(
      folder.path,
      ...run,
      ...model,
      '--prompt',
      'question_completion=question_completion.txt',
    );
    expect(JSON.stringify(endpoint.calls.at(-1)?.body)).toContain('MINE GOAL:');
  });

  it.each([
    [['--dimensions', 'planning'], 'question_completon', /nobody has a prompt "question_completon"/],
    [[], 'question_completion', /no question is asked/],
  ])('a run refuses a prompt that it would not ask with: %s %s', async (flags, name, message) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'mine.txt'), 'x');
    const model = ['--model', 'test', '--base-url', 'http://127.0.0.1:9/v1'];
    const run = touchstone(folder.path, 'run', 'pocket', ...flags, ...model, '--prompt', `${name}=mine.txt`);
    await expect(run).rejects.toThrow(message);
  });

  it('is what the documents name the prompts of questions by', async () => {
    const page = await readFile('docs/benchmarks/sphinx.md', 'utf8');
    const section = page.slice(
      page.indexOf('### Prompts of questions'),
      page.indexOf('### Questions of your own'),
    );
    const named = [...section.matchAll(/`(question_[a-z_]+)`/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(Object.keys(QUESTION_PROMPTS)));
    for (const [name, text] of Object.entries(QUESTION_PROMPTS)) {
      const row = section.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
      const placeholders = [...text.matchAll(/\{\{([a-z_]+)\}\}/g)].map(([, placeholder]) => placeholder);
      const listed = [...(row.split('|')[3] ?? '').matchAll(/`([a-z_]+)`/g)].map(
        ([, placeholder]) => placeholder,
      );
      expect(listed, name).toEqual(expect.arrayContaining(placeholders));
    }
  });
});
