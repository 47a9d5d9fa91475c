import sharp from 'sharp';
import type { Box, Size } from '../../domain/geometry.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { UnitBox } from '../../domain/recordings/recorded-milestone.js';

/** What is kept in place of a text. */
export const MASKED_TEXT = '•••';
/** Attributes that may say what a masked area shows. */
const SAYING = ['text', 'content-desc', 'hint', 'tooltip-text', 'pane-title'];
/** A node of a dump up to the end of its attributes. */
const NODE = /<node\b(?:[^>"']|"[^"]*"|'[^']*')*>/g;

/** A screen as the phone showed it. */
export interface ShownScreen {
  readonly png: Uint8Array;
  /** Pixels of the picture. */
  readonly size: Size;
  /** XML of the UI hierarchy; null where there is none. */
  readonly xml: string | null;
}

/** A screen as it is kept. */
export interface MaskedScreen {
  readonly png: Uint8Array;
  readonly xml: string | null;
  /** Pixels of the picture that are covered; inclusive. */
  readonly covered: readonly Box[];
}

/**
 * The screen without what is in masked areas and password fields: the areas are black, and no node that reaches into one says
 * anything. A hierarchy that cannot be read is left out whole where anything is masked, since nobody knows what it says.
 *
 * @param masks shares of the screen, 0–1
 */
export async function maskScreen(screen: ShownScreen, masks: readonly UnitBox[]): Promise<MaskedScreen> {
  const hierarchy = readable(screen.xml);
  const passwords = allNodes(hierarchy).filter(isPassword);
  const covered = [
    ...masks.map((mask) => pixelsOf(mask, screen.size)),
    ...passwords.map(({ bounds }) =>
      clipped([bounds[0], bounds[1], bounds[2] - 1, bounds[3] - 1], screen.size),
    ),
  ].filter((box): box is Box => box !== null);
  if (covered.length === 0) return { png: screen.png, xml: screen.xml, covered };
  const overlays = covered.map(([left, top, right, bottom]) => ({
    input: {
      create: {
        width: right - left + 1,
        height: bottom - top + 1,
        channels: 3 as const,
        background: { r: 0, g: 0, b: 0 },
      },
    },
    left,
    top,
  }));
  const png = await sharp(screen.png).composite(overlays).png().toBuffer();
  const xml = screen.xml === null || hierarchy === null ? null : silenced(screen.xml, hierarchy, covered);
  return { png, xml, covered };
}

/** Whether what is typed now goes into a password field or a masked area; so where masks are and nobody can tell. */
export function typesIntoMask({ xml, size }: ShownScreen, masks: readonly UnitBox[]): boolean {
  const hierarchy = readable(xml);
  if (hierarchy === null) return masks.length > 0;
  const areas = masks.map((mask) => pixelsOf(mask, size)).filter((box): box is Box => box !== null);
  return allNodes(hierarchy).some(
    (node) =>
      node.attribute('focused') === 'true' &&
      (isPassword(node) || areas.some((area) => overlaps(node.bounds, area))),
  );
}

/** Every node in the order of the file, those of the system's bars included. */
export function allNodes(hierarchy: UiHierarchy | null): readonly UiNode[] {
  const nodes: UiNode[] = [];
  const waiting = [...(hierarchy?.windows ?? [])].toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    waiting.push(...node.children.toReversed());
  }
  return nodes;
}

/** The hierarchy; null where there is none that can be read. */
export function readable(xml: string | null): UiHierarchy | null {
  if (xml === null) return null;
  try {
    return parseHierarchy(xml);
  } catch {
    return null;
  }
}

function isPassword(node: UiNode): boolean {
  return node.attribute('password') === 'true';
}

/** The dump with nothing said by nodes that reach into an area. */
function silenced(xml: string, hierarchy: UiHierarchy, areas: readonly Box[]): string | null {
  const nodes = allNodes(hierarchy);
  let index = 0;
  const text = xml.replaceAll(NODE, (tag) => {
    const node = nodes[index];
    index += 1;
    if (node === undefined || !areas.some((area) => overlaps(node.bounds, area))) return tag;
    return tag.replaceAll(
      /(\s)([\w-]+)=("[^"]*"|'[^']*')/g,
      (whole, space: string, name: string, value: string) =>
        SAYING.includes(name) && value.length > 2 ? `${space}${name}="${MASKED_TEXT}"` : whole,
    );
  });
  // Tags that are none (in a comment) would have shifted everything.
  return index === nodes.length ? text : null;
}

/** @param bounds right and bottom outside, as uiautomator has them @param area sides inclusive */
function overlaps(bounds: Readonly<Box>, area: Box): boolean {
  return bounds[0] <= area[2] && bounds[2] > area[0] && bounds[1] <= area[3] && bounds[3] > area[1];
}

function pixelsOf([left, top, right, bottom]: UnitBox, size: Size): Box | null {
  return clipped(
    [
      Math.floor(left * size.width),
      Math.floor(top * size.height),
      Math.ceil(right * size.width) - 1,
      Math.ceil(bottom * size.height) - 1,
    ],
    size,
  );
}

/** What of a box is on the screen; null where nothing is. */
function clipped([left, top, right, bottom]: Box, { width, height }: Size): Box | null {
  const box: Box = [
    Math.max(0, left),
    Math.max(0, top),
    Math.min(width - 1, right),
    Math.min(height - 1, bottom),
  ];
  return box[0] <= box[2] && box[1] <= box[3] ? box : null;
}
