import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import { percent } from '../../../metrics/tables/percent.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import type { NavigationMeasures, NavigationRow } from '../navigation-row.js';

/** What is known of the episodes of one app. */
interface AppWalks {
  readonly app: string;
  readonly recordings: number | null;
  /** Different screens that are recorded. */
  readonly screens: number | null;
  readonly ways: number | null;
  /** Different recorded screens that episodes came to; null in scores from before it was counted. */
  readonly seen: number | null;
  readonly items: number;
  readonly solved: number;
  /** Items that were decided. */
  readonly known: number;
  /** Episodes that left the recordings. */
  readonly left: number;
  readonly actions: number;
  /** Actions of exploring agents that nobody recorded. */
  readonly unrecorded: number;
}

/** What the recordings show of each app, how much of it was seen, and how many episodes left them. */
export function coverageTable({ apps }: NavigationMeasures): Table {
  const walks = [...apps]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([app, rows]) => walksOf(app, rows));
  const isExplored = walks.some(({ unrecorded }) => unrecorded > 0);
  return {
    id: 'navigation-coverage',
    title: 'Navigation by app',
    columns: [
      ...textColumns('App'),
      ...numberColumns(
        'Recordings',
        'Screens',
        'Ways',
        'Items',
        'Solved',
        'Left',
        'SR between',
        'Seen',
        'Seen (%)',
      ),
      ...(isExplored ? numberColumns('Tries', 'Not recorded') : []),
    ],
    rows: walks.map((walk) => rowOf(walk, isExplored)),
    notes: [
      'Recordings, different screens and different actions that lead on are all that is known of an app. Left: the episode went where nothing is recorded; SR lies between none and all of these solved. Seen: of the recorded screens.',
      ...seenNotes(walks),
      ...(isExplored ? [exploredNote(walks)] : []),
    ],
  };
}

function walksOf(app: string, rows: readonly NavigationRow[]): AppWalks {
  const details = rows.flatMap(({ instructionFollowing }) => instructionFollowing ?? []);
  const coverage = details.find((one) => one.coverage !== null)?.coverage ?? null;
  const counted = details.filter(({ seen }) => seen !== undefined);
  const sum = (of: (one: (typeof details)[number]) => number): number =>
    details.reduce((total, one) => total + of(one), 0);
  return {
    app,
    recordings: coverage?.recordings ?? null,
    screens: coverage?.screens ?? null,
    ways: coverage?.ways ?? null,
    seen: counted.length === 0 ? null : new Set(counted.flatMap(({ seen }) => seen ?? [])).size,
    items: rows.length,
    solved: rows.filter(({ solved }) => solved.original === 1).length,
    known: rows.filter(({ solved }) => solved.original !== null).length,
    left: details.filter(({ left }) => left).length,
    actions: sum(({ actions }) => actions),
    unrecorded: sum(({ unrecorded = 0 }) => unrecorded),
  };
}

function rowOf(walk: AppWalks, isExplored: boolean): Cell[] {
  const { app, screens, seen, items, solved, known } = walk;
  const share = screens === null || seen === null || screens === 0 ? null : seen / screens;
  return [
    { text: app },
    ...[walk.recordings, screens, walk.ways, items, solved, walk.left].map(numberCell),
    screens === null
      ? numberCell(null)
      : { text: `${percent(solved / items)}–${percent((solved + items - known) / items)}` },
    numberCell(seen),
    share === null ? numberCell(null) : { text: percent(share), value: share },
    ...(isExplored ? [walk.actions, walk.unrecorded].map(numberCell) : []),
  ];
}

function numberCell(value: number | null): Cell {
  return { text: value === null ? 'n/a' : String(value), value };
}

/** How much of all apps that anybody came to was seen. */
function seenNotes(walks: readonly AppWalks[]): string[] {
  const counted = walks.filter(({ screens, seen }) => screens !== null && seen !== null);
  const total = (of: (walk: AppWalks) => number): number => counted.reduce((sum, walk) => sum + of(walk), 0);
  const [screens, seen] = [total((walk) => walk.screens ?? 0), total((walk) => walk.seen ?? 0)];
  return screens === 0
    ? []
    : [
        `Seen in all: ${seen} of ${screens} recorded screens (${percent(seen / screens)} %) of ${counted.length} apps.`,
      ];
}

function exploredNote(walks: readonly AppWalks[]): string {
  const [actions, unrecorded] = [
    walks.reduce((sum, walk) => sum + walk.actions, 0),
    walks.reduce((sum, walk) => sum + walk.unrecorded, 0),
  ];
  return `Exploring: nobody recorded what ${unrecorded} of ${actions} tries do (${percent(unrecorded / actions)} %). They lead nowhere and teach nothing; such an episode says nothing of its task.`;
}
