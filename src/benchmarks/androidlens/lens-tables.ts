import { given } from '../../domain/given.js';
import type { ItemResult } from '../../domain/score.js';
import { STEP_PRESETS } from './step-presets.js';
import { STEP_MATCHES } from '../../evaluators/step-match/step-verdict.js';
import { plural } from '../../domain/text/plural.js';
import { GroupShares } from '../../metrics/intervals/group-shares.js';
import type { Interval } from '../../metrics/intervals/interval.js';
import { ratioMean } from '../../metrics/intervals/ratio-interval.js';
import { endsOf } from '../../metrics/tables/measured-cells.js';
import { percentInterval } from '../../metrics/tables/percent.js';
import { groupColumns, numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Cell, Table } from '../../metrics/tables/table.js';
import { voidedNotes } from '../stepwise/voided-notes.js';
import { GROUPINGS, LensTally, type Grouping, type ProgressSum, type StepCount } from './lens-tally.js';
import type { LensProtocol } from './lens-protocol.js';
import { PUBLISHED_LENS } from './published-lens.js';
import { rateCell, shareCell } from './share-cells.js';
import { missingTaxonomyNotes, taxonomyTables } from './taxonomy/taxonomy-tables.js';
import { lensDetailsOf, type LensDetails } from './score-lens-episode.js';

export interface LensTableOptions {
  readonly agent: string;
  readonly level: 'high' | 'low';
  /** `all, high-level instructions, recorded history, reference mode`. */
  readonly about: string;
  readonly protocol: LensProtocol;
  readonly published?: boolean;
}

/** Languages as the paper orders its columns. */
const LANGUAGES = [
  ['zh', 'Chinese'],
  ['en', 'English'],
  ['total', 'Total'],
] as const;

const GROUPING_TITLES: Readonly<Record<Grouping, string>> = {
  family: 'Family',
  subcategory: 'Subcategory',
  apps: 'Apps',
  action: 'Action',
  tenth: 'Place in the task',
  anomaly: 'Anomaly',
};

/** Result tables: the paper's row, progress and intervals, the breakdowns, and why steps were wrong. */
export async function lensTables(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  options: LensTableOptions,
): Promise<readonly Table[]> {
  const tally = new LensTally();
  const shares: { value: number; cluster: string }[] = [];
  const ofSteps = { ams: new GroupShares(), tm: new GroupShares() };
  const left: Pick<ItemResult, 'key' | 'outcome'>[] = [];
  for await (const { key, result, outcome } of results) {
    const details = lensDetailsOf(result);
    if (details === null) {
      left.push({ key, outcome });
      continue;
    }
    tally.add(details);
    addShares(details, key.item, ofSteps);
    for (const reason of details.reasons) {
      shares.push({ value: STEP_MATCHES[reason].match ? 1 : 0, cluster: key.item });
    }
  }
  const { interval } = ratioMean(shares);
  return [
    scoreTable(tally, { ...options, left, ofSteps }),
    progressTable(tally, options.agent, percentInterval(interval, 2)),
    breakdownTable(tally, options.agent),
    ...taxonomyTables(tally, options),
    reasonTable(tally, options),
  ];
}

/** Shares of right steps, and of steps of the right type, by language. */
type StepShares = Readonly<Record<'ams' | 'tm', GroupShares>>;

function addShares({ language, reasons }: LensDetails, item: string, { ams, tm }: StepShares): void {
  const of = reasons.length;
  if (of === 0) return;
  const verdicts = reasons.map((reason) => STEP_MATCHES[reason]);
  ams.add(language, { cluster: item, sum: verdicts.filter(({ match }) => match).length, of });
  tm.add(language, { cluster: item, sum: verdicts.filter(({ typeMatch }) => typeMatch).length, of });
}

interface ScoreTableOptions extends LensTableOptions {
  readonly left: readonly Pick<ItemResult, 'key' | 'outcome'>[];
  readonly ofSteps: StepShares;
}

function scoreTable(
  tally: LensTally,
  { agent, about, protocol, level, published, left, ofSteps }: ScoreTableOptions,
): Table {
  const { languages } = tally;
  const ours = (
    name: string,
    cells: (count: StepCount, language: keyof typeof languages) => [Cell, Cell],
  ): Cell[] => [{ text: name }, ...LANGUAGES.flatMap(([language]) => cells(languages[language], language))];
  const intervalOf = (shares: GroupShares, language: string): Interval | null =>
    language === 'total' ? shares.pooled() : shares.of(language);
  const theirs = PUBLISHED_LENS.map((row): Cell[] => [
    { text: `${row.model} (published)` },
    ...row[level].map((percent) => ({ text: percent.toFixed(2), value: percent / 100 })),
  ]);
  return {
    id: 'androidlens-scores',
    title: `AndroidLens static, ${about}, protocol ${protocol.step.name}`,
    columns: [...textColumns('Agent'), ...LANGUAGES.flatMap(([, group]) => groupColumns(group, 'AMS', 'TM'))],
    rows: [
      ours(agent, ({ matches, types, steps }, language) => [
        { ...rateCell(matches, steps), ...endsOf(intervalOf(ofSteps.ams, language)) },
        { ...rateCell(types, steps), ...endsOf(intervalOf(ofSteps.tm, language)) },
      ]),
      ours(`${agent}, mean over tasks`, ({ meanAms, meanTm }) => [shareCell(meanAms), shareCell(meanTm)]),
      ...(published === true ? theirs : []),
    ],
    notes: given([
      'AMS: steps that match the annotation; TM: steps of the annotated type. Pooled over steps, as the published totals are [I], unless said otherwise.',
      ...voidedNotes(left),
      ...originNotes(protocol),
      published === true &&
        'Published rows [S]: their rules are not known, so a difference may be one of rules. Left out are four printed rows whose totals contradict their parts (Mobile-Agent-E and GPT-4o + UGround, low level; Gemini-2.5-Flash, low-level AMS; UI-AGILE, high-level AMS).',
    ]),
  };
}

/** How far the rules are known; [S] the paper's supplement, [P] other public pages, [I] inferred. */
function originNotes({ step, paths }: LensProtocol): string[] {
  const preset = Object.entries(STEP_PRESETS).find(([name]) => step.name.startsWith(name))?.[1];
  return [
    `There is no reference code: measures and actions are from the paper [S], that anomalies stay and several paths are valid from public pages [P]; every rule and threshold is inferred [I]. Protocol ${step.name}: ${preset?.source ?? "the user's own"}.`,
    `Paths "${paths}" [I]: ${
      paths === 'consistent'
        ? 'a step is right on any annotated path that is consistent with the episode so far'
        : 'a step is right on any annotated path, independent of earlier steps'
    }.`,
  ];
}

function progressTable(tally: LensTally, agent: string, interval: string): Table {
  const { total } = tally.languages;
  const { prefix, milestones } = tally;
  const cells = (sum: ProgressSum): Cell[] => [shareCell(sum.mean), rateCell(sum.done, sum.total)];
  return {
    id: 'androidlens-progress',
    title: 'Steps and progress',
    columns: [
      ...textColumns('Agent'),
      ...numberColumns('Tasks', 'Steps', 'AMS', '95 %', 'All right'),
      ...groupColumns('static_progress_prefix', 'mean', 'pooled'),
      ...groupColumns('static_progress_milestone', 'mean', 'pooled'),
    ],
    rows: [
      [
        { text: agent },
        { text: String(total.tasks), value: total.tasks },
        { text: String(total.steps), value: total.steps },
        rateCell(total.matches, total.steps),
        { text: interval },
        rateCell(tally.allRight, total.tasks),
        ...cells(prefix),
        ...cells(milestones),
      ],
    ],
    notes: [
      'static_progress_prefix: steps before the first wrong one; static_progress_milestone: milestones all of whose steps are right. Papers print a static ATP without its formula; neither is known to be it [I].',
      ...milestoneNotes(total.tasks, tally),
      'The interval takes tasks as the independent units: the steps of one are not independent.',
    ],
  };
}

/** Which tasks and milestones the milestone columns are without. */
function milestoneNotes(
  tasks: number,
  { milestones, unrangedMilestones: unranged }: Pick<LensTally, 'milestones' | 'unrangedMilestones'>,
): string[] {
  const without = tasks - milestones.tasks;
  if (tasks > 0 && without === 0 && unranged === 0) {
    return ['Every task says which steps belong to each of its milestones.'];
  }
  const say = without === 1 ? 'says' : 'say';
  return given([
    without !== 0 &&
      `${without} of ${plural(tasks, 'task')} ${say} of no milestone which steps belong to it, and ${without === 1 ? 'is' : 'are'} outside the last two columns.`,
    unranged !== 0 &&
      `Of the ${plural(milestones.tasks, 'task')} in the last two columns, ${plural(unranged, 'milestone has', 'milestones have')} no steps and ${unranged === 1 ? 'is' : 'are'} not among them.`,
  ]);
}

function breakdownTable(tally: LensTally, agent: string): Table {
  return {
    id: 'androidlens-breakdown',
    title: `By kind of task and step, ${agent}`,
    columns: [
      ...textColumns('By', 'Value'),
      ...numberColumns('AMS', 'TM', 'AMS, mean over tasks', 'Steps', 'Tasks'),
    ],
    rows: GROUPINGS.flatMap((grouping) =>
      tally
        .groups(grouping)
        .map(({ name, count }): Cell[] => [
          { text: GROUPING_TITLES[grouping] },
          { text: name },
          rateCell(count.matches, count.steps),
          rateCell(count.types, count.steps),
          shareCell(count.meanAms),
          { text: String(count.steps), value: count.steps },
          { text: String(count.tasks), value: count.tasks },
        ]),
    ),
    notes: [
      'A task of several types counts in each. The codes 1-1 to 1-3 are published [P], those after them inferred from the order of the paper [I].',
      ...missingTaxonomyNotes(tally),
    ],
  };
}

function reasonTable(tally: LensTally, { agent, protocol }: LensTableOptions): Table {
  const { steps } = tally.languages.total;
  const other = protocol.paths === 'consistent' ? 'union' : 'consistent';
  return {
    id: 'androidlens-reasons',
    title: `What steps came to, ${agent}`,
    columns: [...textColumns('Verdict'), ...numberColumns('Steps', 'Share')],
    rows: [...tally.reasons]
      .toSorted(([, a], [, b]) => b - a)
      .map(([reason, count]): Cell[] => [
        { text: reason },
        { text: String(count), value: count },
        rateCell(count, steps),
      ]),
    notes: [
      `${tally.otherPaths} of ${plural(steps, 'step')} ${tally.otherPaths === 1 ? 'is' : 'are'} judged differently by paths "${other}".`,
    ],
  };
}
