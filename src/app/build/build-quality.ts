import { join } from 'node:path';
import {
  instructionOf,
  judgeQuality,
  QUALITY_ROLES,
  type JudgeQualityOptions,
  type SaidVerdict,
} from '../../builder/annotate/judge-quality.js';
import { countingVerdicts, whyNotKept, withoutWithdrawn } from '../../builder/annotate/quality-filter.js';
import { eachAsked } from '../../builder/asking/each-asked.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import { UserError } from '../../errors.js';
import type { ExportSource } from '../../exports/export-source.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import {
  QUALITY_CRITERIA,
  type QualityCase,
  type QualityVerdict,
} from '../../formats/annotations/annotation-record.js';
import {
  holdsAnnotations,
  readQualityReview,
  readVerdicts,
  REVIEW_FILE,
  VERDICTS_FILE,
} from '../../formats/annotations/read-annotations.js';
import { openAnnotations } from '../export/annotated-source.js';
import { openSources, type SourceContext } from '../export/export-sources.js';
import { readRoleProfiles } from '../run/role-profiles.js';
import type { Settings } from '../settings/setting.js';
import { openStage } from './open-stage.js';
import { hasModel, jsonLines, unpricedWarning, type StageCall, type StageReport } from './stage-report.js';

export interface BuildQualityOptions extends StageCall {
  readonly context: SourceContext;
  /** Longest side of pictures, pixels; null as recorded. */
  readonly maxSide: number | null;
}

/** What a call of `touchstone build quality` came to. */
export interface BuiltQuality extends StageReport {
  readonly episodes: number;
  /** Episodes that pass all criteria. */
  readonly kept: number;
  /** Episodes that somebody still has to look at. */
  readonly open: number;
  readonly left: number;
  /** Decisions of people that were taken over by this call. */
  readonly decided: number;
  /** File in which people decide; absolute. */
  readonly review: string;
}

interface Looked {
  readonly source: string;
  readonly episode: RecordedEpisode;
}

/**
 * Looks at the quality of annotated episodes: pictures by rules, the rest by a model where one is named, and by people, who decide in
 * `quality-review.jsonl`. `verdicts.jsonl` keeps who said what and when; exports of the folder take what passes alone.
 *
 * Source: GUIOdyssey paper, quality check.
 *
 * @param folder of annotations; absolute
 * @throws {UserError} where it holds none
 */
export async function buildQuality(
  folder: string,
  settings: Settings,
  options: BuildQualityOptions,
): Promise<BuiltQuality> {
  const { context, signal } = options;
  if (!(await holdsAnnotations(folder))) {
    throw new UserError(`${folder} holds no annotations`, {
      hint: 'Name the --out of `touchstone build annotate`.',
    });
  }
  const { header } = await openAnnotations(folder, { signal });
  const isAsked = hasModel(settings, options);
  await using stage = await openStage(settings, {
    ...options,
    stage: 'quality',
    folder,
    identity: { sources: header.sources },
    roles: isAsked ? QUALITY_ROLES : [],
  });
  const own = { ...settings, ...header.settings };
  await using opened = await openSources(header.sources, own, header.choice, {
    ...context,
    workingDirectory: folder,
  });
  const reviewer = isAsked ? await judgeName(settings, options) : 'rules';
  const language = own.language ?? 'en';
  const before = (await readVerdicts(folder, { signal })) ?? [];
  // What nobody signed is said before anybody is asked.
  decisionsOf(await readQualityReview(folder, { signal }), before);
  const verdicts: QualityVerdict[] = [...before];
  const looked: Looked[] = [];
  let left = 0;
  for (const { source } of opened.sources) {
    const judging = judged(source, { ...options, ask: isAsked ? stage.ask : null, language }, settings);
    for await (const { episode, said } of judging) {
      looked.push({ source: source.name, episode });
      options.onProgress(opened.count ?? looked.length);
      if (said === null) left += 1;
      for (const one of said ?? []) {
        const by = one.kind === 'rule' ? 'rules' : reviewer;
        const at = new Date().toISOString();
        const verdict = { source: source.name, episode: episode.id, reviewer: by, ...one, at };
        if (!isKnown(verdict, verdicts)) verdicts.push(verdict);
      }
    }
  }
  // Read as late as can be: people decide while models do.
  const reviewed = await readQualityReview(folder, { signal });
  const standing = withoutWithdrawn(verdicts, reviewed);
  const decided = decisionsOf(reviewed, standing);
  verdicts.splice(0, verdicts.length, ...standing, ...decided);
  await writeWholeFile(join(folder, VERDICTS_FILE), jsonLines(verdicts), { signal });
  const review = join(folder, REVIEW_FILE);
  const cases = looked.flatMap((one) => casesOf(one, verdicts, language));
  await writeWholeFile(review, jsonLines(cases), { signal });
  const kept = looked.filter((one) => whyNotKept(verdictsOn(one, verdicts)) === null).length;
  const open = looked.filter((one) => isOpen(verdictsOn(one, verdicts))).length;
  return {
    folder,
    episodes: looked.length,
    kept,
    open,
    left,
    decided: decided.length,
    review,
    cost: stage.cost,
    wholeCost: stage.wholeCost,
    warnings: [
      ...(left > 0 ? [`${left} episodes were not judged; the same command goes on`] : []),
      ...unpricedWarning(settings, stage.cost),
    ],
  };
}

/** The episodes of a source with what is said of each; null where it is left for another call. */
async function* judged(
  source: ExportSource,
  options: Omit<JudgeQualityOptions, 'subject'>,
  { concurrency }: Settings,
): AsyncGenerator<{ readonly episode: RecordedEpisode; readonly said: readonly SaidVerdict[] | null }> {
  const { signal } = options;
  const listed: RecordedEpisode[] = [];
  for await (const entry of source.episodes(() => undefined)) {
    if (entry.type === 'episode') listed.push(entry.episode);
  }
  let at = 0;
  for await (const asked of eachAsked(listed, { concurrency, signal }, (episode) =>
    judgeQuality(episode, { ...options, subject: `${source.name} ${episode.id}` }),
  )) {
    const episode = listed[at];
    at += 1;
    if (episode === undefined) break;
    if (asked.type === 'left') yield { episode, said: null };
    else if (asked.type === 'done') yield { episode, said: asked.value };
    else
      yield { episode, said: [{ criterion: 'files', kind: 'rule', passes: false, reason: asked.message }] };
  }
}

async function judgeName(settings: Settings, options: BuildQualityOptions): Promise<string> {
  if (options.models !== undefined) return 'given';
  const asker = { name: 'build quality', roles: QUALITY_ROLES };
  return (await readRoleProfiles(asker, settings, options)).acting?.model ?? 'model';
}

function verdictsOn(
  { source, episode }: Looked,
  verdicts: readonly QualityVerdict[],
): readonly QualityVerdict[] {
  return verdicts.filter((one) => one.source === source && one.episode === episode.id);
}

/** The newest of its reviewer on the matter says the same. */
function isKnown(verdict: QualityVerdict, verdicts: readonly QualityVerdict[]): boolean {
  const last = verdicts.findLast(
    ({ source, episode, criterion, reviewer }) =>
      source === verdict.source &&
      episode === verdict.episode &&
      criterion === verdict.criterion &&
      reviewer === verdict.reviewer,
  );
  return last !== undefined && last.passes === verdict.passes && last.reason === verdict.reason;
}

/** What people have decided since. @throws {UserError} for a decision that nobody signed */
function decisionsOf(
  cases: readonly QualityCase[],
  before: readonly QualityVerdict[],
): readonly QualityVerdict[] {
  const at = new Date().toISOString();
  return cases.flatMap(({ source, episode, criterion, decision, by, note }) => {
    if (decision === '') return [];
    if (by === '') {
      throw new UserError(`nobody signed the decision on ${criterion} of ${episode}`, {
        hint: `Write your name into "by" in ${REVIEW_FILE}.`,
      });
    }
    const passes = decision === 'pass';
    const verdict = {
      source,
      episode,
      criterion,
      passes,
      reviewer: by,
      kind: 'person',
      at,
      reason: note,
    } as const;
    return isKnown(verdict, before) ? [] : [verdict];
  });
}

function isOpen(verdicts: readonly QualityVerdict[]): boolean {
  return Object.values(countingVerdicts(verdicts)).some(
    (verdict) => verdict === null || verdict.passes === null,
  );
}

/** What a person may decide: what takes a judge, with what counts now. */
function casesOf(one: Looked, verdicts: readonly QualityVerdict[], language: string): readonly QualityCase[] {
  const counting = countingVerdicts(verdictsOn(one, verdicts));
  const { source, episode } = one;
  return QUALITY_CRITERIA.filter((criterion) => counting[criterion]?.kind !== 'rule').map((criterion) => {
    const verdict = counting[criterion];
    const isPerson = verdict?.kind === 'person';
    const passes = verdict?.passes === true ? 'pass' : 'fail';
    return {
      source,
      episode: episode.id,
      criterion,
      instruction: instructionOf(episode, language),
      task: episode.rewordedFrom ?? null,
      said: verdict === null || isPerson ? '' : `${verdict.reviewer}: ${passes}, ${verdict.reason}`,
      decision: isPerson ? passes : '',
      by: isPerson ? verdict.reviewer : '',
      note: isPerson ? verdict.reason : '',
    };
  });
}
