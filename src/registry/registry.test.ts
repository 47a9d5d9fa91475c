import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormats } from '../app/export/export-dataset.js';
import { defineExporter } from '../exports/training/define-exporter.js';
import { defineImporter } from '../formats/test-cases/importer.js';
import { noOpAgent } from '../agents/baselines/no-op.js';
import { defineAgent } from '../agents/define-agent.js';
import { z } from 'zod';
import { temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { loadPlugin } from './plugins/load-plugin.js';
import { PluginError } from './plugins/plugin-error.js';
import { definePlugin } from './plugins/plugin.js';
import { Registry } from './registry.js';

function agentNamed(name: string) {
  return defineAgent({ name, title: 'waits', roles: [], options: z.object({}), create: () => noOpAgent() });
}

function loaded(name: string, agents: readonly string[], file = `/${name}.mjs`) {
  const plugin = definePlugin({ name, version: '2', agents: agents.map(agentNamed) });
  return { plugin, named: file, file, hash: name.repeat(4) };
}

describe('the registry', () => {
  it('has the parts of plug-ins in addition to its own, and says where each comes from', () => {
    const registry = new Registry([loaded('mine', ['sleepy'])]);
    expect(registry.agent('sleepy').name).toBe('sleepy');
    expect(registry.agent('/mine.mjs').name).toBe('sleepy');
    expect([registry.originOf('agents', 'sleepy'), registry.originOf('agents', 'random')]).toEqual([
      'mine 2',
      'touchstone',
    ]);
    expect(registry.identity()).toEqual({ mine: { version: '2', hash: 'minemineminemine' } });
    expect(new Registry().identity()).toBeUndefined();
    expect(() => new Registry().agent('sleepy')).toThrow('there is no agent "sleepy"');
  });

  it('names both where two have one name', () => {
    const clash = (...plugins: readonly ReturnType<typeof loaded>[]) => {
      expect(() => new Registry(plugins)).toThrow(PluginError);
      return () => new Registry(plugins);
    };
    expect(clash(loaded('a', ['random']))).toThrow('"random": one of touchstone, one of /a.mjs');
    expect(clash(loaded('a', ['x']), loaded('b', ['x']))).toThrow('"x": one of a 2, one of /b.mjs');
    expect(clash(loaded('a', []), loaded('a', [], '/c.mjs'))).toThrow('"a": one of /a.mjs, one of /c.mjs');
  });

  it('takes one part of a file in place of a name, not none and not several', () => {
    const registry = new Registry([loaded('one', ['p']), loaded('two', ['x', 'y'])]);
    expect(() => registry.agent('/two.mjs')).toThrow('several agents in it: x, y');
    expect(() => registry.benchmark('/one.mjs', '/')).toThrow('this is no benchmark');
  });
});

describe('exporters and importers', () => {
  const lines = defineExporter({ name: 'lines', title: 'one text a line', line: ({ id }) => ({ id }) });
  const notes = defineImporter({ name: 'notes', title: 'notes', read: async () => [] });
  const plugin = definePlugin({ name: 'mine', version: '2', exporters: [lines], importers: [notes] });
  const registry = new Registry([{ plugin, named: './mine.mjs', file: '/mine.mjs', hash: '' }]);

  it('are found by name, and a module in place of one', () => {
    expect(registry.exporters.get('lines')).toMatchObject({ forms: ['records'], placeholders: [] });
    expect([...registry.exporters.keys()]).toContain('sharegpt');
    expect(registry.pluginExporters()).toEqual([lines]);
    expect(registry.importer('notes')).toBe(notes);
    expect(registry.importer('./mine.mjs')).toBe(notes);
    expect(() => registry.importer('other')).toThrow('there is no importer "other"');
  });

  it('are refused under the name of another format', () => {
    const named = (name: string) => [defineExporter({ ...lines, name })];
    expect(exportFormats(named('lines')).training.at(-1)?.name).toBe('lines');
    for (const name of ['trl', 'parquet', 'csv'])
      expect(() => exportFormats(named(name))).toThrow(`"${name}"`);
    expect(() => exportFormats([lines, lines])).toThrow('"lines"');
  });
});

describe('a plug-in', () => {
  const EVALUATOR = `{ name: 'e', version: '1', evaluate: async () => ({}) }`;

  async function load(text: string, check?: (hash: string) => void) {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'mine.mjs'), text);
    return await loadPlugin('./mine.mjs', folder.path, check);
  }

  it('may be one part alone, whose version is that of its bytes', async () => {
    const { plugin, hash } = await load(`export default ${EVALUATOR};`);
    expect(plugin).toMatchObject({ name: 'mine', version: hash.slice(0, 12) });
    expect(plugin.evaluators.map(({ name }) => name)).toEqual(['e']);
    expect(plugin.agents).toEqual([]);
  });

  it.each([
    ['export default 7;', 'neither a plug-in nor a part of one'],
    ['export const agent = 7;', 'there is no default export'],
    ['export default {', 'the plug-in cannot be loaded: '],
    ['throw new Error("no\\nmore");', 'cannot be loaded: Error: no'],
    ['export default { kind: "plugin", version: "1" };', 'no name or no version'],
    ['export default { kind: "plugin", name: "../x y", version: "1" };', 'no name or no version'],
    ['export default { kind: "plugin", name: "x", version: "1", agents: 3 };', 'its agents are no list'],
    [
      'export default { kind: "plugin", name: "x", version: "1", get agents() { throw new Error("not today"); } };',
      'what it exports cannot be read: not today',
    ],
    [
      'export default { kind: "plugin", name: "x", version: "1", exporters: [{ name: "f", title: "", line() {}, sidecars() {}, placeholders: [], forms: [] }] };',
      'its exporter number 1 has no forms',
    ],
    [
      'export default { kind: "plugin", name: "x", version: "1", importers: [{ name: "i", title: "" }] };',
      'its importer number 1 has no read',
    ],
    [
      'export default { kind: "plugin", name: "x", version: "1", benchmarks: [], agents: [null], dialects: [], evaluators: [] };',
      'its agent number 1 has no name',
    ],
    [
      `export default { kind: "plugin", name: "x", version: "1", benchmarks: [{ name: 'b', title: '', protocol: 'interactive', defaultMode: 'corrected', splits: [], open() {}, examples: { run: 'x' } }], agents: [], dialects: [], evaluators: [] };`,
      'its benchmark number 1 has no lists of examples',
    ],
    [
      `export default { kind: "plugin", name: "x", version: "1", benchmarks: [], agents: [], dialects: [], evaluators: [{ name: 'e', version: '1' }] };`,
      'its evaluator number 1 has no evaluate',
    ],
  ])('is refused with its file: %s', async (text, message) => {
    const refused = await load(text).then(
      () => null,
      (error: unknown) => error as PluginError,
    );
    expect(refused?.message).toContain(message);
    expect(refused?.message).toContain('mine.mjs');
    expect(refused?.fault).toBe('user');
  });

  it('is not run where its hash is refused', async () => {
    const text = `globalThis.wasRun = true;\nexport default ${EVALUATOR};`;
    await expect(
      load(text, () => {
        throw new Error('another one');
      }),
    ).rejects.toThrow('another one');
    expect('wasRun' in globalThis).toBe(false);
  });

  it('says what to install where it imports what is not there', async () => {
    await expect(load(`import 'no-such-package-here';`)).rejects.toMatchObject({
      hint: expect.stringContaining('`npm install no-such-package-here`'),
    });
    await expect(load(`import './other.mjs';`)).rejects.toMatchObject({
      hint: 'A file that it imports is not there.',
    });
  });

  it('is not there: the path is said once', async () => {
    await expect(loadPlugin('./gone.mjs', '/nowhere')).rejects.toMatchObject({
      message: '/nowhere/gone.mjs: the plug-in cannot be loaded: there is no such file',
    });
  });

  it('is hashed with the files behind links, and has no links to folders', async () => {
    await using folder = await temporaryFolder();
    const at = join(folder.path, 'node_modules', 'linked');
    await mkdir(join(folder.path, 'outside'));
    await mkdir(at, { recursive: true });
    const code = (name: string) => `export default { ...${EVALUATOR}, name: '${name}' };`;
    await writeFile(
      join(at, 'package.json'),
      JSON.stringify({ name: 'linked', version: '1.0.0', main: 'main.mjs' }),
    );
    await writeFile(join(at, 'main.mjs'), code('e'));
    await writeFile(join(folder.path, 'outside/part.mjs'), 'export const one = 1;');
    await symlink(join(folder.path, 'outside/part.mjs'), join(at, 'part.mjs'));
    const before = await loadPlugin('linked', folder.path);
    await writeFile(join(folder.path, 'outside/part.mjs'), 'export const one = 2;');
    const after = await loadPlugin('linked', folder.path);
    expect(after.hash).not.toBe(before.hash);
    await symlink(join(folder.path, 'outside'), join(at, 'folder'));
    await expect(loadPlugin('linked', folder.path)).rejects.toThrow('folder of the package linked is a link');
  });

  it('may be a package that is installed above the working directory', async () => {
    await using folder = await temporaryFolder();
    const at = join(folder.path, 'node_modules', '@me', 'plugin');
    await mkdir(join(at, 'node_modules', 'other'), { recursive: true });
    await mkdir(join(folder.path, 'deep'));
    const manifest = { name: '@me/plugin', version: '3.1.0', exports: { '.': { import: './main.js' } } };
    await writeFile(join(at, 'package.json'), JSON.stringify({ ...manifest, type: 'module' }));
    await writeFile(
      join(at, 'main.js'),
      `export default { kind: 'plugin', name: 'x', version: '1', benchmarks: [], agents: [], dialects: [], evaluators: [${EVALUATOR}] };`,
    );
    const found = await loadPlugin('@me/plugin', join(folder.path, 'deep'));
    expect(found.plugin).toMatchObject({ name: '@me/plugin', version: '3.1.0' });
    await writeFile(join(at, 'node_modules', 'other', 'x.js'), '');
    expect((await loadPlugin('@me/plugin', folder.path)).hash).toBe(found.hash);
    await writeFile(join(at, 'part.js'), '');
    expect((await loadPlugin('@me/plugin', folder.path)).hash).not.toBe(found.hash);
    const other = join(folder.path, 'node_modules', 'outside');
    await mkdir(other);
    for (const [exports, message] of [
      ['../@me/plugin/main.js', 'the module of the package outside lies outside of it'],
      ['./gone.js', 'the package outside has no module gone.js'],
    ]) {
      await writeFile(
        join(other, 'package.json'),
        JSON.stringify({ name: 'outside', version: '1.0.0', exports }),
      );
      await expect(loadPlugin('outside', folder.path)).rejects.toThrow(message);
    }
    await expect(loadPlugin('@me/other', folder.path)).rejects.toThrow('there is no package "@me/other"');
    await expect(loadPlugin('../@me', folder.path)).rejects.toThrow('neither the name of a package');
  });
});
