import { join, resolve } from 'node:path';
import { readOdysseyEpisode } from '../benchmarks/guiodyssey/episode-file.js';
import { foreignTable } from '../benchmarks/guiodyssey/foreign-table.js';
import {
  aggregationOf,
  findOdysseySplit,
  ODYSSEY_SPLITS,
  readOdysseySplit,
} from '../benchmarks/guiodyssey/odyssey-split.js';
import type { OdysseySplitName } from '../benchmarks/guiodyssey/odyssey-split.js';
import { tablesOf } from '../benchmarks/guiodyssey/odyssey-tables.js';
import { predictionNotes } from '../benchmarks/guiodyssey/prediction-notes.js';
import { scoreForeignPredictions } from '../benchmarks/guiodyssey/score-foreign-predictions.js';
import { scorePredictions } from '../benchmarks/guiodyssey/score-predictions.js';
import type { ExpectedEpisodes, ScoredPredictions } from '../benchmarks/guiodyssey/score-predictions.js';
import { FOREIGN_EVALUATOR_NAMES } from '../evaluators/guiodyssey-foreign/foreign-evaluator.js';
import { FOREIGN_EVALUATORS } from '../evaluators/guiodyssey-foreign/foreign-evaluators.js';
import { DatasetError, UserError } from '../errors.js';
import { readJsonRecords } from '../formats/json-records.js';
import { clusteredMean } from '../metrics/clustered-mean.js';
import { countBy } from '../domain/count-by.js';
import type { Table } from '../metrics/table.js';
import type { CommandContext } from './command-context.js';
import { printTables } from './output/print-tables.js';
import { printWarnings } from './output/print-warnings.js';
import type { Settings } from './setting.js';

/** Who judges: the authors' own rule, or that of another project. */
export const ODYSSEY_EVALUATOR_NAMES = ['ams', ...FOREIGN_EVALUATOR_NAMES] as const;
export type OdysseyEvaluatorName = (typeof ODYSSEY_EVALUATOR_NAMES)[number];

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
  settings: Pick<Settings, 'data' | 'mode' | 'split' | 'level'>,
  {
    context,
    json,
    label,
    evaluator = 'ams',
  }: {
    context: CommandContext;
    json: boolean;
    label?: string | undefined;
    evaluator?: OdysseyEvaluatorName;
  },
): Promise<void> {
  const file = resolve(context.workingDirectory, predictions);
  const split = findOdysseySplit(settings.split ?? 'random');
  if (split === undefined) {
    throw new UserError(`guiodyssey has no split "${settings.split ?? ''}"`, {
      hint: `It has ${ODYSSEY_SPLITS.join(', ')}; it decides whether steps are pooled or averaged by category.`,
    });
  }
  const agent = label ?? 'predictions';
  const protocol = `${split}${settings.level === null ? '' : `, ${settings.level}-level instructions`}`;
  const document = { formatVersion: 1, benchmark: 'guiodyssey', evaluator, split, predictions: file };
  const expected = await expectedEpisodes(split, settings.data, context);
  if (evaluator !== 'ams') {
    const records = readJsonRecords(file, { signal: context.interrupted });
    const { tally, problems, warnings } = await scoreForeignPredictions(
      records,
      file,
      FOREIGN_EVALUATORS[evaluator],
      expected,
    );
    const table = foreignTable(new Map([[evaluator, tally]]), { agent, protocol });
    const tables = table === null ? [] : [table];
    printWarnings(warnings, context);
    const extra = { ...document, scores: tally.result(), problems, warnings, tables };
    printTables(tables, { json, context, extra });
    return;
  }
  const records = readJsonRecords(file, { signal: context.interrupted });
  const scored = await scorePredictions(records, file, expected);
  const { problems } = scored.steps;
  const modes = settings.mode === null ? (['reference', 'corrected'] as const) : [settings.mode];
  const warnings = [...scored.warnings];
  const tables: Table[] = [];
  for (const mode of modes) {
    const options = { agent, mode, aggregation: aggregationOf(split), protocol };
    try {
      const { interval } = clusteredMean(scored.shares[mode]);
      const notes = mode === 'corrected' ? nothingNotes(scored) : [];
      tables.push(...tablesOf(scored.tallies[mode], { ...options, interval, notes }));
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      warnings.push(`in reference mode the published code fails: ${error.message}`);
    }
  }
  if (settings.mode !== 'reference') tables.push(differencesTable(scored));
  printWarnings(warnings, context);
  const { differences } = scored;
  const missing = problems.flatMap(({ kind, episode }) =>
    kind === 'missing_episode' && episode !== undefined ? [episode] : [],
  );
  const extra = { ...document, differences, problems, missing, warnings, tables };
  printTables(tables, { json, context, extra });
}

/** The episodes of the split, where the data are at hand. */
async function expectedEpisodes(
  split: OdysseySplitName,
  data: string | null,
  { workingDirectory, interrupted: signal }: CommandContext,
): Promise<ExpectedEpisodes | undefined> {
  if (data === null) return undefined;
  const folder = resolve(workingDirectory, data);
  const { test } = await readOdysseySplit(folder, split, { signal });
  return {
    ids: test.map((name) => name.replace(/\.json$/, '')),
    read: async (id) => {
      const annotation = join(folder, 'annotations', `${id}.json`);
      const { task_info: task, steps } = await readOdysseyEpisode(annotation, { signal });
      return { category: task.category, stepLength: steps.length };
    },
  };
}

function nothingNotes({ steps: { counts } }: ScoredPredictions): string[] {
  const [steps, episodes] = [counts.get('missing_step') ?? 0, counts.get('missing_episode') ?? 0];
  if (steps === 0 && episodes === 0) return [];
  return [
    `Without a prediction, and so wrong: ${steps} steps of predicted episodes, ${episodes} whole episodes.`,
  ];
}

function differencesTable({ differences, tallies, steps }: ScoredPredictions): Table {
  const { actionType, actionTypeStrict } = tallies.corrected.result('pooled');
  const unreadable = actionType.hits - actionTypeStrict.hits;
  const counted = predictionNotes(steps, { rule: 'ams', onlyDiffering: true });
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
      ...(unreadable === 0
        ? []
        : [
            `${unreadable} unreadable answers count as the right type in the published "action type"; "Type, readable" leaves them out.`,
          ]),
      ...counted.map((note) => `${note}.`),
      ...(differences.length === 0 && counted.length === 0
        ? ['None: both modes give the same verdicts.']
        : []),
    ],
  };
}
