import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Size } from '../../domain/geometry.js';
import type { Observation } from '../../domain/screen.js';
import type { SentPicture } from '../../models/dialects/dialect.js';
import type { CoordinateRule } from '../../models/dialects/resolve-position.js';
import { widgetText } from '../../observations/node-text.js';
import { pictureSize } from '../../observations/picture-size.js';
import type { DirectObservation } from './direct.js';

/** Most widgets listed; what a long feed adds beyond them is named as a number. */
const MAX_WIDGETS = 400;

/**
 * The parts of a screen that a model is shown: its picture as recorded, and its interactable elements one a line with
 * their centres in the numbers that the model is to answer with. Each is null where the screen has none.
 *
 * @throws {TouchstoneError} when a part the screen has cannot be loaded or read.
 */
export async function lookAt(
  { screen }: Observation,
  options: { show: DirectObservation; rule: CoordinateRule; signal: AbortSignal },
): Promise<{ picture: SentPicture | null; hierarchy: string | null }> {
  const { show, rule, signal } = options;
  const [picture, hierarchy] = await Promise.all([
    show === 'hierarchy' ? null : screen.picture?.load({ signal }),
    show === 'screenshot' ? null : screen.hierarchy?.load({ signal }),
  ]);
  const sent: SentPicture | null =
    picture && screen.picture
      ? { mediaType: screen.picture.mediaType, data: picture, size: pictureSize(picture) ?? screen.size }
      : null;
  if (!hierarchy) return { picture: sent, hierarchy: null };
  const range = rangeOf(rule, sent?.size ?? screen.size);
  const text = describe(parseHierarchy(hierarchy, { file: screen.id }), screen.size, range);
  return { picture: sent, hierarchy: text };
}

/** Largest numbers of a model; null where its numbers are pixels of a picture whose size nobody knows. */
function rangeOf(rule: CoordinateRule, sent: Size | null): Size | null {
  switch (rule.space) {
    case 'sent':
      return sent;
    case 'resized':
      return { width: rule.width, height: rule.height };
    case 'norm':
      return { width: rule.span, height: rule.span };
    default:
      return rule satisfies never;
  }
}

function describe(hierarchy: UiHierarchy, size: Size | null, range: Size | null): string {
  const shown = hierarchy.widgets.slice(0, MAX_WIDGETS);
  const lines = shown.map((widget, index) => {
    const [x, y] = toRange(widget.centre, size, range);
    return `${widgetText(widget, index)} at (${x}, ${y})`;
  });
  const more = hierarchy.widgets.length - shown.length;
  if (more > 0) lines.push(`(${more} more elements)`);
  return lines.join('\n');
}

/** Pixels of the screen in the numbers of a model; unchanged where they are the same or a size is unknown. */
function toRange([x, y]: [number, number], size: Size | null, range: Size | null): [number, number] {
  if (size === null || range === null) return [x, y];
  if (range.width === size.width && range.height === size.height) return [x, y];
  const [scaledX, scaledY] = [(x * range.width) / size.width, (y * range.height) / size.height];
  if (range.width > 1) return [Math.round(scaledX), Math.round(scaledY)];
  // Three decimals serve a span of 1 as well.
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return [round(scaledX), round(scaledY)];
}
