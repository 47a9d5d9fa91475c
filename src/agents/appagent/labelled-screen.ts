import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { ElementTable, PictureRule } from '../../domain/observation-rule.js';
import type { Observation } from '../../domain/screen.js';
import type { SentPicture } from '../../models/dialects/dialect.js';
import { appAgentElements } from '../../observations/elements/appagent-elements.js';
import { markPicture } from '../../observations/marks/mark-picture.js';
import { preparePicture } from '../../observations/pictures/prepare-picture.js';
import type { ShownScreen } from '../look-at.js';

/** Names of the elements that AppAgent labels; the first one has the label 1. */
export type ElementNames = readonly string[];

/** A screen as AppAgent sees it. */
export interface LabelledScreen {
  readonly shown: ShownScreen;
  readonly names: ElementNames;
  readonly hierarchy: UiHierarchy | null;
}

export interface LabelOptions {
  /** Elements by name that get no label. */
  readonly useless?: ReadonlySet<string>;
  readonly picture: PictureRule;
  readonly signal: AbortSignal;
}

/** A screen with AppAgent's labels. Without a picture or a hierarchy there are none. */
export async function labelScreen(
  { screen }: Observation,
  { useless = new Set(), picture, signal }: LabelOptions,
): Promise<LabelledScreen> {
  const [bytes, xml] = await Promise.all([
    screen.picture?.load({ signal }) ?? null,
    screen.hierarchy?.load({ signal }) ?? null,
  ]);
  const hierarchy = xml === null ? null : parseHierarchy(xml, { file: screen.id });
  const elements = hierarchy === null ? [] : appAgentElements(hierarchy, { useless });
  const numbered = elements.map(({ box }, index) => ({ index: index + 1, box }));
  const table: ElementTable = { base: 1, count: numbered.length, elements: numbered };
  const marked =
    bytes === null || hierarchy === null
      ? null
      : await drawLabels(bytes, hierarchy, { useless, picture, file: screen.id });
  return {
    shown: { screenshot: null, marked, elementText: null, elements: hierarchy === null ? null : table },
    names: elements.map(({ uid }) => uid),
    hierarchy,
  };
}

/** A screen with the labels of another one: what came of an action, seen with the elements that were there before it. */
export async function labelAlike(
  { screen }: Observation,
  before: LabelledScreen,
  { useless = new Set(), picture, signal }: LabelOptions,
): Promise<SentPicture | null> {
  const bytes = (await screen.picture?.load({ signal })) ?? null;
  if (bytes === null || before.hierarchy === null) return null;
  return drawLabels(bytes, before.hierarchy, { useless, picture, file: screen.id });
}

async function drawLabels(
  bytes: Uint8Array,
  hierarchy: UiHierarchy,
  { useless, picture, file }: { useless: ReadonlySet<string>; picture: PictureRule; file: string },
): Promise<SentPicture> {
  const { data } = await markPicture(bytes, hierarchy, 'appagent', { file }, { useless });
  return preparePicture({ mediaType: 'image/png', data }, picture, { file });
}
