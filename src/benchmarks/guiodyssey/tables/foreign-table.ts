import { FOREIGN_EVALUATORS } from '../foreign/foreign-evaluators.js';
import { FOREIGN_EVALUATOR_NAMES, type ForeignEvaluatorName } from '../foreign/foreign-evaluator.js';
import type { ForeignTally } from '../foreign/foreign-tally.js';
import { UserError } from '../../../errors.js';
import { percent } from '../../../metrics/tables/percent.js';
import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';

/** Stable name of the table. */
const FOREIGN_TABLE = 'guiodyssey-other-evaluators';

/** What the evaluators of other projects say, a row each; null where none judged anything. */
export function foreignTable(
  tallies: ReadonlyMap<ForeignEvaluatorName, ForeignTally>,
  { agent, protocol }: { readonly agent: string; readonly protocol: string },
): Table | null {
  const rows = [...tallies].flatMap(([name, tally]): Cell[][] => {
    const scores = tally.result();
    if (scores.steps === 0) return [];
    const { type, exact, clicks, grounded, steps, episodes, succeeded } = scores;
    const rate = (value: number | null, hit: number, total: number): Cell => ({
      text: percent(value, 2),
      value,
      counts: [hit, total],
    });
    return [
      [
        { text: name },
        { text: agent },
        rate(scores.typeRate, type, steps),
        rate(scores.groundingRate, grounded, clicks),
        rate(scores.exactRate, exact, steps),
        rate(scores.successRate, succeeded, episodes),
        { text: percent(scores.goalProgress, 2), value: scores.goalProgress },
        { text: String(steps), value: steps },
      ],
    ];
  });
  if (rows.length === 0) return null;
  return {
    id: FOREIGN_TABLE,
    title: `GUIOdyssey, ${protocol}, as other projects score it`,
    columns: [
      ...textColumns('Evaluator', 'Agent'),
      ...numberColumns('Type', 'Grounding', 'Step', 'SR', 'Goal progress', 'Steps'),
    ],
    rows,
    notes: [
      'Not comparable with AMS, nor with each other.',
      ...[...tallies.keys()].map((name) => `${name}: ${FOREIGN_EVALUATORS[name].about}.`),
    ],
  };
}

/** Of the tables of a run what one of the other evaluators says. @throws {UserError} when it judged nothing there */
export function onlyEvaluator(tables: readonly Table[], name: ForeignEvaluatorName): readonly Table[] {
  const table = tables.find(({ id }) => id === FOREIGN_TABLE);
  const rows = table?.rows.filter(([first]) => first?.text === name) ?? [];
  if (table === undefined || rows.length === 0) {
    throw new UserError(`nothing here was judged by ${name}`, { hint: 'It judges runs of guiodyssey.' });
  }
  return [{ ...table, rows, notes: table.notes.filter((note) => !isOther(note, name)) }];
}

function isOther(note: string, name: ForeignEvaluatorName): boolean {
  return FOREIGN_EVALUATOR_NAMES.some((other) => other !== name && note.startsWith(`${other}:`));
}
