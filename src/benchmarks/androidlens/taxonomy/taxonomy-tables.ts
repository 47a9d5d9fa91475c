import { given } from '../../../domain/given.js';
import { plural } from '../../../domain/text/plural.js';
import { groupColumns, numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import type { LensTally, StepCount } from '../lens-tally.js';
import { rateCell, shareCell } from '../share-cells.js';
import { LENS_DOMAINS } from './lens-domains.js';
import { LENS_INTERACTIONS } from './lens-interactions.js';
import { OTHER } from './lens-taxonomy.js';

const NOTHING: StepCount = { steps: 0, matches: 0, types: 0, tasks: 0, meanAms: null, meanTm: null };

const LABELS_HINT = '--benchmark-option labels=FILE may say so';

/** Results by the 38 domains of the paper and by its eight kinds of interaction between apps. */
export function taxonomyTables(
  tally: LensTally,
  { agent, published = false }: { readonly agent: string; readonly published?: boolean },
): readonly Table[] {
  const hasDomains = tally.groups('domain').length > 0;
  const hasKinds = tally.groups('interaction').length > 0;
  return [
    ...(hasDomains || published ? [domainTable(tally, agent, published)] : []),
    ...(hasKinds ? [interactionTable(tally, agent)] : []),
  ];
}

/** Which of these tables are missing, and why. */
export function missingTaxonomyNotes(tally: LensTally): string[] {
  return given([
    tally.groups('domain').length === 0 && `No task says its domain, nor its apps: ${LABELS_HINT}.`,
    tally.groups('interaction').length === 0 &&
      `No task says its kind of interaction between apps: ${LABELS_HINT}.`,
  ]);
}

function domainTable(tally: LensTally, agent: string, published: boolean): Table {
  const counts = new Map(tally.groups('domain').map(({ name, count }) => [name, count]));
  const { labels, data, apps, none } = tally.domainsFrom;
  const rows = LENS_DOMAINS.map(({ name, kind, tasks }): Cell[] => [
    { text: name },
    { text: kind },
    ...cellsOf(counts.get(name) ?? NOTHING),
    ...(published ? [printed(tasks.zh), printed(tasks.en)] : []),
  ]);
  const other = counts.get(OTHER);
  return {
    id: 'androidlens-domains',
    title: `By domain, ${agent}`,
    columns: [
      ...textColumns('Domain', 'Apps'),
      ...COLUMNS,
      ...(published ? groupColumns('Tasks in the paper', 'Chinese', 'English') : []),
    ],
    rows: [...rows, ...otherRow(other, published ? 2 : 0)],
    notes: given([
      "The 38 domains of the supplement's Table 5 [S]; a task counts in each of its domains.",
      labels + data + apps > 0 && `Domains are said by ${sourcesText({ labels, data, apps })}.`,
      apps > 0 &&
        'By their apps [I]: an app that stands for two domains (eBay) counts in both, one of none as "other".',
      none > 0 && `${plural(none, 'task')} of no known domain: ${LABELS_HINT}.`,
      published &&
        'Tasks in the paper [S]: of the whole dataset, by language; it prints no result by domain.',
    ]),
  };
}

function interactionTable(tally: LensTally, agent: string): Table {
  const counts = new Map(tally.groups('interaction').map(({ name, count }) => [name, count]));
  const { tasks, unlabelled } = tally.crossApp;
  return {
    id: 'androidlens-interactions',
    title: `By kind of interaction between apps, ${agent}`,
    columns: [...textColumns('Kind'), ...COLUMNS],
    rows: [
      ...LENS_INTERACTIONS.map((kind) => [{ text: kind }, ...cellsOf(counts.get(kind) ?? NOTHING)]),
      ...otherRow(counts.get(OTHER), -1),
    ],
    notes: given([
      "The eight kinds of the supplement's section C [S]; a task of several kinds counts in each. The paper prints no result by kind.",
      unlabelled > 0 &&
        `${unlabelled} of ${plural(tasks, 'task')} in several apps ${unlabelled === 1 ? 'is' : 'are'} of no known kind.`,
    ]),
  };
}

const COLUMNS = numberColumns('AMS', 'TM', 'AMS, mean over tasks', 'Steps', 'Tasks');

function cellsOf({ matches, types, steps, meanAms, tasks }: StepCount): Cell[] {
  return [
    rateCell(matches, steps),
    rateCell(types, steps),
    shareCell(meanAms),
    { text: String(steps), value: steps },
    { text: String(tasks), value: tasks },
  ];
}

/** @param more empty cells behind the numbers; less than 0: the row has no second text */
function otherRow(count: StepCount | undefined, more: number): Cell[][] {
  if (count === undefined) return [];
  const empty = { text: '' };
  return [
    [
      { text: OTHER },
      ...(more < 0 ? [] : [empty]),
      ...cellsOf(count),
      ...Array.from({ length: Math.max(more, 0) }, () => empty),
    ],
  ];
}

function printed(tasks: number | null): Cell {
  return { text: tasks === null ? '-' : String(tasks), value: tasks };
}

function sourcesText({ labels, data, apps }: Readonly<Record<'labels' | 'data' | 'apps', number>>): string {
  return given([
    labels > 0 && `the label file (${plural(labels, 'task')})`,
    data > 0 && `the data (${plural(data, 'task')})`,
    apps > 0 && `the apps that tasks name (${plural(apps, 'task')})`,
  ]).join(', ');
}
