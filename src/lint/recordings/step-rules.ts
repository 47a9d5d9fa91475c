import { toPixel, type Box } from '../../domain/geometry.js';
import { offScreenPoint, touchPoint } from '../../domain/coordinates/off-screen.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { EpisodeFindings } from './episode-findings.js';

/** Points and boxes may have been rounded apart from each other by this much, in pixels. */
const ROUNDING = 1;

/** Actions and element areas that cannot be right, independent of the screenshots. */
export function lintSteps(episode: RecordedEpisode, findings: EpisodeFindings): void {
  for (const [index, step] of episode.steps.entries()) {
    const { action, screen, box } = step;
    if (action.type === 'foreign') {
      const name = JSON.stringify(action.native.name ?? action.native.text ?? '');
      findings.atStep('recording/foreign-action', index, `${name} is no action that can be compared`);
    }
    if (action.type === 'type' && action.text.trim() === '') {
      findings.atStep('recording/empty-text', index, 'nothing is typed');
    }
    const off = offScreenPoint(action, screen.size);
    if (off !== null) {
      const where = `(${off.x}, ${off.y}) in ${SPACES[off.space]}`;
      findings.atStep('recording/action-off-screen', index, `the action is at ${where}`);
    }
    if (box !== undefined) lintBox(index, step, box, findings);
  }
}

const SPACES = { pixel: 'pixels', permille: '0–1000', unit: '0–1' } as const;

function lintBox(index: number, { action, screen }: RecordedStep, box: Box, findings: EpisodeFindings): void {
  const [left, top, right, bottom] = box;
  const shown = `[${box.map((side) => Number(side.toFixed(1))).join(', ')}]`;
  if (right <= left || bottom <= top) {
    findings.atStep('recording/box-without-area', index, `the area ${shown} is empty`);
    return;
  }
  const { size } = screen;
  const leaves =
    left < -ROUNDING ||
    top < -ROUNDING ||
    (size !== null && (right > size.width + ROUNDING || bottom > size.height + ROUNDING));
  if (leaves) {
    const of = size === null ? '' : ` of ${size.width} × ${size.height}`;
    findings.atStep('recording/box-off-screen', index, `the area ${shown} leaves the screen${of}`);
  }
  const point = touchPoint(action);
  if (point === null || size === null) return;
  const [x, y] = toPixel(point, size);
  const isInside =
    x >= left - ROUNDING && x <= right + ROUNDING && y >= top - ROUNDING && y <= bottom + ROUNDING;
  if (isInside) return;
  const touched = `(${x.toFixed(1)}, ${y.toFixed(1)})`;
  findings.atStep(
    'recording/point-outside-box',
    index,
    `the touch at ${touched} is outside its area ${shown}`,
  );
}
