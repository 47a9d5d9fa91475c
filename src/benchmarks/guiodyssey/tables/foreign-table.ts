import { given } from '../../../domain/given.js';
import { plural } from '../../../domain/text/plural.js';
import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import { NOT_APPLICABLE, percent } from '../../../metrics/tables/percent.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import type { ForeignShare } from '../foreign/foreign-counts.js';
import type { ForeignTally } from '../foreign/foreign-tally.js';
import type { ForeignEvaluatorName } from '../foreign/foreign-evaluator.js';
import { FOREIGN_EVALUATORS } from '../foreign/foreign-evaluators.js';

/** Stable name of the table with a row for each of them. */
export const FOREIGN_TABLE = 'guiodyssey-other-evaluators';

export interface ForeignTableOptions {
  readonly agent: string;
  /** What was scored: `random, high-level instructions`. */
  readonly protocol: string;
  /** Episodes scored before the scripts were followed exactly, which have no counts. */
  readonly outdated?: number;
}

/** What the evaluators of other projects say, a row each; null where none judged anything. */
export function foreignTable(
  tallies: ReadonlyMap<ForeignEvaluatorName, ForeignTally>,
  { agent, protocol, outdated = 0 }: ForeignTableOptions,
): Table | null {
  const judged = [...tallies].filter(([, { sums }]) => sums.steps + sums.leftOut + sums.voided > 0);
  if (judged.length === 0) return null;
  return {
    id: FOREIGN_TABLE,
    title: `GUIOdyssey, ${protocol}, as other projects score it`,
    columns: [
      ...textColumns('Evaluator', 'Agent'),
      ...numberColumns('Type', 'Grounding', 'Step', 'SR', 'Goal progress', 'Steps', 'Left out'),
    ],
    rows: judged.map(([name, tally]): Cell[] => {
      const { type, grounding, step, success, progress } = tally.figures();
      const { steps, leftOut, voided } = tally.sums;
      return [
        { text: name },
        { text: agent },
        ...[type, grounding, step, success, progress].map(shareCell),
        { text: String(steps), value: steps },
        { text: String(leftOut + voided), value: leftOut + voided },
      ];
    }),
    notes: [
      'Not comparable with AMS, nor with each other. n/a: the script has no such number, or divides by zero there.',
      ...judged.flatMap(([name, tally]) => notesOf(name, tally)),
      ...given([
        outdated > 0 &&
          `${plural(outdated, 'episode was', 'episodes were')} scored before the scripts were followed exactly, and ${outdated === 1 ? 'is' : 'are'} in none of these numbers: \`touchstone score\` of the run scores it again.`,
      ]),
    ],
  };
}

/** Every number that the script of one evaluator prints, in its order. */
export function foreignLinesTable(name: ForeignEvaluatorName, tally: ForeignTally): Table {
  const { lines, stops } = tally.figures();
  return {
    id: `guiodyssey-${name}`,
    title: `What the ${FOREIGN_EVALUATORS[name].title} prints`,
    columns: [...textColumns('Line'), ...numberColumns('Value', 'Hits', 'Of')],
    rows: lines.map(({ name: line, value, hits, of }): Cell[] => [
      { text: line },
      { text: value === null ? NOT_APPLICABLE : String(value), value },
      countCell(hits),
      countCell(of),
    ]),
    notes: given([
      stops !== null && `The script stops there: ${stops}. What follows is computed all the same.`,
    ]),
  };
}

function shareCell(share: ForeignShare | null): Cell {
  if (share === null) return { text: NOT_APPLICABLE, value: null };
  const { value, hits, of } = share;
  return {
    text: percent(value, 2),
    value,
    ...(hits === undefined || of === undefined ? {} : { counts: [hits, of] as const }),
  };
}

function countCell(count: number | undefined): Cell {
  return count === undefined ? { text: '' } : { text: String(count), value: count };
}

function notesOf(name: ForeignEvaluatorName, tally: ForeignTally): string[] {
  const { leftOut, voided } = tally.sums;
  const { stops } = tally.figures();
  return given([
    `${name}: ${FOREIGN_EVALUATORS[name].about}.`,
    leftOut > 0 && `${name}: ${plural(leftOut, 'step is', 'steps are')} left out of every number.`,
    voided > 0 &&
      `${name}: ${plural(voided, 'recorded step stops', 'recorded steps stop')} its script, and ${voided === 1 ? 'is' : 'are'} left out here.`,
    stops !== null && `${name}: ${stops}.`,
  ]);
}
