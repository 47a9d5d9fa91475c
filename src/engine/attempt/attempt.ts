import type { AgentEpisode, MetBound } from '../../agents/agent.js';
import type { BenchmarkItem } from '../../benchmarks/benchmark.js';
import type { Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import type { EpisodeEnd } from '../../domain/episode.js';
import type { Observation } from '../../domain/screen.js';
import type { Environment, EnvironmentSnapshot, StepResult } from '../../environments/environment.js';
import { BugError } from '../../errors.js';
import type { AttemptRecord, JournalStep } from '../../formats/run/attempt-record.js';
import type { ScreenRecord } from '../../formats/run/journal/event.js';
import { addCosts, NO_COST } from '../../formats/run/model-cost.js';
import { JournalWriteError } from '../../formats/run/run-errors.js';
import { actionOf, historyEntries, unreadOf, type Recovered } from '../recovery/recover.js';
import type { RunSession } from '../run-session.js';
import { agentContext } from './agent-context.js';
import { AttemptCalls } from './attempt-calls.js';
import { checkDecision } from './check-decision.js';
import { endAfterStep } from './end-after-step.js';
import type { EpisodeControl } from './episode-control.js';
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

/** An end by a bound. */
export type BoundEnd = EpisodeEnd & { readonly reason: MetBound['reason'] };

/** Milliseconds that an agent has to report what it has done when a bound is met. */
const REST_MS = 1_000;

/** The steps of an attempt, from where its record ends. */
export class Attempt {
  readonly #session: RunSession;
  readonly #item: BenchmarkItem;
  readonly #record: AttemptRecord;
  readonly #environment: Environment;
  readonly #control: EpisodeControl;
  readonly #untimed: EpisodeControl['untimed'];
  /** Aborted once another writer may do the item. */
  readonly #lost: AbortSignal | null;
  readonly #calls: AttemptCalls;

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
    this.#calls = new AttemptCalls(parts.session, parts.record, parts.control);
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
              agent = await this.#control.guard(() => this.#open());
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
        const recorded = recordScreen(observation.screen, this.#session, this.#control);
        screen = recorded instanceof Promise ? await recorded : recorded;
      }
    } finally {
      this.#calls.isOver = true;
    }
  }

  #open(): Promise<AgentEpisode> {
    const { signal } = this.#control;
    const parts = { session: this.#session, item: this.#item, record: this.#record };
    const context = agentContext(
      { ...parts, environment: this.#environment },
      { models: this.#calls.models(), signal },
    );
    return this.#session.options.agent.open(context);
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
    this.#calls.waitedMs = 0;
    let decided: Decision;
    try {
      decided = await this.#control.guard((options) => agent.decide(observation, history.slice(), options));
    } catch (error) {
      const { control, options } = this.#session;
      if (error instanceof JournalWriteError || control.isAborted || !this.#control.isExpired) throw error;
      return timeIsUp(options.configuration.identity.limits.seconds);
    }
    this.#recordDecision(decided, Math.max(0, elapsedMs(startedAt + this.#calls.waitedMs)));
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
    const durationMs = Math.max(0, elapsedMs(startedAt + untimedMs));
    this.#recordTransition(result, answerOf(action, result), snapshot, durationMs);
    return result;
  }

  #recordTransition(
    { transition, type }: StepResult,
    answer: string | undefined,
    snapshot: EnvironmentSnapshot | undefined,
    durationMs: number,
  ): void {
    const record = this.#record;
    const { item, repeat } = record.key;
    const { attempt, completeSteps: step } = record;
    const { at } = this.#session;
    const ended = type === 'ended';
    this.#session.record(
      record,
      answer === undefined && snapshot === undefined
        ? { type: 'transition', at, item, repeat, attempt, step, transition, ended, durationMs }
        : {
            type: 'transition',
            at,
            item,
            repeat,
            attempt,
            step,
            transition,
            ended,
            ...(answer === undefined ? {} : { answer }),
            ...(snapshot === undefined ? {} : { snapshot }),
            durationMs,
          },
    );
    this.#session.steps += 1;
    this.#session.emit({ type: 'step-end', key: record.key, step, rule: transition.rule });
  }
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

/** The end of an episode whose time is up. */
export function timeIsUp(seconds: number | null): BoundEnd {
  return { reason: 'time_budget', message: `${seconds} seconds were up` };
}
