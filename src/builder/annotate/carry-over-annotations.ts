import type { AnnotationHeader, EpisodeAnnotation } from '../../formats/annotations/annotation-record.js';

/** A file of annotations. */
export interface AnnotationsFile {
  readonly header: AnnotationHeader;
  readonly episodes: readonly EpisodeAnnotation[];
}

/** Annotations with those of an earlier call: what was not made again stays, and the file names all recordings that it is of. */
export function carriedOverAnnotations(
  made: AnnotationsFile,
  before: AnnotationsFile | null,
): AnnotationsFile {
  if (before === null) return made;
  const keyOf = ({ source, episode }: EpisodeAnnotation): string => JSON.stringify([source, episode]);
  const byKey = new Map([...before.episodes, ...made.episodes].map((one) => [keyOf(one), one]));
  const [now, old] = [made.header.settings, before.header.settings];
  const isSameSample = now.sample === old.sample && now.seed === old.seed && now.limit === old.limit;
  const limit =
    now.sample !== null || old.sample !== null || now.limit === null || old.limit === null
      ? null
      : Math.max(now.limit, old.limit);
  const settings = isSameSample ? now : { ...now, sample: null, limit };
  return { header: { ...made.header, settings }, episodes: [...byKey.values()] };
}
