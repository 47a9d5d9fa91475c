import type { Action } from '../../domain/action.js';
import type { Size } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Mode } from '../../domain/mode.js';
import type { Ask } from '../../models/asking/model-question.js';
import { readChecked, reads } from '../../models/readers/reading.js';
import { decodePixels } from '../../observations/pictures/pixels.js';
import { ChangedRegion } from './changed-region.js';
import { completionDoubt } from './check-completion.js';
import { actionRequest, appRequest, orderRequest, type ShownPicture } from './completion-questions.js';
import { readCompletedAction, readOrder } from './read-completed-action.js';

export const COMPLETE_ROLES = [
  { name: 'completer', does: 'says what was done between two screenshots' },
] as const;

/** A screenshot of a recording. */
export interface RecordedPicture extends ShownPicture {
  /** As its file is named. */
  readonly name: string;
  readonly hierarchy: UiHierarchy | null;
  /** Something between the picture before it and this one is missing: nobody is asked about the two. */
  readonly isCut?: boolean;
}

/** What leads from a screenshot to the next. */
export type PairResult =
  | {
      readonly type: 'step';
      /** The action as the model wrote it. */
      readonly written: string;
      /** All that it answered. */
      readonly answer: string;
      /** Null for one that nobody knows: reference mode alone. */
      readonly action: Action | null;
      readonly order: string;
      readonly confidence: number | null;
      readonly doubt: string | null;
    }
  | { readonly type: 'skipped'; readonly why: string };

export interface CompletePairsOptions {
  /** Names the recording among those of a stage. */
  readonly name: string;
  readonly query: string;
  /** Of all screenshots; pixels. */
  readonly size: Size;
  readonly mode: Mode;
  readonly ask: Ask;
}

/** Pixels that the published script tells the model, whatever the pictures are. */
const PUBLISHED_SIZE: Size = { width: 1080, height: 2374 };

/**
 * Makes out what was done between each screenshot and the next, two questions a pair: an order from both screenshots, then the action
 * from the first and the order. Pairs without an order are skipped.
 *
 * `corrected` tells the model the real size, asks once more for what cannot be read, and checks each action against what changed.
 *
 * Source: ColorBench reference code `pic2trajectory.py`; colorbench.md section 6.2.
 */
export async function* completePairs(
  pictures: AsyncIterable<RecordedPicture> | Iterable<RecordedPicture>,
  { name, query, size: real, mode, ask }: CompletePairsOptions,
): AsyncGenerator<PairResult> {
  const role = 'completer';
  const retries = mode === 'reference' ? 0 : 1;
  const size = mode === 'reference' ? PUBLISHED_SIZE : real;
  const said = await ask({
    role,
    purpose: `app of ${name}`,
    request: appRequest(query),
    read: (text) => readChecked(text, (given) => reads(given.trim())),
    retries: 0,
  });
  const app = said.type === 'value' ? said.value : '';
  const before: string[] = [];
  let previous: RecordedPicture | null = null;
  let step = 0;
  for await (const picture of pictures) {
    if (previous !== null) step += 1;
    if (previous !== null && picture.isCut !== true) {
      const purpose = `${name} step ${step}`;
      const pair = { query, app, step, size, before: [...before] };
      const order = await ask({
        role,
        purpose: `order of ${purpose}`,
        request: orderRequest(pair, [previous, picture], mode),
        read: (text: string) => readOrder(text, mode),
        retries,
      });
      if (order.type !== 'value')
        yield { type: 'skipped', why: order.type === 'refusal' ? 'the model refuses' : order.problem };
      else {
        const read = (text: string) => readCompletedAction(text, mode);
        const request = actionRequest(pair, previous, order.value, mode);
        const done = await ask({ role, purpose: `action of ${purpose}`, request, read, retries });
        if (done.type !== 'value')
          yield { type: 'skipped', why: done.type === 'refusal' ? 'the model refuses' : done.problem };
        else {
          const { written, action, confidence } = done.value;
          const answer = done.text.trim();
          // As published, what was thought about the earlier actions is repeated, too.
          before.push(mode === 'reference' ? answer : written);
          const doubt =
            mode === 'reference' || action === null
              ? null
              : await doubtOf({ action, confidence }, previous, picture, real);
          yield { type: 'step', written, answer, action, order: order.value, confidence, doubt };
        }
      }
    }
    previous = picture;
  }
}

async function doubtOf(
  completion: { readonly action: Action; readonly confidence: number | null },
  before: RecordedPicture,
  after: RecordedPicture,
  size: Size,
): Promise<string | null> {
  const [first, second] = await Promise.all(
    [before, after].map(({ bytes, name }) => decodePixels(bytes, { file: name })),
  );
  if (first === undefined || second === undefined) return null;
  return completionDoubt(completion, {
    size,
    changed: new ChangedRegion(first, second),
    hierarchy: before.hierarchy,
  });
}
