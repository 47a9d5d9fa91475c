import type { Outcome } from '../../../domain/episode.js';
import { element } from '../element.js';
import type { Strings } from '../strings.js';

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
export function outcomeSign(outcome: Outcome): HTMLElement {
  return element('span', { class: `sign ${outcome}`, 'aria-hidden': 'true' }, SIGNS[outcome]);
}

/** Sign and word. */
export function outcomeBadge(outcome: Outcome, strings: Strings): HTMLElement {
  return element(
    'span',
    { class: 'badge', title: strings.outcomeHelp[outcome] },
    outcomeSign(outcome),
    element('span', {}, strings.outcomes[outcome]),
  );
}
