import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Size } from '../../domain/geometry.js';
import type { Observation } from '../../domain/screen.js';
import type { SentPicture } from '../../models/dialects/dialect.js';
import type { CoordinateRule } from '../../models/dialects/resolve-position.js';
import { widgetText } from '../../observations/node-text.js';
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
  return {
    picture:
      picture && screen.picture
        ? { mediaType: screen.picture.mediaType, data: picture, size: screen.size }
        : null,
    hierarchy: hierarchy ? describe(parseHierarchy(hierarchy, { file: screen.id }), rule, screen.size) : null,
  };
}

function describe(hierarchy: UiHierarchy, rule: CoordinateRule, size: Size | null): string {
  const shown = hierarchy.widgets.slice(0, MAX_WIDGETS);
  const lines = shown.map((widget, index) => {
    const [x, y] = toRule(widget.centre, rule, size);
    return `${widgetText(widget, index)} at (${x}, ${y})`;
  });
  const more = hierarchy.widgets.length - shown.length;
  if (more > 0) lines.push(`(${more} more elements)`);
  return lines.join('\n');
}

/** Pixels of the screen in the numbers of a model; unchanged where the screen's size is unknown. */
function toRule([x, y]: [number, number], rule: CoordinateRule, size: Size | null): [number, number] {
  if (rule.space === 'sent' || size === null) return [x, y];
  const [width, height] = rule.space === 'norm' ? [rule.span, rule.span] : [rule.width, rule.height];
  // Three decimals serve a span of 1 as well.
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return width <= 1
    ? [round((x * width) / size.width), round((y * height) / size.height)]
    : [Math.round((x * width) / size.width), Math.round((y * height) / size.height)];
}
