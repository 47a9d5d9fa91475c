import type { InstructionFollowing } from '../../domain/instruction-following.js';
import { instructionFollowingRates } from '../instruction-following-rates.js';
import { intervalCell } from './measured-cells.js';
import { NOT_APPLICABLE, percent } from './percent.js';
import { ratioMean } from '../intervals/ratio-interval.js';
import { numberColumns, textColumns } from './columns.js';
import type { Cell, Table } from './table.js';

/** How one episode was gone about, and what it is an attempt at. */
export interface InstructionFollowingRow extends InstructionFollowing {
  /** Key text of the item. */
  readonly item: string;
  readonly task: string;
}

export interface InstructionFollowingTableOptions {
  readonly agent: string;
  /** The screens do not follow from what was done, so that a repeated action is none of the agent's doing. */
  readonly isRecorded: boolean;
  /** No model answers, so that no answer can be unreadable. */
  readonly isWithoutModel: boolean;
}

const NOT_MEASURED: Cell = { text: NOT_APPLICABLE, value: null };

/**
 * Repetition and format errors of a run of any benchmark; null where no episode has data on either.
 *
 * Source: SPHINX paper, instruction following, Table 9.
 */
export function instructionFollowingTable(
  rows: readonly InstructionFollowingRow[],
  { agent, isRecorded, isWithoutModel }: InstructionFollowingTableOptions,
): Table | null {
  const { repetition, formatError } = instructionFollowingRates(rows);
  const notes = [
    'Repetition: actions equal to an earlier one of their episode, up to three equal ones in a row. Format error: answers that could not be read as given. Voided episodes are left out; intervals take tasks as the independent units.',
  ];
  const noErrors = isWithoutModel && formatError.part === 0;
  const noRepetition = isRecorded || repetition.value === null;
  if (noRepetition && (noErrors || formatError.whole === 0)) return null;
  if (isRecorded) notes.push('n/a: the next screen is always the recorded one; repetition says nothing.');
  else if (repetition.whole > 0 && repetition.value === null) {
    notes.push('n/a: most answers could not be read, so repetition among the others means nothing.');
  }
  if (noErrors) notes.push('n/a: no model answers, so that nothing can be unreadable.');
  const line = (
    name: string,
    isMeasured: boolean,
    [part, whole]: readonly [(row: InstructionFollowing) => number, (row: InstructionFollowing) => number],
  ): Cell[] => {
    if (!isMeasured) return [{ text: agent }, { text: name }, NOT_MEASURED, NOT_MEASURED, { text: '' }];
    const values = rows.flatMap((row) =>
      Array.from({ length: whole(row) }, (_, index) => ({
        cluster: row.task,
        value: index < part(row) ? 1 : 0,
      })),
    );
    const { mean, n, interval } = ratioMean(values);
    const sum = rows.reduce((total, row) => total + part(row), 0);
    const items = rows.filter((row) => part(row) > 0).map(({ item }) => item);
    return [
      { text: agent },
      { text: name },
      { text: percent(mean), value: mean, counts: [sum, n], items },
      intervalCell({ interval }),
      { text: `${sum} of ${n}`, counts: [sum, n] },
    ];
  };
  return {
    id: 'conduct',
    title: `Following instructions: ${rows.length} episode${rows.length === 1 ? '' : 's'}`,
    columns: [...textColumns('Agent', 'Metric'), ...numberColumns('%', '95 %', 'Counted')],
    rows: [
      line('repetition', !noRepetition, [({ repeated }) => repeated, ({ repeatable }) => repeatable]),
      line('format error', !noErrors, [({ formatErrors }) => formatErrors, ({ actions }) => actions]),
    ],
    notes,
  };
}
