import { itemKeyText, isVoided } from '../../domain/episode.js';
import type { ItemResult } from '../../domain/score.js';
import type { HappenedEvent } from '../../evaluators/conduct/unexpected-events.js';
import { textColumns } from '../../metrics/tables/columns.js';
import { percent } from '../../metrics/tables/percent.js';
import type { Cell, Column, Table } from '../../metrics/tables/table.js';

/** Episodes of one row, by item, and whether each was done. */
interface Tally {
  readonly items: string[];
  done: number;
}

/** Success apart by unexpected event, and questions to the user; empty where no task has either. */
export function liveTables(results: readonly ItemResult[]): readonly Table[] {
  const judged = results.filter(({ outcome, result }) => !isVoided(outcome) && result.success !== null);
  return [eventsTable(judged), questionsTable(judged)].filter((table) => table !== null);
}

function eventsTable(results: readonly ItemResult[]): Table | null {
  const own = results.filter(({ task }) => (task.events ?? []).length > 0);
  if (own.length === 0) return null;
  const tallies = new Map<string, Tally>();
  for (const { key, result } of own) {
    const score = result.scores.find(({ evaluator }) => evaluator === 'events')?.score;
    // Written by the events score, whose details these are.
    const details =
      score?.status === 'scored' ? (score.details as { events: readonly HappenedEvent[] }) : null;
    const types = new Set<string>(details?.events.map(({ type }) => type) ?? ['none']);
    for (const type of details === null ? types : [...types, 'any']) {
      const tally = tallies.get(type) ?? { items: [], done: 0 };
      tally.items.push(itemKeyText(key));
      if (result.success === true) tally.done += 1;
      tallies.set(type, tally);
    }
  }
  const order = (type: string): string => (type === 'any' ? '1' : type === 'none' ? '3' : `2${type}`);
  const names = [...tallies.keys()].toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  const rows = names.map((name): Cell[] => {
    const { items, done } = tallies.get(name) ?? { items: [], done: 0 };
    const value = done / items.length;
    const counts = [done, items.length] as const;
    return [
      { text: name },
      { text: percent(value), value, items, counts },
      { text: `${done}/${items.length}`, counts },
    ];
  });
  const columns: Column[] = [...textColumns('Event'), right('SR (%)'), right('hit/total')];
  const notes = [
    'Tasks with unexpected events; an episode with several counts in the row of each, and once in any.',
  ];
  return { id: 'unexpected-events', title: 'Success under unexpected events', columns, rows, notes };
}

function questionsTable(results: readonly ItemResult[]): Table | null {
  const own = results.filter(({ task }) => task.user !== undefined);
  if (own.length === 0) return null;
  const rows = own.map(({ key, result }): Cell[] => {
    const score = result.scores.find(({ evaluator }) => evaluator === 'user')?.score;
    // Written by the questions score, whose details these are.
    const { asked, known } =
      score?.status === 'scored'
        ? (score.details as { asked: number; known: number })
        : { asked: 0, known: 0 };
    const items = [itemKeyText(key)];
    return [
      { text: itemKeyText(key) },
      { text: String(asked), value: asked, items },
      { text: String(known), value: known, items },
    ];
  });
  const columns: Column[] = [...textColumns('Episode'), right('questions'), right('with a reply')];
  const notes = ['Questions to the user, and those that the task has a reply to.'];
  return { id: 'user-questions', title: 'Questions to the user', columns, rows, notes };
}

function right(title: string): Column {
  return { title, align: 'right' };
}
