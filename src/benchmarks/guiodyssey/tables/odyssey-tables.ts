import { plural } from '../../../domain/text/plural.js';
import type { Mode } from '../../../domain/mode.js';
import { isVoided } from '../../../domain/episode.js';
import { DatasetError } from '../../../errors.js';
import type { ItemResult } from '../../../domain/score.js';
import {
  OdysseyTally,
  type OdysseyAggregation,
  type OdysseyRate,
  type OdysseyScores,
} from '../match/odyssey-tally.js';
import { ratioMean } from '../../../metrics/intervals/ratio-interval.js';
import type { Interval } from '../../../metrics/intervals/interval.js';
import { endsOf } from '../../../metrics/tables/measured-cells.js';
import { percentInterval, toFixedEven } from '../../../metrics/tables/percent.js';
import { numberColumns, textColumns, groupColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import { publishedRows, withPublishedForeign, type OdysseyCondition } from '../published/published-rows.js';
import { voidedNotes } from '../../stepwise/voided-notes.js';
import { ForeignView } from './foreign-view.js';
import { OdysseyIntervals } from './odyssey-intervals.js';
import { detailsOf, verdictOf } from '../score-odyssey-episode.js';

export interface OdysseyTableOptions {
  readonly agent: string;
  readonly mode: Mode;
  readonly aggregation: OdysseyAggregation;
  /** `random, high-level instructions`. */
  readonly protocol: string;
  /** What the papers' own rows are added for; none are unless given. */
  readonly published?: OdysseyCondition;
}

/** Result tables of a run: the paper's row of categories, step counts by kind, and by device. */
export async function odysseyTables(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  options: OdysseyTableOptions,
): Promise<readonly Table[]> {
  const tally = new OdysseyTally(options.mode === 'reference' ? 'reference' : 'corrected');
  const devices = new Map<string, OdysseyTally>();
  const shares: { value: number; cluster: string }[] = [];
  const intervals = new OdysseyIntervals();
  const others = new ForeignView();
  const voided: Pick<ItemResult, 'key' | 'outcome'>[] = [];
  for await (const { key, outcome, result } of results) {
    const details = detailsOf(result);
    others.add({ result });
    if (details === null || details.reasons.length === 0) {
      if (isVoided(outcome)) voided.push({ key, outcome });
      if (details === null) continue;
    }
    intervals.add(details, key.item);
    const ofDevice = devices.get(details.device) ?? new OdysseyTally('corrected');
    devices.set(details.device, ofDevice);
    for (const reason of details.reasons) {
      const verdict = verdictOf(reason);
      const step = {
        episode: `${key.item}#${key.repeat}`,
        category: details.category,
        stepLength: details.stepLength,
        verdict,
      };
      tally.add(step);
      ofDevice.add(step);
      shares.push({ value: verdict.isCorrect ? 1 : 0, cluster: key.item });
    }
  }
  const { interval } = ratioMean(shares);
  const own = others.table(options);
  const foreign =
    own === null || options.published === undefined ? own : withPublishedForeign(own, options.published);
  const notes = voidedNotes(voided);
  return [
    ...amsTables(tally, { ...options, interval, intervals, devices, notes }),
    ...(foreign === null ? [] : [foreign]),
  ];
}

function amsTables(tally: OdysseyTally, options: Summed): readonly Table[] {
  try {
    return tablesOf(tally, options);
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    // The published code prints nothing here; the numbers there are do no harm.
    const [first, ...rest] = tablesOf(tally, { ...options, conditions: 'corrected' });
    const note = `The published code fails on this run: ${error.message}.`;
    return first === undefined ? [] : [{ ...first, notes: [...first.notes, note] }, ...rest];
  }
}

interface Summed extends OdysseyTableOptions {
  readonly interval: Interval | null;
  /** Of each rate, where the episodes are known. */
  readonly intervals?: OdysseyIntervals;
  /** Mode whose conditions the sums must meet, where that is not the mode of the verdicts. */
  readonly conditions?: Mode;
  readonly devices?: ReadonlyMap<string, OdysseyTally>;
  /** Sentences for the first table, in addition to its own. */
  readonly notes?: readonly string[];
}

/** The tables of summed steps, wherever the steps came from. */
export function tablesOf(tally: OdysseyTally, options: Summed): readonly Table[] {
  const { agent, aggregation, protocol, interval, intervals, mode } = options;
  const overall = intervals?.overall(aggregation);
  const scores = tally.result(aggregation, options.conditions ?? mode);
  const published =
    options.published === undefined
      ? null
      : publishedRows(
          options.published,
          scores.categories.map(({ category }) => category),
        );
  const categories: Table = {
    id: 'guiodyssey-categories',
    title: `GUIOdyssey, ${protocol}, ${mode} mode`,
    columns: [
      ...textColumns('Agent'),
      ...[...scores.categories.map(({ category }) => category.replaceAll('_', ' ')), 'Overall'].flatMap(
        (group) => groupColumns(group, 'AMS', 'SR'),
      ),
    ],
    rows: [
      [
        { text: agent },
        ...scores.categories.flatMap(({ category, ams, sr }) => {
          const of = intervals?.category(category);
          return [rateCell(ams, of?.ams), rateCell(sr, of?.sr)];
        }),
        percentCell(scores.ams, overall?.ams),
        percentCell(scores.sr, overall?.sr),
      ],
      ...(published?.rows ?? []),
    ],
    notes: [
      `Evaluator: ams, the authors’ own. AMS: steps that do what the recording did; SR: episodes all of whose steps do. Overall is ${
        aggregation === 'pooled'
          ? 'pooled over all steps (the published code calls that macro)'
          : 'the mean of the categories (the published code calls that micro)'
      }.`,
      ...missingNotes(scores),
      ...(options.notes ?? []),
      ...(published?.notes ?? []),
    ],
  };
  const steps: Table = {
    id: 'guiodyssey-steps',
    title: 'Steps',
    columns: [
      ...textColumns('Agent'),
      ...numberColumns('AMS pooled', '95 %', 'Steps', 'Type', 'Type, readable', 'Text'),
    ],
    rows: [
      [
        { text: agent },
        rateCell(pooledOf(scores)),
        { text: percentInterval(withinUnit(interval), 2) },
        { text: String(scores.steps), value: scores.steps },
        rateCell(scores.actionType),
        rateCell(scores.actionTypeStrict),
        rateCell(scores.text),
      ],
    ],
    notes: [
      'Evaluator: ams. Type: the recorded action, with any argument; unreadable answers count as such in the published code, not in the next column. Text: typed texts that match.',
      'The interval is clustered by episode: its steps are not independent.',
    ],
  };
  const devices = options.devices;
  return devices === undefined || devices.size < 2
    ? [categories, steps]
    : [categories, steps, deviceTable(agent, devices, intervals)];
}

/** A normal interval may leave what a share can be. */
function withinUnit(interval: Interval | null): Interval | null {
  return interval === null ? null : { low: Math.max(interval.low, 0), high: Math.min(interval.high, 1) };
}

function deviceTable(
  agent: string,
  devices: ReadonlyMap<string, OdysseyTally>,
  intervals: OdysseyIntervals | undefined,
): Table {
  return {
    id: 'guiodyssey-devices',
    title: `By device, ${agent}`,
    columns: [...textColumns('Device'), ...numberColumns('AMS', 'SR', 'Steps')],
    rows: [...devices]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([device, tally]): Cell[] => {
        const { ams, sr, steps } = tally.result('pooled');
        const of = intervals?.device(device);
        return [
          { text: device },
          percentCell(ams, of?.ams),
          percentCell(sr, of?.sr),
          { text: String(steps), value: steps },
        ];
      }),
    notes: ['Evaluator: ams.'],
  };
}

function pooledOf({ categories }: OdysseyScores): OdysseyRate {
  const hits = categories.reduce((sum, { ams }) => sum + ams.hits, 0);
  const total = categories.reduce((sum, { ams }) => sum + ams.total, 0);
  return { hits, total, percent: total === 0 ? null : (hits / total) * 100 };
}

function missingNotes({ missingCategories, incompleteEpisodes, aggregation }: OdysseyScores): string[] {
  const notes: string[] = [];
  if (missingCategories.length > 0 && aggregation === 'category_mean') {
    notes.push(
      `No step of ${missingCategories.join(', ').replaceAll('_', ' ')}: the mean is over the others.`,
    );
  }
  if (incompleteEpisodes.length > 0) {
    notes.push(
      `${plural(incompleteEpisodes.length, 'episode lacks steps or has too many; SR leaves it', 'episodes lack steps or have too many; SR leaves them')} out, as the published code does: ${incompleteEpisodes.slice(0, 5).join(', ')}${incompleteEpisodes.length > 5 ? ', …' : ''}.`,
    );
  }
  return notes;
}

/** A rate in percent, and what it was made from. */
export function rateCell({ percent, hits, total }: OdysseyRate, interval: Interval | null = null): Cell {
  return percent === null
    ? { text: 'n/a', value: null }
    : {
        text: toFixedEven(percent, 2),
        value: percent / 100,
        counts: [hits, total],
        ...endsOf(interval),
      };
}

function percentCell(percent: number | null, interval: Interval | null = null): Cell {
  return percent === null
    ? { text: 'n/a', value: null }
    : { text: toFixedEven(percent, 2), value: percent / 100, ...endsOf(interval) };
}
