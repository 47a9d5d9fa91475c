import type { Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import type { AttemptRecord, JournalStep } from '../../formats/run/attempt-record.js';
import type { ModelCallEvent, ScreenRecord } from '../../formats/run/journal/event.js';
import { actionMarks } from './action-marks.js';
import type { PicturePlace } from './picture-store.js';
import type { ReportCall, ReportEpisode, ReportStep } from '../view/report-episode.js';

/** Steps of one episode that a report shows. */
const MOST_STEPS = 1000;
/** Characters of one text; a model may say megabytes. */
const MOST_CHARACTERS = 6000;
/** Places of a transition that are named; a draw may be from hundreds. */
const MOST_CANDIDATES = 50;

/** Where what a step names is found. */
export interface StepPlaces {
  readonly pictureOf: (screen: ScreenRecord) => Promise<PicturePlace>;
  readonly hierarchyOf?: (screen: ScreenRecord) => string | null;
  readonly requestOf?: (call: ModelCallEvent) => string | null;
}

/** What the page of an episode shows of its record. */
export async function reportEpisode(
  record: AttemptRecord,
  startedAt: string | null,
  { pictureOf, hierarchyOf, requestOf }: StepPlaces,
): Promise<ReportEpisode> {
  const steps: ReportStep[] = [];
  for (const step of record.steps.slice(0, MOST_STEPS)) {
    const screen = step.observation?.screen;
    const shown = reportStep(step, screen === undefined ? null : await pictureOf(screen), requestOf);
    const isAsked = screen !== undefined && hierarchyOf !== undefined;
    steps.push(isAsked ? { ...shown, hierarchy: hierarchyOf(screen) } : shown);
  }
  return {
    maxSteps: record.maxSteps > 0 ? record.maxSteps : null,
    startedAt,
    steps,
    omittedSteps: Math.max(0, record.steps.length - MOST_STEPS),
  };
}

/** A text cut to what a reader can take in, saying how much is missing. */
export function clip(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS)} … [+${text.length - MOST_CHARACTERS}]`;
}

function reportStep(
  step: JournalStep,
  picture: PicturePlace | null,
  requestOf: StepPlaces['requestOf'],
): ReportStep {
  const screen = step.observation?.screen ?? null;
  const decision = step.decision?.decision ?? null;
  const action = decision?.type === 'action' ? clippedAction(decision.action) : null;
  const done = step.transition;
  return {
    state: step.observation?.state ?? null,
    screen: screen?.id ?? '',
    size: screen?.size === null || screen === null ? null : [screen.size.width, screen.size.height],
    activity: activityText(screen),
    picture: picture?.address ?? null,
    noPicture: picture === null ? 'none' : picture.why,
    action,
    marks: actionMarks(action, screen?.size ?? null),
    formatError: formatErrorOf(decision),
    thought: clipped(decision?.thought),
    summary: clipped(decision?.summary),
    decisionMs: step.decision?.durationMs ?? null,
    deviceMs: done?.durationMs ?? null,
    transition:
      done === null
        ? null
        : { ...done.transition, candidates: done.transition.candidates?.slice(0, MOST_CANDIDATES) ?? [] },
    ended: done?.ended ?? false,
    answer: clipped(done?.answer),
    calls: step.calls.map((call) => ({
      ...reportCall(call),
      ...(requestOf === undefined ? {} : { request: requestOf(call) }),
    })),
  };
}

function activityText(screen: ScreenRecord | null): string | null {
  const activity = screen?.activity ?? null;
  return activity === null ? null : `${activity.package}/${activity.activity}`;
}

function formatErrorOf(decision: Decision | null): ReportStep['formatError'] {
  if (decision?.type !== 'format_error') return null;
  const { kind, message, excerpt } = decision.error;
  return { kind, message: clip(message), excerpt: clip(excerpt) };
}

function reportCall({ role, answer, error, ...call }: ModelCallEvent): ReportCall {
  return {
    role,
    model: answer?.model ?? null,
    text: answer === null ? null : clip(answer.text),
    reasoning: clipped(answer?.reasoning),
    finishReason: answer?.finishReason ?? null,
    error: error === undefined ? null : clip(`${error.code}: ${error.message}`),
    inputTokens: call.inputTokens,
    outputTokens: call.outputTokens,
    costUsd: call.costUsd,
    latencyMs: call.latencyMs,
    fromCache: call.fromCache,
  };
}

/** The action without what only machines read, every text of it cut. */
function clippedAction(action: Action): Action {
  if (isShort(action)) return action;
  const { native, ...rest } = action;
  const shown = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, typeof value === 'string' ? clip(value) : value]),
  );
  const said = native === undefined ? undefined : { ...native, arguments: undefined };
  // The same action, some of its texts shorter.
  return {
    ...shown,
    ...(said === undefined ? {} : { native: { ...said, text: clipText(said.text) } }),
  } as Action;
}

/** Whether it is shown as it is: most are, and a report has a hundred thousand of them. */
function isShort(action: Action): boolean {
  if (action.native !== undefined) return false;
  // The values of an action, whichever it is.
  for (const value of Object.values(action) as readonly unknown[]) {
    if (typeof value === 'string' && value.length > MOST_CHARACTERS) return false;
  }
  return true;
}

function clipText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : clip(text);
}

function clipped(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : clip(text);
}
