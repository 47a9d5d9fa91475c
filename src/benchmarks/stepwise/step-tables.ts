import { isVoided } from '../../domain/episode.js';
import type { ItemResult } from '../../domain/score.js';
import { ratioMean } from '../../metrics/intervals/ratio-interval.js';
import type { ClusteredValue } from '../../metrics/intervals/clustered-values.js';
import { endsOf } from '../../metrics/tables/measured-cells.js';
import { percent, percentInterval } from '../../metrics/tables/percent.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Cell, Table } from '../../metrics/tables/table.js';
import { MatchedStepsSchema, matchOf, type MatchedSteps } from './score-steps.js';
import { voidedNotes } from './voided-notes.js';

export interface StepTableOptions {
  /** Begins the names of the tables. */
  readonly id: string;
  /** The benchmark's title, level of instructions and mode, between commas. */
  readonly title: string;
  readonly agent: string;
  /** Name of the evaluator that the tables are about. */
  readonly evaluator: string;
  /** What a group is: `Subset`. */
  readonly groupTitle: string;
  /** Groups in the order of the rows; those without an episode are left out. */
  readonly groups: readonly string[];
  /** What the share of right steps is called: `SR`, `Action matching`. */
  readonly stepTitle: string;
  /** Whether there is a row `Mean` over the groups, in addition to the row over all steps. */
  readonly hasMean: boolean;
  /** Sentences for every table. */
  readonly notes: readonly string[];
}

const ALL = 'all steps';

/** Counts of one group of episodes. */
class Tally {
  episodes = 0;
  whole = 0;
  steps = 0;
  right = 0;
  typeRight = 0;
  touches = 0;
  touchesRight = 0;
  progress = 0;
  readonly shares: ClusteredValue[] = [];

  add({ steps }: MatchedSteps, cluster: string): void {
    let prefix = -1;
    for (const [index, step] of steps.entries()) {
      const { match, typeMatch } = matchOf(step);
      this.steps += 1;
      this.right += Number(match);
      this.typeRight += Number(typeMatch);
      if (step.type === 'tap' || step.type === 'long_press') {
        this.touches += 1;
        this.touchesRight += Number(match);
      }
      if (!match && prefix < 0) prefix = index;
      this.shares.push({ cluster, value: Number(match) });
    }
    this.episodes += 1;
    this.whole += Number(prefix < 0);
    this.progress += steps.length === 0 ? 0 : (prefix < 0 ? steps.length : prefix) / steps.length;
  }
}

/** Result tables of a run over recorded steps: by group, by evaluator, and by recorded action. */
export async function stepTables(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  options: StepTableOptions,
): Promise<readonly Table[]> {
  const groups = new Map<string, Tally>([[ALL, new Tally()]]);
  const evaluators = new Map<string, Tally>();
  const actions = new Map<
    string,
    { steps: number; right: number; typeRight: number; reasons: Map<string, number> }
  >();
  const voided: Pick<ItemResult, 'key' | 'outcome'>[] = [];
  for await (const { key, outcome, result } of results) {
    if (isVoided(outcome)) {
      voided.push({ key, outcome });
      continue;
    }
    for (const { evaluator, score } of result.scores) {
      const parsed = score.status === 'scored' ? MatchedStepsSchema.safeParse(score.details) : null;
      if (parsed?.success !== true) continue;
      tallyOf(evaluators, evaluator).add(parsed.data, key.item);
      if (evaluator !== options.evaluator) continue;
      for (const group of [ALL, ...parsed.data.groups]) tallyOf(groups, group).add(parsed.data, key.item);
      for (const step of parsed.data.steps) {
        const { match, typeMatch } = matchOf(step);
        const known = actions.get(step.type) ?? { steps: 0, right: 0, typeRight: 0, reasons: new Map() };
        actions.set(step.type, known);
        known.steps += 1;
        known.right += Number(match);
        known.typeRight += Number(typeMatch);
        if (!match) known.reasons.set(step.reason, (known.reasons.get(step.reason) ?? 0) + 1);
      }
    }
  }
  const notes = [...options.notes, ...voidedNotes(voided)];
  const tables = [groupTable(groups, options, notes)];
  if (evaluators.size > 1) tables.push(evaluatorTable(evaluators, options));
  tables.push({
    id: `${options.id}-actions`,
    title: `By recorded action, ${options.agent}`,
    columns: [
      ...textColumns('Action'),
      ...numberColumns('Steps', 'Type', options.stepTitle),
      ...textColumns('Wrong because of'),
    ],
    rows: [...actions]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([type, { steps, right: hits, typeRight, reasons }]): Cell[] => [
        { text: type },
        count(steps),
        rate(typeRight, steps),
        rate(hits, steps),
        { text: reasonsText(reasons) },
      ]),
    notes: [...options.notes],
  });
  return tables;
}

function groupTable(
  groups: ReadonlyMap<string, Tally>,
  options: StepTableOptions,
  notes: readonly string[],
): Table {
  const known = options.groups.filter((group) => groups.has(group));
  const others = [...groups.keys()].filter((group) => group !== ALL && !options.groups.includes(group));
  const named = [...known, ...others.toSorted()].flatMap((group): [string, Tally][] => {
    const tally = groups.get(group);
    return tally === undefined ? [] : [[group, tally]];
  });
  const all = groups.get(ALL) ?? new Tally();
  const rows = [...named, [ALL, all] as const].map(([group, tally]): Cell[] => {
    const { interval } = ratioMean(tally.shares);
    return [
      { text: options.agent },
      { text: group },
      count(tally.episodes),
      count(tally.steps),
      rate(tally.typeRight, tally.steps),
      rate(tally.touchesRight, tally.touches),
      { ...rate(tally.right, tally.steps), ...endsOf(interval) },
      { text: percentInterval(interval, 2) },
      rate(tally.whole, tally.episodes),
      share(tally.episodes === 0 ? null : tally.progress / tally.episodes),
    ];
  });
  if (options.hasMean && named.length > 1) {
    const mean = (of: (tally: Tally) => number): Cell =>
      share(named.reduce((sum, [, tally]) => sum + of(tally), 0) / named.length);
    rows.push([
      { text: options.agent },
      { text: 'mean of the above' },
      count(all.episodes),
      count(all.steps),
      mean(({ typeRight, steps }) => ratio(typeRight, steps)),
      mean(({ touchesRight, touches }) => ratio(touchesRight, touches)),
      mean(({ right: hits, steps }) => ratio(hits, steps)),
      { text: '' },
      mean(({ whole, episodes }) => ratio(whole, episodes)),
      mean(({ progress, episodes }) => ratio(progress, episodes)),
    ]);
  }
  return {
    id: `${options.id}-groups`,
    title: options.title,
    columns: [
      ...textColumns('Agent', options.groupTitle),
      ...numberColumns(
        'Episodes',
        'Steps',
        'Type',
        'Grounding',
        options.stepTitle,
        '95 %',
        'Whole episodes',
        'Goal progress',
      ),
    ],
    rows,
    notes: [
      `Judged by ${options.evaluator}. Type: the recorded kind of action; Grounding: recorded touches that are hit; ${options.stepTitle}: steps that do what the recording did; Whole episodes: all of whose steps do; Goal progress: share of an episode before its first wrong step.`,
      'The interval is clustered by episode: its steps are not independent.',
      ...notes,
    ],
  };
}

function evaluatorTable(evaluators: ReadonlyMap<string, Tally>, options: StepTableOptions): Table {
  return {
    id: `${options.id}-evaluators`,
    title: `The same steps by other rules, ${options.agent}`,
    columns: [
      ...textColumns('Evaluator'),
      ...numberColumns('Type', 'Grounding', options.stepTitle, 'Whole episodes', 'Goal progress'),
    ],
    rows: [...evaluators].map(([name, tally]): Cell[] => [
      { text: name },
      rate(tally.typeRight, tally.steps),
      rate(tally.touchesRight, tally.touches),
      rate(tally.right, tally.steps),
      rate(tally.whole, tally.episodes),
      share(tally.episodes === 0 ? null : tally.progress / tally.episodes),
    ]),
    notes: [
      'Numbers by different rules are not comparable; every threshold is stored with the scores.',
      ...options.notes,
    ],
  };
}

function tallyOf(tallies: Map<string, Tally>, name: string): Tally {
  const known = tallies.get(name);
  if (known !== undefined) return known;
  const fresh = new Tally();
  tallies.set(name, fresh);
  return fresh;
}

function reasonsText(reasons: ReadonlyMap<string, number>): string {
  return [...reasons]
    .toSorted((a, b) => b[1] - a[1])
    .map(([reason, times]) => `${reason} ${times}`)
    .join(', ');
}

function ratio(hits: number, total: number): number {
  return total === 0 ? 0 : hits / total;
}

function rate(hits: number, total: number): Cell {
  return total === 0 ? share(null) : { ...share(hits / total), counts: [hits, total] };
}

function share(value: number | null): Cell {
  return { text: percent(value, 2), value };
}

function count(value: number): Cell {
  return { text: String(value), value };
}
