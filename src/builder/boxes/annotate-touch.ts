import type { Box } from '../../domain/geometry.js';
import type { Mode } from '../../domain/mode.js';
import type { Ask, QuestionReply } from '../../models/asking/model-question.js';
import { annotatorRequest, refereeRequest, type Touch } from './box-questions.js';
import { boxProblem, grownTo, readBoxReply, readReferee, type BoxReply } from './read-box.js';

/** Who is asked, and what for. */
export const BOX_ROLES = [
  { name: 'annotator1', does: 'draws the larger box' },
  { name: 'annotator2', does: 'draws the tighter box' },
  { name: 'referee', does: 'decides between the two' },
] as const;

/** The box of a touch, and how it came about. */
export interface DrawnBox {
  /** Pixels of the picture; null where nobody drew one that can be used. */
  readonly box: Box | null;
  readonly by: 'annotator1' | 'annotator2' | 'referee' | null;
  /** What the annotators drew; null for an answer that cannot be read. */
  readonly first: BoxReply | null;
  readonly second: BoxReply | null;
  /** What somebody should look at; null where nothing is. */
  readonly doubt: string | null;
}

/**
 * Asks two annotators for the box of a touch, and a referee where both have drawn one.
 *
 * `reference`: an answer that cannot be read is no box, and nothing else is checked; whatever is chosen grows to hold the point.
 * `corrected`: answers that cannot be read are asked for again, a box that breaks the limits gives way to the other, and the referee may
 * draw one.
 *
 * Source: ColorBench reference code `image_jump_parser.py`; colorbench.md section 6.5.
 */
export async function annotateTouch(
  touch: Touch,
  { ask, mode }: { readonly ask: Ask; readonly mode: Mode },
): Promise<DrawnBox> {
  const retries = mode === 'reference' ? 0 : 1;
  const draw = async (role: 'annotator1' | 'annotator2'): Promise<BoxReply | null> =>
    valueOf(
      await ask({
        role,
        purpose: `box ${touch.id} ${role}`,
        request: annotatorRequest(role, touch),
        read: readBoxReply,
        retries,
      }),
    );
  const [first, second] = [await draw('annotator1'), await draw('annotator2')];
  const doubts: string[] = [];
  const usable = (reply: BoxReply | null, who: string): BoxReply | null => {
    if (reply === null) {
      doubts.push(`${who} cannot be read`);
      return null;
    }
    if (mode === 'reference') return reply;
    const grown = { ...reply, box: grownTo(reply.box, touch.point) };
    // A box that has its corners the wrong way round grows into nonsense.
    const problem = boxProblem(reply, touch.size) ?? boxProblem(grown, touch.size);
    if (problem === null) return grown;
    doubts.push(`${who}: ${problem}`);
    return null;
  };
  const [one, other] = [usable(first, 'the first box'), usable(second, 'the second box')];
  const done = (box: Box | null, by: DrawnBox['by']): DrawnBox => ({
    box: box === null ? null : grownTo(box, touch.point),
    by,
    first,
    second,
    doubt: doubts.length === 0 ? null : doubts.join('; '),
  });
  if (one === null || other === null) {
    if (one !== null) return done(one.box, 'annotator1');
    return done(other?.box ?? null, other === null ? null : 'annotator2');
  }
  const choice = valueOf(
    await ask({
      role: 'referee',
      purpose: `box ${touch.id} referee`,
      request: refereeRequest(touch, [one, other], mode),
      read: (text) => readReferee(text, mode),
      retries,
    }),
  );
  if (choice === null) doubts.push('the referee does not decide');
  if (choice?.type === 'own') {
    const own: BoxReply = { ...one, box: grownTo(choice.box, touch.point) };
    const problem = boxProblem({ ...own, box: choice.box }, touch.size) ?? boxProblem(own, touch.size);
    if (problem === null) return done(own.box, 'referee');
    doubts.push(`the referee's own box: ${problem}`);
    return done(other.box, 'annotator2');
  }
  return choice?.type === 'second' ? done(other.box, 'annotator2') : done(one.box, 'annotator1');
}

function valueOf<T>(reply: QuestionReply<T>): T | null {
  return reply.type === 'value' ? reply.value : null;
}
