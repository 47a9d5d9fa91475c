import { OUTCOMES } from '../../src/report/view/outcome-numbers.js';
import type { EpisodeRow, ReportModel, TaskRow } from './model.js';
import type { ListFilter, ListQuery } from './list-query.js';

/** Episodes that the filter leaves in, in the order asked for. */
export function selectEpisodes(model: ReportModel, query: ListQuery): readonly EpisodeRow[] {
  const matches = episodeMatcher(model, query);
  const found = model.episodes.filter(matches);
  return sorted(found, query, (row) => episodeValue(row, query.sort));
}

/** Tasks with at least one episode that the filter leaves in. */
export function selectTasks(model: ReportModel, query: ListQuery): readonly TaskRow[] {
  const matches = episodeMatcher(model, query);
  const found = model.tasks.filter((task) => task.episodes.some((list) => list.some(matches)));
  // What passed is a share of all outcomes, whichever of them the filter shows.
  const ofRun = episodeMatcher(model, { ...query, outcomes: [] });
  return sorted(found, query, (row) => taskValue(row.episodes.flat().filter(ofRun), row, query.sort));
}

/** Whether a filter leaves an episode in. The task's part of the answer is found once per task. */
export function episodeMatcher(model: ReportModel, filter: ListFilter): (row: EpisodeRow) => boolean {
  const typed = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  // `finding:loop` among the words says what the choice of findings says.
  const [facets, words] = [typed.filter(isFacet), typed.filter((word) => !isFacet(word))];
  const found = [...facets.map((facet) => facet.slice(FINDING.length)), ...(filter.finding ?? '').split(' ')];
  // What is searched for is in small letters; names of scanners need not be.
  const findings = found.filter((name) => name !== '').map((name) => name.toLowerCase());
  const cell = filter.cell === null ? null : cellItems(model, filter.cell);
  const ofTask = new Map<TaskRow, boolean>();
  function isTaskIn(row: TaskRow): boolean {
    const known = ofTask.get(row);
    if (known !== undefined) return known;
    const isIn =
      (filter.app === null || row.task.apps.includes(filter.app)) &&
      (filter.ability === null || row.task.abilities.includes(filter.ability)) &&
      (filter.task === null || row.task.id === filter.task) &&
      words.every((word) => row.searched.includes(word));
    ofTask.set(row, isIn);
    return isIn;
  }
  return (row) =>
    (filter.run === null || row.run.run.id === filter.run) &&
    (filter.outcomes.length === 0 || filter.outcomes.includes(row.outcome)) &&
    (filter.reason === null || row.reason === filter.reason) &&
    findings.every((name) => hasFinding(row, name)) &&
    (!filter.differs || row.otherMode !== null) &&
    (cell === null || (cell.run === row.run.index && cell.items.has(`${row.item}#${row.repeat}`))) &&
    isTaskIn(row.task);
}

const FINDING = 'finding:';

function isFacet(word: string): boolean {
  return word.startsWith(FINDING);
}

function hasFinding({ findings }: EpisodeRow, name: string): boolean {
  return name === '*' ? findings.length > 0 : findings.some((found) => found.toLowerCase() === name);
}

/** What the filter `cell` means, or null when there is no such cell. */
export function cellItems(
  model: ReportModel,
  cell: string,
): { readonly run: number; readonly items: ReadonlySet<string>; readonly title: string } | null {
  const [run = -1, table = -1, row = -1, column = -1] = cell.split(':').map(Number);
  const found = model.runs[run]?.run.tables[table];
  const items = found?.rows[row]?.[column]?.items;
  if (found === undefined || items === undefined) return null;
  const title = [found.title, found.rows[row]?.[0]?.text, found.columns[column]?.title]
    .filter(Boolean)
    .join(' · ');
  return { run, items: new Set(items), title };
}

type SortValue = number | string | null;

/** Stable; what has no value comes last in either direction. */
function sorted<T>(rows: readonly T[], query: ListQuery, valueOf: (row: T) => SortValue): readonly T[] {
  if (query.sort === 'order') return query.descending ? rows.toReversed() : rows;
  const sign = query.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((a, b) => compare(a.value, b.value, sign))
    .map(({ row }) => row);
}

function compare(a: SortValue, b: SortValue, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'string' && typeof b === 'string') return sign * NATURAL.compare(a, b);
  return sign * (Number(a) - Number(b));
}

/** Task 9 comes before task 10. */
const NATURAL = new Intl.Collator('en', { numeric: true });

function episodeValue(row: EpisodeRow, column: ListQuery['sort']): SortValue {
  switch (column) {
    case 'task':
      return row.task.task.id;
    case 'run':
      return row.run.index;
    case 'repeat':
      return row.repeat;
    case 'outcome':
      return OUTCOMES.indexOf(row.outcome);
    case 'steps':
      return row.outcome === 'not_run' ? null : row.steps;
    case 'completion':
      return row.completion;
    case 'duration':
      return row.outcome === 'not_run' ? null : row.durationMs;
    case 'tokens':
      return row.tokens;
    case 'cost':
      return row.costUsd;
    case 'passed':
      return row.outcome === 'passed' ? 1 : 0;
    case 'order':
      return row.index;
    default:
      return column satisfies never;
  }
}

function taskValue(episodes: readonly EpisodeRow[], row: TaskRow, column: ListQuery['sort']): SortValue {
  switch (column) {
    case 'passed':
      return passedShare(episodes);
    case 'steps':
      return meanSteps(episodes);
    case 'order':
      return row.index;
    default:
      return row.task.id;
  }
}

/** Share of the episodes that count; null when none does. */
export function passedShare(rows: readonly EpisodeRow[]): number | null {
  const counted = rows.filter(isCounted);
  if (counted.length === 0) return null;
  return counted.filter(({ outcome }) => outcome === 'passed').length / counted.length;
}

export function meanSteps(rows: readonly EpisodeRow[]): number | null {
  const run = rows.filter(({ outcome }) => outcome !== 'not_run');
  return run.length === 0 ? null : run.reduce((sum, { steps }) => sum + steps, 0) / run.length;
}

/** Of repeats the one that people want to see first: one that failed, else one that came to nothing, else the first. */
export function firstToSee<T extends Pick<EpisodeRow, 'outcome'>>(rows: readonly T[]): T | null {
  const isOther = ({ outcome }: T): boolean => outcome !== 'passed';
  return rows.find((row) => isCounted(row) && isOther(row)) ?? rows.find(isOther) ?? rows[0] ?? null;
}

/** Whether an episode is in the denominator: everything else is void, or never came to an end. */
export function isCounted({ outcome }: Pick<EpisodeRow, 'outcome'>): boolean {
  return outcome === 'passed' || outcome === 'failed' || outcome === 'agent_error';
}
