import { z } from 'zod';
import type { Episode } from '../../domain/episode.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Mode } from '../../domain/mode.js';
import { questionAnswerOf } from '../../domain/questions/question-answer.js';
import type { EpisodeScores, NamedScore, Score } from '../../domain/score.js';
import { matchChoice } from '../../evaluators/question-match/match-choice.js';
import { matchCompletion } from '../../evaluators/question-match/match-completion.js';
import { matchFormat } from '../../evaluators/question-match/match-format.js';
import { matchGroundedAction, matchGrounding } from '../../evaluators/question-match/match-grounding.js';
import { unreadableReply, type QuestionMatch } from '../../evaluators/question-match/question-match.js';
import type { QuestionItem } from './question-item.js';

/** Names of the two scores of a question. */
export const ORIGINAL = 'question.original';
export const REPAIRED = 'question.repaired';
const VERSION = '1';
/** Most of a reply that is kept with its score, UTF-16 units; enough to check letters again. */
const KEPT_REPLY = 24;

/** What tables need of one question, kept in its score. */
export const QuestionDetailsSchema = z.object({
  setSize: z.int().positive(),
  /** Beginning of the reply. */
  said: z.string(),
  readable: z.boolean(),
  /** Whether a repairing model was asked. */
  asked: z.boolean(),
});
export type QuestionDetails = z.infer<typeof QuestionDetailsSchema>;

/** Gives the UI hierarchy of an item's screen. @throws {DatasetError} */
export type ItemHierarchy = (item: QuestionItem) => Promise<UiHierarchy>;

/**
 * A question scored twice: `question.original` judges the reply as it was given, `question.repaired` the repairing
 * model's version where the reply did not have the required form. Original decides whether the item passed. A question
 * without an answer is unknown, not wrong; in `reference` mode a completion without an answer is wrong.
 *
 * Source: SPHINX paper, results "Original" and "Repaired".
 */
export async function scoreQuestion(
  item: QuestionItem,
  episode: Episode,
  mode: Mode,
  hierarchyOf: ItemHierarchy,
): Promise<EpisodeScores> {
  const matcher = await matcherOf(item, mode, hierarchyOf);
  const said = replyOf(episode);
  const named = (evaluator: string, score: Score): NamedScore => ({
    evaluator,
    version: VERSION,
    mode,
    score,
  });
  if (said === null) return unanswered(item, episode, mode, named);
  const original = typeof said.original === 'string' ? matcher.reply(said.original) : said.original(matcher);
  const repaired =
    said.repaired === null ? null : original.isReadable ? original : matcher.reply(said.repaired);
  const details: QuestionDetails = {
    setSize: item.setSize,
    said: typeof said.original === 'string' ? said.original.slice(0, KEPT_REPLY) : '',
    readable: original.isReadable,
    asked: said.repaired !== null && said.repaired !== said.original,
  };
  return {
    mode,
    success: original.isRight,
    completion: Number(original.isRight),
    scores: [
      named(ORIGINAL, scored(original, details)),
      named(
        REPAIRED,
        repaired === null
          ? { status: 'not_applicable', reason: 'no model repairs replies in this run' }
          : scored(repaired),
      ),
    ],
  };
}

interface QuestionMatcher {
  reply(text: string): QuestionMatch;
  /** Only where an action is asked for. */
  readonly action:
    | ((action: NonNullable<Episode['trajectory']['steps'][number]['action']>) => QuestionMatch)
    | null;
}

async function matcherOf(
  item: QuestionItem,
  mode: Mode,
  hierarchyOf: ItemHierarchy,
): Promise<QuestionMatcher> {
  const { truth } = item;
  switch (truth.type) {
    case 'option':
    case 'truth':
      return { reply: (text) => matchChoice(truth, text, mode), action: null };
    case 'completion':
      return { reply: (text) => matchCompletion(truth, text, mode), action: null };
    case 'format':
      return { reply: (text) => matchFormat(truth, text), action: null };
    case 'grounding': {
      const screen = { hierarchy: await hierarchyOf(item), size: item.screen.size };
      return {
        reply: (text) => matchGrounding(truth, text, screen, mode),
        action:
          item.question.view === 'native'
            ? (action) => matchGroundedAction(truth, action, screen, mode)
            : null,
      };
    }
    default:
      return truth satisfies never;
  }
}

interface Reply {
  readonly original: string | ((matcher: QuestionMatcher) => QuestionMatch);
  readonly repaired: string | null;
}

/** What was said to the question; null where nothing was. */
function replyOf({ trajectory, end }: Episode): Reply | null {
  for (const { action, formatError } of trajectory.steps) {
    if (formatError !== undefined) {
      const unread = unreadableReply(formatError.message);
      return { original: () => unread, repaired: null };
    }
    if (action === null) continue;
    const answer = action.type === 'answer' ? questionAnswerOf(action) : null;
    if (answer !== null) return answer;
    const stray = unreadableReply(`${action.type} in place of an answer`);
    return { original: (matcher) => matcher.action?.(action) ?? stray, repaired: null };
  }
  if (end.fault !== 'agent') return null;
  const refused = unreadableReply(end.message ?? 'the agent failed');
  return { original: () => refused, repaired: null };
}

function unanswered(
  { truth }: QuestionItem,
  { end }: Episode,
  mode: Mode,
  named: (evaluator: string, score: Score) => NamedScore,
): EpisodeScores {
  const reason = `no answer: ${end.message ?? end.reason}`;
  // The published numbers divide by all items of a task.
  const isWrong = mode === 'reference' && truth.type === 'completion';
  return {
    mode,
    success: isWrong ? false : null,
    completion: isWrong ? 0 : null,
    scores: [
      named(
        ORIGINAL,
        isWrong ? { status: 'scored', value: 0, explanation: reason } : { status: 'unknown', reason },
      ),
    ],
  };
}

function scored({ isRight, explanation }: QuestionMatch, details?: QuestionDetails): Score {
  return {
    status: 'scored',
    value: Number(isRight),
    explanation,
    ...(details === undefined ? {} : { details }),
  };
}
