import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatasetError } from '../../../errors.js';
import { LintReportSchema, type LintReport } from '../../../formats/lint/lint-report.js';
import { lintWorld } from './lint-world.js';

let root = '';
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'touchstone-lint-world-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const GRAPH = {
  formatVersion: 1,
  name: 'rooms',
  screenSize: { width: 4, height: 4 },
  root: 'home',
  launcher: { apps: [{ name: 'Notes', entries: ['list'] }] },
  nodes: [
    { id: 'home' },
    { id: 'list', edges: [{ to: 'item', actions: [{ type: 'click', box: [0, 0, 1, 1] }] }] },
    { id: 'item', edges: [{ to: 'list', actions: [{ type: 'key', key: 'BACK' }] }] },
  ],
};
const SUITE = {
  formatVersion: 1,
  name: 'errands',
  version: '1',
  languages: ['en'],
  defaultMaxSteps: 9,
  tasks: [
    {
      id: 'look',
      instructions: { en: 'Look at the item' },
      apps: ['Notes'],
      milestones: [
        {
          id: 'g',
          type: 'group',
          order: 'ordered',
          children: [
            { id: 'm1', type: 'screen', screens: ['list'] },
            { id: 'm2', type: 'screen', screens: ['item'] },
          ],
        },
        { id: 'm3', type: 'answer', accepted: ['blue'] },
      ],
    },
  ],
};

type Files = Record<string, string | Uint8Array | object>;

async function lint(files: Files, options: { repair?: boolean } = {}): Promise<LintReport & { at: string }> {
  count += 1;
  const folder = join(root, `world-${count}`);
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(file, isRaw ? content : JSON.stringify(content, null, 1));
  }
  const { signal } = new AbortController();
  const report = await lintWorld(folder, {
    name: 'rooms',
    mode: 'corrected',
    repair: options.repair ?? false,
    signal,
  });
  return { ...report, at: folder };
}

const summary = (report: LintReport) =>
  report.findings.map(({ rule, place }) => `${rule} ${place?.file} ${place?.path?.join('.') ?? ''}`.trim());

describe('lintWorld', () => {
  it('has nothing to say about a sound world, and proves its task', async () => {
    const report = await lint({ 'graph.json': GRAPH, 'suite.json': SUITE });
    expect(report.findings).toEqual([]);
    expect(report.proofs).toMatchObject([
      { task: 'look', status: 'solved', steps: 3, milestones: 3, confirmed: null },
    ]);
    expect(report.proofs[0]?.witness.map(({ next }) => next)).toEqual(['list', 'item', null]);
    const { at: _, ...plain } = report;
    expect(LintReportSchema.parse(JSON.parse(JSON.stringify(plain)))).toEqual(plain);
  });

  it('leaves out broken parts one by one and checks the rest', async () => {
    const odd: unknown[] = [
      { id: 'list' },
      { id: 'odd', colour: 'red' },
      { id: 'alone', edges: [{ to: 'nowhere', actions: [] }] },
      { id: 'typo', edges: [{ to: 'list', actions: [{ type: 'clikc' }, { type: 'click' }] }] },
      { id: 'splash', showFor: 2, edges: [{ to: 'nowhere', actions: [{ type: 'wait' }] }] },
    ];
    const graph = { ...structuredClone(GRAPH), nodes: [...GRAPH.nodes, ...odd] };
    graph.launcher.apps[0]?.entries.push('gone');
    const report = await lint({ 'graph.json': graph, 'suite.json': SUITE });
    expect(summary(report)).toEqual(
      expect.arrayContaining([
        'file/contradiction graph.json nodes.3.id',
        'file/schema graph.json nodes.4',
        'file/contradiction graph.json nodes.5.edges.0.to',
        'file/schema graph.json nodes.6.edges.0.actions.0.type',
        'file/schema graph.json nodes.6.edges.0.actions.1',
        'file/contradiction graph.json nodes.7.edges.0.to',
        'file/contradiction graph.json launcher.apps.0.entries.1',
        'graph/unreachable-node graph.json nodes.5',
      ]),
    );
    expect(report.findings.every(({ place }) => (place?.line ?? 0) > 0)).toBe(true);
    expect(report.proofs[0]?.status).toBe('solved');
  });

  it('finds tasks whose rules read hierarchies that no screen has', async () => {
    const rule = {
      type: 'findelement',
      match_type: 'equal',
      match_rules: { text: 'Done' },
      check_type: 'equal',
      check_rules: {},
    };
    const typed = { type: 'lastaction', check_type: 'equal', check_rules: { action_type: 'input' } };
    const ready = { type: 'expectation', status: 'ready', expected: 'Done', rule };
    const tasks = [
      { id: 'look', instructions: { en: 'Look' }, evaluators: [rule] },
      { id: 'case', instructions: { en: 'Case' }, evaluators: [ready] },
      { id: 'type', instructions: { en: 'Type' }, evaluators: [typed] },
    ];
    const about = ({ findings }: LintReport) =>
      findings.filter((one) => one.rule === 'task/no-hierarchies').map((one) => one.subjects);
    const suite = { ...SUITE, tasks };
    expect(about(await lint({ 'graph.json': GRAPH, 'suite.json': suite }))).toEqual([['look'], ['case']]);
    const [home, ...others] = GRAPH.nodes;
    const nodes = [{ ...home, screens: [{ id: 'home', hierarchy: 'home.xml' }] }, ...others];
    const one = { ...GRAPH, nodes };
    const hierarchy = '<hierarchy><node text="Done" bounds="[0,0][4,4]"/></hierarchy>';
    const sound = await lint({ 'graph.json': one, 'suite.json': suite, 'home.xml': hierarchy });
    expect(about(sound)).toEqual([]);
  });

  it('finds taps anywhere, and what still says TODO', async () => {
    const edges = (right: number) => [{ to: 'item', actions: [{ type: 'click', box: [0, 0, right, 3] }] }];
    const [home, list, item] = GRAPH.nodes;
    const begun = { ...list, title: 'list (TODO: where is the tap?)', edges: edges(3) };
    const graph = { ...GRAPH, nodes: [home, begun, { ...item, title: 'Todo list' }] };
    const [task] = SUITE.tasks;
    const tasks = [
      { ...task, instructions: { en: 'Go on. (TODO: say what a user would want.)' } },
      { ...task, id: 'other', instructions: { en: 'Add milk to the list TODO' } },
    ];
    const about = (report: LintReport) =>
      summary(report).filter((line) => /todo-left|whole-screen/.test(line));
    expect(about(await lint({ 'graph.json': graph, 'suite.json': { ...SUITE, tasks } })).toSorted()).toEqual([
      'world/todo-left graph.json nodes.1.title',
      'world/todo-left suite.json tasks.0.instructions.en',
      'world/whole-screen-tap graph.json nodes.1.edges.0.actions.0.box',
    ]);
    const nodes = [home, { ...begun, title: 'list', edges: edges(2) }, item];
    expect(about(await lint({ 'graph.json': { ...GRAPH, nodes }, 'suite.json': SUITE }))).toEqual([]);
  });

  it('finds what is wrong with tasks, each at its place', async () => {
    const [task] = SUITE.tasks;
    const screen = (...screens: string[]) => [{ id: 'm', type: 'screen', screens }];
    const suite = {
      ...SUITE,
      languages: ['en', 'zh'],
      tasks: [
        { ...task, instructions: { en: 'Look', zh: '看' }, optimalSteps: 9 },
        { ...task, instructions: { en: ' Look ', zh: '看看' }, id: 'again', maxSteps: 2 },
        { ...task, id: 'look' },
        { id: 'free', instructions: { en: 'Free', zh: '免费' }, milestones: screen('home') },
        { id: 'typo', instructions: { en: 'Typo' }, milestones: screen('itm', 'item', 'item') },
        { id: 'lost', instructions: { en: 'Lost', zh: '丢' }, start: 'attic', milestones: screen('list') },
        { id: 'none', instructions: { en: 'None', zh: '无' }, apps: ['Shop'] },
        { id: 'rules', instructions: { en: 'Rules', zh: '规' }, evaluators: [{ type: 'stoppage' }] },
        { id: 'broken', instructions: {} },
      ],
    };
    const report = await lint({ 'graph.json': GRAPH, 'suite.json': suite });
    expect(new Set(summary(report))).toEqual(
      new Set([
        'task/label-beaten suite.json tasks.0',
        'task/duplicate-instruction suite.json tasks.1',
        'task/over-budget suite.json tasks.1',
        'file/contradiction suite.json tasks.2.id',
        'task/milestone-on-start suite.json tasks.3.milestones.0',
        'task/missing-language suite.json tasks.4',
        'task/milestone-absent suite.json tasks.4.milestones.0.screens.0',
        'task/repeated-screen suite.json tasks.4.milestones.0.screens.2',
        'task/unknown-start suite.json tasks.5',
        'task/unsolvable suite.json tasks.5',
        'task/no-milestone suite.json tasks.6',
        'task/unknown-app suite.json tasks.6',
        'task/not-provable suite.json tasks.7',
        'task/broken-rule suite.json tasks.7.evaluators.0.match_type',
        'file/schema suite.json tasks.8.instructions',
      ]),
    );
    const typo = report.findings.find(({ rule }) => rule === 'task/milestone-absent');
    expect(typo?.hint).toBe('Did you mean item?');
  });

  it('lists each expectation of a test case that waits, with its line and what to do', async () => {
    const rule = {
      type: 'findaction',
      match_type: 'equal',
      match_rules: {},
      check_type: 'equal',
      check_rules: {},
    };
    const expectation = { type: 'expectation', step: 2 };
    const evaluators = [
      { ...expectation, expected: 'a', status: 'ready', rule },
      { ...expectation, expected: 'b', status: 'draft', rule, was: 'c' },
      { ...expectation, expected: 'say "d"', status: 'unfinished', note: 'look' },
      { ...expectation, expected: 'e', status: 'not_checked', reason: 'a sound' },
      { ...expectation, expected: 'f', status: 'redy', rule },
    ];
    const tasks = [{ ...SUITE.tasks[0], evaluators }];
    const report = await lint({ 'graph.json': GRAPH, 'suite.json': { ...SUITE, tasks } });
    const found = report.findings.filter(({ rule: id }) => /expectation|broken/.test(id));
    expect(
      found.map(({ rule: id, severity, message, place }) => [id, severity, message, place?.path]),
    ).toEqual([
      [
        'task/draft-expectation',
        'error',
        'task look, step 2: the rule for "b" is a draft (it was "c" when the rule was written)',
        ['tasks', 0, 'evaluators', 1],
      ],
      [
        'task/unfinished-expectation',
        'error',
        'task look, step 2: no rule checks “say "d"” (look)',
        ['tasks', 0, 'evaluators', 2],
      ],
      [
        'task/broken-rule',
        'error',
        expect.stringContaining('evaluator 5, status: '),
        ['tasks', 0, 'evaluators', 4, 'status'],
      ],
      [
        'task/unchecked-expectation',
        'note',
        'task look, step 2: "e" is not checked: a sound',
        ['tasks', 0, 'evaluators', 3],
      ],
    ]);
    expect(found.every(({ place }) => (place?.line ?? 0) > 1)).toBe(true);
  });

  it('doubts rules that can never hold on the recorded pages, and those alone', async () => {
    const find = (rules: object, check: object = {}, type = 'findelement') => ({
      type,
      match_type: 'equal',
      match_rules: rules,
      check_type: 'equal',
      check_rules: check,
    });
    const ready = (rule: object) => ({ type: 'expectation', expected: 'New alarm', status: 'ready', rule });
    const evaluators = [
      ready(find({ text: 'Nwe alramm', 'resouce-id': 'zz' })),
      ready(find({ text: 'Nwe alramm' })),
      ready({
        type: 'rule',
        order: 'present',
        evaluators: [find({ text: 'New alarm' }), find({ text: 'Old' })],
      }),
      find({ text: 'New alarm', activity: '.Other' }, {}),
      find({ text: 'New alarm' }, { selected: 'true' }, 'stoppage'),
      find({ action_type: 'touch', text: 'Old' }, {}, 'findaction'),
      ready(find({ text: 'New alarm', activity: '.Alarms' }, { 'resource-id': 'title' })),
      find({ action_type: 'input', message: '7:30' }, { text: 'New alarm' }, 'findaction'),
      { type: 'expectation', expected: 'x', status: 'draft', rule: find({ text: 'Nwe alramm' }) },
    ];
    const page =
      '<hierarchy><node text="New alarm" resource-id="title" selected="false" bounds="[0,0][4,4]"/></hierarchy>';
    const [home, list, ...others] = GRAPH.nodes;
    const screens = [
      { id: 'list', hierarchy: 'list.xml', activity: { package: 'a.b', activity: '.Alarms' } },
    ];
    const graph = { ...GRAPH, nodes: [home, { ...list, screens }, ...others] };
    const tasks = [{ ...SUITE.tasks[0], evaluators }];
    const report = await lint({ 'graph.json': graph, 'suite.json': { ...SUITE, tasks }, 'list.xml': page });
    const found = report.findings.filter(({ rule }) => /attribute|never/.test(rule));
    const never = 'holds on none of the recorded pages';
    expect(found.map(({ rule, message, place }) => [rule, message, place?.path?.slice(3).join('.')])).toEqual(
      [
        [
          'task/unknown-attribute',
          'task look: the rule for "New alarm": no element of the recorded pages has an attribute "resouce-id"',
          '0.rule.match_rules.resouce-id',
        ],
        ['task/rule-never-holds', `task look: the rule for "New alarm": ${never}`, '1.rule'],
        ['task/rule-never-holds', `task look: the rule for "New alarm": ${never}`, '2.rule.evaluators.1'],
        ['task/rule-never-holds', `task look, evaluator 4: ${never}`, '3'],
        ['task/rule-never-holds', `task look, evaluator 5: ${never}`, '4'],
        ['task/rule-never-holds', `task look, evaluator 6: ${never}`, '5'],
      ],
    );
    expect(found.every(({ severity, place }) => severity === 'warning' && (place?.line ?? 0) > 1)).toBe(true);
    expect(found[0]?.hint).toBe('Did you mean resource-id?');
  });

  it('continues after missing commas, and writes them when asked to', async () => {
    const text = JSON.stringify(SUITE, null, 1);
    const torn = text.replace('"version": "1",', '"version": "1"').replace('"id": "look",', '"id": "look"');
    const files = { 'graph.json': GRAPH, 'suite.json': torn };
    const report = await lint(files);
    expect(summary(report)).toEqual(['file/syntax suite.json', 'file/syntax suite.json']);
    expect(report.findings.map(({ place }) => [place?.line, place?.column])).toEqual([
      [4, 16],
      [11, 16],
    ]);
    expect(report.proofs).toHaveLength(1);
    expect(await readFile(join(report.at, 'suite.json'), 'utf8')).toBe(torn);
    const repaired = await lint(files, { repair: true });
    expect(summary(repaired)).toEqual(['file/repaired suite.json', 'file/repaired suite.json']);
    expect(await readFile(join(repaired.at, 'suite.json'), 'utf8')).toBe(text);
  });

  it('finds missing, broken, wrongly sized and orphaned files', async () => {
    const create = { width: 2, height: 2, channels: 3 as const, background: { r: 9, g: 99, b: 199 } };
    const png = await sharp({ create }).png().toBuffer();
    const nodes = GRAPH.nodes.map((node, index) => ({
      ...node,
      screens: [
        { id: node.id, picture: `p/${index}.png`, ...(index < 2 && { hierarchy: `h/${index}.xml` }) },
      ],
    }));
    const report = await lint({
      'graph.json': { ...GRAPH, nodes },
      'suite.json': SUITE,
      'README.md': 'not recorded',
      'p/0.png': png,
      'p/1.png': 'no picture',
      'p/9.png': png,
      'h/0.xml': '<hierarchy rotation="0">\n<node bounds="[0,0][1,1]"></hierarchy>',
    });
    expect(summary(report).toSorted()).toEqual([
      'world/broken-hierarchy h/0.xml',
      'world/broken-picture p/1.png',
      'world/missing-file h/1.xml',
      'world/missing-file p/2.png',
      'world/orphan-file p/9.png',
      'world/picture-size p/0.png',
    ]);
    const broken = report.findings.find(({ rule }) => rule === 'world/broken-hierarchy');
    expect(broken?.place?.line).toBe(2);
  });

  it.each<[string, Files, string[]]>([
    ['no suite', { 'graph.json': GRAPH }, ['file/unreadable suite.json']],
    ['no graph', { 'suite.json': SUITE }, ['file/unreadable graph.json']],
    ['a torn graph', { 'graph.json': '{"nodes": [', 'suite.json': SUITE }, ['file/syntax graph.json']],
    ['a list for a graph', { 'graph.json': [], 'suite.json': SUITE }, ['file/schema graph.json']],
    [
      'bytes that are no text',
      { 'graph.json': Uint8Array.of(0xff, 0xfe), 'suite.json': SUITE },
      ['file/unreadable graph.json'],
    ],
    [
      'a newer format',
      { 'graph.json': { ...GRAPH, formatVersion: 9 }, 'suite.json': SUITE },
      ['file/schema graph.json formatVersion'],
    ],
    [
      'an unknown root',
      { 'graph.json': { ...GRAPH, root: 'attic' }, 'suite.json': SUITE },
      ['file/contradiction graph.json root'],
    ],
    [
      'a suite of another shape',
      { 'graph.json': GRAPH, 'suite.json': { ...SUITE, tasks: 3 } },
      ['file/schema suite.json tasks'],
    ],
    [
      'a key given twice',
      {
        'graph.json': JSON.stringify(GRAPH).replace('"root":"home"', '"root":"attic","root":"home"'),
        'suite.json': SUITE,
      },
      ['file/repeated-key graph.json root'],
    ],
  ])('says so of a world with %s, and shows the rest', async (_, files, expected) => {
    expect(summary(await lint(files))).toEqual(expected);
  });

  it('refuses a folder that is no world, and one that is not there', async () => {
    await expect(lint({ 'notes.txt': 'x' })).rejects.toMatchObject({ code: 'NOT_A_BENCHMARK' });
    const options = {
      name: 'x',
      mode: 'corrected',
      repair: false,
      signal: new AbortController().signal,
    } as const;
    await expect(lintWorld(join(root, 'absent'), options)).rejects.toMatchObject({ code: 'NOT_A_BENCHMARK' });
  });

  it('reports or throws a typed error for any mutation of a file', async () => {
    const texts = { graph: JSON.stringify(GRAPH), suite: JSON.stringify(SUITE) };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<'graph' | 'suite'>('graph', 'suite'),
        fc.nat(600),
        fc.nat(12),
        fc.string({ maxLength: 4 }),
        async (which, at, length, inserted) => {
          const change = (text: string) => text.slice(0, at) + inserted + text.slice(at + length);
          const files = { 'graph.json': texts.graph, 'suite.json': texts.suite };
          files[`${which}.json`] = change(texts[which]);
          const report = await lint(files).catch((error: unknown) => error);
          expect(report instanceof DatasetError || (report as LintReport).formatVersion === 1).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});
