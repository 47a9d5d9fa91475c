import type { Action } from '../../domain/action.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import { TouchstoneError } from '../../errors.js';
import type { EpisodeFindings } from './episode-findings.js';
import { isBlank, lookAtPicture, looksSame } from './look-at-picture.js';
import type { SeenPicture } from './look-at-picture.js';

/** Pictures that are decoded at the same time; each takes some 15 MB while it is. */
const AT_ONCE = 4;

/**
 * Whether every screen of an episode has its picture, and what the pictures themselves show: the first criterion of
 * GUIOdyssey's quality check (paper, quality check: every screenshot is saved and regular), and actions without effect.
 */
export async function lintPictures(
  episode: RecordedEpisode,
  findings: EpisodeFindings,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const { steps, lastScreen } = episode;
  const screens = [...steps.map(({ screen }) => screen), ...(lastScreen === undefined ? [] : [lastScreen])];
  let before: SeenPicture | null = null;
  let sizeOfFirst: string | null = null;
  for (let start = 0; start < screens.length; start += AT_ONCE) {
    const batch = screens.slice(start, start + AT_ONCE);
    const looks = await Promise.all(batch.map((screen) => look(screen, signal)));
    for (const [offset, seen] of looks.entries()) {
      const step = start + offset;
      const at = Math.min(step, steps.length - 1);
      if (seen.type !== 'seen') {
        findings.atStep(`recording/${seen.type}`, at, `${screens[step]?.id ?? ''}: ${seen.why}`);
        before = null;
        continue;
      }
      const { picture } = seen;
      const shown = `${picture.size.width} × ${picture.size.height}`;
      const size = screens[step]?.size ?? null;
      const recorded: string | null = size === null ? sizeOfFirst : `${size.width} × ${size.height}`;
      if (recorded !== null && shown !== recorded) {
        findings.atStep(
          'recording/picture-size',
          at,
          `the picture has ${shown} pixels, the recording says ${recorded}`,
        );
      }
      sizeOfFirst ??= shown;
      if (isBlank(picture)) findings.atStep('recording/blank-picture', at, 'the picture shows nothing');
      const action: Action | undefined = steps[step - 1]?.action;
      if (before !== null && action !== undefined && action.type !== 'wait' && looksSame(before, picture)) {
        findings.atStep(
          'recording/same-screen',
          step - 1,
          `the screen after ${action.type} looks as it did before`,
        );
      }
      before = picture;
    }
  }
}

type Look =
  | { readonly type: 'seen'; readonly picture: SeenPicture }
  | { readonly type: 'missing-picture' | 'broken-picture'; readonly why: string };

async function look({ picture }: Screen, signal: AbortSignal): Promise<Look> {
  if (picture === null) return { type: 'missing-picture', why: 'no picture was recorded' };
  let bytes: Uint8Array;
  try {
    bytes = await picture.load({ signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    return { type: 'missing-picture', why: 'the picture is not there, or cannot be read' };
  }
  const seen = await lookAtPicture(bytes);
  return typeof seen === 'string'
    ? { type: 'broken-picture', why: `the picture cannot be decoded (${seen})` }
    : { type: 'seen', picture: seen };
}
