import { plural } from '../../domain/text/plural.js';
import { DatasetError } from '../../errors.js';
import type { RecordIndex } from '../../formats/tfrecord/record-index.js';
import type { TfRecordError } from '../../formats/tfrecord/tfrecord-error.js';

/** Records and episodes that a warning names. */
export const SHOWN = 5;

/** What an episode is called whose record cannot be read: the file, and where in it the record begins. */
export function brokenId({ place, offset }: Pick<TfRecordError, 'place' | 'offset'>): string {
  const file = place?.file ?? '';
  return `${file.slice(file.lastIndexOf('/') + 1)}@${offset}`;
}

/** Why there is no record of an episode: it is one of those that are broken, or simply not there. */
export function absentEpisode(
  id: string,
  { broken }: Pick<RecordIndex, 'broken'>,
  { folder, mayBeBroken }: { readonly folder: string; readonly mayBeBroken: boolean },
): DatasetError {
  const error = broken.find((candidate) => brokenId(candidate) === id);
  if (error !== undefined) return error;
  const also =
    !mayBeBroken || broken.length === 0
      ? ''
      : `; ${plural(broken.length, 'record')} cannot be read, and it may be one of them`;
  return new DatasetError(`no record is of episode ${id}${also}`, {
    place: { file: folder },
    hint: 'Are all files of the dataset in the folder?',
  });
}

/** A warning on records that cannot be read, where there are any. */
export function brokenWarnings({ broken }: Pick<RecordIndex, 'broken'>): string[] {
  if (broken.length === 0) return [];
  const named = broken.slice(0, SHOWN).map(({ message }) => message);
  const more = broken.length > SHOWN ? '; …' : '';
  return [`${plural(broken.length, 'record')} cannot be read: ${named.join('; ')}${more}`];
}

/** A warning on files in which every look begins at the start, where there are any. */
export function packedWarnings({ packed }: Pick<RecordIndex, 'packed'>): string[] {
  if (packed === 0) return [];
  return [
    `${plural(packed, 'file is', 'files are')} packed: each episode is reached by unpacking its file from the start; unpack ${packed === 1 ? 'it' : 'them'} once with gzip for more than a few`,
  ];
}
