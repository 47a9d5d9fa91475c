import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../src/agents/agent.js';
import { directAgent } from '../../src/agents/direct/direct.js';
import { answeringAgent } from '../../src/agents/questions/answering-agent.js';
import { QUESTION_PROMPTS } from '../../src/agents/questions/question-prompts.js';
import { formatItems } from '../../src/benchmarks/dimensions/format-items.js';
import { findSphinxDefects } from '../../src/benchmarks/sphinx/lint/find-defects.js';
import { sphinxBenchmark } from '../../src/benchmarks/sphinx/sphinx-benchmark.js';
import type { Mode } from '../../src/domain/mode.js';
import { parseHierarchy } from '../../src/domain/hierarchy/parse-hierarchy.js';
import { resumeRun, startRun } from '../../src/engine/run.js';
import { scoreRun } from '../../src/engine/score-run.js';
import { readResults } from '../../src/formats/run/scores/read-results.js';
import { indexRun } from '../../src/formats/run/run-index.js';
import type { Cell, Table } from '../../src/metrics/tables/table.js';
import { listeningModel } from '../../src/testing/models/listening-model.js';
import { buildRun, temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { IS_WHOLE } from '../fixtures/whole-tests.js';
import { runTouchstone } from './run-touchstone.js';

const DATA = join(resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared'), 'data/sphinx');
const hasData = existsSync(DATA);
if (!hasData) console.warn(`skipped: SPHINX in dimensions, no ${DATA}`);
const signal = new AbortController().signal;

interface Question {
  readonly ground_truth: 'A' | 'B' | 'C' | 'D';
  readonly question_type: 'app_level' | 'intention_level';
}
interface GroundingTask {
  readonly id: number;
  readonly groundtruth: {
    readonly type: string;
    readonly message?: string;
    readonly element: { readonly bounds: string } | null;
  };
}
const read = (name: string): unknown => JSON.parse(readFileSync(join(DATA, name), 'utf8'));
const lazily = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};
const questions = lazily(() => read('questions.json') as Question[]);
const tasks = lazily(
  () => new Map((read('lowlevel_tasks.json') as GroundingTask[]).map((task) => [task.id, task])),
);

/** What a model says to an item, by the item's id; the model of the role `repair` sees its request alone. */
interface Script {
  readonly say: (item: string) => string;
  readonly repair?: (text: string) => string;
}

/** The whole way of a question: prompt, reply and repair, with a model that knows which item it is asked about. */
function scripted({ say, repair }: Script): Agent {
  const settings = { prompts: QUESTION_PROMPTS, role: 'actor', repairs: repair !== undefined };
  const agent = answeringAgent(directAgent(), settings);
  return {
    ...agent,
    needs: { ...agent.needs, models: [] },
    open: (context) => {
      const actor = listeningModel(() => ({ text: say(context.task.id) })).model;
      const mender = listeningModel((text) => ({ text: repair?.(text) ?? '' })).model;
      return agent.open({ ...context, models: { actor, repair: mender } });
    },
  };
}

interface Numbers {
  /** `goal original` → share in 0–1. */
  readonly shares: Readonly<Record<string, number | null>>;
  readonly items: Readonly<Record<string, readonly (string | undefined)[]>>;
  readonly tables: readonly Table[];
}

async function measure(
  agent: Agent,
  options: {
    readonly dimensions: string;
    readonly modality?: string;
    readonly mode?: Mode;
    readonly split?: string;
  },
): Promise<Numbers> {
  await using folder = await temporaryFolder();
  const { dimensions, modality = 'text', mode = 'reference', split = 'all' } = options;
  await using benchmark = await sphinxBenchmark.open({
    dataDirectory: DATA,
    mode,
    split,
    settings: { dimensions, modality },
    signal,
  });
  await startRun({ ...buildRun(folder.path, { benchmark, agent, operation: { concurrency: 8 } }) });
  await scoreRun(folder.path, benchmark, { modes: [mode], touchstone: '0.0.0-test' });
  const tables = await benchmark.scorer.tables(readResults(await indexRun(folder.path), mode), {
    agent: 'it',
    mode,
  });
  return { ...numbersOf(tables), tables };
}

function numbersOf(tables: readonly Table[]): Pick<Numbers, 'shares' | 'items'> {
  const rows = (id: string): readonly (readonly Cell[])[] =>
    tables.find((table) => table.id === id)?.rows ?? [];
  const shares = rows('sphinx-dimension-rates').map(([, part, metric, share]) => [
    `${part?.text} ${metric?.text}`,
    share?.value ?? null,
  ]);
  const items = rows('dimension-items').map(([dimension, shown, ...cells]) => [
    `${dimension?.text} ${shown?.text}`.trim(),
    cells.map(({ text }) => text),
  ]);
  return {
    shares: Object.fromEntries(shares) as Numbers['shares'],
    items: Object.fromEntries(items) as Numbers['items'],
  };
}

/** Actions to be repeated, by item. */
const formats = lazily(() => {
  const told = [...formatItems(1)].map(({ id, solution }) => [id, solution] as const);
  return new Map(told.flatMap(([id, text]) => (typeof text === 'string' ? [[id, text] as const] : [])));
});

/** The right answer, from the data as they are; or the letter, screen, number or element so many places behind it. */
function answer(item: string, off = 0): string {
  const [dimension, first = '', ...rest] = item.split('/');
  if (dimension === 'goal' || dimension === 'knowledge') {
    const right = 'ABCD'.indexOf(questions()[Number(first)]?.ground_truth ?? '');
    const said = 'ABCD'[(right + off) % 4] ?? '';
    return rest[0] === 'choice' ? said : rest[0] === said ? 'T' : 'F';
  }
  if (dimension === 'planning') {
    const [task, app, index] = rest;
    const recorded = read(`groundtruth/${task}/${app}/meta.json`) as unknown[];
    return Number(index) === recorded.length - 1 + off ? 'YES' : 'NO';
  }
  if (dimension === 'instructions') {
    return (formats().get(item) ?? '').replaceAll(/\d+/g, (number) => String(Number(number) + off));
  }
  return grounded(Number(rest[0]), off);
}
const rightAnswer = (item: string): string => answer(item);

const sidesOf = (bounds: string): number[] => [...bounds.matchAll(/-?\d+/g)].map(([side]) => Number(side));
const tasksThere = lazily(() =>
  [...tasks().values()].filter(({ id }) => existsSync(join(DATA, `lowlevel_tasks/${id}.xml`))),
);

/** For each element of a task's screen, whether its middle lies in the bounds of the right one. */
function hitsOf({ id, groundtruth }: GroundingTask): boolean[] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = sidesOf(groundtruth.element?.bounds ?? '');
  const { widgets } = parseHierarchy(readFileSync(join(DATA, `lowlevel_tasks/${id}.xml`)));
  return widgets.map(({ bounds: [left, top, right, bottom] }) => {
    const [x, y] = [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)];
    return x1 <= x && x <= x2 && y1 <= y && y <= y2;
  });
}

/** Recordings whose rules hold on their first screen already. */
async function weakGoals(): Promise<string[]> {
  const weak: string[] = [];
  for await (const { item, kind } of findSphinxDefects({ dataDirectory: DATA, split: 'all', signal })) {
    if (kind === 'weak-goal') weak.push(item);
  }
  return weak;
}

/** The right action, on an element so many places behind the first right one. */
function grounded(id: number, off: number): string {
  const task = tasks().get(id);
  if (task === undefined) return '';
  const { type, message } = task.groundtruth;
  if (task.groundtruth.element === null) return `\`\`\`press [${type}]\`\`\``;
  const index = hitsOf(task).indexOf(true) + off;
  const rest = type === 'input' ? ` [${message}]` : type === 'swipe' ? ' [down]' : '';
  return `I will do that: \`\`\`${type === 'input' ? 'text' : type} [${index}]${rest}\`\`\``;
}

// The data may not be copied into the project; whoever has them names their folder.
describe.skipIf(!hasData)('SPHINX in dimensions, on the data of TOUCHSTONE_SHARED or ../shared', () => {
  it('a perfect model scores everything but three screens without a right index', async () => {
    const { shares, items, tables } = await measure(scripted({ say: rightAnswer }), {
      dimensions: 'goal,knowledge,planning,grounding,instructions',
    });
    expect(shares).toMatchObject({
      'goal original': 1,
      'knowledge original': 1,
      'planning, text continue': 1,
      'planning, text stop': 1,
      'planning, text perfect': 1,
      'grounding, text original': 264 / 267,
      'instructions original': 1,
    });
    // Nobody repairs here: not applicable, and never 0.
    expect(shares['goal repaired']).toBeUndefined();
    expect(tables.find(({ id }) => id === 'sphinx-table-6')?.rows[0]?.map(({ text }) => text)).toEqual([
      'it',
      '100.0',
      'n/a',
      '100.0',
      'n/a',
    ]);
    // 89 questions of five items each; 145 of 244 recordings; 267 of 457 screens.
    const [sets, asked, judged, voided] = [0, 1, 2, 3];
    const counts = (name: string): unknown =>
      [sets, asked, judged, voided].map((at) => Number(items[name]?.[at]));
    expect(counts('goal')).toEqual([89, 445, 445, 0]);
    expect(counts('knowledge')).toEqual([89, 445, 445, 0]);
    expect(counts('planning text')).toEqual([244, 749 + 145 + 99, 749 + 145, 99]);
    expect(items['planning text']?.at(-1)).toBe('continue 749, stop 145');
    expect(counts('grounding text')).toEqual([457, 457, 267, 190]);
    const unreachable = tasksThere().filter(
      (task) => task.groundtruth.element !== null && !hitsOf(task).includes(true),
    );
    expect(unreachable.map(({ id }) => id)).toEqual([101, 107, 114]);
  });

  it('a model that always continues is right on every screen but the last', async () => {
    const always = scripted({ say: () => 'NO, continue' });
    for (const [split, expected] of [
      ['all', [749, 145]],
      ['no-login', [351, 86]],
    ] as const) {
      const { shares, items } = await measure(always, { dimensions: 'planning', split });
      expect(shares).toMatchObject({
        'planning, text continue': 1,
        'planning, text stop': 0,
        'planning, text perfect': 0,
      });
      expect(items['planning text']?.at(-1)).toBe(`continue ${expected[0]}, stop ${expected[1]}`);
    }
  });

  it('a model that never answers in form scores what its repairs come to', async () => {
    const rambling = scripted({
      say: () => 'Well, that depends on the user.',
      // Sees neither question nor truth, and so can only guess.
      repair: (text) =>
        /\bT and F\b/.test(text) ? 'T' : /\bA, B, C and D\b/.test(text) ? 'A' : '```press [back]```',
    });
    const { shares, tables } = await measure(rambling, { dimensions: 'all' });
    const answeredA = (type: Question['question_type']): number =>
      questions().filter((one) => one.question_type === type && one.ground_truth === 'A').length;
    const back = tasksThere().filter(({ groundtruth }) => groundtruth.type === 'back').length;
    expect(shares).toEqual({
      'goal original': 0,
      // Each question has one option that T is right for.
      'goal repaired': (answeredA('intention_level') + 89) / 445,
      'knowledge original': 0,
      'knowledge repaired': (answeredA('app_level') + 89) / 445,
      'grounding, text original': 0,
      'grounding, text repaired': back / 267,
      // An answer that says neither counts as continue.
      'planning, text continue': 1,
      'planning, text stop': 0,
      'planning, text perfect': 0,
      // The form is what is measured, and so is not repaired.
      'instructions original': 0,
      'instructions repaired': 0,
      // The first answer ends the episode on the first screen, which is enough for four weak goals.
      'navigation SR': (await weakGoals()).length / 145,
      'navigation ACP': 6.5 / 145,
    });
    expect(shares['navigation SR']).toBe(4 / 145);
    expect((shares['goal repaired'] ?? 0).toFixed(5)).toBe('0.23596');
    expect((shares['knowledge repaired'] ?? 0).toFixed(5)).toBe('0.22472');
    const paper = tables.find(({ id }) => id === 'sphinx-table-6');
    expect(paper?.rows[0]?.map(({ text }) => text)).toEqual(['it', '0.0', '23.6', '0.0', '22.5']);
    // No action repeats another one, none was read, and no reply had the form: the last two are shares of failures.
    const failures = tables.find(({ id }) => id === 'sphinx-table-9')?.rows[0];
    expect(failures?.map(({ text }) => text)).toEqual(['it', 'n/a', '100.0', '100.0']);
    expect(tables.find(({ id }) => id === 'sphinx-answers')?.rows).toHaveLength(2);
  });

  it('a model that names the next element is right only where that one lies in the right one as well', async () => {
    const { shares } = await measure(scripted({ say: (item) => grounded(Number(item.split('/')[2]), 1) }), {
      dimensions: 'grounding',
    });
    const right = tasksThere().filter((task) => {
      if (task.groundtruth.element === null) return true;
      const hits = hitsOf(task);
      return hits[hits.indexOf(true) + 1] === true;
    });
    expect(shares['grounding, text original']).toBe(right.length / 267);
    expect(right).toHaveLength(18);
  });

  it('a model that is always one off is right where that makes no difference', async () => {
    // One letter on, one screen early, each number one higher.
    const say = (item: string): string => answer(item, item.startsWith('planning/') ? -1 : 1);
    const { shares, items } = await measure(scripted({ say }), {
      dimensions: 'goal,knowledge,planning,instructions',
    });
    // Of a question's choice and four options the choice, the right option and the one behind it are wrong.
    // Each of the 145 recordings is stopped one screen early, unless it has no more than one.
    const [, going = ''] = /continue (\d+)/.exec(items['planning text']?.at(-1) ?? '') ?? [];
    const numberless = [...formats().values()].filter((wanted) => !/\d/.test(wanted)).length;
    expect(shares).toMatchObject({
      'goal original': 2 / 5,
      'knowledge original': 2 / 5,
      'planning, text continue': (Number(going) - 145) / Number(going),
      'planning, text stop': 0,
      'planning, text perfect': 0,
      'instructions original': numberless / formats().size,
    });
    expect([going, numberless, formats().size]).toEqual(['749', 56, 141]);
  });

  it('a model that taps in the middle of the right element, in its own dialect, is right where a tap is', async () => {
    const taps = scripted({
      say: (item) => {
        const task = tasks().get(Number(item.split('/')[2]));
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = sidesOf(task?.groundtruth.element?.bounds ?? '');
        return `There. Action: Click(${Math.floor((x1 + x2) / 2)}, ${Math.floor((y1 + y2) / 2)})`;
      },
    });
    const { shares, tables } = await measure(taps, { dimensions: 'grounding', modality: 'native' });
    const clicks = tasksThere().filter(({ groundtruth }) => groundtruth.type === 'click').length;
    expect(clicks).toBe(196);
    expect(shares).toEqual({ 'grounding, native original': clicks / 267 });
    const paper = tables.find(({ id }) => id === 'sphinx-table-8');
    expect(paper?.columns.at(-1)?.group).toBe('Own dialect (extension)');
    expect(paper?.rows[0]?.map(({ text }) => text)).toEqual(['it', 'n/a', 'n/a', 'n/a', 'n/a', '73.4']);
  });

  it('a run that is stopped in the middle reaches the numbers of one that was not', async () => {
    await using folder = await temporaryFolder();
    const agent = scripted({ say: rightAnswer });
    await using benchmark = await sphinxBenchmark.open({
      dataDirectory: DATA,
      mode: 'corrected',
      split: 'no-login',
      settings: { dimensions: 'goal,planning' },
      signal,
    });
    const stop = new AbortController();
    const options = buildRun(folder.path, { benchmark, agent });
    let done = 0;
    const stopped = await startRun({
      ...options,
      stop: stop.signal,
      onEvent: (event) => {
        if (event.type === 'item-end' && (done += 1) === 500) stop.abort();
      },
    });
    expect(stopped.status).not.toBe('complete');
    await resumeRun(options);
    await scoreRun(folder.path, benchmark, { modes: ['corrected'], touchstone: '0.0.0-test' });
    const tables = await benchmark.scorer.tables(readResults(await indexRun(folder.path), 'corrected'), {
      agent: 'it',
      mode: 'corrected',
    });
    const { shares, items } = numbersOf(tables);
    expect(shares).toMatchObject({
      'goal original': 1,
      'planning, text perfect': 1,
      'planning, vision stop': 1,
    });
    expect(items['planning text']?.slice(1, 4)).toEqual([String(437 + 163 - 86), '437', String(163 - 86)]);
  });

  it('a killed run continues, blind agents need no model, and the oracle knows every answer', async () => {
    await using folder = await temporaryFolder();
    const goals = ['run', 'sphinx', '--data', DATA, '--dimensions', 'goal,grounding', '--modality'];
    // What is drawn and killed is the same in each of them.
    const asked = [...goals, IS_WHOLE ? 'all' : 'text'];
    const random = ['--agent', 'random', '--runs', folder.path, '--seed', '3'];
    const killed = await runTouchstone([...asked, ...random, '--run-id', 'killed', '--events'], {
      signals: [{ after: '"item":"grounding/text/45"', signal: 'SIGKILL' }],
    });
    expect(killed.signal).toBe('SIGKILL');
    const resumed = await runTouchstone(['resume', 'killed', '--runs', folder.path, '--json']);
    const whole = await runTouchstone([...asked, ...random, '--json']);
    expect([resumed.code, whole.code]).toEqual([0, 0]);
    // What is missing is reported by reason, not for each of hundreds of items.
    expect(whole.stderr).toMatch(
      IS_WHOLE
        ? /^57[0-9] x: its \S+ (?:\S+ )?is missing \(dataset\)$/m
        : /^190 x: its \S+ (?:\S+ )?is missing \(dataset\)$/m,
    );
    expect(whole.stderr).toMatch(/^each of them: touchstone score \S+ --json$/m);
    expect(whole.stderr.split('\n').length).toBeLessThan(40);
    const rates = (text: string): unknown =>
      (JSON.parse(text) as { tables: Table[] }).tables.find(({ id }) => id === 'sphinx-dimension-rates')
        ?.rows;
    expect(rates(resumed.stdout)).toEqual(rates(whole.stdout));
    const oracle = await runTouchstone([
      ...goals,
      'all',
      '--agent',
      'oracle',
      '--mode',
      'corrected',
      '--runs',
      folder.path,
      '--json',
    ]);
    expect((rates(oracle.stdout) as Cell[][]).map(([, part, , share]) => [part?.text, share?.value])).toEqual(
      [
        ['goal', 1],
        ['grounding, text', 1],
        ['grounding, vision', 1],
        ['grounding, native', 1],
      ],
    );
    // Nothing in the folder of the runs is a copy of the data.
    const kept = await readdir(folder.path, { recursive: true });
    expect(kept.filter((name) => /\.(?:png|xml)$/.test(name))).toEqual([]);
  });

  it('a run that is interrupted finishes its step, scores what was done, and continues', async () => {
    await using folder = await temporaryFolder();
    const asked = [
      'run',
      'sphinx',
      '--data',
      DATA,
      '--dimensions',
      'planning,navigation',
      '--agent',
      'oracle',
    ];
    const stopped = await runTouchstone(
      [...asked, '--runs', folder.path, '--run-id', 'stopped', '--events', '--json'],
      { signals: [{ after: '"item":"planning/vision/', signal: 'SIGINT' }] },
    );
    expect(stopped.code).toBe(130);
    const { tables } = JSON.parse(stopped.stdout) as { tables: Table[] };
    // Recordings are read for scores after the interruption.
    expect(tables.map(({ id }) => id)).toContain('dimension-profile');
    expect(stopped.stderr).toMatch(/\d+ judged, \d+ voided, \d+ not run, of 2230 episodes/);
    const resumed = await runTouchstone(['resume', 'stopped', '--runs', folder.path, '--json']);
    expect(resumed.code).toBe(0);
    const items = (JSON.parse(resumed.stdout) as { tables: Table[] }).tables.find(
      ({ id }) => id === 'dimension-items',
    );
    expect(items?.rows.map((row) => row.map(({ text }) => text)[6])).toEqual(['0', '0']);
  });

  it('says what is wrong before anything is asked', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const run = ['run', 'sphinx', '--data', DATA, '--runs', folder.path];
    const names = await runTouchstone([...run, '--dimensions', 'goals']);
    expect(names.code).toBe(2);
    expect(names.stderr).toMatch(/no dimension "goals"[^]*goal, knowledge, planning, grounding/);
    const shown = await runTouchstone([...run, '--modality', 'sound']);
    expect(shown.stderr).toMatch(/no modality "sound"/);
  });
});
