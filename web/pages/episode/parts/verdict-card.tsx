import type { ReactNode } from 'react';
import type { NamedScore } from '../../../../src/domain/score.js';
import type { EpisodeView } from '../../../../src/report/view/episode-view.js';
import { dollars, duration, percent, whole } from '../../../../src/report/view/figures.js';
import type { Outcome } from '../../../../src/domain/episode.js';
import { useTexts } from '../../../texts/language.js';
import { OUTCOME_TEXTS, reasonName } from '../../../texts/outcome-texts.js';
import { EPISODE_TEXTS, type EpisodeTexts } from '../episode-texts.js';
import type { EpisodeContext } from './episode-context.js';
import { EpisodeLink } from './episode-link.js';
import { expectedActual } from './expected-actual.js';
import { milestoneResults } from './milestone-results.js';
import { OutcomeSign } from '../../../parts/outcome-mark.js';
import classes from '../episode.module.css';

/** What the episode came to, why, and whose fault it was, in both modes, with the steps that prove it. */
export function VerdictCard({
  view,
  context,
}: {
  readonly view: EpisodeView;
  readonly context: EpisodeContext | null;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const outcomeTexts = useTexts(OUTCOME_TEXTS);
  const { verdict, otherVerdict, isRunning } = view;
  const end = verdict?.end ?? null;
  const outcome = context?.outcome ?? outcomeOf(verdict?.success);
  const reason = end?.reason ?? context?.reason ?? null;
  const completion = verdict?.completion ?? context?.completion ?? null;
  const isDiffering = otherVerdict !== null && verdict !== null && otherVerdict.success !== verdict.success;
  return (
    <section className={classes['verdict']} data-outcome={outcome} aria-label={texts.verdict}>
      <p className={classes['line']}>
        <span className={classes['badge']}>
          <OutcomeSign outcome={outcome} />
          {isRunning ? texts.running : outcomeTexts.outcomes[outcome]}
        </span>
        {!isRunning && (
          <span className={classes['muted']}>
            {reason === null ? outcomeTexts.noEnd : reasonName(outcomeTexts, reason)}
          </span>
        )}
        {completion !== null && (
          <span className={classes['muted']}>
            {texts.completion} {percent(completion)}
          </span>
        )}
        {facts(view, context, texts).map((fact) => (
          <span key={fact} className={classes['muted']}>
            {fact}
          </span>
        ))}
      </p>
      {end?.fault !== undefined && (
        <dl className={classes['facts']}>
          <dt>{texts.owner}</dt>
          <dd>{texts.owners[end.fault] ?? end.fault}</dd>
          {end.message !== undefined && (
            <>
              <dt>{texts.message}</dt>
              <dd>{end.message}</dd>
            </>
          )}
          {end.code !== undefined && (
            <>
              <dt>code</dt>
              <dd>
                <code>{end.code}</code>
              </dd>
            </>
          )}
        </dl>
      )}
      {verdict !== null && <Scores scores={verdict.scores} view={view} />}
      {otherVerdict !== null && (
        <details open={isDiffering}>
          <summary>
            {texts.otherVerdict(
              texts.modes[otherVerdict.mode],
              outcomeTexts.outcomes[outcomeOf(otherVerdict.success)],
            )}
            {isDiffering && ` (${texts.onlyDiffering})`}
          </summary>
          <Scores scores={otherVerdict.scores} view={view} />
        </details>
      )}
    </section>
  );
}

function outcomeOf(success: boolean | null | undefined): Outcome {
  if (success === undefined) return 'not_run';
  return success === null ? 'judge_unknown' : success ? 'passed' : 'failed';
}

/** What the episode took. */
function facts(view: EpisodeView, context: EpisodeContext | null, texts: EpisodeTexts): readonly string[] {
  if (context === null) return [`${texts.steps} ${view.episode.steps.length + view.episode.omittedSteps}`];
  return [
    `${texts.steps} ${context.steps}`,
    duration(context.durationMs),
    ...(context.tokens === null ? [] : [`${texts.tokens} ${whole(context.tokens)}`]),
    ...(context.costUsd === null ? [] : [dollars(context.costUsd)]),
    ...(context.formatErrors === 0 ? [] : [`${texts.formatErrorsCount} ${context.formatErrors}`]),
    ...(context.attempts > 1 ? [texts.attempts(context.attempts)] : []),
  ];
}

function Scores({
  scores,
  view,
}: {
  readonly scores: readonly NamedScore[];
  readonly view: EpisodeView;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  if (scores.length === 0) return null;
  return (
    <ul className={classes['scores']}>
      {scores.map(({ evaluator, score }, number) => (
        <li key={number}>
          <strong title={evaluator}>{texts.evaluators[evaluator] ?? evaluator}</strong>
          {score.status === 'scored' ? (
            <>
              <span>{percent(score.value)}</span>
              <span>{score.explanation}</span>
              {score.steps !== undefined && score.steps.length > 0 && (
                <StepLinks title={texts.provenBy} steps={score.steps} view={view} />
              )}
            </>
          ) : (
            <span className={classes['muted']}>{score.reason}</span>
          )}
          {score.status !== 'not_applicable' && <ScoreDetails details={score.details} view={view} />}
        </li>
      ))}
    </ul>
  );
}

function ScoreDetails({
  details,
  view,
}: {
  readonly details: unknown;
  readonly view: EpisodeView;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const milestones = milestoneResults(details);
  const pairs = expectedActual(details);
  return (
    <>
      {milestones.length > 0 && (
        <ol className={classes['milestones']} aria-label={texts.milestones}>
          {milestones.map(({ title, abilities, step }, number) => (
            <li key={number}>
              <span aria-hidden="true">{step === null ? '○' : '●'}</span>
              <span>{title}</span>
              {abilities.map((ability) => (
                <span key={ability} className={classes['tag']}>
                  {ability}
                </span>
              ))}
              {step === null ? (
                <span className={classes['muted']}>{texts.notReached}</span>
              ) : (
                <EpisodeLink episode={view} step={step}>
                  {texts.reachedAt(step + 1)}
                </EpisodeLink>
              )}
            </li>
          ))}
        </ol>
      )}
      {pairs.map(({ expected, actual }, number) => (
        <dl key={number} className={classes['pair']}>
          <div>
            <dt>{texts.expected}</dt>
            <dd>{expected}</dd>
          </div>
          <div>
            <dt>{texts.actual}</dt>
            <dd>{actual}</dd>
          </div>
        </dl>
      ))}
    </>
  );
}

/** Steps as links, in words. */
export function StepLinks({
  title,
  steps,
  view,
}: {
  readonly title: string;
  /** From 0. */
  readonly steps: readonly number[];
  readonly view: EpisodeView;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  return (
    <span className={classes['links']}>
      {title !== '' && <span className={classes['muted']}>{title}</span>}
      {steps.map((step) => (
        <EpisodeLink key={step} episode={view} step={step}>
          {texts.atStep(step + 1)}
        </EpisodeLink>
      ))}
    </span>
  );
}
