import { faultOf, TouchstoneError } from '../errors.js';
import type { EpisodeEndReason } from '../domain/episode.js';
import type { Failure } from '../formats/run/journal/event.js';

/** A thrown value as the journal records it; anything that is not Touchstone's own error is a bug, with its stack. */
export function failureOf(error: unknown): Failure {
  if (error instanceof TouchstoneError) {
    const { code, fault, message, hint } = error;
    return {
      fault,
      code,
      message: hint === undefined ? message : `${message} (${hint})`,
      ...(fault === 'bug' && error.stack !== undefined ? { stack: error.stack } : {}),
    };
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return { fault: 'bug', code: 'UNEXPECTED', message, ...(stack === undefined ? {} : { stack }) };
}

/** How an episode ends that a failure with this owner ended. */
export function endReasonOf(fault: Failure['fault']): EpisodeEndReason {
  switch (fault) {
    case 'agent':
      return 'agent_error';
    case 'model':
      return 'model_error';
    case 'environment':
      return 'environment_error';
    case 'user':
      return 'user_error';
    case 'dataset':
      return 'invalid_task';
    case 'bug':
      return 'bug';
    default:
      return fault satisfies never;
  }
}

/**
 * Whether trying again may help: an outage of a model, or an environment error marked as such. Never the agent's
 * failure.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof TouchstoneError) || !error.retryable) return false;
  const fault = faultOf(error);
  return fault === 'model' || fault === 'environment';
}
