import type { ReactNode } from 'react';
import type { Outcome } from '../../src/domain/episode.js';
import { useTexts } from '../texts/language.js';
import { OUTCOME_TEXTS } from '../texts/outcome-texts.js';
import './marks.css';

/** A sign per outcome, so that none is shown by its colour alone. */
const SIGNS: Readonly<Record<Outcome, string>> = {
  passed: '✓',
  failed: '✕',
  agent_error: '!',
  model_error: '⌁',
  environment_error: '⌁',
  user_error: '⌁',
  invalid_task: '∅',
  bug: '⌁',
  judge_unknown: '?',
  not_run: '·',
};

/** The small square that stands for an episode; whoever uses it gives it a name in words. */
export function OutcomeSign({ outcome }: { readonly outcome: Outcome }): ReactNode {
  return (
    <span className={`sign ${outcome}`} aria-hidden="true">
      {SIGNS[outcome]}
    </span>
  );
}

/** Sign and word. */
export function OutcomeBadge({ outcome }: { readonly outcome: Outcome }): ReactNode {
  const texts = useTexts(OUTCOME_TEXTS);
  return (
    <span className="badge" title={texts.outcomeHelp[outcome]}>
      <OutcomeSign outcome={outcome} />
      <span>{texts.outcomes[outcome]}</span>
    </span>
  );
}
