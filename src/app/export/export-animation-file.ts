import { UserError } from '../../errors.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { findRun } from '../results/find-run.js';
import { ANIMATION_FORMATS, type AnimationFormat } from '../view/animation/draw-animation.js';
import { exportAnimation, type ExportedAnimation } from '../view/animation/export-animation.js';

/** What was asked for, as it was typed. */
export interface AnimationFileRequest {
  readonly run: string;
  readonly runsFolder: string;
  readonly workingDirectory: string;
  readonly item: string;
  /** From 1. */
  readonly repeat: string;
  /** Absolute path. */
  readonly out: string;
  readonly extension: string;
  readonly width: string;
  readonly stepMs: string;
  readonly signal: AbortSignal;
}

/** Bounds of what can be asked for. */
const BOUNDS = { width: [120, 720], stepMs: [50, 10_000], repeat: [1, 1_000_000] } as const;

/**
 * Writes an episode as an animated picture; `bytes` is how large it is.
 *
 * @throws {UserError} for values out of bounds, and where there is no such run or episode
 */
export async function exportAnimationFile(
  request: AnimationFileRequest,
): Promise<Omit<ExportedAnimation, 'bytes'> & { readonly bytes: number }> {
  const { run, runsFolder, workingDirectory, item, out, extension, signal } = request;
  const format = formatOf(extension);
  const repeat = whole('--repeat', request.repeat, BOUNDS.repeat) - 1;
  const width = whole('--width', request.width, BOUNDS.width);
  const frameMs = whole('--step-ms', request.stepMs, BOUNDS.stepMs);
  const directory = findRun(run, runsFolder, workingDirectory);
  const { bytes, ...made } = await exportAnimation(
    directory,
    { item, repeat },
    { format, width, frameMs, signal },
  );
  await writeWholeFile(out, bytes);
  return { ...made, bytes: bytes.length };
}

function formatOf(extension: string): AnimationFormat {
  const format = ANIMATION_FORMATS.find((one) => `.${one}` === extension.toLowerCase());
  if (format !== undefined) return format;
  throw new UserError(`--out names ${extension === '' ? 'no kind of picture' : extension}`, {
    hint: `Give a file that ends in ${ANIMATION_FORMATS.map((one) => `.${one}`).join(' or ')}.`,
  });
}

function whole(flag: string, text: string, [least, most]: readonly [number, number]): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UserError(`${flag} ${text} is no whole number from ${least} to ${most}`);
}
