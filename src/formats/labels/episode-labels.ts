import { join } from 'node:path';
import { z } from 'zod';
import { EpisodeLabelSchema, type EpisodeLabel } from '../../domain/scores/episode-label.js';
import { appendSideLine } from '../side-files/append-side-line.js';
import { readSideLines } from '../side-files/read-side-lines.js';

/** The side-file of a run that holds what people say of its episodes: JSON lines, one per label. */
export const EPISODE_LABELS_FILE = 'labels.jsonl';

const LineSchema = z.object({
  formatVersion: z.literal(1),
  type: z.literal('label'),
  label: EpisodeLabelSchema,
});

/** Adds a label; on disk when it resolves. @throws {FileWriteError} */
export async function appendEpisodeLabel(directory: string, label: EpisodeLabel): Promise<void> {
  await appendSideLine(join(directory, EPISODE_LABELS_FILE), { formatVersion: 1, type: 'label', label });
}

/** Every label that anybody gave, in the order in which they were given. @throws {DatasetError} for a file that cannot be read */
export async function readEpisodeLabels(directory: string): Promise<readonly EpisodeLabel[]> {
  const lines = await readSideLines(join(directory, EPISODE_LABELS_FILE), LineSchema, {
    within: directory,
    // A queue that began anew, and agreement of nobody, would be taken for what people said.
    mayBeUnread: false,
  });
  return lines.map(({ label }) => label);
}
