import type { ReportRun } from '../../../../src/report/view/report-run.js';
import type { EpisodeTexts } from '../episode-texts.js';

/**
 * What read the answers of a run, for whoever looks at one that could not be read; with the commands that show more where the
 * dialect is Touchstone's own. Null where no dialect is recorded.
 */
export function readerNote(
  { identity }: Pick<ReportRun, 'identity'>,
  texts: Pick<EpisodeTexts, 'readBy' | 'readByKnown'>,
): string | null {
  const entry = (path: string): string | undefined => identity.find(([name]) => name === path)?.[1];
  const dialect = entry('dialect.name');
  if (dialect === undefined || dialect === 'null') return null;
  // The version of somebody's own module ends in a mark of its content; commands take that by its file.
  const isOwn = entry('dialect.version')?.includes('+') === false;
  const isPlugin = identity.some(([name]) => name.startsWith('plugins.'));
  return isOwn && !isPlugin ? texts.readByKnown(dialect) : texts.readBy(dialect);
}
