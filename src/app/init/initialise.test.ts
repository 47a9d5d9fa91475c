import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GraphFileSchema } from '../../formats/graph/graph-file.js';
import { smallPng } from '../../testing/small-png.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { askInit, type InitConsole } from './ask-init.js';
import { initialise, type InitRequest } from './initialise.js';

const signal = new AbortController().signal;

async function initialiseIn(workingDirectory: string, request: InitRequest, force = false) {
  return await initialise(request, { force, workingDirectory, interrupted: signal });
}

const world = (screenshots: string | null): InitRequest => ({
  type: 'world',
  folder: 'w',
  screenshots,
  edges: 'line',
});

/** A person who gives these lines, and what was asked. */
function person(lines: readonly string[]): { console: InitConsole; asked: string[] } {
  const asked: string[] = [];
  const left = [...lines];
  return {
    asked,
    console: {
      show: (text) => asked.push(text),
      ask: async (question) => {
        asked.push(question);
        return left.shift() ?? null;
      },
    },
  };
}

describe('a world of screenshots', () => {
  it('takes sizes from the pictures, ids from their names, hierarchies from next to them', async () => {
    await using folder = await temporaryFolder();
    const shots = join(folder.path, 'shots');
    await mkdir(shots);
    const names = ['2 log in.png', '10 登录.PNG', '1.png', '1.xml', 'notes.txt'];
    const wide = { width: 40, height: 20 };
    const tall = { width: 20, height: 40 };
    for (const name of names)
      await writeFile(join(shots, name), smallPng(name.startsWith('2') ? wide : tall));
    await initialiseIn(folder.path, world('shots'));
    const graph = GraphFileSchema.parse(
      JSON.parse(await readFile(join(folder.path, 'w', 'graph.json'), 'utf8')),
    );
    expect(graph.screenSize).toEqual(tall);
    expect(graph.nodes.map(({ id, screens }) => ({ id, ...screens?.[0] }))).toEqual([
      { id: '1', picture: 'screens/1.png', hierarchy: 'screens/1.xml' },
      { id: '2-log-in', picture: 'screens/2-log-in.png', size: wide },
      { id: '10-登录', picture: 'screens/10-登录.png' },
    ]);
    expect(graph.nodes[1]?.edges).toEqual([
      { to: '10-登录', actions: [{ type: 'click', box: [0, 0, 39, 19] }] },
    ]);
    const written = await readdir(join(folder.path, 'w', 'screens'));
    expect(written.toSorted()).toEqual(['1.png', '1.xml', '10-登录.png', '2-log-in.png']);
  });

  it('is refused with what to do where there are too few, or what is no picture', async () => {
    await using folder = await temporaryFolder();
    const shots = join(folder.path, 'shots');
    const attempt = () => initialiseIn(folder.path, world('shots'));
    await expect(attempt()).rejects.toThrow('cannot be read');
    await mkdir(shots);
    await expect(attempt()).rejects.toThrow('has no PNG or JPEG file; a world is made of 2 to 500');
    await writeFile(join(shots, '1.png'), smallPng({ width: 9, height: 9 }));
    await expect(attempt()).rejects.toThrow('has one picture');
    await writeFile(join(shots, '2.png'), 'no picture');
    await expect(attempt()).rejects.toMatchObject({
      code: 'USER',
      place: { file: join(shots, '2.png') },
      hint: 'Save it as PNG, or take it out of the folder.',
    });
    await writeFile(join(shots, '2.png'), '');
    await expect(attempt()).rejects.toThrow('neither a PNG nor a JPEG');
    expect(await readdir(folder.path)).toEqual(['shots']);
  });

  it('gives pictures of one name two ids', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'shots'));
    for (const name of ['a b.png', 'a-b.png', '！.png'])
      await writeFile(join(folder.path, 'shots', name), smallPng({ width: 9, height: 9 }));
    await initialiseIn(folder.path, world('shots'));
    const written = await readdir(join(folder.path, 'w', 'screens'));
    expect(written.toSorted()).toEqual(['a-b-2.png', 'a-b.png', 'screen.png']);
  });
});

describe('what is there already', () => {
  it('stays, and nothing else is written', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'w'));
    await writeFile(join(folder.path, 'w', 'suite.json'), 'mine');
    await expect(initialiseIn(folder.path, world(null))).rejects.toThrow(
      'suite.json is there already; nothing was written',
    );
    expect(await readdir(join(folder.path, 'w'))).toEqual(['suite.json']);
    await initialiseIn(folder.path, world(null), true);
    expect(await readFile(join(folder.path, 'w', 'suite.json'), 'utf8')).toContain('"name": "w"');
  });

  it('stays where it is the tasks that a phone is made for', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'shots'));
    for (const name of ['1.png', '2.png'])
      await writeFile(join(folder.path, 'shots', name), smallPng({ width: 9, height: 9 }));
    await mkdir(join(folder.path, 'w'));
    await writeFile(join(folder.path, 'w', 'suite.json'), 'mine');
    const { notes } = await initialiseIn(folder.path, world('shots'));
    expect(notes).toContain('Its suite.json was there and stays.');
    expect(await readFile(join(folder.path, 'w', 'suite.json'), 'utf8')).toBe('mine');
    await expect(initialiseIn(folder.path, world('shots'))).rejects.toThrow('graph.json is there already');
  });

  it('is not written through a link', async () => {
    await using folder = await temporaryFolder();
    const plugin: InitRequest = { type: 'plugin', kind: 'agent', name: 'mine', language: 'js' };
    await symlink(join(folder.path, 'elsewhere'), join(folder.path, 'mine.mjs'));
    await expect(initialiseIn(folder.path, plugin)).rejects.toThrow('is there already');
  });
});

describe('values that do not fit', () => {
  const config = {
    type: 'config',
    file: 'c.json',
    agent: 'direct',
    model: 'm',
    provider: null,
    dialect: null,
    apiKeyVariable: null,
  } as const;
  it.each<[string, InitRequest]>([
    ['is no name of a part', { type: 'plugin', kind: 'agent', name: '../mine', language: 'js' }],
    [
      'no template of a dialect in TypeScript',
      { type: 'plugin', kind: 'dialect', name: 'mine', language: 'ts' },
    ],
    ['baseUrl', { ...config, baseUrl: 'localhost:8000' }],
    [
      'does not fit on a line',
      {
        type: 'ci',
        service: 'github',
        world: 'a\nb',
        agent: 'random',
        model: null,
        baseUrl: null,
        minSuccess: '0%',
      },
    ],
  ])('are refused: %s', async (message, request) => {
    await using folder = await temporaryFolder();
    await expect(initialiseIn(folder.path, request)).rejects.toMatchObject({
      code: 'USER',
      message: expect.stringContaining(message) as string,
    });
    expect(await readdir(folder.path)).toEqual([]);
  });
});

describe('a workflow', () => {
  const ci = { type: 'ci', world: './w', model: null, baseUrl: null } as const;

  it.each(['github', 'gitlab'] as const)(
    'never passes by itself: agent and rate are left to say, %s',
    async (service) => {
      await using folder = await temporaryFolder();
      const left = await initialiseIn(folder.path, { ...ci, service, agent: null, minSuccess: null });
      const text = await readFile(left.written[0] ?? '', 'utf8');
      expect(text).toContain('--agent TODO --min-success TODO');
      expect(left.commands.filter((line) => line.includes('TODO'))).toEqual([
        expect.stringContaining('--agent'),
        expect.stringContaining('--min-success'),
      ]);
      expect(left.notes.join(' ')).toContain('npm run package');
      const said = await initialiseIn(
        folder.path,
        { ...ci, service, agent: 'random', minSuccess: '5%' },
        true,
      );
      expect(await readFile(said.written[0] ?? '', 'utf8')).toContain('--agent random --min-success 5%');
      expect(said.commands.join(' ')).not.toContain('TODO');
    },
  );
});

describe('somebody at a terminal', () => {
  it('is asked for what is to be written, with something to take for each answer', async () => {
    const { console, asked } = person(['', '', '', '']);
    expect(await askInit(null, { console, signal })).toEqual({
      type: 'world',
      folder: 'my-world',
      screenshots: null,
      edges: 'line',
    });
    expect(asked[0]).toBe('What shall be written (world, plugin, config, ci) [world]: ');
  });

  it('may answer by the first letters, and is asked again', async () => {
    const { console, asked } = person(['nothing', 'pl', 'e', 't', 'few-taps']);
    expect(await askInit(null, { console, signal })).toEqual({
      type: 'plugin',
      kind: 'evaluator',
      name: 'few-taps',
      language: 'ts',
    });
    expect(asked).toContain('One of: world, plugin, config, ci.');
  });

  it('is asked for a model until there is one', async () => {
    const { console } = person(['', 'http://localhost:8000/v1', '', 'm1', 'ui_tars', '']);
    expect(await askInit('config', { console, signal })).toEqual({
      type: 'config',
      file: 'touchstone.config.json',
      agent: 'direct',
      model: 'm1',
      provider: null,
      baseUrl: 'http://localhost:8000/v1',
      dialect: 'ui_tars',
      apiKeyVariable: null,
    });
  });

  it('hears of a file that is there before anything else is asked', async () => {
    const isTaken = (path: string): boolean =>
      ['touchstone.config.json', 'w/graph.json', 'my-agent.mjs', '.gitlab/touchstone.yml'].includes(path);
    const config = person(['', 'other.json', 'http://h/v1', 'm1', '', '']);
    expect(await askInit('config', { console: config.console, isTaken, signal })).toMatchObject({
      file: 'other.json',
    });
    expect(config.asked[1]).toBe(
      'touchstone.config.json is there already: name another place, or begin again with --force to replace it.',
    );
    const world = person(['w', 'v', '', '']);
    expect(await askInit('world', { console: world.console, isTaken, signal })).toMatchObject({
      folder: 'v',
    });
    const agent = person(['agent', 'js', '', 'mine']);
    expect(await askInit('plugin', { console: agent.console, isTaken, signal })).toMatchObject({
      name: 'mine',
    });
    const ci = person(['gitlab', 'never asked']);
    await expect(askInit('ci', { console: ci.console, isTaken, signal })).rejects.toThrow(
      '.gitlab/touchstone.yml is there already; nothing was written',
    );
    expect(ci.asked).toHaveLength(1);
  });

  it('may go away: nothing is asked or written any more', async () => {
    expect(await askInit('ci', { console: person(['gitlab']).console, signal })).toBeNull();
  });
});
