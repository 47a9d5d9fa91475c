import { given } from '../../../domain/given.js';
import { itemKeyText } from '../../../domain/episode.js';
import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import { rateCell } from '../share-cells.js';
import type { DynamicRow } from './dynamic-row.js';
import { milestoneGroups, type MilestoneDetails } from './milestone-groups.js';

/** Tasks that are written out; scores of every item have all. */
const SHOWN = 40;

/** Progress as a tree: task, groups of several milestones, milestones, with the first missed. Null where none was looked for. */
export function milestoneTable(rows: readonly DynamicRow[], agent: string): Table | null {
  const judged = rows.flatMap(({ result, details: { milestones } }) =>
    milestones === null ? [] : [{ item: itemKeyText(result.key), milestones }],
  );
  if (judged.length === 0) return null;
  return {
    id: 'androidlens-milestones',
    title: `Milestones of each task, ${agent}`,
    columns: [
      ...textColumns('Task', 'Group', 'Milestone', 'Done'),
      ...numberColumns('At step', 'Progress'),
      ...textColumns(''),
    ],
    rows: judged.slice(0, SHOWN).flatMap(({ item, milestones }) => taskRows(item, milestones)),
    notes: given([
      'Steps count from 1. Group: milestones that may be completed in any order; others come one after the other.',
      judged.length > SHOWN &&
        `The first ${SHOWN} of ${judged.length} tasks; the scores of each item hold all.`,
    ]),
  };
}

function taskRows(item: string, milestones: MilestoneDetails): Cell[][] {
  const firstMissed = milestones.find(({ met }) => met !== true);
  const groups = milestoneGroups(milestones);
  return [
    line({ item, task: item, done: doneOf(milestones), note: '' }),
    ...[...groups].flatMap(([group, members]) => [
      ...(members.length < 2
        ? []
        : [line({ item, group: `group ${group + 1}`, done: doneOf(members), note: 'in any order' })]),
      ...members.map((milestone) => milestoneLine(item, milestone, milestone === firstMissed)),
    ]),
  ];
}

function doneOf(milestones: MilestoneDetails): readonly [done: number, of: number] | null {
  return milestones.some(({ met }) => met === null)
    ? null
    : [milestones.filter(({ met }) => met === true).length, milestones.length];
}

function line({
  item,
  task = '',
  group = '',
  done,
  note,
}: {
  readonly item: string;
  readonly task?: string;
  readonly group?: string;
  readonly done: readonly [number, number] | null;
  readonly note: string;
}): Cell[] {
  const empty = { text: '' };
  return [
    { text: task },
    { text: group },
    empty,
    { text: done === null ? 'unknown' : `${done[0]}/${done[1]}` },
    empty,
    done === null ? { text: 'n/a', value: null } : { ...rateCell(...done), items: [item] },
    { text: note },
  ];
}

function milestoneLine(
  item: string,
  { index, title, met, step }: MilestoneDetails[number],
  isFirstMissed: boolean,
): Cell[] {
  const empty = { text: '' };
  return [
    empty,
    empty,
    { text: `${index} ${title}` },
    { text: met === null ? 'unknown' : met ? 'yes' : 'no', items: [item] },
    step === null ? empty : { text: String(step + 1), value: step + 1 },
    empty,
    { text: isFirstMissed ? (met === null ? 'first open' : 'first missed') : '' },
  ];
}
