import { resolve } from 'node:path';
import { aggregationOf, ODYSSEY_SPLITS } from '../benchmarks/guiodyssey/odyssey-split.js';
import { tablesOf } from '../benchmarks/guiodyssey/odyssey-tables.js';
import { scorePredictions } from '../benchmarks/guiodyssey/score-predictions.js';
import type { ModeDifference } from '../benchmarks/guiodyssey/score-predictions.js';
import { DatasetError, UserError } from '../errors.js';
import { readJsonRecords } from '../formats/json-records.js';
import { clusteredMean } from '../metrics/clustered-mean.js';
import { countBy } from '../domain/count-by.js';
import type { Table } from '../metrics/table.js';
import type { CommandContext } from './command-context.js';
import { printTables } from './output/print-tables.js';
import { printWarnings } from './output/print-warnings.js';
import type { Settings } from './setting.js';

/** Why a verdict differs between the modes, by the pair of reasons. */
const WHY: Readonly<Record<string, string>> = {
  'type_correct > type_fail': 'an empty text counts as contained in every text',
  'invalid > click_correct': 'a step without an element box raises an error in the published code',
  'invalid > click_fail': 'a step without an element box raises an error in the published code',
};
/** Steps listed in the table; `--json` has all. */
const SHOWN_STEPS = 20;

/** `touchstone score guiodyssey --predictions FILE`: predictions made elsewhere, in both modes. */
export async function scoreOdyssey(
  predictions: string,
  settings: Pick<Settings, 'mode' | 'split' | 'level'>,
  { context, json, label }: { context: CommandContext; json: boolean; label?: string | undefined },
): Promise<void> {
  const file = resolve(context.workingDirectory, predictions);
  const split = ODYSSEY_SPLITS.find((name) => name === (settings.split ?? 'random'));
  if (split === undefined) {
    throw new UserError(`guiodyssey has no split "${settings.split ?? ''}"`, {
      hint: `It has ${ODYSSEY_SPLITS.join(', ')}; it decides whether steps are pooled or averaged by category.`,
    });
  }
  const scored = await scorePredictions(readJsonRecords(file, { signal: context.interrupted }), file);
  const agent = label ?? 'predictions';
  const protocol = `${split}${settings.level === null ? '' : `, ${settings.level}-level instructions`}`;
  const interval = scored.shares.length === 0 ? null : clusteredMean(scored.shares).interval;
  const modes = settings.mode === null ? (['reference', 'corrected'] as const) : [settings.mode];
  const warnings = [...scored.warnings];
  const tables: Table[] = [];
  for (const mode of modes) {
    const options = { agent, mode, aggregation: aggregationOf(split), protocol };
    try {
      tables.push(
        ...tablesOf(scored.tallies[mode], { ...options, interval: mode === 'corrected' ? interval : null }),
      );
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      warnings.push(`in reference mode the published code fails: ${error.message}`);
    }
  }
  if (modes.length === 2) tables.push(differencesTable(scored.differences));
  printWarnings(warnings, context);
  const document = {
    formatVersion: 1,
    benchmark: 'guiodyssey',
    split,
    predictions: file,
    differences: scored.differences,
    warnings,
  };
  printTables(tables, { json, context, extra: { ...document, tables } });
}

function differencesTable(differences: readonly ModeDifference[]): Table {
  const pairs = countBy(differences.map(({ reference, corrected }) => `${reference} > ${corrected}`));
  return {
    id: 'guiodyssey-mode-differences',
    title: 'Steps that the modes judge differently',
    columns: [
      { title: 'Step', align: 'left' },
      { title: 'Recorded', align: 'left' },
      { title: 'Predicted', align: 'left' },
      { title: 'Reference', align: 'left' },
      { title: 'Corrected', align: 'left' },
    ],
    rows: differences
      .slice(0, SHOWN_STEPS)
      .map(({ step, expected, predicted, reference, corrected }) =>
        [step, expected, JSON.stringify(predicted), reference, corrected].map((text) => ({ text })),
      ),
    notes: [
      ...Object.entries(pairs).map(
        ([pair, count]) => `${count} × ${pair}: ${WHY[pair] ?? 'see docs/benchmarks/guiodyssey.md'}.`,
      ),
      ...(differences.length > SHOWN_STEPS
        ? [`The first ${SHOWN_STEPS} of ${differences.length}; --json has all.`]
        : []),
      ...(differences.length === 0 ? ['None: both modes give the same verdicts.'] : []),
    ],
  };
}
