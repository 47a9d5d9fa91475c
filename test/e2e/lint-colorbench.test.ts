import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphEnvironment } from '../../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../../src/environments/graph/graph-world.js';
import type { Finding } from '../../src/domain/finding.js';
import type { Mode } from '../../src/domain/mode.js';
import { lintColorbench } from '../../src/benchmarks/colorbench/lint/lint-colorbench.js';
import { LintReportSchema, type LintReport } from '../../src/formats/lint/lint-report.js';
import { RULES } from '../../src/lint/rules.js';
import { lintTables } from '../../src/report/lint-tables.js';

/** The published data, where the user has them; nothing of them is in this repository. */
const SHARED = resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared');
const DATA = join(SHARED, 'data/colorbench');
const isHere = existsSync(join(DATA, 'graph.json'));
const isRequired = (process.env['TOUCHSTONE_REQUIRE'] ?? '').split(',').includes('vectors');
if (!isHere && !isRequired)
  console.log(`Skipped: the linter on the published ColorBench data, which are not at ${DATA}`);

interface Defects {
  readonly targets_without_adjacency_entry: readonly string[];
  readonly unreachable_from_root: readonly string[];
  readonly page_nodes_absent_from_graph: readonly {
    task_id: number;
    milestone: number;
    page_node: string;
    suggested_repair: string | null;
  }[];
  readonly page_nodes_unreachable: readonly { task_id: number; milestone: number; page_node: string }[];
  readonly answer_milestones: readonly { task_id: number; milestone: number }[];
  readonly empty_action_lists: readonly (readonly [string, string])[];
  readonly edges_that_can_never_fire: readonly (readonly [string, string, string])[];
  readonly app_entries: Readonly<Record<string, readonly string[]>>;
  readonly long_query_over_255_utf8_bytes: readonly number[];
}

interface OraclePaths {
  readonly unsolvable_tasks: readonly { task_id: number; reason: string }[];
  readonly tasks: readonly {
    task_id: number;
    optimal_steps: number;
    in_order_shortest: number | null;
    in_order_shortest_deterministic: number | null;
    oracle_actions: number;
    oracle_probability: number;
    deterministic_oracle_actions: number | null;
  }[];
}

function lint(mode: Mode, folder = DATA, repair = false): Promise<LintReport> {
  return lintColorbench(folder, {
    mode,
    repair,
    signal: new AbortController().signal,
    openEnvironment: async (graph, { starts, chooser }) =>
      new GraphEnvironment(new GraphWorld(graph), { mode, startOf: (task) => starts.get(task), chooser }),
  });
}

/** A folder with some of the published files. */
function folderOf(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-lint-'));
  for (const name of names) copyFileSync(join(DATA, name), join(folder, name));
  return folder;
}

function of(report: LintReport, rule: string, file?: string): Finding[] {
  return report.findings.filter(
    (finding) => finding.rule === rule && (file === undefined || finding.place?.file === file),
  );
}

const numbers = (findings: readonly Finding[]): number[] =>
  findings.map(({ subjects }) => Number(subjects[0]));
const sorted = <T>(values: Iterable<T>): T[] =>
  [...values].toSorted((a, b) => (String(a) < String(b) ? -1 : 1));

describe.skipIf(!isHere && !isRequired)('the linter on the published ColorBench data', () => {
  let report: LintReport;
  let defects: Defects;
  let oracle: OraclePaths;
  beforeAll(async () => {
    report = await lint('reference');
    defects = JSON.parse(readFileSync(join(DATA, 'defects.json'), 'utf8')) as Defects;
    oracle = JSON.parse(
      readFileSync(join(SHARED, 'vectors/colorbench/oracle_paths.json'), 'utf8'),
    ) as OraclePaths;
  });

  it('reads both task files, witnesses replayed', () => {
    expect(report.files).toEqual(['graph.json', 'tasks.json', 'tasks.upstream.json']);
    expect(report.proofs).toHaveLength(350);
    expect(report.proofs.filter(({ confirmed }) => confirmed)).toHaveLength(312);
  });

  it('names line and column of the missing comma, and checks the rest anyway', () => {
    expect(of(report, 'file/syntax').map(({ place }) => place)).toEqual([
      { file: 'tasks.upstream.json', line: 180, column: 24 },
    ]);
    const strip = (file: string) =>
      report.findings
        .filter(({ place, rule }) => place?.file === file && rule !== 'file/syntax')
        .map(({ rule, message, subjects }) => ({ rule, message, subjects }));
    expect(strip('tasks.upstream.json')).toEqual(strip('tasks.json'));
  });

  it('finds the known defects of the graph, no more and no less', () => {
    const pairs = (rule: string) => sorted(of(report, rule).map(({ subjects }) => subjects.join(' ')));
    const firsts = (rule: string) => sorted(of(report, rule).map(({ subjects }) => subjects[0]));
    expect(pairs('graph/empty-edge')).toEqual(
      sorted(defects.empty_action_lists.map((pair) => pair.join(' '))),
    );
    expect(pairs('graph/edge-never-fires')).toEqual(
      sorted(defects.edges_that_can_never_fire.map(([source, target]) => `${source} ${target}`)),
    );
    expect(firsts('graph/unlisted-target')).toEqual(sorted(defects.targets_without_adjacency_entry));
    expect(firsts('graph/unreachable-node')).toEqual(sorted(defects.unreachable_from_root));
    const several = Object.entries(defects.app_entries).filter(([, entries]) => entries.length > 1);
    expect(
      of(report, 'graph/ambiguous-app').map(({ subjects: [app, ...entries] }) => [app, entries]),
    ).toEqual(several);
  });

  it('counts what the published statistics count', () => {
    const overlaps = of(report, 'graph/overlapping-boxes').filter(
      ({ details }) => details?.['action'] === 'click',
    );
    expect(overlaps).toHaveLength(196);
    expect(new Set(overlaps.map(({ subjects }) => subjects[0])).size).toBe(78);
    expect(of(report, 'graph/dead-end')).toHaveLength(489);
    const boxes = of(report, 'graph/box-off-screen').map(({ details }) => details?.['box'] as number[]);
    expect(boxes.filter((box) => box.some((side) => side < 0))).toHaveLength(85);
    expect(boxes.filter(([, , right = 0, bottom = 0]) => right > 1080 || bottom > 2400)).toHaveLength(90);
    expect(of(report, 'graph/box-without-area')).toHaveLength(1);
    expect(of(report, 'graph/point-outside-box')).toHaveLength(3);
    expect(of(report, 'graph/empty-text')).toHaveLength(1);
    expect(sorted(of(report, 'graph/repeated-wait').map(({ details }) => details?.['waits']))).toEqual([
      2, 8,
    ]);
    expect(of(report, 'graph/ignored-app-name').flatMap(({ subjects }) => subjects)).toEqual(
      expect.arrayContaining(['jingdong', 'Xiaohongshu', '美团']),
    );
    expect(of(report, 'graph/icon-without-app').map(({ subjects }) => subjects)).toEqual([['QQ']]);
  });

  it('finds the known defects of the tasks, with the repairs that were meant', () => {
    const absent = of(report, 'task/milestone-absent', 'tasks.json').map(({ subjects, details }) => ({
      task_id: Number(subjects[0]),
      milestone: details?.['milestone'],
      page_node: subjects[1],
      suggested_repair: details?.['suggestedRepair'],
    }));
    expect(absent).toEqual(defects.page_nodes_absent_from_graph);
    const unreachable = of(report, 'task/milestone-unreachable', 'tasks.json').map(
      ({ subjects, details }) => ({
        task_id: Number(subjects[0]),
        milestone: details?.['milestone'],
        page_node: subjects[1],
      }),
    );
    expect(unreachable).toEqual(defects.page_nodes_unreachable);
    expect(
      of(report, 'task/milestone-answer', 'tasks.json').map(({ subjects, details }) => [
        Number(subjects[0]),
        details?.['milestone'],
      ]),
    ).toEqual(defects.answer_milestones.map(({ task_id, milestone }) => [task_id, milestone]));
    expect(numbers(of(report, 'task/long-name', 'tasks.json'))).toEqual(
      defects.long_query_over_255_utf8_bytes,
    );
    expect(numbers(of(report, 'task/unsafe-name', 'tasks.json'))).toEqual(expect.arrayContaining([128, 129]));
    expect(numbers(of(report, 'task/repeated-screen', 'tasks.json'))).toEqual([120]);
    expect(of(report, 'task/shared-screen', 'tasks.json')).toHaveLength(40);
    expect(of(report, 'task/milestone-on-start')).toEqual([]);
    expect(of(report, 'task/duplicate-instruction')).toEqual([]);
  });

  it('proves 156 tasks solvable, each confirmed by environment and scoring, and says why 19 are not', () => {
    const proofs = report.proofs.filter(({ file }) => file === 'tasks.json');
    const solved = proofs.filter(({ status }) => status === 'solved');
    expect(solved).toHaveLength(156);
    expect(solved.every(({ confirmed }) => confirmed)).toBe(true);
    const reasons = proofs
      .filter(({ status }) => status === 'unsolvable')
      .map(({ task, obstacles: [first] }) => [Number(task), first?.reason]);
    const words: Record<string, string> = {
      milestone_unreachable: 'unreachable',
      milestone_absent_from_graph: 'absent',
      answer_milestone: 'answer',
    };
    expect(reasons).toEqual(oracle.unsolvable_tasks.map(({ task_id, reason }) => [task_id, words[reason]]));
    expect(numbers(of(report, 'task/unsolvable', 'tasks.json'))).toEqual(reasons.map(([task]) => task));
    expect(of(report, 'task/witness-fails')).toEqual([]);
  });

  it('tells what can be had at most: 156 of 175 tasks, 95.67 % of the milestones', () => {
    const table = lintTables(report, { rules: RULES, limit: 3 }).find(({ id }) => id === 'lint-proofs');
    const titles = table?.columns.map(({ title }) => title) ?? [];
    for (const row of table?.rows ?? []) {
      expect(row[titles.indexOf('success at most')]?.value).toBeCloseTo(156 / 175, 12);
      // Task 61 takes more steps than are allowed; five more are a matter of chance.
      expect(row[titles.indexOf('in budget at most')]?.value).toBeCloseTo(155 / 175, 4);
      expect(row[titles.indexOf('completion at most')]?.value).toBeCloseTo(0.956666666666667, 12);
    }
    expect(table?.rows).toHaveLength(2);
  });

  it('knows no longer a way than any recorded plan, in order, without luck, or with BACK', () => {
    const byTask = new Map(report.proofs.map((proof) => [Number(proof.task), proof]));
    for (const plan of oracle.tasks) {
      const proof = byTask.get(plan.task_id);
      if (proof?.status !== 'solved') continue;
      const steps = proof.steps ?? Infinity;
      expect(steps).toBeLessThanOrEqual(plan.in_order_shortest ?? Infinity);
      expect(steps).toBeLessThanOrEqual(plan.oracle_actions);
      if (steps === plan.oracle_actions) {
        expect(proof.probability).toBeGreaterThan(plan.oracle_probability - 1e-3);
      }
      const sureSteps = proof.sureSteps ?? Infinity;
      expect(sureSteps).toBeLessThanOrEqual(plan.in_order_shortest_deterministic ?? Infinity);
      expect(sureSteps).toBeLessThanOrEqual(plan.deterministic_oracle_actions ?? Infinity);
      const beaten = steps + 1 < plan.optimal_steps;
      expect(numbers(of(report, 'task/label-beaten', 'tasks.json')).includes(plan.task_id)).toBe(beaten);
    }
    expect(
      of(report, 'task/over-budget', 'tasks.json').map(({ subjects, details }) => [subjects, details]),
    ).toEqual([[['61'], { steps: 59, budget: 40 }]]);
  });

  it('tells what is sure from what takes trying again, with the chance within the budget', () => {
    const proofs = report.proofs.filter(({ file }) => file === 'tasks.json');
    const of151 = proofs.filter(({ certainty }) => certainty === 'surely');
    expect(of151).toHaveLength(151);
    expect(
      of151.filter(({ sureSteps, budget }) => (sureSteps ?? 0) > budget).map(({ task }) => task),
    ).toEqual(['61']);
    const again = proofs.filter(({ certainty }) => certainty === 'almost-surely');
    expect(again.map(({ task }) => task)).toEqual(['163', '164', '165', '166', '172']);
    for (const { chance, chanceInBudget } of again) {
      expect(chance).toBe(1);
      expect(chanceInBudget).toBeGreaterThan(0.9999);
      expect(chanceInBudget).toBeLessThan(1);
    }
    expect(proofs.filter(({ certainty }) => certainty === 'by-luck')).toEqual([]);
  });

  it('proves 167 tasks in corrected mode: seven by repaired ids, four by their answers', async () => {
    const folder = folderOf('graph.json', 'tasks.json');
    const corrected = await lint('corrected', folder);
    rmSync(folder, { recursive: true });
    const proofs = corrected.proofs.filter(({ file }) => file === 'tasks.json');
    expect(proofs.filter(({ confirmed }) => confirmed)).toHaveLength(167);
    expect(numbers(of(corrected, 'task/unsolvable', 'tasks.json'))).toEqual([38, 39, 42, 56, 57, 58, 59, 60]);
  });

  it('points at every defect by line and column', () => {
    const text = readFileSync(join(DATA, 'graph.json'), 'utf8').split('\n');
    for (const { place, subjects } of of(report, 'graph/empty-edge').slice(0, 50)) {
      // The place is that of the list itself, behind its key.
      expect(text[(place?.line ?? 0) - 1]).toContain(subjects[1]);
      expect(text[(place?.line ?? 0) - 1]?.slice((place?.column ?? 0) - 1)).toMatch(/^\[\]/);
    }
    const incomplete = report.findings.filter(({ place }) => place === null || place.line === undefined);
    expect(incomplete).toEqual([]);
    expect(() => LintReportSchema.parse(report)).not.toThrow();
  });

  describe('with --repair', () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-lint-'));
    afterAll(() => {
      rmSync(folder, { recursive: true, force: true });
    });

    // Without its graph nothing is proved once more.
    it('writes the comma and nothing else', async () => {
      copyFileSync(join(DATA, 'tasks.upstream.json'), join(folder, 'tasks.json'));
      const repaired = await lint('reference', folder, true);
      expect(of(repaired, 'file/repaired').map(({ place }) => place)).toEqual([
        { file: 'tasks.json', line: 180, column: 24 },
      ]);
      // Those without the defect, which are read above.
      expect(readFileSync(join(folder, 'tasks.json'))).toEqual(readFileSync(join(DATA, 'tasks.json')));
    });
  });
});
