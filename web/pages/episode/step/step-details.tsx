import type { ReactNode } from 'react';
import { READING_WARNINGS } from '../../../../src/domain/text/glossary.js';
import type { ReportCall, ReportStep } from '../../../../src/report/view/report-episode.js';
import type { ReportRun } from '../../../../src/report/view/report-run.js';
import { dollars, duration, whole } from '../../../../src/report/view/figures.js';
import { useLanguage, useTexts } from '../../../texts/language.js';
import type { Language } from '../../../texts/language-choice.js';
import { EPISODE_TEXTS, type EpisodeTexts } from '../episode-texts.js';
import { ACTION_TEXTS } from '../../../texts/action-texts.js';
import { placeWords, stepLabel } from '../../../texts/action-words.js';
import { answerParts, takenWords } from './answer-parts.js';
import { PromptPanel } from './prompt-panel.js';
import { readerNote } from './reader-note.js';
import { stepTimes } from './step-times.js';
import classes from '../episode.module.css';

/** Everything that is known of one step, in the order it happened. */
export function StepDetails({
  step,
  next,
  run,
}: {
  readonly step: ReportStep;
  readonly next: ReportStep | undefined;
  readonly run: Pick<ReportRun, 'identity'> | null;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  return (
    <div className={`details ${classes['details'] ?? ''}`}>
      <ActionPart step={step} run={run} />
      {step.thought !== null && (
        <Part title={texts.thought}>
          <blockquote>{step.thought}</blockquote>
        </Part>
      )}
      {step.summary !== null && (
        <Part title={texts.summary}>
          <p>{step.summary}</p>
        </Part>
      )}
      <EnvironmentPart step={step} next={next} />
      {step.answer !== null && (
        <Part title={texts.answer}>
          <pre tabIndex={0}>{step.answer}</pre>
        </Part>
      )}
      {step.calls.length > 0 && (
        <Part title={texts.modelCalls}>
          <ol className={classes['calls']}>
            {step.calls.map((call, number) => (
              <Call key={number} call={call} taken={takenWords(step)} />
            ))}
          </ol>
        </Part>
      )}
      <ScreenPart step={step} />
    </div>
  );
}

function ScreenPart({ step }: { readonly step: ReportStep }): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  return (
    <Part title={texts.screen}>
      <dl className={classes['facts']}>
        <dt>{texts.screen}</dt>
        <dd>
          <code>{step.screen}</code>
        </dd>
        {step.state !== null && step.state !== step.screen && (
          <>
            <dt>{texts.state}</dt>
            <dd>
              <code>{step.state}</code>
            </dd>
          </>
        )}
        {step.activity !== null && (
          <>
            <dt>{texts.activity}</dt>
            <dd>
              <code>{step.activity}</code>
            </dd>
          </>
        )}
        {step.size !== null && (
          <>
            <dt>{texts.size}</dt>
            <dd>{`${step.size[0]} × ${step.size[1]}`}</dd>
          </>
        )}
      </dl>
      {step.picture !== null && !step.picture.startsWith('#') && (
        <a href={step.picture} target="_blank" rel="noopener">
          {texts.openPicture}
        </a>
      )}
    </Part>
  );
}

function ActionPart({
  step,
  run,
}: {
  readonly step: ReportStep;
  readonly run: Pick<ReportRun, 'identity'> | null;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const actionTexts = useTexts(ACTION_TEXTS);
  const { language } = useLanguage();
  const { action, formatError } = step;
  if (formatError !== null) {
    const note = run === null ? null : readerNote(run, texts);
    return (
      <section className={classes['wrong']}>
        <h3>{actionTexts.formatError}</h3>
        <p>{`${texts.formatErrors[formatError.kind]}. ${texts.formatErrorHelp}`}</p>
        <p className={classes['muted']}>{formatError.message}</p>
        {formatError.excerpt !== '' && (
          <figure>
            <figcaption>{texts.excerpt}</figcaption>
            <pre tabIndex={0}>{formatError.excerpt}</pre>
          </figure>
        )}
        {note !== null && <p className={classes['muted']}>{prose(note)}</p>}
      </section>
    );
  }
  if (action === null) {
    return (
      <Part title={texts.action}>
        <p className={classes['muted']}>{texts.noAction}</p>
      </Part>
    );
  }
  const place = placeWords(action, actionTexts);
  const native = action.native?.text ?? '';
  return (
    <Part title={texts.action}>
      <p className={classes['action']}>{stepLabel(step, actionTexts)}</p>
      <p className={classes['muted']}>
        {[place, ...timeWords(step, texts)].filter((words) => words !== '').join(' · ')}
      </p>
      {native !== '' && <pre tabIndex={0}>{native}</pre>}
      {(action.warnings ?? []).length > 0 && (
        <ul>
          {action.warnings?.map((warning) => (
            <li key={warning}>
              <code>{warning}</code> {warningText(warning, language)}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function timeWords(step: ReportStep, texts: EpisodeTexts): readonly string[] {
  const times = stepTimes(step);
  return (['model', 'waiting', 'device'] as const).flatMap((part) =>
    times[part] > 0 ? [`${texts.times[part]} ${duration(times[part])}`] : [],
  );
}

/** What a note on how an answer was read means; those of plug-ins are not known here. */
function warningText(code: string, language: Language): string {
  return Object.entries(READING_WARNINGS).find(([known]) => known === code)?.[1][language] ?? '';
}

function EnvironmentPart({
  step,
  next,
}: {
  readonly step: ReportStep;
  readonly next: ReportStep | undefined;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const { transition } = step;
  if (transition === null) return null;
  const candidates = transition.candidates?.length ?? 0;
  const to = transition.next ?? next?.state ?? null;
  return (
    <Part title={texts.environment}>
      <p>
        {texts.rules[transition.rule] ?? ''} <code title={texts.rule}>{transition.rule}</code>
      </p>
      {transition.detail !== undefined && <p className={classes['muted']}>{transition.detail}</p>}
      <p className={classes['muted']}>
        {step.state !== null && <code>{step.state}</code>}
        {step.state !== null && to !== null && ' → '}
        {to !== null && <code>{to}</code>}
        {candidates > 1 && (
          <span title={transition.candidates?.join(', ')}>{` · ${texts.candidates(candidates)}`}</span>
        )}
      </p>
      {step.ended && <p>{texts.episodeEnded}</p>}
    </Part>
  );
}

function Call({ call, taken }: { readonly call: ReportCall; readonly taken: readonly string[] }): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const facts = [
    call.model,
    call.inputTokens === null && call.outputTokens === null
      ? null
      : texts.tokensInOut(whole(call.inputTokens), whole(call.outputTokens)),
    duration(call.latencyMs),
    call.costUsd === null ? null : dollars(call.costUsd),
    call.fromCache ? texts.fromCache : null,
    call.finishReason === null || call.finishReason === 'stop' ? null : call.finishReason,
  ].filter((fact) => fact !== null);
  const parts = answerParts(call.text ?? '', taken);
  const isMarked = parts.some(({ isTaken }) => isTaken);
  return (
    <li>
      <strong>{call.role}</strong>
      <span className={classes['muted']}>{` ${facts.join(' · ')}`}</span>
      {call.error !== null && <p className={classes['wrong']}>{call.error}</p>}
      {call.text !== null && (
        <details>
          <summary>{texts.modelAnswer}</summary>
          {isMarked && <p className={classes['muted']}>{texts.answerMarked}</p>}
          <pre tabIndex={0}>
            {parts.map(({ text, isTaken }, number) =>
              isTaken ? <mark key={number}>{text}</mark> : <span key={number}>{text}</span>,
            )}
          </pre>
        </details>
      )}
      {call.reasoning !== null && (
        <details>
          <summary>{texts.reasoning}</summary>
          <pre tabIndex={0}>{call.reasoning}</pre>
        </details>
      )}
      {call.request !== undefined && <PromptPanel address={call.request} />}
    </li>
  );
}

/** A text of the source. @throws {Error} where it answers with anything else */
export async function readText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}

/** A sentence in which commands stand between backticks. */
function prose(text: string): ReactNode {
  return text.split('`').map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part));
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className={classes['part']}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
