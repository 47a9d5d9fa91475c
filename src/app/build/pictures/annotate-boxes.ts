import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { annotateTouch, BOX_ROLES } from '../../../builder/boxes/annotate-touch.js';
import { exactBox } from '../../../builder/boxes/exact-box.js';
import { overlayBoxes, type BoxedPoint } from '../../../builder/boxes/overlay-boxes.js';
import { markTouch } from '../../../builder/boxes/mark-touch.js';
import { pictureSize } from '../../../domain/coordinates/picture-size.js';
import type { Box } from '../../../domain/geometry.js';
import { HierarchyParseError } from '../../../domain/hierarchy/hierarchy-parse-error.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { Mode } from '../../../domain/mode.js';
import { DatasetError, faultOf } from '../../../errors.js';
import { FILE_LIMITS } from '../../../files/file-limits.js';
import { isThere } from '../../../files/is-there.js';
import { readBytes } from '../../../files/read-bytes.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { FileSchemaError } from '../../../formats/file-errors.js';
import { readJsonRecords } from '../../../formats/json-records.js';
import {
  BOX_REVIEW_FILE,
  BoxReviewLineSchema,
  decidedBox,
  type BoxReviewLine,
} from '../../../formats/stage/box-review.js';
import { BudgetSpentError } from '../../../models/asking/budget-spent-error.js';
import type { Ask } from '../../../models/asking/model-question.js';
import { smallWebp } from '../../../observations/pictures/small-webp.js';
import { casePage, type PageCase, type PageMark } from '../../../report/cases/case-page.js';
import type { Settings } from '../../settings/setting.js';
import { openStage } from '../open-stage.js';
import { unpricedWarning, type StageCall, type StageReport } from '../stage-report.js';
import { publishedConstruction } from '../published-construction.js';
import { openTouchedWorld, type WorldTouch } from './touched-world.js';

export interface AnnotateBoxesOptions extends StageCall {
  readonly mode: Mode;
  /** Models are asked where no hierarchy says it; without, such touches stay as they are. */
  readonly asks: boolean;
  /** Write the boxes into the world's graph.json; what it was is kept in `backups/`. */
  readonly write: boolean;
  /** Draw the boxes of each screen on its picture, too; reference mode always does. */
  readonly overlays: boolean;
}

/** What a call of `touchstone build boxes` came to. */
export interface AnnotatedBoxes extends StageReport {
  readonly touches: number;
  /** From hierarchies. */
  readonly exact: number;
  /** Drawn by models. */
  readonly drawn: number;
  readonly doubtful: number;
  readonly without: number;
  /** Boxes that went into the world. */
  readonly written: number;
  /** Absolute. */
  readonly review: string;
  readonly page: string;
  /** Pictures with the boxes of a screen each. */
  readonly overlays: number;
  /** Why it ended before all touches were dealt with; null where it did not. */
  readonly stopped: string | null;
}

/**
 * Draws a box around every touch of a world's edges that has none: exact ones from hierarchies in corrected mode, others by two
 * annotators and a referee. They go into a review, where somebody decides, and a page that shows them.
 *
 * @throws {UserError | DatasetError} for a world, pictures or a review that cannot be used, and where the settings name no model
 */
export async function annotateBoxes(
  world: string,
  settings: Settings,
  options: AnnotateBoxesOptions,
): Promise<AnnotatedBoxes> {
  const { out, mode, asks, write, signal, onProgress } = options;
  const { touches, write: writeBoxes } = await openTouchedWorld(world, { mode, signal });
  const screens = new WorldScreens(world, signal);
  const exact = new Map<string, Box>();
  if (mode === 'corrected') {
    for (const touch of touches) {
      const hierarchy = touch.hierarchy === null ? null : await screens.hierarchy(touch.hierarchy);
      const box = hierarchy === null ? null : exactBox(hierarchy, touch.point);
      if (box !== null) exact.set(touch.id, box);
    }
  }
  const isAsking = asks && touches.some(({ id, picture }) => !exact.has(id) && picture !== null);
  await mkdir(out, { recursive: true });
  await using stage = await openStage(settings, {
    stage: 'boxes',
    folder: out,
    identity: { mode },
    roles: isAsking ? BOX_ROLES : [],
    ...options,
  });
  const earlier = await readReview(join(out, BOX_REVIEW_FILE), signal);
  const { lines, stopped, outage } = await reviewLines(touches, {
    exact,
    earlier,
    asks,
    isAsking,
    asked: (touch, picture) => askedFor(touch, picture, screens, { ask: stage.ask, mode }),
    onProgress,
    signal,
  });
  const [review, page] = [join(out, BOX_REVIEW_FILE), join(out, 'boxes.html')];
  // Touches whose boxes were written are none any more; what was decided about them stays.
  const wanting = new Set(touches.map(touchKey));
  const settled = [...earlier.values()].filter((line) => !wanting.has(touchKey(line)));
  const all = [...settled, ...lines];
  await writeWholeFile(review, all.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await writeWholeFile(page, await pageOf(lines, touches, screens));
  const overlays =
    mode === 'reference' || options.overlays
      ? await writeOverlays(join(out, 'overlays'), { lines, touches, screens, signal })
      : 0;
  if (mode === 'reference') await writePublished(join(out, 'bounding_boxes.json'), all);
  if (outage !== null) throw outage.error;
  const boxes = write ? decidedBoxes(lines) : new Map<string, Box>();
  if (boxes.size > 0) await writeBoxes(boxes);
  return {
    touches: touches.length,
    exact: exact.size,
    drawn: lines.filter(({ box, by }) => box !== null && by !== 'hierarchy').length,
    doubtful: lines.filter(({ box, doubt }) => box !== null && doubt !== null).length,
    without: lines.filter(({ box }) => box === null).length,
    written: boxes.size,
    review,
    page,
    overlays,
    folder: out,
    cost: stage.cost,
    wholeCost: stage.wholeCost,
    warnings: unpricedWarning(settings, stage.cost),
    stopped,
  };
}

/** What a touch came to. */
type Found = Pick<BoxReviewLine, 'box' | 'by' | 'first' | 'second' | 'doubt'>;
const NOTHING: Found = { box: null, by: null, first: null, second: null, doubt: null };

/** A line of the review for every touch, and what kept somebody from being asked. */
async function reviewLines(
  touches: readonly WorldTouch[],
  options: {
    readonly exact: ReadonlyMap<string, Box>;
    readonly earlier: ReadonlyMap<string, BoxReviewLine>;
    readonly asks: boolean;
    readonly isAsking: boolean;
    readonly asked: (touch: WorldTouch, picture: string) => Promise<Found>;
    readonly onProgress: (total: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<{
  readonly lines: readonly BoxReviewLine[];
  readonly stopped: string | null;
  readonly outage: { readonly error: unknown } | null;
}> {
  const { exact, earlier, asks, isAsking, asked, onProgress, signal } = options;
  const lines: BoxReviewLine[] = [];
  let stopped: string | null = null;
  let outage: { readonly error: unknown } | null = null;
  for (const touch of touches) {
    signal.throwIfAborted();
    const box = exact.get(touch.id);
    const before = earlier.get(touchKey(touch));
    // Where nobody is asked, what was found earlier holds.
    const unasked = (doubt: string): Found =>
      before === undefined || before.box === null ? { ...NOTHING, doubt } : before;
    let found: Found;
    if (box !== undefined) found = { ...NOTHING, box, by: 'hierarchy' };
    else if (touch.picture === null) found = unasked(asks ? 'there is no picture' : 'no hierarchy says it');
    else if (!isAsking) found = unasked('no hierarchy says it');
    else if (outage !== null) found = unasked('nobody was asked: the model failed');
    else {
      try {
        // Recorded answers cost nothing, also once the budget is spent.
        found = await asked(touch, touch.picture);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof BudgetSpentError) {
          stopped = error.message;
          found = unasked('nobody was asked: the budget is spent');
        }
        // One screen that cannot be shown keeps nobody from the others.
        else if (faultOf(error) === 'dataset') {
          found = { ...NOTHING, doubt: error instanceof Error ? error.message : String(error) };
        } else {
          outage = { error };
          found = unasked('nobody was asked: the model failed');
        }
      }
    }
    lines.push(lineOf(touch, found, before?.decision ?? ''));
    onProgress(touches.length);
  }
  return { lines, stopped, outage };
}

async function askedFor(
  { id, point, size }: WorldTouch,
  picture: string,
  screens: WorldScreens,
  options: { readonly ask: Ask; readonly mode: Mode },
): Promise<Found> {
  const bytes = await screens.bytes(picture);
  const dotted = await markTouch(bytes, point, screens.placeOf(picture));
  const touch = { id, point, size: pictureSize(bytes) ?? size, dotted };
  const { box, by, first, second, doubt } = await annotateTouch(touch, options);
  return {
    box,
    by,
    first: first?.box ?? null,
    second: second?.box ?? null,
    doubt: doubt ?? (box === null ? 'nobody drew a box' : null),
  };
}

function lineOf(touch: WorldTouch, found: Found, decision: BoxReviewLine['decision']): BoxReviewLine {
  const { id, node, target, edge, action, type, point, picture } = touch;
  const place = { node, target, edge, action, type, point: [point[0], point[1]] as [number, number] };
  const { box, by, first, second, doubt } = found;
  return {
    formatVersion: 1,
    id,
    ...place,
    box,
    by,
    first,
    second,
    doubt,
    ...(picture !== null && { picture }),
    decision,
  };
}

/** Pictures and hierarchies of a world; of hierarchies, the last one read is kept. */
class WorldScreens {
  readonly #world: string;
  readonly #signal: AbortSignal;
  #last: { readonly path: string; readonly hierarchy: UiHierarchy | null } | null = null;

  constructor(world: string, signal: AbortSignal) {
    this.#world = world;
    this.#signal = signal;
  }

  placeOf(path: string): { readonly file: string } {
    return { file: join(this.#world, path) };
  }

  /** @throws {DatasetError} */
  bytes(path: string): Promise<Buffer> {
    const limits = { maxBytes: FILE_LIMITS.picture, within: this.#world, signal: this.#signal };
    return readBytes(join(this.#world, path), limits);
  }

  /** Null for one that cannot be read: models are asked then. */
  async hierarchy(path: string): Promise<UiHierarchy | null> {
    if (this.#last?.path === path) return this.#last.hierarchy;
    let hierarchy: UiHierarchy | null = null;
    try {
      hierarchy = parseHierarchy(await this.bytes(path));
    } catch (error) {
      // A file that is missing, too.
      if (!(error instanceof HierarchyParseError || error instanceof DatasetError)) throw error;
    }
    this.#last = { path, hierarchy };
    return hierarchy;
  }
}

/** Names a touch by what it is, too: edges that changed put others in its place. */
function touchKey({
  id,
  type,
  point,
}: Pick<BoxReviewLine, 'id' | 'type'> & Pick<WorldTouch, 'point'>): string {
  return `${id} ${type} ${point.join(' ')}`;
}

/** Lines of an earlier call by their touches. @throws {DatasetError} */
async function readReview(file: string, signal: AbortSignal): Promise<ReadonlyMap<string, BoxReviewLine>> {
  const lines = new Map<string, BoxReviewLine>();
  if (!(await isThere(file))) return lines;
  for await (const { value, line } of readJsonRecords(file, { signal })) {
    const read = BoxReviewLineSchema.safeParse(value);
    if (!read.success) {
      throw new FileSchemaError(`not a line of the review: ${read.error.issues[0]?.message ?? ''}`, {
        place: {
          file,
          line,
          path: (read.error.issues[0]?.path ?? []).map((part) =>
            typeof part === 'number' ? part : String(part),
          ),
        },
        hint: 'A decision is "", "accept", "reject", or [x1, y1, x2, y2].',
      });
    }
    lines.set(touchKey(read.data), read.data);
  }
  return lines;
}

async function pageOf(
  lines: readonly BoxReviewLine[],
  touches: readonly WorldTouch[],
  screens: WorldScreens,
): Promise<string> {
  const small = new Map<string, Awaited<ReturnType<typeof smallWebp>>>();
  const cases: PageCase[] = [];
  for (const [index, line] of lines.entries()) {
    const touch = touches[index];
    if (touch === undefined) continue;
    const { picture } = touch;
    const known = picture === null ? undefined : small.get(picture);
    const shown = picture === null ? null : (known ?? (await smallPicture(screens, picture)));
    if (picture !== null && shown !== null) small.set(picture, shown);
    cases.push({
      id: `case-${cases.length + 1}`,
      title: `${cases.length + 1}. ${line.id}`,
      text: [
        `${line.type} at ${line.point.join(', ')}: ${line.box === null ? 'no box' : `box ${line.box.join(', ')} by ${line.by}`}`,
        ...(line.doubt === null ? [] : [`Doubtful: ${line.doubt}`]),
        ...(line.decision === '' ? [] : [`Decided: ${String(line.decision)}`]),
      ].join('\n'),
      note: null,
      figures: [
        {
          words: `${touch.node} → ${touch.target}`,
          picture: shown?.bytes ?? null,
          drawn: { size: shown ?? touch.size, marks: marksOf(line) },
        },
      ],
    });
  }
  return casePage(
    'Boxes of touches',
    cases.length === 0
      ? 'Every touch has a box already.'
      : `Decide in ${BOX_REVIEW_FILE}: accept, reject, or a box [left, top, right, bottom] in place of the one drawn.`,
    cases,
  );
}

/** A picture of each screen that has boxes, with all of them; returns how many. A picture that cannot be shown is passed over. */
async function writeOverlays(
  folder: string,
  {
    lines,
    touches,
    screens,
    signal,
  }: {
    readonly lines: readonly BoxReviewLine[];
    readonly touches: readonly WorldTouch[];
    readonly screens: WorldScreens;
    readonly signal: AbortSignal;
  },
): Promise<number> {
  const ofPictures = new Map<string, { readonly node: string; readonly boxes: BoxedPoint[] }>();
  for (const [index, line] of lines.entries()) {
    const picture = touches[index]?.picture ?? null;
    const box = decidedBox(line) ?? (line.decision === 'reject' ? null : line.box);
    if (picture === null || box === null) continue;
    const known = ofPictures.get(picture) ?? { node: line.node, boxes: [] };
    ofPictures.set(picture, known);
    known.boxes.push({ box, point: line.point });
  }
  await mkdir(folder, { recursive: true });
  const names = new Set<string>();
  for (const [picture, { node, boxes }] of ofPictures) {
    signal.throwIfAborted();
    const plain = node.replace(/\.(?:png|jpe?g|webp)$/i, '').replaceAll(/[^\p{L}\p{N}._-]/gu, '_');
    const name = names.has(plain) ? `${plain}_${names.size}` : plain;
    try {
      const drawn = await overlayBoxes(await screens.bytes(picture), boxes, screens.placeOf(picture));
      await writeWholeFile(join(folder, `${name}.png`), drawn, { signal });
      names.add(name);
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
    }
  }
  return names.size;
}

/** Null for one that cannot be shown. */
async function smallPicture(
  screens: WorldScreens,
  path: string,
): Promise<Awaited<ReturnType<typeof smallWebp>> | null> {
  try {
    return await smallWebp(await screens.bytes(path), screens.placeOf(path));
  } catch (error) {
    if (error instanceof DatasetError) return null;
    throw error;
  }
}

function marksOf({ first, second, box, point }: BoxReviewLine): readonly PageMark[] {
  const boxes = [
    { box: first, colour: '#d08700', label: 'annotator 1' },
    { box: second, colour: '#0077cc', label: 'annotator 2' },
    { box, colour: '#00a000', label: 'chosen' },
  ];
  return [
    ...boxes.flatMap(({ box: drawn, ...rest }) => (drawn === null ? [] : [{ at: { box: drawn }, ...rest }])),
    { at: { point }, colour: '#e10000', label: 'the touch' },
  ];
}

async function writePublished(file: string, lines: readonly BoxReviewLine[]): Promise<void> {
  const construction = await publishedConstruction();
  const touches = lines.flatMap(({ node: image, target, type, point: [x, y], box }) =>
    box === null ? [] : [{ image, target, type, x, y, box }],
  );
  await writeWholeFile(file, construction.boxesText(touches));
}

function decidedBoxes(lines: readonly BoxReviewLine[]): ReadonlyMap<string, Box> {
  return new Map(
    lines.flatMap((line) => {
      const box = decidedBox(line);
      return box === null ? [] : [[line.id, box] as const];
    }),
  );
}
