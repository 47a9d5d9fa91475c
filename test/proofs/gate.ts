import { ok } from 'node:assert/strict';
import { fixedDesign } from '../../src/metrics/gate/fixed-design.js';
import { decisionChances, exactBounds } from '../../src/metrics/gate/sequential-bounds.js';
import { SEQUENTIAL } from '../../src/metrics/gate/sequential-errors.js';
import type { Proof, ProofRow, ProofSize } from './proof.js';
import { errorsOfCertainTasks } from './simulation/certain-tasks.js';
import { drawGateCell, GATE_CELLS, type GateCell, type GateCellResult } from './simulation/gate-cells.js';

const DRAWS = { small: 100, whole: 20_000 };
/** Limits and numbers of tasks whose errors are computed exactly. */
const LIMITS = { small: [0.3, 0.9], whole: [0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99] };
const TASKS = { small: [6, 45], whole: Array.from({ length: 150 }, (_, index) => index + 1) };
/** Standard errors that a simulated share may lie beyond its bound: 80 cells are drawn. */
const BEYOND = 3.5;
const { falseAlarms, letThrough } = SEQUENTIAL;

/** A sequential gate keeps its errors, and takes less than half of the episodes of a fixed design with the same errors. */
export const gateProof: Proof = {
  name: 'gate',
  title:
    'A gate with --sequential is wrong as seldom as it promises, and takes a fraction of the episodes of a fixed design with the same errors.',
  async prove(size, note) {
    const rows = [...exactRows(size, note)];
    const designs = new Map(
      [...new Set(GATE_CELLS.map(({ limit }) => limit))].map((limit) => [
        limit,
        { bounds: exactBounds(limit), fixed: fixedDesign(limit) },
      ]),
    );
    const results: { readonly cell: GateCell; readonly result: GateCellResult }[] = [];
    for (const cell of GATE_CELLS) {
      note(describe(cell));
      const design = designs.get(cell.limit);
      ok(design !== undefined);
      const result = drawGateCell(cell, design, DRAWS[size]);
      requireKept(cell, result, DRAWS[size]);
      results.push({ cell, result });
    }
    const share = mean(results.map((one) => one.result.share));
    // Few draws may lie above what many show.
    ok(share <= (size === 'whole' ? 0.4 : 0.45), `${percent(share)} % of the fixed design's episodes`);
    rows.push({
      figure: "episodes until it is decided, of the fixed design's, average of all cells below, 60 tasks",
      value: `${percent(share)} %`,
      expected: 'at most 40 %',
    });
    for (const gate of ['min-success', 'max-drop'] as const) {
      for (const differ of [false, true]) {
        const of = results.filter(({ cell }) => cell.gate === gate && cell.differ === differ);
        rows.push({
          figure: `the same, ${gate}, ${tasksText(differ)}`,
          value: `${percent(mean(of.map(({ result }) => result.share)))} %`,
          expected: 'any number',
        });
      }
    }
    return [
      ...rows,
      ...results.map(({ cell, result }) => cellRow(cell, result, designs.get(cell.limit)?.fixed ?? 0)),
    ];
  },
};

function* exactRows(size: ProofSize, note: (text: string) => void): Generator<ProofRow> {
  const worst = { falseAlarm: 0, letThrough: 0, certainAlarm: 0, certainThrough: 0 };
  for (const limit of LIMITS[size]) {
    note(`exact errors at ${percent(limit)} %`);
    const bounds = exactBounds(limit);
    worst.falseAlarm = Math.max(worst.falseAlarm, decisionChances(limit, limit, bounds).missed);
    worst.letThrough = Math.max(
      worst.letThrough,
      decisionChances(limit, limit - SEQUENTIAL.margin, bounds).met,
    );
    for (const tasks of TASKS[size]) {
      const errors = errorsOfCertainTasks(tasks, limit, bounds);
      worst.certainAlarm = Math.max(worst.certainAlarm, errors.falseAlarm);
      worst.certainThrough = Math.max(worst.certainThrough, errors.letThrough);
    }
  }
  const count = `${LIMITS[size].length} limits`;
  const certain = `${count}, ${TASKS[size].length} numbers of tasks that always or never pass`;
  for (const [figure, value, most] of [
    [`most false alarms, computed, tasks alike, ${count}`, worst.falseAlarm, falseAlarms],
    [`most agents 10 points worse let through, alike`, worst.letThrough, letThrough],
    [`most false alarms, computed, ${certain}`, worst.certainAlarm, falseAlarms],
    [`most agents 10 points worse let through, likewise`, worst.certainThrough, letThrough],
  ] as const) {
    ok(value <= most + 1e-9, `${figure}: ${value}`);
    yield { figure, value: `${percent(value, 2)} %`, expected: `at most ${percent(most)} %` };
  }
}

function requireKept(cell: GateCell, { missed, met }: GateCellResult, draws: number): void {
  const beyond = (most: number): number => most + BEYOND * Math.sqrt((most * (1 - most)) / draws);
  if (cell.above >= 0) ok(missed <= beyond(falseAlarms), `${describe(cell)}: missed ${missed}`);
  if (cell.above <= -SEQUENTIAL.margin) ok(met <= beyond(letThrough), `${describe(cell)}: met ${met}`);
}

function cellRow(
  cell: GateCell,
  { missed, met, share, shareWithin, open, missedWithin }: GateCellResult,
  fixed: number,
): ProofRow {
  const expected =
    cell.above >= 0 ? 'missed at most 5 %' : cell.above <= -SEQUENTIAL.margin ? 'met at most 10 %' : 'either';
  return {
    figure: describe(cell),
    value: `missed ${percent(missed)} %, met ${percent(met)} %; ${percent(share)} % of ${fixed} episodes (with no more: ${percent(shareWithin)} %, ${percent(open)} % of runs open, ${percent(missedWithin)} % missed by the gate or the number seen)`,
    expected,
  };
}

function describe({ gate, limit, differ, above }: GateCell): string {
  const points = Math.round(above * 100);
  return `${gate} at ${percent(limit)} %, ${tasksText(differ)}, agent ${points > 0 ? `+${points}` : points}`;
}

function tasksText(differ: boolean): string {
  return differ ? 'tasks that differ' : 'tasks alike';
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(share: number, digits = 1): string {
  return (100 * share).toFixed(digits);
}
