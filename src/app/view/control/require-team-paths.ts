import { readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { SettingKey } from '../../settings/setting.js';
import { UntrustedError } from '../../trust/untrusted-error.js';
import type { ControlOptions } from './launch-run.js';

/** Settings whose plain words name something else than a file, whatever lies in the folder that the server was started in. */
const NAMES: ReadonlySet<string> = new Set<SettingKey>([
  'agent',
  'dialect',
  'dimensions',
  'env',
  'history',
  'language',
  'level',
  'modality',
  'mode',
  'model',
  'observation',
  'parsing',
  'promptSet',
  'split',
  'tasks',
]);

type Bounds = Pick<ControlOptions, 'folder' | 'workingDirectory'> & { readonly teams: string };

/**
 * Sees to it that values of a request name nothing on disk but what is of their team: on a server that several teams share, a file
 * that a setting reads may be another team's, and what is made where nothing is yet would be. What names nothing that is there, in
 * no folder of a team, such as a model, may be anything.
 *
 * @throws {UntrustedError}
 */
export function requireTeamPaths(values: Readonly<Record<string, unknown>>, bounds: Bounds): void {
  for (const [key, value] of Object.entries(values)) {
    for (const text of textsIn(value)) {
      // Names of models have slashes in them.
      const isName = NAMES.has(key) && (key === 'model' || !/[\\/]/.test(text));
      if (!isName && isOutside(text, bounds)) {
        throw new UntrustedError(`a request may not name a file that is not of its team (${key})`, {
          hint: 'Whoever runs the server sets it in touchstone.config.json or in the environment.',
        });
      }
    }
  }
}

/**
 * Sees to it that a world that a request names by its folder is of its team, or of all: below where the server was started, and
 * in no team's folder.
 *
 * @throws {UntrustedError}
 */
export function requireTeamWorld(world: string, bounds: Bounds): void {
  const real = realPlace(resolve(bounds.workingDirectory, world));
  const isOwn = real !== null && isBelow(realPlace(bounds.folder), real);
  const isShared =
    real !== null &&
    isBelow(realPlace(bounds.workingDirectory), real) &&
    !isBelow(realPlace(bounds.teams), real) &&
    // Nor one that has the teams in it.
    !isBelow(real, resolve(bounds.teams));
  if (isOwn || isShared) return;
  throw new UntrustedError('a request may not name a world that is not of its team', {
    hint: 'Name one below the folder that the server was started in.',
  });
}

function isOutside(text: string, { folder, workingDirectory, teams }: Bounds): boolean {
  if (text === '' || text.includes('\0')) return false;
  const path = resolve(workingDirectory, text);
  const own = realPlace(folder);
  const isThere = realPlace(path) !== null;
  // `..` behind a link leads elsewhere for the system than for whoever makes the name whole first: neither may be outside.
  return [placeOf(path), placeStepByStep(workingDirectory, text)].some((place) => {
    if (isBelow(own, place)) return false;
    if (isThere || isBelow(realPlace(teams), place)) return true;
    // Not there now; it may be made by then, or be read as another place.
    const isElsewhere = isAbsolute(text) || text.split(/[\\/]/).includes('..') || text.startsWith('~');
    return isElsewhere || !isBelow(realPlace(workingDirectory), place);
  });
}

/** Links that lead on to links, at most. */
const MOST_LINKS = 40;

/** Where something is, or would be made, behind the links on the way that are there: also one that leads to nothing yet. */
function placeOf(path: string, links = MOST_LINKS): string {
  const real = realPlace(path);
  if (real !== null) return real;
  const parent = dirname(path);
  if (parent === path) return path;
  const link = links > 0 ? linkAt(path) : null;
  return link === null
    ? join(placeOf(parent, links), relative(parent, path))
    : placeOf(resolve(placeOf(parent, links), link), links - 1);
}

/** As the system follows a name: each part from where the last one has led to. */
function placeStepByStep(from: string, text: string): string {
  let place = isAbsolute(text) ? sep : placeOf(from);
  for (const part of text.split(/[\\/]/)) {
    if (part === '..') place = dirname(place);
    else if (part !== '') place = placeOf(join(place, part));
  }
  return place;
}

/** What a link says; null where there is none. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** Every text in a value, and what is behind a `=` or between commas of it. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const parts = value.split(/[,=;]/).map((part) => part.trim());
    return [value, ...parts, value.slice(value.indexOf('=') + 1)];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Behind its links; null where nothing is. */
function realPlace(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** The folder itself counts. */
function isBelow(folder: string | null, path: string): boolean {
  if (folder === null) return false;
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
