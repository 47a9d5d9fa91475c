import { join } from 'node:path';
import { isThere } from '../../files/is-there.js';
import type { JudgeCounts } from '../../domain/scores/judge-measurement.js';
import { plural } from '../../domain/text/plural.js';
import { itemKeyText } from '../../domain/episode.js';
import type { Calibration } from '../../formats/calibration/calibration-file.js';
import { readCalibration, writeCalibration } from '../../formats/calibration/read-calibration.js';
import { isVoidEnd, type RunIndex } from '../../formats/run/run-index.js';
import { judgePasses, JudgeVerdicts, type JudgePass } from '../../formats/run/scores/judge-verdicts.js';
import { effectiveItems } from '../../metrics/intervals/effective-items.js';
import { correctRate } from '../../metrics/judges/correct-rate.js';
import { correctedRateTable } from '../../metrics/judges/tables/corrected-rate-table.js';
import { judgeCard } from '../../metrics/judges/tables/judge-card.js';
import type { Table } from '../../metrics/tables/table.js';

/** Keeps the calibration of a pass with the run, so that its card stands beside every table from now on. */
export async function keepCalibration(
  directory: string,
  pass: string,
  calibration: Calibration,
): Promise<void> {
  await writeCalibration(fileOf(directory, pass), calibration);
}

/** The calibration that is kept of a pass; null where there is none. @throws {DatasetError} for one that cannot be read */
export async function keptCalibration(
  directory: string,
  pass: string,
  signal: AbortSignal,
): Promise<Calibration | null> {
  const file = fileOf(directory, pass);
  return (await isThere(file)) ? await readCalibration(file, { signal }) : null;
}

/**
 * For each judge's pass over a run that was calibrated: the judge's card, and the rate without its errors. A calibration of another
 * judge than the pass now is shows nothing.
 *
 * @throws {DatasetError} for a calibration that cannot be read
 */
export async function judgeTables(
  index: RunIndex,
  { agent, signal }: { readonly agent: string; readonly signal: AbortSignal },
): Promise<readonly Table[]> {
  const tables: Table[] = [];
  for (const pass of await judgePasses(index, { signal })) {
    const calibration = await keptCalibration(index.directory, pass.pass, signal);
    if (calibration?.judge.hash !== pass.hash) continue;
    tables.push(
      cardOf(calibration, pass.pass),
      await correctedTable(index, pass, calibration, { agent, signal }),
    );
  }
  return tables;
}

/** The card of a calibrated judge. */
export function cardOf({ measurement, measuredOn, labels }: Calibration, judge: string): Table {
  const place = measuredOn.type === 'run' ? `run ${measuredOn.run}` : measuredOn.name;
  const { disagreed, leftOut, unsure } = labels;
  return judgeCard({ judge, measurement, measuredOn: place, labels: { disagreed, leftOut, unsure } });
}

/** The rate of a pass as it was judged and without the judge's errors. */
export async function correctedTable(
  index: RunIndex,
  { pass }: JudgePass,
  { measurement, measuredOn, labels }: Calibration,
  { agent, signal }: { readonly agent: string; readonly signal: AbortSignal },
): Promise<Table> {
  const verdicts = await verdictsOf(index, pass, signal);
  const of = (outcome: string): string[] =>
    [...verdicts].flatMap(([item, verdict]) => (verdict === outcome ? [item] : []));
  const [successes, failures, unknown] = [of('success'), of('failure'), of('unknown')];
  // Of these very verdicts: a run of the same configuration is another run, and one that went on has more.
  const isOfThis =
    measuredOn.type === 'run' &&
    measuredOn.run === index.start.run &&
    measuredOn.pass === pass &&
    countAll(measurement.rates.counts) === verdicts.size;
  const rates = correctRate({
    successes: successes.length,
    n: successes.length + failures.length,
    unknown: unknown.length,
    calibration: measurement.rates.counts,
    labels: isOfThis && labels.random ? 'random-part' : 'other-items',
    designEffect: designEffect(index, verdicts),
  });
  const items = { judged: [...successes, ...failures], unknown };
  const table = correctedRateTable([{ agent, part: plural(verdicts.size, 'judged episode'), rates, items }]);
  return { ...table, id: `corrected-rates-${pass}`, title: `${table.title}: ${pass}` };
}

function countAll(counts: JudgeCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** How many judged tries are worth one independent item: more than 1 where items are repeated and come out alike. */
function designEffect(
  { items }: RunIndex,
  verdicts: ReadonlyMap<string, 'success' | 'failure' | 'unknown'>,
): number {
  const values = [...verdicts].flatMap(([text, verdict]) => {
    const cluster = items.get(text)?.key.item;
    return cluster === undefined || verdict === 'unknown'
      ? []
      : [{ cluster, value: verdict === 'success' ? 1 : 0 }];
  });
  const isRepeated = new Set(values.map(({ cluster }) => cluster)).size < values.length;
  return isRepeated ? Math.max(1, values.length / effectiveItems(values).items) : 1;
}

/** What a pass said of each episode that it judged, by item key text. What it was not to judge is left out. */
export async function verdictsOf(
  index: RunIndex,
  pass: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, 'success' | 'failure' | 'unknown'>> {
  await using verdicts = await JudgeVerdicts.open(index, { judges: [], judgedBy: pass, signal });
  const found = new Map<string, 'success' | 'failure' | 'unknown'>();
  for (const { key, end } of index.items.values()) {
    if (isVoidEnd(end)) continue;
    const text = itemKeyText(key);
    const verdict = await verdicts.of(text);
    if (verdict !== undefined) found.set(text, verdict.outcome);
  }
  return found;
}

function fileOf(directory: string, pass: string): string {
  return join(directory, `judge-calibration-${encodeURIComponent(pass)}.json`);
}
