import { itemKeyText } from '../../domain/episode.js';
import type { AttemptRecord } from '../../formats/run/attempt-record.js';
import type { Failure, ModelCallEvent } from '../../formats/run/journal/event.js';
import { costOfCall } from '../../formats/run/model-cost.js';
import { RequestWriter } from '../../formats/run/requests/request-writer.js';
import type { ModelAnswer, ModelRoles } from '../../models/model.js';
import type { RunSession } from '../run-session.js';
import { callUsage } from './call-usage.js';
import type { EpisodeControl } from './episode-control.js';
import { recordModels, type RecordedCall } from './recorded-models.js';

/** Characters of an answer that the journal keeps: no dialect reads a longer one. */
const MOST_KEPT = 200_000;

/** What an attempt asks its models: each call is named as a sample, counted for the budgets, and in the journal. */
export class AttemptCalls {
  readonly #session: RunSession;
  readonly #record: AttemptRecord;
  readonly #control: EpisodeControl;
  /** Waits between attempts of calls within the decision under way: no part of the episode's time. */
  waitedMs = 0;
  /** Calls that come back after the attempt is over count for the budget, but are no part of the episode. */
  isOver = false;
  /** Calls so far by step and request. */
  readonly #calls = new Map<string, number>();
  /** What models are asked, kept before the journal names it. */
  #requests: RequestWriter | null = null;

  constructor(session: RunSession, record: AttemptRecord, control: EpisodeControl) {
    this.#session = session;
    this.#record = record;
    this.#control = control;
  }

  /** The models of the run, as the agent of this attempt asks them. */
  models(): ModelRoles {
    return recordModels(this.#session.options.models, {
      onCall: (call) => this.#recordCall(call),
      onRetry: ({ delayMs }) => {
        this.waitedMs += delayMs;
        this.#control.extend(delayMs);
      },
      onWait: (wait) => this.#session.emit({ type: 'model-wait', key: this.#record.key, ...wait }),
      nextSample: (requestHash) => this.#nextSample(requestHash),
    });
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
    if (this.isOver || record.steps[record.completeSteps] === undefined) return;
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
