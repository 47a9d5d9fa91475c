import { plural } from '../../domain/text/plural.js';
import { NOT_APPLICABLE, percent } from './percent.js';
import type { PhoneUse } from './phone-use.js';
import { groupColumns, numberColumns, textColumns } from './columns.js';
import type { Cell, Table } from './table.js';

/** Names of unknown things that are listed. */
const MOST_LISTED = 20;

/** How phones were used, and what agents asked of them in vain: gaps of the emulation, and signs of a lost agent. */
export function phoneTables(use: PhoneUse, options: { readonly agent: string }): readonly Table[] {
  if (use.episodes.length === 0) return [];
  return [usage(use, options.agent), ...unknown(use)];
}

/**
 * The warning that agents never spoke to their phones, which looks like a score of 0 and is a mistake in how they were
 * started.
 */
export function silentPhones({ episodes, silent }: PhoneUse): string | null {
  if (silent.length === 0) return null;
  return `no command reached the phone in ${silent.length} of ${plural(episodes.length, 'episode')}: does the command use adb and ANDROID_SERIAL / ANDROID_ADB_SERVER_PORT?`;
}

function usage(use: PhoneUse, agent: string): Table {
  const { episodes, silent, actions, commands, observations, seconds, outside } = use;
  const { blind, misses, missedAgain, missedOnSomething, missedOnNothing, unknownRequests } = use;
  const judged = missedOnSomething + missedOnNothing;
  const silence = silentPhones(use);
  return {
    id: 'phone',
    title: 'On the phone',
    columns: [
      ...textColumns('Agent'),
      ...groupColumns('per action', 'Commands', 'Observations', 'Seconds'),
      ...groupColumns('Actions', 'Blind (%)', 'Missed (%)', 'Missed again (%)'),
      ...groupColumns('Missed touches', 'On something', 'On nothing'),
      ...numberColumns('Outside', 'Unknown', 'Silent'),
    ],
    rows: [
      [
        { text: agent },
        ratioCell(commands, actions, episodes),
        ratioCell(observations, actions, episodes),
        secondsCell(seconds, actions, episodes),
        shareCell(blind, actions, episodes),
        shareCell(misses, actions, episodes),
        shareCell(missedAgain, actions, episodes),
        partCell(missedOnSomething, judged, episodes),
        partCell(missedOnNothing, judged, episodes),
        { text: String(outside), value: outside },
        { text: String(unknownRequests), value: unknownRequests },
        { text: String(silent.length), value: silent.length, items: silent },
      ],
    ],
    notes: [
      ...(silence === null ? [] : [`Silent: ${silence}`]),
      'Commands: services opened, housekeeping included. Observations: screenshots and hierarchy dumps. Seconds: real time from the first command to the last, with all that the agent thinks. Blind: actions without an observation since the one before. Missed: actions that the recording knows nothing of, so that the screen stayed.',
      'Missed again: the same on the same screen as a miss before it. Missed touches: on something that the recorded hierarchy offers, a way that nobody recorded, or on nothing; n/a where no miss met a hierarchy. Outside: touches beyond the screen, which do nothing. Unknown: commands and services that the phone does not have. Silent: episodes without a failure in which no command reached the phone.',
      'Scores of recorded phones are no scores of live devices: screens are as recorded, and ways nobody recorded lead nowhere.',
    ],
  };
}

function unknown({ unknown: found }: PhoneUse): readonly Table[] {
  if (found.size === 0) return [];
  const listed = [...found].toSorted(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
  const left = listed.length - MOST_LISTED;
  return [
    {
      id: 'phone-unknown',
      title: 'Asked of the phone in vain',
      columns: [...textColumns('Command or service'), ...numberColumns('Times', 'Episodes')],
      rows: listed
        .slice(0, MOST_LISTED)
        .map(([name, { count, episodes }]) => [
          { text: name },
          { text: String(count), value: count },
          { text: String(episodes.length), value: episodes.length, items: episodes },
        ]),
      notes: [
        "Commands the phone does not have, and commands that had no effect. If a real phone would have done something, the gap is Touchstone's: please report it.",
        ...(left > 0 ? [`${left} more are in the event logs, attempts/*.phone.jsonl.`] : []),
      ],
    },
  ];
}

function ratioCell(count: number, total: number, items: readonly string[]): Cell {
  if (total === 0) return { text: NOT_APPLICABLE, value: null };
  return { text: (count / total).toFixed(1), value: count / total, items };
}

/** One decimal, below a second two significant digits: a script needs next to nothing, a model many seconds. */
function secondsCell(seconds: number, actions: number, items: readonly string[]): Cell {
  const value = seconds / actions;
  // Clocks have millisecond resolution.
  const isShort = value >= 0.001 && value < 1;
  return isShort ? { text: value.toPrecision(2), value, items } : ratioCell(seconds, actions, items);
}

/** A count out of those that could be measured; not applicable where none could. */
function partCell(count: number, total: number, items: readonly string[]): Cell {
  if (total === 0) return { text: NOT_APPLICABLE, value: null };
  return { text: String(count), value: count, counts: [count, total], items };
}

function shareCell(count: number, total: number, items: readonly string[]): Cell {
  const value = total === 0 ? null : count / total;
  return { text: percent(value, 1), value, counts: [count, total], items };
}
