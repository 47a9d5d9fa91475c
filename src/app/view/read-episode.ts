import { join } from 'node:path';
import type { ItemKey } from '../../domain/episode.js';
import { addressPart } from '../../domain/text/portable-name.js';
import { AttemptRecord } from '../../formats/run/attempt-record.js';
import type { ScreenRecord } from '../../formats/run/journal/event.js';
import { readRequests } from '../../formats/run/requests/read-requests.js';
import { readJournal } from '../../formats/run/run-folder.js';
import { NO_PICTURE, type PicturePlace } from '../../report/html/picture-store.js';
import type { ReportEpisode } from '../../report/view/report-episode.js';
import { reportEpisode } from '../../report/html/report-episode.js';
import type { EpisodeLines } from '../../storage/run-store.js';

/** The run that an episode is of, as far as its steps show it. */
export interface ShownRun {
  /** Of its folder; part of addresses. */
  readonly name: string;
  readonly directory: string;
  /** Pictures and UI hierarchies of it are shown. */
  readonly showsScreens: boolean;
}

/**
 * The steps of an episode, from its lines of the journal alone.
 *
 * @throws {NotARunError | JournalDamagedError} where the journal is no longer what it was
 */
export async function readEpisode(
  run: ShownRun,
  key: ItemKey,
  lines: EpisodeLines,
  options: { readonly startedAt: string | null; readonly signal?: AbortSignal },
): Promise<{ readonly shown: ReportEpisode; readonly record: AttemptRecord }> {
  const record = new AttemptRecord(key, { attemptsBefore: lines.attempt - 1, keepCalls: true });
  const file = join(run.directory, `journal-${lines.writer}.jsonl`);
  const { line, offset, end } = lines;
  const events = readJournal(file, {
    range: { line, offset, end },
    wantsItem: (item) => item === key.item,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  for await (const { event } of events) {
    if (!('attempt' in event) || event.item !== key.item || event.repeat !== key.repeat) continue;
    // What contradicts the journal is left out, as far as the rest can be shown without.
    if (event.attempt === lines.attempt) record.apply(event);
  }
  // Prompts say what is on screens, as hierarchies do.
  const isAsked = run.showsScreens && record.steps.some(({ calls }) => calls.length > 0);
  const kept = isAsked ? (await readRequests(run.directory, key, lines.attempt)).hashes : new Set<string>();
  const shown = await reportEpisode(record, options.startedAt, {
    pictureOf: async (screen) => pictureOf(run, screen),
    hierarchyOf: (screen) => hierarchyOf(run, screen),
    requestOf: ({ request }) => (kept.has(request) ? requestAddress(run, key, request) : null),
  });
  return { shown, record };
}

/** Address of the picture of a screen; null where there is none to be shown. */
export function pictureAddress(run: ShownRun, screen: ScreenRecord): string | null {
  return pictureOf(run, screen).address;
}

function requestAddress({ name }: ShownRun, { item, repeat }: ItemKey, request: string): string {
  const [run, of] = [name, item].map(addressPart);
  return `api/runs/${run}/episodes/${of}/${repeat}/requests/${request}`;
}

function pictureOf(run: ShownRun, { id, picture }: ScreenRecord): PicturePlace {
  if (picture === null) return NO_PICTURE.none;
  if (!run.showsScreens) return NO_PICTURE.withheld;
  return { address: addressOf(run, id, picture, 'picture'), why: null };
}

function hierarchyOf(run: ShownRun, { id, hierarchy }: ScreenRecord): string | null {
  return hierarchy === null || !run.showsScreens ? null : addressOf(run, id, hierarchy, 'hierarchy');
}

function addressOf(
  { name }: ShownRun,
  screen: string,
  { hash, stored }: NonNullable<ScreenRecord['picture']>,
  part: 'picture' | 'hierarchy',
): string {
  const base = `api/runs/${encodeURIComponent(name)}`;
  if (stored && hash !== null) return `${base}/files/${hash}`;
  return `${base}/screens/${addressPart(screen)}/${part}`;
}
