import type { InstructionFollowing } from '../domain/instruction-following.js';

/** Share of answers that may be unreadable before repetition among the others means nothing. */
const MOST_UNREADABLE = 0.5;

/** So many of so many. */
interface Share {
  readonly part: number;
  readonly whole: number;
  /** In 0–1; null where it was not measured, or means nothing. */
  readonly value: number | null;
}

/** How well episodes followed the instructions about form. */
export interface InstructionFollowingRates {
  /** Actions that repeat an earlier one of their episode, among those that could. */
  readonly repetition: Share;
  /** Answers that nobody could read, among all. */
  readonly formatError: Share;
}

/**
 * Repetition and format errors over episodes. Repetition has no value where more than half of the answers were unreadable:
 * what is left is no way of going about a task.
 *
 * Source: SPHINX paper, Table 9, which prints N/A for models with 82.8 and 97.6 % of format errors, and a number at 33.0.
 */
export function instructionFollowingRates(
  episodes: Iterable<InstructionFollowing>,
): InstructionFollowingRates {
  const sums = { repeated: 0, repeatable: 0, actions: 0, formatErrors: 0 };
  for (const { repeated, repeatable, actions, formatErrors } of episodes) {
    sums.repeated += repeated;
    sums.repeatable += repeatable;
    sums.actions += actions;
    sums.formatErrors += formatErrors;
  }
  const formatError = share(sums.formatErrors, sums.actions);
  const repetition = share(sums.repeated, sums.repeatable);
  const isMeaningless = formatError.value !== null && formatError.value > MOST_UNREADABLE;
  return { repetition: isMeaningless ? { ...repetition, value: null } : repetition, formatError };
}

function share(part: number, whole: number): Share {
  return { part, whole, value: whole === 0 ? null : part / whole };
}
