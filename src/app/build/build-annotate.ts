import { join } from 'node:path';
import { annotateEpisode, ANNOTATION_ROLES } from '../../builder/annotate/annotate-episode.js';
import { carriedOverAnnotations } from '../../builder/annotate/carry-over-annotations.js';
import { isWhole } from '../../builder/annotate/annotated-episode.js';
import { eachAsked } from '../../builder/asking/each-asked.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import type { EpisodeAnnotation } from '../../formats/annotations/annotation-record.js';
import {
  ANNOTATIONS_FILE,
  holdsAnnotations,
  readAnnotations,
} from '../../formats/annotations/read-annotations.js';
import { headerOf } from '../export/annotated-source.js';
import { openSources, type SourceChoice, type SourceContext } from '../export/export-sources.js';
import type { Settings } from '../settings/setting.js';
import { openStage } from './open-stage.js';
import { jsonLines, unpricedWarning, type StageCall, type StageReport } from './stage-report.js';

export interface BuildAnnotateOptions extends StageCall {
  readonly context: SourceContext;
  /** Times that an answer in another form is asked for once more. */
  readonly retries: number;
  /** Longest side of pictures, pixels; null as recorded. */
  readonly maxSide: number | null;
}

/** What a call of `touchstone build annotate` came to. */
export interface BuiltAnnotations extends StageReport {
  readonly episodes: number;
  /** Episodes of which every text of every step was given. */
  readonly whole: number;
  /** Texts that no answer gave in their form, and refusals. */
  readonly problems: { readonly format: number; readonly refusal: number };
  /** Episodes left for another call. */
  readonly left: number;
  /** Episodes that cannot be read. */
  readonly broken: number;
}

/**
 * Annotates recorded episodes: `annotations.jsonl` has a line for each. Every answer is kept before it is used: the same call goes on
 * where it was interrupted, and asks no step twice. The folder is a source of `touchstone export`.
 *
 * Source: GUIOdyssey paper, fine-grained annotation.
 *
 * @throws {UserError} for sources that there are not, and where the settings name no model
 */
export async function buildAnnotate(
  names: readonly string[],
  settings: Settings,
  choice: SourceChoice,
  options: BuildAnnotateOptions,
): Promise<BuiltAnnotations> {
  const { out, context, retries, maxSide, workingDirectory, signal } = options;
  await using opened = await openSources(names, settings, choice, context);
  await using stage = await openStage(settings, {
    ...options,
    stage: 'annotate',
    folder: out,
    identity: { sources: opened.sources.map(({ source }) => source.name) },
    roles: ANNOTATION_ROLES,
  });
  const made: EpisodeAnnotation[] = [];
  const problems = { format: 0, refusal: 0 };
  let [whole, left, broken, episodes] = [0, 0, 0, 0];
  let why = '';
  const header = headerOf(names, settings, choice, { folder: out, workingDirectory });
  const before = (await holdsAnnotations(out)) ? await readAnnotations(out, { signal }) : null;
  const save = (): Promise<void> => {
    const file = carriedOverAnnotations({ header, episodes: made }, before);
    return writeWholeFile(join(out, ANNOTATIONS_FILE), jsonLines([file.header, ...file.episodes]));
  };
  for (const { source } of opened.sources) {
    const listed: RecordedEpisode[] = [];
    for await (const entry of source.episodes(() => undefined)) {
      if (entry.type === 'broken') broken += 1;
      else listed.push(entry.episode);
    }
    let at = 0;
    const annotating = eachAsked(listed, { concurrency: settings.concurrency, signal }, (episode) =>
      annotateEpisode(episode, {
        ask: stage.ask,
        subject: `${source.name} ${episode.id}`,
        language: settings.language ?? 'en',
        retries,
        maxSide,
        signal,
      }),
    );
    for await (const asked of annotating) {
      const episode = listed[at];
      at += 1;
      episodes += 1;
      options.onProgress(opened.count ?? listed.length);
      if (episode === undefined) break;
      if (asked.type === 'broken') {
        broken += 1;
        continue;
      }
      if (asked.type === 'left') {
        left += 1;
        why = asked.message;
        continue;
      }
      const line = { source: source.name, episode: episode.id, steps: [...asked.value] };
      made.push(line);
      if (isWhole(line, episode)) whole += 1;
      for (const { kind } of asked.value.flatMap((step) => step.problems)) problems[kind] += 1;
      await save();
    }
  }
  await save();
  return {
    folder: out,
    episodes,
    whole,
    problems,
    left,
    broken,
    cost: stage.cost,
    wholeCost: stage.wholeCost,
    warnings: [...notDone({ left, why, broken }), ...unpricedWarning(settings, stage.cost)],
  };
}

function notDone({
  left,
  why,
  broken,
}: {
  readonly left: number;
  readonly why: string;
  readonly broken: number;
}): readonly string[] {
  return [
    ...(left > 0 ? [`${left} episodes were not annotated (${why}); the same command goes on`] : []),
    ...(broken > 0 ? [`${broken} episodes cannot be read`] : []),
  ];
}
