import { existsSync } from 'node:fs';
import { cp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

const DATA = join(process.env['TOUCHSTONE_SHARED'] ?? '../shared', 'vectors/guiodyssey/dataset');
const hasData = existsSync(DATA);
if (!hasData) console.warn(`skipped: GUIOdyssey end to end, no ${DATA}`);

interface Document {
  readonly tables: readonly {
    readonly id: string;
    readonly rows: readonly (readonly { readonly text: string }[])[];
    readonly notes: readonly string[];
  }[];
}

function row(stdout: string, id: string): string[] {
  const { tables } = JSON.parse(stdout) as Document;
  return tables.find((table) => table.id === id)?.rows[0]?.map(({ text }) => text) ?? [];
}

describe.skipIf(!hasData)('GUIOdyssey', () => {
  it.each(['random', 'device'])('the oracle gets every step of the %s split right', async (split) => {
    await using folder = await temporaryFolder({ onDisk: true });
    const run = await runTouchstone([
      'run',
      'guiodyssey',
      '--data',
      DATA,
      '--split',
      split,
      '--level',
      'low',
      '--agent',
      'oracle',
      '--runs',
      folder.path,
      '--json',
    ]);
    expect(run.code).toBe(0);
    expect(row(run.stdout, 'guiodyssey-categories').slice(-2)).toEqual(['100.00', '100.00']);
  });

  it('scores predictions made elsewhere as the authors do, and says what the other mode sees', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const saved = JSON.parse(await readFile(join(DATA, 'runs/high_random_split.json'), 'utf8')) as {
      samples: unknown[];
      result: { AMS: number; SR: number };
    };
    const file = join(folder.path, 'predictions.json');
    await writeFile(file, JSON.stringify(saved.samples));
    const scored = await runTouchstone(['score', 'guiodyssey', '--predictions', file, '--json']);
    expect(scored.code).toBe(0);
    expect(row(scored.stdout, 'guiodyssey-categories').slice(-2).map(Number)).toEqual([
      saved.result.AMS,
      saved.result.SR,
    ]);
    const { differences } = JSON.parse(scored.stdout) as { differences: unknown[] };
    expect(differences).toContainEqual(
      expect.objectContaining({ reference: 'type_correct', corrected: 'type_fail' }),
    );
  });

  it('names file and line of a prediction that is none', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const file = join(folder.path, 'predictions.jsonl');
    await writeFile(file, '{"pred": "COMPLETE"}\n');
    const scored = await runTouchstone(['score', 'guiodyssey', '--predictions', file]);
    expect(scored.code).toBe(3);
    expect(scored.stderr).toMatch(/predictions\.jsonl: the file holds no prediction; line 1: it has no gt/);
    expect(scored.stderr).not.toContain('Invalid input');
  });

  it('takes predictions by episode and step, and completes them from the data', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const saved = JSON.parse(await readFile(join(DATA, 'runs/high_random_split.json'), 'utf8')) as {
      samples: { question: string; pred: unknown }[];
      result: { AMS: number; SR: number };
    };
    const lines = saved.samples.map(({ question, pred }) => {
      const [, episode, step] = /(\d+)_(\d+)\.png/.exec(question) ?? [];
      return JSON.stringify({ episode, step: Number(step), action: pred });
    });
    const file = join(folder.path, 'predictions.jsonl');
    await writeFile(file, lines.join('\n'));
    const classes = join(folder.path, 'classes.json');
    await writeFile(classes, '{"Chrome": "Browsing"}');
    const command = ['score', 'guiodyssey', '--predictions', file, '--json'];
    const scored = await runTouchstone([...command, '--data', DATA, '--app-classes', classes]);
    expect(scored.code).toBe(0);
    expect(row(scored.stdout, 'guiodyssey-categories').slice(-2).map(Number)).toEqual([
      saved.result.AMS,
      saved.result.SR,
    ]);
    expect(row(scored.stdout, 'guiodyssey-app-classes')[0]).toBe('Browsing');
    const lost = await runTouchstone(command);
    expect([lost.code, lost.stderr]).toEqual([2, expect.stringContaining('--data')]);
    const classless = await runTouchstone(['score', 'aitw', '--predictions', file, '--app-classes', classes]);
    expect([classless.code, classless.stderr]).toEqual([2, expect.stringContaining('--app-classes')]);
  });

  it('without its data says what to do', async () => {
    const run = await runTouchstone(['run', 'guiodyssey', '--data', '/no/such/folder', '--agent', 'oracle']);
    expect(run.code).toBe(3);
    expect(run.stderr).toContain('/no/such/folder');
  });

  // The oracle is not perfect by all of them: some divide by more than they ask for, or never hit a recent key.
  it.each([
    ['os-atlas', ['100.00', '87.50', '100.00', 'n/a', 'n/a', '46', '0']],
    ['agentcpm', ['100.00', 'n/a', '95.65', '66.67', '75.25', '46', '0']],
    ['gui-r1', ['100.00', '100.00', '100.00', 'n/a', 'n/a', '46', '0']],
  ])('scores predictions as %s does, under its name', async (name, values) => {
    await using folder = await temporaryFolder({ onDisk: true });
    const saved = JSON.parse(await readFile(join(DATA, 'runs/high_random_split.json'), 'utf8')) as {
      samples: { gt: string }[];
    };
    const file = join(folder.path, 'predictions.json');
    const perfect = saved.samples.map((sample) => ({ ...sample, pred: sample.gt }));
    await writeFile(file, JSON.stringify(perfect));
    const args = ['score', 'guiodyssey', '--predictions', file, '--evaluator', name, '--json'];
    const scored = await runTouchstone(args);
    expect(scored.code).toBe(0);
    const document = JSON.parse(scored.stdout) as Document & { evaluator: string };
    expect(document.evaluator).toBe(name);
    const ids = document.tables.map(({ id }) => id);
    expect(ids).toEqual(['guiodyssey-other-evaluators', `guiodyssey-${name}`]);
    const cells = row(scored.stdout, 'guiodyssey-other-evaluators');
    expect(cells).toEqual([name, 'predictions', ...values]);
  });

  it('reads a result file of the authors, with its split, level and numbers', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const saved = JSON.parse(await readFile(join(DATA, 'runs/low_task_split.json'), 'utf8')) as {
      samples: object[];
      result: { AMS: number; SR: number };
      steps: [string, string][];
    };
    const file = join(folder.path, 'result.json');
    const pred = saved.samples.map((sample, index) => {
      const [is_correct, info] = saved.steps[index] ?? [];
      return { ...sample, is_correct, info };
    });
    const document = { dataset: 'low_task_split', model: '_model', metrics: { info: saved.result, pred } };
    await writeFile(file, JSON.stringify(document, null, 4));
    const args = ['score', 'guiodyssey', '--predictions', file, '--mode', 'reference', '--json'];
    const scored = await runTouchstone(args);
    expect(scored.code).toBe(0);
    const cells = row(scored.stdout, 'guiodyssey-categories');
    expect([cells[0], ...cells.slice(-2).map(Number)]).toEqual(['_model', saved.result.AMS, saved.result.SR]);
    const said = JSON.parse(scored.stdout) as { split: string; warnings: string[]; otherVerdicts: object };
    expect(said).toMatchObject({ split: 'task', otherVerdicts: { count: 0 } });
    expect(said.warnings.join()).toContain("the file's own numbers are those of reference mode");
    const other = await runTouchstone([...args, '--split', 'app']);
    expect(other.stderr).toContain('the file says that its predictions are of low_task_split');
  });

  it('scores records of another project by its own script alone', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const file = join(folder.path, 'atlas.jsonl');
    const lines = ['PRESS_HOME', 'SCROLL [UP]'].map((action) =>
      JSON.stringify({
        conversations: [{ value: 'asked' }, { value: `actions:\n${action}` }],
        pred: 'actions:\nPRESS_HOME<|im_end|>',
      }),
    );
    await writeFile(file, [...lines, '{"conversations": []}', 'no JSON'].join('\n'));
    const args = ['score', 'guiodyssey', '--predictions', file];
    const scored = await runTouchstone([...args, '--evaluator', 'os-atlas', '--json']);
    expect(scored.code).toBe(0);
    const { scores, problems } = JSON.parse(scored.stdout) as {
      scores: { steps: number; stops: string; step: { value: number } };
      problems: { kind: string }[];
    };
    expect([scores.steps, scores.step.value]).toEqual([2, 0.5]);
    expect(scores.stops).toBe('it divides by zero at Grounding Acc');
    expect(problems.map(({ kind }) => kind)).toEqual(['no_prediction', 'unparsable']);
    for (const other of [[], ['--evaluator', 'gui-r1']]) {
      const refused = await runTouchstone([...args, ...other]);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--evaluator os-atlas')]);
    }
  });

  it('keeps the other evaluators with a run, apart from AMS, and shows one of them alone', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const data = ['--data', DATA, '--runs', folder.path];
    const run = await runTouchstone(['run', 'guiodyssey', ...data, '--agent', 'oracle']);
    expect(run.code).toBe(0);
    const [name = ''] = await readdir(folder.path);
    const all = await runTouchstone(['score', name, ...data, '--json']);
    expect((JSON.parse(all.stdout) as Document).tables.map(({ id }) => id)).toContain(
      'guiodyssey-categories',
    );
    const classes = join(folder.path, 'classes.json');
    await writeFile(classes, '{"Chrome": "Browsing"}');
    const classed = await runTouchstone(['score', name, ...data, '--app-classes', classes, '--json']);
    expect(row(classed.stdout, 'guiodyssey-app-classes').slice(1, 3)).toEqual(['100.00', '100.00']);
    const alone = await runTouchstone(['score', name, ...data, '--evaluator', 'gui-r1', '--json']);
    const { tables } = JSON.parse(alone.stdout) as Document;
    expect(tables.map(({ id }) => id)).toEqual(['guiodyssey-other-evaluators', 'guiodyssey-gui-r1']);
    expect(tables[0]?.rows.map(([first]) => first?.text)).toEqual(['gui-r1']);
    expect(tables[1]?.rows.map(([first]) => first?.text)).toContain('ALL GR');
  });

  it('becomes of walks through a world, and is written again as it was', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const own = join(folder.path, 'own');
    const args = ['export', 'guiodyssey-episodes', 'pocket', '--limit', '6', '--json', '--out', own];
    const made = await runTouchstone(args);
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('no category of GUIOdyssey')]);
    const said = JSON.parse(made.stdout) as {
      episodes: number;
      leftOut: { reason: string; episodes: number }[];
    };
    const annotations = await readdir(join(own, 'annotations'));
    expect(annotations).toHaveLength(said.episodes);
    expect(said.leftOut).toMatchObject([{ reason: 'no-words', episodes: 6 - said.episodes }]);
    const runs = join(folder.path, 'runs');
    const played = ['--split', 'all', '--agent', 'oracle', '--mode', 'corrected', '--runs', runs, '--json'];
    const run = await runTouchstone(['run', 'guiodyssey', '--data', own, ...played]);
    expect(row(run.stdout, 'guiodyssey-categories').slice(-2)).toEqual(['100.00', '100.00']);
    const again = join(folder.path, 'again');
    const copied = await runTouchstone([
      'export',
      'guiodyssey-episodes',
      'guiodyssey',
      '--data',
      own,
      '--out',
      again,
    ]);
    expect(copied.code).toBe(0);
    for (const part of ['annotations', 'screenshots']) {
      for (const name of await readdir(join(own, part))) {
        const [first, second] = await Promise.all(
          [own, again].map((from) => readFile(join(from, part, name))),
        );
        expect(second !== undefined && first?.equals(second)).toBe(true);
      }
    }
    const full = await runTouchstone(args);
    expect([full.code, full.stderr]).toEqual([2, expect.stringContaining('not empty')]);
    const wrong = await runTouchstone([...args.slice(0, -1), join(folder.path, 'x'), '--category', 'Games']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--category is one of')]);
  });

  it.each(['high', 'low'])('asks as its converter does where it is one source of many, %s', async (level) => {
    await using folder = await temporaryFolder({ onDisk: true });
    const [own, any] = [join(folder.path, 'own'), join(folder.path, 'any')];
    const shared = ['--data', DATA, '--split', 'random', '--level', level, '--json', '--out'];
    await runTouchstone(['export', 'guiodyssey', ...shared, own]);
    const made = await runTouchstone(['export', 'guiodyssey-chat', 'guiodyssey', ...shared, any]);
    expect(made.code).toBe(0);
    const read = async (file: string, pictures: string): Promise<unknown> => {
      const text = (await readFile(file, 'utf8')).replaceAll(pictures, 'screenshots');
      return (JSON.parse(text) as Record<string, unknown>[]).map((record) => ({ ...record, id: '' }));
    };
    const wanted = await read(
      join(own, `train_anno/${level}_random_split.json`),
      resolve(DATA, 'screenshots'),
    );
    const file = join(any, `train_anno/${level}_guiodyssey-random_split.json`);
    expect(await read(file, join(any, 'screenshots/guiodyssey-random'))).toEqual(wanted);
  });

  it('divides by device, and runs such a split', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const copy = join(folder.path, 'data');
    await cp(DATA, copy, { recursive: true });
    const out = join(copy, 'splits');
    const made = await runTouchstone([
      'export',
      'guiodyssey-splits',
      '--data',
      copy,
      '--out',
      out,
      '--per-device',
    ]);
    expect(made.code).toBe(0);
    const split = JSON.parse(await readFile(join(out, 'device-pixel-fold_split.json'), 'utf8')) as {
      test: string[];
    };
    const run = await runTouchstone([
      'run',
      'guiodyssey',
      '--data',
      copy,
      '--runs',
      folder.path,
      '--agent',
      'oracle',
      '--split',
      'device-pixel-fold',
      '--json',
    ]);
    expect(run.code).toBe(0);
    expect(row(run.stdout, 'guiodyssey-categories').slice(-2)).toEqual(['100.00', '100.00']);
    const listed = await runTouchstone(['lint', 'guiodyssey', '--data', copy, '--no-pictures', '--json']);
    expect(split.test.length).toBeGreaterThan(0);
    expect(listed.stdout).not.toContain('split-overlap');
  });
});
