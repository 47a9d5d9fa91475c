import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mode } from '../../domain/mode.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { lintBenchmark } from './lint-benchmark.js';

const click = (to: string, left: number) => ({
  to,
  actions: [{ type: 'click', box: [left, 0, left + 9, 9] }],
});
const NODES = [
  { id: 'home' },
  { id: 'list', edges: [click('form', 0), click('ada', 20), click('bo', 40)] },
  { id: 'form', edges: [{ to: 'typed', actions: [{ type: 'type', text: 'Buy milk' }] }, click('saved', 0)] },
  { id: 'typed', edges: [click('saved', 0)] },
  { id: 'saved', edges: [click('list', 0)] },
  { id: 'ada', edges: [click('called', 0)] },
  { id: 'bo', edges: [click('called', 0)] },
  { id: 'called', edges: [click('list', 0)] },
];
const SHOWN: Readonly<Record<string, string>> = {
  home: 'Home',
  list: 'People and things',
  form: 'New',
  typed: 'Buy milk',
  ada: 'Ada Lund',
  bo: 'Bo Fisk',
  called: 'Call',
  saved: 'Saved',
};

interface Given {
  readonly instruction: string;
  readonly screens?: readonly string[];
  readonly shown?: string;
}

/** What lint says of a world of these pages with one task. */
async function lint({ instruction, screens, shown }: Given, mode: Mode = 'corrected') {
  await using folder = await temporaryFolder({ onDisk: true });
  for (const [id, text] of Object.entries(SHOWN)) {
    await writeFile(join(folder.path, `${id}.xml`), hierarchyXml([uiNode({ text, bounds: '[0,0][9,9]' })]));
  }
  const nodes = NODES.map((node) =>
    SHOWN[node.id] === undefined
      ? node
      : { ...node, screens: [{ id: node.id, hierarchy: `${node.id}.xml` }] },
  );
  const graph = {
    formatVersion: 1,
    name: 'rooms',
    screenSize: { width: 60, height: 60 },
    root: 'home',
    launcher: { apps: [{ name: 'Notes', entries: ['list'] }] },
    nodes,
  };
  const milestones = (screens ?? []).map((id) => ({ id, type: 'screen', screens: [id] }));
  const rule = {
    type: 'findelement',
    match_type: 'equal',
    match_rules: { text: shown },
    check_type: 'equal',
    check_rules: {},
  };
  const suite = {
    formatVersion: 1,
    name: 'errands',
    version: '1',
    languages: ['en'],
    defaultMaxSteps: 9,
    tasks: [
      {
        id: 'errand',
        instructions: { en: instruction },
        apps: ['Notes'],
        ...(milestones.length === 0
          ? {}
          : { milestones: [{ id: 'all', type: 'group', order: 'ordered', children: milestones }] }),
        ...(shown === undefined ? {} : { evaluators: [rule] }),
      },
    ],
  };
  await writeFile(join(folder.path, 'graph.json'), JSON.stringify(graph));
  await writeFile(join(folder.path, 'suite.json'), JSON.stringify(suite));
  const { report } = await lintBenchmark({
    benchmark: folder.path,
    data: null,
    mode,
    repair: false,
    plugins: [],
    workingDirectory: folder.path,
    signal: new AbortController().signal,
  });
  return report.findings
    .filter(({ rule: id }) => ['task/text-not-needed', 'task/passes-without-name'].includes(id))
    .map(({ message }) => message);
}

describe('the search for cheats', () => {
  it('finds the shortest way past a text that nothing asks for', async () => {
    const instruction = 'Add “Buy milk” to the list';
    expect(await lint({ instruction, screens: ['saved'] })).toEqual([
      'task errand passes without "Buy milk", which its instruction names: open notes, tap to form, tap to saved',
    ]);
    expect(await lint({ instruction, screens: ['typed', 'saved'] })).toEqual([]);
  });

  it('finds it past a person whose page nobody has to see, by milestones and by rules', async () => {
    const cheat = 'open notes, tap to bo, tap to called';
    for (const given of [{ screens: ['called'] }, { shown: 'Call' }, { screens: ['list'], shown: 'Call' }]) {
      expect(await lint({ instruction: 'Please call Ada Lund', ...given })).toEqual([
        `task errand passes without "Ada Lund", which its instruction names: ${cheat}`,
      ]);
    }
    expect(await lint({ instruction: 'Please call Ada Lund', screens: ['ada', 'called'] })).toEqual([]);
    expect(
      await lint({ instruction: 'Please call Ada Lund', screens: ['called'], shown: 'Ada Lund' }),
    ).toEqual([]);
  });

  it('passes over names that the world does not know', async () => {
    expect(await lint({ instruction: 'Please call Cy Moe', screens: ['called'] })).toEqual([]);
  });
});

describe('tasks whose solution passes with other texts than it types', () => {
  it('are found in reference mode, where an empty text is a part of every text', async () => {
    const given = { instruction: 'Add “Buy milk” to the list', screens: ['typed', 'saved'] };
    expect(await lint(given, 'reference')).toEqual([
      'the shortest solution of task errand passes with its texts emptied and with the first character of its texts',
    ]);
    expect(await lint(given)).toEqual([]);
  });
});
