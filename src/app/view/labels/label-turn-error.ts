import { UserError } from '../../../errors.js';
import type { EpisodeLabel } from '../../../domain/scores/episode-label.js';
import { whyNotLabelled, type LabelTurn } from '../../../metrics/labels/label-queue.js';

/** It is not this person's turn to label an episode in a pass: what they say would not be what it is taken for. */
export class LabelTurnError extends UserError {
  override readonly code = 'LABEL_TURN';
}

const WORDS = {
  'seen-more': [
    'has seen more of this case, so a blind label of it would be none',
    'What was said blind stands.',
  ],
  'not-yet-blind': ['has not labelled this case blind', 'Label it blind first.'],
  'own-label': ['has labelled this case, and decides it no more', 'Let somebody decide who has not.'],
  'no-disagreement': [
    'has nothing to decide: nobody disagrees, or somebody has decided',
    'Ask for the queue once more.',
  ],
} as const;

/** @throws {LabelTurnError} */
export function requireTurn(labels: readonly EpisodeLabel[], turn: LabelTurn): void {
  const why = whyNotLabelled(labels, turn);
  if (why === null) return;
  const [message, hint] = WORDS[why];
  throw new LabelTurnError(`${JSON.stringify(turn.labeller)} ${message}`, { hint });
}
