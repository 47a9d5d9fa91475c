import { READING_WARNINGS } from '../../../domain/text/glossary.js';
import type { ReportCall, ReportStep } from '../../view/report-episode.js';
import type { ReportRun } from '../../view/report-run.js';
import { element, type Child } from '../element.js';
import { dollars, duration, whole } from '../../view/figures.js';
import type { Strings } from '../strings.js';
import { prose } from '../parts/prose.js';
import { isEmbedded } from './embedded-picture.js';
import { placeWords, stepLabel } from './action-label.js';
import { readerNote } from './reader-note.js';

/** Everything that is known of one step, in the order it happened. */
export function stepDetails(
  step: ReportStep,
  next: ReportStep | undefined,
  run: Pick<ReportRun, 'identity'>,
  strings: Strings,
): HTMLElement {
  return element(
    'div',
    { class: 'details' },
    actionPart(step, run, strings),
    step.thought !== null && part(strings.thought, element('blockquote', {}, step.thought)),
    step.summary !== null && part(strings.summary, element('p', {}, step.summary)),
    environmentPart(step, next, strings),
    step.answer !== null && part(strings.answer, element('pre', {}, step.answer)),
    step.calls.length > 0 &&
      part(
        strings.modelCalls,
        element(
          'ol',
          { class: 'calls' },
          step.calls.map((call) => callItem(call, strings)),
        ),
      ),
    part(
      strings.screen,
      element(
        'dl',
        {},
        row(strings.screen, element('code', {}, step.screen)),
        step.state !== null &&
          step.state !== step.screen &&
          row(strings.state, element('code', {}, step.state)),
        step.activity !== null && row(strings.activity, element('code', {}, step.activity)),
        step.size !== null && row(strings.size, `${step.size[0]} × ${step.size[1]}`),
        step.picture !== null &&
          !isEmbedded(step.picture) &&
          row(
            '',
            element('a', { href: step.picture, target: '_blank', rel: 'noopener' }, strings.openPicture),
          ),
      ),
    ),
  );
}

function actionPart(step: ReportStep, run: Pick<ReportRun, 'identity'>, strings: Strings): HTMLElement {
  const { action, formatError } = step;
  if (formatError !== null) {
    const note = readerNote(run, strings);
    return element(
      'section',
      { class: 'part wrong' },
      element('h3', {}, strings.formatError),
      element('p', {}, `${strings.formatErrors[formatError.kind]}. ${strings.formatErrorHelp}`),
      element('p', { class: 'muted' }, formatError.message),
      formatError.excerpt !== '' &&
        element(
          'figure',
          {},
          element('figcaption', {}, strings.excerpt),
          element('pre', {}, formatError.excerpt),
        ),
      note !== null && element('p', { class: 'muted' }, prose(note)),
    );
  }
  if (action === null) return part(strings.action, element('p', { class: 'muted' }, strings.noAction));
  const warnings = action.warnings ?? [];
  const native = action.native?.text;
  return part(
    strings.action,
    element('p', { class: 'action' }, stepLabel(step, strings)),
    element(
      'p',
      { class: 'muted' },
      [placeWords(action, strings), step.decisionMs === null ? '' : duration(step.decisionMs)]
        .filter((words) => words !== '')
        .join(' · '),
    ),
    native !== undefined && native !== '' && element('pre', { class: 'small' }, native),
    warnings.length > 0 &&
      element(
        'ul',
        { class: 'notes' },
        warnings.map((warning) =>
          element('li', {}, element('code', {}, warning), ` ${warningText(warning, strings)}`),
        ),
      ),
  );
}

/** What a note on how an answer was read means; those of plug-ins are not known here. */
function warningText(code: string, { glossary }: Strings): string {
  return Object.entries(READING_WARNINGS).find(([known]) => known === code)?.[1][glossary] ?? '';
}

function environmentPart(step: ReportStep, next: ReportStep | undefined, strings: Strings): Child {
  const { transition } = step;
  if (transition === null) return null;
  const candidates = transition.candidates?.length ?? 0;
  const to = transition.next ?? next?.state ?? null;
  return part(
    strings.environment,
    element(
      'p',
      {},
      strings.rules[transition.rule] ?? '',
      ' ',
      element('code', { title: strings.rule }, transition.rule),
    ),
    transition.detail !== undefined && element('p', { class: 'muted' }, transition.detail),
    element(
      'p',
      { class: 'muted' },
      step.state !== null && element('code', {}, step.state),
      step.state !== null && to !== null && ' → ',
      to !== null && element('code', {}, to),
      candidates > 1 &&
        element('span', { title: transition.candidates?.join(', ') }, ` · ${strings.candidates(candidates)}`),
    ),
    step.ended && element('p', {}, strings.episodeEnded),
  );
}

function callItem(call: ReportCall, strings: Strings): HTMLElement {
  const facts = [
    call.model,
    call.inputTokens === null && call.outputTokens === null
      ? null
      : strings.tokensInOut(whole(call.inputTokens), whole(call.outputTokens)),
    duration(call.latencyMs),
    call.costUsd === null ? null : dollars(call.costUsd),
    call.fromCache ? strings.fromCache : null,
    call.finishReason === null || call.finishReason === 'stop' ? null : call.finishReason,
  ].filter((fact) => fact !== null);
  return element(
    'li',
    {},
    element('strong', {}, call.role),
    element('span', { class: 'muted' }, ` ${facts.join(' · ')}`),
    call.error !== null && element('p', { class: 'wrong' }, call.error),
    call.text !== null && folded(strings.modelAnswer, call.text),
    call.reasoning !== null && folded(strings.reasoning, call.reasoning),
  );
}

function folded(title: string, text: string): HTMLElement {
  return element('details', {}, element('summary', {}, title), element('pre', {}, text));
}

function part(title: string, ...content: readonly Child[]): HTMLElement {
  return element('section', { class: 'part' }, element('h3', {}, title), ...content);
}

function row(term: string, value: Child): readonly HTMLElement[] {
  return [element('dt', {}, term), element('dd', {}, value)];
}
