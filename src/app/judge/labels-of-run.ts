import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { itemKeyText } from '../../domain/episode.js';
import type { Label } from '../../domain/scores/label.js';
import { TouchstoneError, UserError } from '../../errors.js';
import { EPISODE_LABELS_FILE, readEpisodeLabels } from '../../formats/labels/episode-labels.js';
import { readLabels } from '../../formats/labels/read-labels.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import { isSameRun } from '../../formats/run/same-run.js';
import { calibrationLabels } from '../../metrics/labels/calibration-labels.js';
import type { Decision } from '../../metrics/judges/resolve-labels.js';

/** Labels of a run's episodes. */
export interface LabelsOfRun {
  readonly labels: readonly Label[];
  /** What a third decided between people, by item key text. */
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly warnings: readonly string[];
}

/** Whether a file is what the viewer writes, not CSV. */
export function isSideFile(file: string): boolean {
  return basename(file) === EPISODE_LABELS_FILE;
}

/**
 * Labels of a CSV file, or of the run's own side-file, which the viewer writes.
 *
 * @throws {UserError} for the side-file of another run: it names episodes as this one does, and is about others
 * @throws {DatasetError} for a CSV file that cannot be read, or is of other episodes
 */
export async function labelsOfRun(
  file: string,
  index: RunIndex,
  { signal }: { readonly signal: AbortSignal },
): Promise<LabelsOfRun> {
  const isKnown = (key: Label['key']): boolean => index.items.has(itemKeyText(key));
  if (!isSideFile(file)) {
    const { labels, blank } = await readLabels(file, { isKnown, signal });
    const warnings = blank === 0 ? [] : [`${blank} rows of ${file} have no label yet`];
    return { labels, decisions: new Map(), warnings };
  }
  if (!(await isOfRun(dirname(file), index, signal))) {
    throw new UserError('these labels are of another run', {
      place: { file },
      hint: `Labels of ${index.start.run} are in ${join(index.directory, EPISODE_LABELS_FILE)}.`,
    });
  }
  const { labels, decisions } = calibrationLabels(await readEpisodeLabels(dirname(file)));
  const others = new Set(labels.filter(({ key }) => !isKnown(key)).map(({ key }) => itemKeyText(key)));
  return {
    labels: labels.filter(({ key }) => isKnown(key)),
    decisions: new Map([...decisions].filter(([item]) => index.items.has(item))),
    warnings:
      others.size === 0 ? [] : [`labels of ${others.size} episodes that have no end in the run are left out`],
  };
}

/** The run's own folder, or a copy of it. */
async function isOfRun(directory: string, index: RunIndex, signal: AbortSignal): Promise<boolean> {
  const [own, other] = await Promise.all([realpath(index.directory), realpath(directory).catch(() => null)]);
  if (own === other) return true;
  try {
    return isSameRun(await indexRun(directory, { withoutCosts: true, signal }), index);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    return false;
  }
}
