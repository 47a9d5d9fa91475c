import { BugError } from '../../errors.js';
import type { AgentContext, AgentEpisode, DeviceBridge, MetBound, Privileges } from '../../agents/agent.js';
import type { BenchmarkItem } from '../../benchmarks/benchmark.js';
import type { Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import { itemKeyText, type EpisodeEnd } from '../../domain/episode.js';
import { instructionOf } from '../../domain/task.js';
import type { Observation } from '../../domain/screen.js';
import type { Environment, EnvironmentSnapshot, StepResult } from '../../environments/environment.js';
import type { AttemptRecord, JournalStep } from '../../formats/run/attempt-record.js';
import type { Failure, ModelCallEvent, ScreenRecord } from '../../formats/run/journal/event.js';
import { attemptFilePath } from '../../formats/run/attempt-file-path.js';
import { RequestWriter } from '../../formats/run/requests/request-writer.js';
import { JournalWriteError } from '../../formats/run/run-errors.js';
import { addCosts, costOfCall, NO_COST } from '../../formats/run/model-cost.js';
import type { ModelAnswer } from '../../models/model.js';
import { callUsage } from './call-usage.js';
import { checkDecision } from './check-decision.js';
import { disposeQuietly } from './dispose-quietly.js';
import { endAfterStep } from './end-after-step.js';
import type { EpisodeControl } from './episode-control.js';
import { endReasonOf } from '../failure.js';
import { growingList } from '../growing-list.js';
import { recordModels, type RecordedCall } from './recorded-models.js';
import {
  actionOf,
  historyEntries,
  recover,
  startOver,
  unreadOf,
  type AttemptCause,
  type Recovered,
} from '../recover.js';
import type { RunSession } from '../run-session.js';
import { takeOverSteps } from '../fork/take-over-steps.js';
import { mostSteps } from './steps-allowed.js';
import { StoreOutageError } from '../../files/object-store-errors.js';
import { recordScreen } from './screen-recorder.js';

/** Outcome of an attempt: an end, a pause that a later session continues from, or an error. */
export type AttemptResult =
  | { readonly type: 'ended'; readonly end: EpisodeEnd }
  | { readonly type: 'suspended' }
  | {
      readonly type: 'failed';
      readonly error: unknown;
      /** Picture that a live device showed last, where no step has it. */
      readonly lastScreen?: ScreenRecord;
    };

/**
 * Carries out one attempt: the next step of a record that is under way, or the first of one that begins. Everything that
 * happens is in the record and the journal before it is acted on.
 *
 * @throws {JournalWriteError} when nothing can be recorded any more
 */
export async function runAttempt(
  session: RunSession,
  item: BenchmarkItem,
  record: AttemptRecord,
  { cause, lost = null }: { readonly cause: AttemptCause; readonly lost?: AbortSignal | null },
): Promise<AttemptResult> {
  const isFresh = !record.isUnderWay;
  if (isFresh) {
    const problem = session.recordTask(item.task);
    beginItem(session, item, record, cause === 'again' ? 'again' : 'plan');
    if (problem !== null) return { type: 'failed', error: problem };
  }
  const { fork } = session.options.configuration.identity;
  if (fork !== undefined) takeOverSteps(session, record, fork);
  if (item.invalid !== undefined) return invalid(item.invalid, item.invalidBy);
  const last = record.steps.at(-1);
  const end = last === undefined ? null : endAfterStep(last, session.options.benchmark);
  // Killed between the last step and the end of the item: nothing is left to do.
  if (end !== null) return { type: 'ended', end };

  const { seconds } = session.options.configuration.identity.limits;
  using control = session.control.openEpisode();
  const opened: AsyncDisposable[] = [];
  let environment: Environment | null = null;
  try {
    const lent = await lendEnvironment(session, item, control);
    if (lent === null) return { type: 'suspended' };
    environment = lent;
    opened.push(lent);
    const recovery = { session, control, item, record, environment: lent, cause };
    const recovered = await (isFresh && fork === undefined ? startOver(recovery) : recover(recovery));
    // Waiting for a phone and setting the task up are no time of the agent's; an item that starts over has all of its time again.
    control.limit(seconds === null ? null : seconds * 1000 - record.durationMs);
    return await new Attempt({ session, item, record, environment: lent, control, lost }).run(
      recovered,
      opened,
    );
  } catch (error) {
    if (error instanceof JournalWriteError) throw error;
    if (session.control.isAborted) return { type: 'suspended' };
    if (control.isExpired) {
      return { type: 'ended', end: timeIsUp(seconds) };
    }
    return { type: 'failed', error, ...(await keepLastScreen(session, record, environment, control, error)) };
  } finally {
    for (const resource of opened.toReversed()) {
      await disposeQuietly(session, record, resource, control.isExpired || control.signal.aborted);
    }
  }
}

/** Keeps the picture that a live device showed last, where it is not what the last observation shows. */
async function keepLastScreen(
  session: RunSession,
  record: AttemptRecord,
  environment: Environment | null,
  control: EpisodeControl,
  error: unknown,
): Promise<{ lastScreen?: ScreenRecord }> {
  const { files } = session.options;
  const screen = environment?.lastScreen ?? null;
  // A store that did not come back is not waited for once more.
  if (files === null || screen === null || error instanceof StoreOutageError) return {};
  if (
    record.steps.findLast(({ observation }) => observation !== null)?.observation?.screen.id === screen.id
  ) {
    return {};
  }
  try {
    return { lastScreen: await recordScreen(screen, session, control) };
  } catch {
    // The failure that it belongs to is what has to be told.
    return {};
  }
}

/**
 * Where the episode happens; null where the run is to stop before there is one: others may have the phones for long. One that
 * comes when nobody waits for it any more goes back.
 */
async function lendEnvironment(
  { options, control: run }: RunSession,
  item: BenchmarkItem,
  control: EpisodeControl,
): Promise<Environment | null> {
  const { environments } = options.benchmark.items;
  if (run.isStopping) return null;
  const leaving = new AbortController();
  let onStop = (): void => undefined;
  const stopped = new Promise<null>((resolve) => {
    onStop = () => resolve(null);
    run.stopping.addEventListener('abort', onStop, { once: true });
  });
  let lending: Promise<Environment> | undefined;
  const giveUp = (): void => {
    leaving.abort();
    lending?.then((late) => late[Symbol.asyncDispose]()).catch(() => undefined);
  };
  try {
    const lent = await control.guard((given) => {
      lending = environments.lend(item, { signal: AbortSignal.any([given.signal, leaving.signal]) });
      return Promise.race([lending, stopped]);
    });
    if (lent === null) giveUp();
    return lent;
  } catch (error) {
    giveUp();
    throw error;
  } finally {
    run.stopping.removeEventListener('abort', onStop);
  }
}

function beginItem(
  session: RunSession,
  item: BenchmarkItem,
  record: AttemptRecord,
  cause: 'plan' | 'again',
): void {
  session.record(record, {
    type: 'item-start',
    at: session.at,
    ...record.key,
    attempt: record.attempt + 1,
    task: item.task.id,
    cause,
    maxSteps: mostSteps(item.task, session.options),
  });
  session.emit({ type: 'item-start', key: record.key, attempt: record.attempt, cause });
}

function timeIsUp(seconds: number | null): BoundEnd {
  return { reason: 'time_budget', message: `${seconds} seconds were up` };
}

function invalid(message: string, fault: NonNullable<BenchmarkItem['invalidBy']> = 'dataset'): AttemptResult {
  return { type: 'ended', end: { reason: endReasonOf(fault), fault, message } };
}

/** An end by a bound. */
type BoundEnd = EpisodeEnd & { readonly reason: MetBound['reason'] };

/** Milliseconds that an agent has to report what it has done when a bound is met. */
const REST_MS = 1_000;

class Attempt {
  readonly #session: RunSession;
  readonly #item: BenchmarkItem;
  readonly #record: AttemptRecord;
  readonly #environment: Environment;
  readonly #control: EpisodeControl;
  readonly #untimed: EpisodeControl['untimed'];
  /** Aborted once another writer may do the item. */
  readonly #lost: AbortSignal | null;
  /** Waits between attempts of calls within the decision under way: no part of the episode's time. */
  #waitedMs = 0;
  /** Calls so far by step and request. */
  readonly #calls = new Map<string, number>();
  /** What models are asked, kept before the journal names it. */
  #requests: RequestWriter | null = null;
  /** Calls that come back after the attempt is over count for the budget, but are no part of the episode. */
  #isOver = false;

  constructor(parts: {
    readonly session: RunSession;
    readonly item: BenchmarkItem;
    readonly record: AttemptRecord;
    readonly environment: Environment;
    readonly control: EpisodeControl;
    readonly lost: AbortSignal | null;
  }) {
    this.#session = parts.session;
    this.#item = parts.item;
    this.#record = parts.record;
    this.#environment = parts.environment;
    this.#control = parts.control;
    this.#untimed = parts.control.untimed.bind(parts.control);
    this.#lost = parts.lost;
  }

  async run(from: Recovered, opened: AsyncDisposable[]): Promise<AttemptResult> {
    const { history } = from;
    let { observation, screen } = from;
    let agent: AgentEpisode | null = null;
    try {
      for (;;) {
        const step = this.#observe(screen);
        if (step.decision === null) {
          const bound = this.#boundMet();
          if (bound !== null) return { type: 'ended', end: await this.#takeRest(agent, bound, observation) };
          if (this.#session.control.isStopping || this.#lost?.aborted === true) return { type: 'suspended' };
          const forced = this.#forced();
          if (forced === null) {
            if (agent === null) {
              // Its attempt number is never used again, even if it fails before its first decision.
              if (this.#session.options.agent.resume === 'item') await this.#session.options.journal.commit();
              agent = await this.#control.guard(() => this.#session.options.agent.open(this.#context()));
              opened.push(agent);
            }
            const late = await this.#decide(agent, step, history, observation);
            if (late !== null) return { type: 'ended', end: await this.#takeRest(agent, late, observation) };
          } else {
            this.#recordDecision(forced, 0);
          }
        }
        const decision = step.decision?.decision;
        if (decision === undefined) throw new BugError('A step was decided without a decision');
        if (
          decision.type === 'format_error' &&
          this.#session.options.configuration.identity.formatErrors === 'end'
        ) {
          const { kind, message } = decision.error;
          return { type: 'ended', end: { reason: 'format_error', fault: 'agent', code: kind, message } };
        }
        const result = await this.#act(decision);
        const end = endAfterStep(step, this.#session.options.benchmark);
        if (end !== null) return { type: 'ended', end };
        if (result.type === 'ended') throw new BugError('An episode ended without an end');
        await this.#session.options.journal.commit();
        history.push(...historyEntries(observation, decision, result));
        observation = result.observation;
        screen = await recordScreen(observation.screen, this.#session, this.#control);
      }
    } finally {
      this.#isOver = true;
    }
  }

  /** What is done at this step whatever the agent would do, in a fork that says so. */
  #forced(): Decision | null {
    const { fork } = this.#session.options.configuration.identity;
    if (fork?.action === undefined || this.#record.completeSteps !== fork.step) return null;
    return { type: 'action', action: fork.action, note: 'chosen by whoever forked the run' };
  }

  /** Records what is to be seen, unless a resumed record has it. */
  #observe(screen: Recovered['screen']): JournalStep {
    const record = this.#record;
    const index = record.completeSteps;
    if (record.steps[index] === undefined) {
      this.#session.record(record, {
        type: 'observation',
        at: this.#session.at,
        item: record.key.item,
        repeat: record.key.repeat,
        attempt: record.attempt,
        step: index,
        state: this.#environment.state,
        screen,
      });
    }
    const step = record.steps[index];
    if (step === undefined) throw new BugError('A step was observed without a record');
    return step;
  }

  /**
   * Records what the agent had done and not yet reported when a bound was met, as far as steps are left.
   *
   * @param observation what waits for a decision
   */
  async #takeRest(agent: AgentEpisode | null, end: BoundEnd, observation: Observation): Promise<EpisodeEnd> {
    if (agent?.atBound === undefined) return end;
    const record = this.#record;
    const control = this.#control;
    control.grantLast(REST_MS);
    let seen = observation;
    try {
      for (;;) {
        const bound: MetBound = {
          reason: end.reason,
          allowed: this.#allowed(end.reason),
          stepsLeft: record.maxSteps - record.completeSteps,
        };
        const startedAt = performance.now();
        const decision = await control.guard(async () => (await agent.atBound?.(bound, seen)) ?? null);
        if (decision === null) return end;
        if (bound.stepsLeft <= 0) throw new BugError('An agent went on after its last step');
        const index = record.completeSteps;
        this.#recordDecision(decision, elapsedMs(startedAt));
        const result = await this.#act(decision);
        const step = record.steps[index];
        const after = step === undefined ? null : endAfterStep(step, this.#session.options.benchmark);
        if (after !== null || result.type === 'ended') return after ?? end;
        seen = result.observation;
        this.#observe(await recordScreen(seen.screen, this.#session, control));
      }
    } catch (error) {
      if (error instanceof JournalWriteError || this.#session.control.isAborted) throw error;
      // Not reported in time.
      if (control.isExpired && control.signal.aborted) return end;
      throw error;
    }
  }

  #allowed(reason: MetBound['reason']): number {
    const { tokens, money, seconds } = this.#session.options.configuration.identity.limits;
    const allowed = {
      step_budget: this.#record.maxSteps,
      time_budget: seconds,
      token_budget: tokens,
      money_budget: money,
    };
    return allowed[reason] ?? 0;
  }

  /** Bounds of the episode that keep the agent from deciding once more. */
  #boundMet(): BoundEnd | null {
    const { tokens, money, seconds } = this.#session.options.configuration.identity.limits;
    const record = this.#record;
    if (record.completeSteps >= record.maxSteps) return { reason: 'step_budget' };
    if (seconds !== null && record.durationMs >= seconds * 1000) return { reason: 'time_budget' };
    if (tokens === null && money === null) return null;
    const cost = record.steps.reduce((sum, step) => addCosts(sum, step.cost), NO_COST);
    if (tokens !== null && cost.inputTokens + cost.outputTokens >= tokens) return { reason: 'token_budget' };
    if (money !== null && cost.costUsd >= money) return { reason: 'money_budget' };
    return null;
  }

  /** Gives what the episode ends by where its time was up before the decision. */
  async #decide(
    agent: AgentEpisode,
    step: JournalStep,
    history: Recovered['history'],
    observation: Recovered['observation'],
  ): Promise<BoundEnd | null> {
    // Whoever watches the run sees what the agent sees while it thinks.
    this.#session.options.journal.writeSoon();
    const startedAt = performance.now();
    this.#waitedMs = 0;
    let decided: Decision;
    try {
      decided = await this.#control.guard((options) => agent.decide(observation, history.slice(), options));
    } catch (error) {
      const { control, options } = this.#session;
      if (error instanceof JournalWriteError || control.isAborted || !this.#control.isExpired) throw error;
      return timeIsUp(options.configuration.identity.limits.seconds);
    }
    this.#recordDecision(decided, Math.max(0, elapsedMs(startedAt + this.#waitedMs)));
    // What was paid for survives a kill while the environment acts; a power cut costs this one step.
    if (step.cost.calls > 0) this.#session.options.journal.writeSoon();
    return null;
  }

  #recordDecision(decided: Decision, durationMs: number): void {
    const record = this.#record;
    this.#session.record(record, {
      type: 'decision',
      at: this.#session.at,
      item: record.key.item,
      repeat: record.key.repeat,
      attempt: record.attempt,
      step: record.completeSteps,
      decision: checkDecision(decided),
      durationMs,
    });
  }

  async #act(decision: Decision): Promise<StepResult> {
    const action = actionOf(decision);
    const record = this.#record;
    const environment = this.#environment;
    const control = this.#control;
    const startedAt = performance.now();
    const untimedBefore = control.untimedMs;
    const untimed = this.#untimed;
    const result = await control.guard(({ signal }) =>
      environment.step(
        action,
        decision.type === 'action' ? { signal, untimed } : { signal, untimed, ...unreadOf(decision) },
      ),
    );
    const untimedMs = control.untimedMs - untimedBefore;
    const { capabilities } = environment;
    const snapshot =
      result.type === 'observed' && capabilities.snapshot && !capabilities.deterministic
        ? plainCopy(environment.snapshot?.())
        : undefined;
    const answer = answerOf(action, result);
    const index = record.completeSteps;
    this.#session.record(record, {
      type: 'transition',
      at: this.#session.at,
      item: record.key.item,
      repeat: record.key.repeat,
      attempt: record.attempt,
      step: index,
      transition: result.transition,
      ended: result.type === 'ended',
      ...(answer === undefined ? {} : { answer }),
      ...(snapshot === undefined ? {} : { snapshot }),
      durationMs: Math.max(0, elapsedMs(startedAt + untimedMs)),
    });
    this.#session.steps += 1;
    this.#session.emit({ type: 'step-end', key: record.key, step: index, rule: result.transition.rule });
    return result;
  }

  #context(): AgentContext {
    const { agent, benchmark, models, configuration } = this.#session.options;
    const graph = benchmark.world?.graph(this.#item) ?? null;
    const { language } = configuration.identity.benchmark;
    const { task } = this.#item;
    const languages = Object.keys(task.instructions);
    const shown = language !== null && language in task.instructions ? language : (languages[0] ?? '');
    const privileges = agent.needs.privileges ? this.#privileges() : null;
    const recorded = agent.needs.privileges ? this.#environment.recorded?.bind(this.#environment) : undefined;
    return {
      task: { id: task.id, instruction: instructionOf(task, shown), language: shown, apps: task.apps },
      repeat: this.#record.key.repeat,
      seed: configuration.identity.seed,
      maxSteps: this.#record.maxSteps,
      models: recordModels(models, {
        onCall: (call) => this.#recordCall(call),
        onRetry: ({ delayMs }) => {
          this.#waitedMs += delayMs;
          this.#control.extend(delayMs);
        },
        onWait: (wait) => this.#session.emit({ type: 'model-wait', key: this.#record.key, ...wait }),
        nextSample: (requestHash) => this.#nextSample(requestHash),
      }),
      ...(graph === null ? {} : { launcher: [...graph.launcher[benchmark.mode].entries.keys()] }),
      ...(privileges === null ? {} : { privileges }),
      ...(recorded === undefined ? {} : { recorded }),
      ...(agent.needs.deviceBridge === true ? { deviceBridge: this.#deviceBridge() } : {}),
      signal: this.#control.signal,
    };
  }

  #deviceBridge(): DeviceBridge {
    const environment = this.#environment;
    const { steps } = this.#record;
    const { benchmark, directory } = this.#session.options;
    return {
      state: () => environment.state,
      hasTransition: (action) => environment.hasTransition?.(action) ?? false,
      lastTransition: () =>
        steps.findLast(({ transition }) => transition !== null)?.transition?.transition ?? null,
      graph: benchmark.world?.graph(this.#item) ?? null,
      screen: (id) => benchmark.world?.screen(id) ?? null,
      live: environment.live,
      filePath: attemptFilePath(directory, this.#record.key, this.#record.attempt),
    };
  }

  #privileges(): Privileges | null {
    const { benchmark } = this.#session.options;
    const graph = benchmark.world?.graph(this.#item) ?? null;
    if (graph === null) return null;
    const { steps } = this.#record;
    const environment = this.#environment;
    return {
      graph,
      mode: benchmark.mode,
      task: this.#item.task,
      state: () => environment.state,
      visited: growingList(steps, ({ observation }) => observation?.state ?? undefined),
      transitions: growingList(steps, ({ transition }) => transition?.transition),
    };
  }

  /**
   * The draw from the model that the next call with this request is. Named by its place in the episode, so that a step
   * that is done over draws the same samples again, and nothing else ever does.
   */
  #nextSample(requestHash: string): string {
    const { key, completeSteps: step } = this.#record;
    const place = `${step} ${requestHash}`;
    const call = this.#calls.get(place) ?? 0;
    this.#calls.set(place, call + 1);
    const { seed } = this.#session.options.configuration.identity;
    return `${itemKeyText(key)} seed ${seed} step ${step} call ${call}`;
  }

  /** Whether an endpoint is there shows in each call of it: also in one that it refused. */
  #hear(role: string, answer: ModelAnswer | null, failure: Failure | null): void {
    const { outage, options } = this.#session;
    const address = options.models[role]?.identity['baseUrl'];
    const endpoint = typeof address === 'string' ? address : role;
    if (failure?.fault === 'model') outage.failed(endpoint);
    else if (failure?.fault === 'user' || answer?.fromCache === false) outage.answered(endpoint);
  }

  #recordCall({ role, request, sent, answer, failure, retries, latencyMs }: RecordedCall): void {
    const record = this.#record;
    const usage = callUsage(answer);
    this.#session.ledger.add(costOfCall(usage));
    this.#hear(role, answer, failure);
    if (this.#isOver || record.steps[record.completeSteps] === undefined) return;
    const { directory } = this.#session.options;
    this.#requests ??= new RequestWriter(directory, record.key, record.attempt);
    this.#requests.add(request, sent);
    this.#session.record(record, {
      type: 'model-call',
      at: this.#session.at,
      item: record.key.item,
      repeat: record.key.repeat,
      attempt: record.attempt,
      step: record.completeSteps,
      role,
      request,
      answer: answer === null ? null : spoken(answer),
      ...(failure === null ? {} : { error: failure }),
      ...usage,
      ...(retries.length === 0 ? {} : { retries }),
      latencyMs: Math.max(0, latencyMs),
    });
  }
}

/** Characters of an answer that the journal keeps: no dialect reads a longer one. */
const MOST_KEPT = 200_000;

function spoken({ text, reasoning, finishReason, model }: ModelAnswer): ModelCallEvent['answer'] {
  const isWhole = text.length <= MOST_KEPT && (reasoning?.length ?? 0) <= MOST_KEPT;
  return {
    text: text.slice(0, MOST_KEPT),
    ...(reasoning === undefined ? {} : { reasoning: reasoning.slice(0, MOST_KEPT) }),
    ...(isWhole ? {} : { fullLength: { text: text.length, reasoning: reasoning?.length ?? 0 } }),
    finishReason,
    model,
  };
}

/** Text for the scorer: the environment's own, else what the agent said. */
function answerOf(action: Action, result: StepResult): string | undefined {
  if (result.type === 'ended' && result.answer !== undefined) return result.answer;
  if (action.type === 'stop') return action.answer;
  return action.type === 'answer' ? action.text : undefined;
}

/** What the journal will give back; the environment may keep changing its own copy. */
function plainCopy(snapshot: EnvironmentSnapshot | undefined): EnvironmentSnapshot | undefined {
  return snapshot === undefined ? undefined : (JSON.parse(JSON.stringify(snapshot)) as EnvironmentSnapshot);
}

/** Whole milliseconds to three digits: more would be noise in every line of the journal. */
function elapsedMs(since: number): number {
  return Math.round((performance.now() - since) * 1000) / 1000;
}
