import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LiveApp } from '../../domain/live/live-app.js';
import { DEFAULT_SCREEN, type LiveScreen } from '../../domain/live/live-screen.js';
import { hashFile } from '../../files/hash-file.js';
import { requireInside } from '../../files/inside-folder.js';
import { FileContentError } from '../file-errors.js';
import { upgradeFormat } from '../format-version.js';
import { checkSchema, parseJson, placeOf, readTextFile } from '../read-json-file.js';
import { LIVE_FORMAT, LiveFileSchema, type LiveFile } from './live-file.js';

/** Largest page of an app that lies in the folder, bytes. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/** Apps that run live, and the phone they run on. */
export interface LiveWorld {
  readonly apps: readonly LiveApp[];
  /** Address of the home screen; null for an icon per app. */
  readonly home: string | null;
  readonly screen: LiveScreen;
  readonly settleDeadlineMs: number | null;
  /** SHA-256 (hex) over the file and the first page of each app and the home screen in the folder; what a server answers nobody knows. */
  readonly hash: string;
}

/**
 * `live.json` of a folder.
 *
 * @throws {DatasetError} of `formats/file-errors.ts` when the file, or a page that it names, cannot be used
 */
export async function readLive(folder: string, options: { signal?: AbortSignal } = {}): Promise<LiveWorld> {
  const file = join(folder, 'live.json');
  const text = await readTextFile(file, options);
  const live = parseLiveFile(text, file);
  const hash = createHash('sha256').update(text);
  const apps: LiveApp[] = [];
  for (const { url, ...app } of live.apps) {
    apps.push({ ...app, url: await placeUrl(folder, url, { hash, signal: options.signal }) });
  }
  const home =
    live.home === undefined ? null : await placeUrl(folder, live.home, { hash, signal: options.signal });
  const { screen, locale, timezone, settleDeadlineMs } = live;
  return {
    apps,
    home,
    screen: {
      size: screen === undefined ? DEFAULT_SCREEN.size : { width: screen.width, height: screen.height },
      ratio: screen?.ratio ?? DEFAULT_SCREEN.ratio,
      locale: locale ?? DEFAULT_SCREEN.locale,
      timezone: timezone ?? DEFAULT_SCREEN.timezone,
    },
    settleDeadlineMs: settleDeadlineMs ?? null,
    hash: hash.digest('hex'),
  };
}

/**
 * The text of a `live.json`; no page that it names is looked for.
 *
 * @throws {DatasetError} of `formats/file-errors.ts` when it has the wrong shape, or two apps go by one name
 */
export function parseLiveFile(text: string, file: string): LiveFile {
  const value = upgradeFormat(parseJson(text, file), LIVE_FORMAT, { file });
  const live = checkSchema(value, LiveFileSchema, { file, text });
  const owners = new Map<string, number>();
  for (const [index, { name, aliases = [], package: id }] of live.apps.entries()) {
    for (const own of [id, name, ...aliases]) {
      const owner = owners.get(own.trim().toLowerCase());
      if (owner !== undefined && owner !== index) {
        throw new FileContentError(`"${own}" names two apps`, {
          place: placeOf(file, text, ['apps', index]),
          hint: 'Give every app names and a package of its own.',
        });
      }
      owners.set(own.trim().toLowerCase(), index);
    }
  }
  return live;
}

/** The address of an app; a page of the folder has to be there. */
async function placeUrl(
  folder: string,
  place: string,
  {
    hash,
    signal,
  }: { readonly hash: ReturnType<typeof createHash>; readonly signal: AbortSignal | undefined },
): Promise<string> {
  if (/^https?:\/\//i.test(place)) return new URL(place).href;
  const cut = place.search(/[?#]/);
  const path = cut === -1 ? place : place.slice(0, cut);
  const page = join(folder, path);
  hash.update(`\0${path}\0${await hashFile(page, { maxBytes: MAX_PAGE_BYTES, within: folder, signal })}`);
  return `${pathToFileURL(requireInside(folder, page)).href}${cut === -1 ? '' : place.slice(cut)}`;
}
