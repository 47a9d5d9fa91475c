import { hash } from 'node:crypto';
import { parseHierarchy } from '../domain/hierarchy/parse-hierarchy.js';
import type { ElementTable, MarkStyle, ObservationRule } from '../domain/observation-rule.js';
import type { Observation, Screen } from '../domain/screen.js';
import type { SentPicture } from '../models/dialects/dialect.js';
import { coordinateSpan, type CoordinateRule } from '../models/dialects/reading/resolve-position.js';
import { elementText } from '../observations/elements/element-text.js';
import { madeKey, MadePictures } from '../observations/pictures/made-pictures.js';
import { detectedMarks } from '../observations/marks/mark-set.js';
import { markDetected, markPicture, type MarkedPicture } from '../observations/marks/mark-picture.js';
import { preparePicture } from '../observations/pictures/prepare-picture.js';

/** What all agents of a process keep of marked pictures. */
const MARKED = new MadePictures<MarkedPicture>({ maxBytes: 32 * 1024 * 1024 });

/** What of a screen goes into a prompt; each part is null where it is not wanted or the screen has none. */
export interface ShownScreen {
  readonly screenshot: SentPicture | null;
  readonly marked: SentPicture | null;
  readonly elementText: string | null;
  readonly elements: ElementTable | null;
}

/**
 * The parts of a screen that a model is shown, as its rule wants them. Positions within the text are in the numbers that
 * the model is to answer with.
 *
 * @throws {TouchstoneError} when a part the screen has cannot be loaded or read.
 */
export async function lookAt(
  { screen }: Observation,
  rule: ObservationRule,
  options: { readonly coordinates: CoordinateRule; readonly signal: AbortSignal },
): Promise<ShownScreen> {
  const { coordinates, signal } = options;
  const place = { file: screen.id };
  const wantsTree = rule.text !== null || rule.marked !== null;
  const [source, xml] = await Promise.all([
    rule.screenshot || rule.marked !== null ? loadPicture(screen, signal) : null,
    wantsTree ? (screen.hierarchy?.load({ signal }) ?? null) : null,
  ]);
  const hierarchy = xml === null ? null : parseHierarchy(xml, place);
  const { marked: style } = rule;
  const marks =
    style === null || source === null
      ? null
      : hierarchy === null
        ? await markFound(screen, source.data, style, signal)
        : await MARKED.get(madeKey(source.data, xml === null ? null : hash('sha256', xml), style), () =>
            markPicture(source.data, hierarchy, style, place),
          );
  const [screenshot, marked] = await Promise.all([
    rule.screenshot && source !== null ? preparePicture(source, rule.picture, place) : null,
    marks === null ? null : preparePicture({ mediaType: 'image/png', data: marks.data }, rule.picture, place),
  ]);
  const sizes = { screen: screen.size, sent: screenshot?.size ?? marked?.size ?? null };
  const range = coordinateSpan(coordinates, sizes);
  const described =
    rule.text === null || hierarchy === null
      ? null
      : elementText(hierarchy, rule.text, { screen: screen.size, range });
  return {
    screenshot,
    marked,
    elementText: described?.text ?? null,
    elements: marks?.elements ?? described?.elements ?? null,
  };
}

/** The picture with what was detected on it; null where nobody is to detect anything. */
async function markFound(
  { id, size, detected }: Screen,
  picture: Uint8Array,
  style: MarkStyle,
  signal: AbortSignal,
): Promise<MarkedPicture | null> {
  if (detected === undefined) return null;
  const detections = await detected.load({ signal });
  const key = madeKey(picture, hash('sha256', JSON.stringify(detections)), `detected ${style}`);
  const made = await MARKED.get(key, () => markDetected(picture, detections, style, { file: id }));
  // Parts of the picture are the same parts of a screen that the dataset gives another size.
  return size === null ? made : { ...made, elements: detectedMarks(style, detections, size).elements };
}

/** The picture of a screen in the form in which its family sends it; null where the screen has none. */
export async function lookBack(
  { screen }: Observation,
  rule: ObservationRule,
  signal: AbortSignal,
): Promise<SentPicture | null> {
  const source = await loadPicture(screen, signal);
  return source === null ? null : preparePicture(source, rule.picture, { file: screen.id });
}

async function loadPicture(
  { picture }: Screen,
  signal: AbortSignal,
): Promise<{ mediaType: string; data: Uint8Array } | null> {
  return picture === null ? null : { mediaType: picture.mediaType, data: await picture.load({ signal }) };
}
