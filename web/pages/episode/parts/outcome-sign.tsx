import type { ReactNode } from 'react';
import type { Outcome } from '../../../../src/domain/episode.js';
import classes from './outcome-sign.module.css';

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
    <span className={classes['sign']} data-outcome={outcome} aria-hidden="true">
      {SIGNS[outcome]}
    </span>
  );
}
