import { ClassTallies } from '../tables/class-table.js';
import {
  aggregationOf,
  findOdysseySplit,
  ODYSSEY_SPLITS,
  type OdysseySplitName,
} from '../splits/odyssey-split.js';
import { tablesOf } from '../tables/odyssey-tables.js';
import { ODYSSEY_EVALUATOR_NAMES } from '../tables/odyssey-views.js';
import { predictionNotes, type PredictionForm } from './prediction-notes.js';
import { scoreAsOthers, wrongEvaluator } from './score-as-others.js';
import { scorePredictions, type ScoredPredictions } from './score-predictions.js';
import { given } from '../../../domain/given.js';
import { countBy } from '../../../domain/collections/count-by.js';
import type { Mode } from '../../../domain/mode.js';
import { plural } from '../../../domain/text/plural.js';
import type { MatchedStep, OdysseyScores } from '../match/odyssey-tally.js';
import { didYouMean } from '../../../domain/text/nearest-name.js';
import { DatasetError, UserError } from '../../../errors.js';
import { ratioMean } from '../../../metrics/intervals/ratio-interval.js';
import { textColumns } from '../../../metrics/tables/columns.js';
import type { Table } from '../../../metrics/tables/table.js';
import { openOdysseyPredictions, predictionFile } from './open-predictions.js';
import { publishedNotes, type PublishedResult } from './published-result.js';
import type { ElsewhereRequest, ScoredElsewhere } from '../../elsewhere-scorer.js';

/** Why a verdict differs between the modes, by the pair of reasons. */
const WHY: Readonly<Record<string, string>> = {
  'type_correct > type_fail': 'an empty text counts as contained in every text',
  'invalid > click_correct': 'a step without an element box raises an error in the published code',
  'invalid > click_fail': 'a step without an element box raises an error in the published code',
};
/** Steps listed in the table; `--json` has all. */
const SHOWN_STEPS = 20;

/** Predictions for GUIOdyssey that were made elsewhere, in both modes. */
export async function scoreOdysseyPredictions(
  request: ElsewhereRequest & { readonly path: string },
): Promise<ScoredElsewhere> {
  const { path: file, appClasses: classes } = request;
  const evaluator = ODYSSEY_EVALUATOR_NAMES.find((name) => name === request.evaluator) ?? 'ams';
  const { form, result } = await predictionFile(file, request);
  const split = splitOf(request.split ?? result.split ?? 'random');
  const agent = request.label ?? result.model ?? 'predictions';
  const level = request.level ?? result.level;
  const protocol = `${split}${level === null ? '' : `, ${level}-level instructions`}`;
  const document = { formatVersion: 1, benchmark: 'guiodyssey', evaluator, split, predictions: file };
  if (evaluator !== 'ams')
    return scoreAsOthers({ ...request, evaluator, form, split, level, agent, protocol, document });
  if (form !== 'published' && form !== 'own') throw wrongEvaluator(file, form);
  const opened = await openOdysseyPredictions(file, { ...request, split, form });
  const { records, expected, appsOf, problems: found } = opened;
  const options = { file, form, expected, problems: found };
  if (classes !== null && appsOf === undefined) {
    throw new UserError('--app-classes needs to know the apps of each episode', {
      hint: 'Name the folder of GUIOdyssey with --data.',
    });
  }
  const modes = request.mode === null ? (['reference', 'corrected'] as const) : [request.mode];
  const byEpisode = new Map(modes.map((mode) => [mode, new Map<string, MatchedStep[]>()]));
  const onStep = (mode: Mode, step: MatchedStep): void => {
    const episodes = byEpisode.get(mode);
    const steps = episodes?.get(step.episode);
    if (steps === undefined) episodes?.set(step.episode, [step]);
    else steps.push(step);
  };
  const scored = await scorePredictions(records, {
    ...options,
    ...(classes === null ? {} : { onStep }),
  });
  const { problems } = scored.steps;
  const warnings = [...splitNotes(request.split, result), ...scored.warnings];
  const tables: Table[] = [];
  const appless = new Set<string>();
  for (const mode of modes) {
    const told = {
      agent,
      mode,
      aggregation: aggregationOf(split),
      protocol,
      ...(request.published ? { published: { split, level } } : {}),
    };
    try {
      const { interval } = ratioMean(scored.shares[mode]);
      const notes = mode === 'corrected' ? nothingNotes(scored) : [];
      tables.push(...tablesOf(scored.tallies[mode], { ...told, interval, notes }));
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      warnings.push(`in reference mode the published code fails: ${error.message}`);
    }
    if (classes === null || appsOf === undefined) continue;
    const tallies = new ClassTallies(classes);
    for (const [episode, steps] of byEpisode.get(mode) ?? []) {
      const apps = await appsOf(episode);
      if (apps === null) appless.add(episode);
      else tallies.addSteps(apps, steps);
    }
    tables.push(tallies.table(`${agent}, ${mode} mode`));
  }
  if (appless.size > 0) warnings.push(applessWarning(appless));
  if (request.mode !== 'reference') tables.push(differencesTable(scored, form));
  const { differences, otherVerdicts } = scored;
  warnings.push(...publishedNotes(result, referenceScores(scored, split), otherVerdicts));
  const missing = problems.flatMap(({ kind, episode }) =>
    kind === 'missing_episode' && episode !== undefined ? [episode] : [],
  );
  return {
    tables,
    warnings,
    document: { ...document, result, otherVerdicts, differences, problems, missing, warnings, tables },
  };
}

/** @throws {UserError} when there is none of that name */
function splitOf(name: string): NonNullable<ReturnType<typeof findOdysseySplit>> {
  const split = findOdysseySplit(name);
  if (split !== undefined) return split;
  throw new UserError(`guiodyssey has no split "${name}"`, {
    hint: `${didYouMean(name, ODYSSEY_SPLITS)}It has ${ODYSSEY_SPLITS.join(', ')}; it decides whether steps are pooled or averaged by category.`,
  });
}

function splitNotes(asked: string | null, { dataset, split }: PublishedResult): string[] {
  if (asked === null || split === null || split === asked) return [];
  return [`the file says that its predictions are of ${dataset}, and they are scored as split ${asked}`];
}

/** Null where the published code fails. */
function referenceScores({ tallies }: ScoredPredictions, split: OdysseySplitName): OdysseyScores | null {
  try {
    return tallies.reference.result(aggregationOf(split), 'reference');
  } catch (error) {
    if (error instanceof DatasetError) return null;
    throw error;
  }
}

function applessWarning(appless: ReadonlySet<string>): string {
  const episodes = plural(appless.size, 'episode');
  return `in no table by class, since annotations cannot be read: ${episodes}: ${[...appless].slice(0, 5).join(', ')}`;
}

function nothingNotes({ steps: { counts } }: ScoredPredictions): string[] {
  const [steps, episodes] = [counts.get('missing_step') ?? 0, counts.get('missing_episode') ?? 0];
  if (steps === 0 && episodes === 0) return [];
  return [
    `Without a prediction, and so wrong: ${plural(steps, 'step')} of predicted episodes, ${plural(episodes, 'whole episode')}.`,
  ];
}

function differencesTable({ differences, tallies, steps }: ScoredPredictions, form: PredictionForm): Table {
  const { actionType, actionTypeStrict } = tallies.corrected.result('pooled');
  const unreadable = actionType.hits - actionTypeStrict.hits;
  const counted = predictionNotes(steps, { rule: 'ams', form, onlyDiffering: true });
  const pairs = countBy(differences.map(({ reference, corrected }) => `${reference} > ${corrected}`));
  return {
    id: 'guiodyssey-mode-differences',
    title: 'Steps that the modes judge differently',
    columns: textColumns('Step', 'Recorded', 'Predicted', 'Reference', 'Corrected'),
    rows: differences
      .slice(0, SHOWN_STEPS)
      .map(({ step, expected, predicted, reference, corrected }) =>
        [step, expected, JSON.stringify(predicted), reference, corrected].map((text) => ({ text })),
      ),
    notes: given([
      ...Object.entries(pairs).map(
        ([pair, count]) => `${count} × ${pair}: ${WHY[pair] ?? 'see docs/benchmarks/guiodyssey.md'}.`,
      ),
      differences.length > SHOWN_STEPS &&
        `The first ${SHOWN_STEPS} of ${differences.length}; --json has all.`,
      unreadable !== 0 &&
        `${plural(unreadable, 'unreadable answer counts', 'unreadable answers count')} as the right type in the published "action type"; "Type, readable" leaves ${unreadable === 1 ? 'it' : 'them'} out.`,
      ...counted.map((note) => `${note}.`),
      differences.length === 0 && counted.length === 0 && 'None: both modes give the same verdicts.',
    ]),
  };
}
