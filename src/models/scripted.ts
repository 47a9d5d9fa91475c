import { setTimeout as delay } from 'node:timers/promises';
import { BugError } from '../errors.js';
import type { Model, ModelAnswer, ModelRequest } from './model.js';

/** What a scripted model does with one request: answer with a text or a fuller answer, or fail with an error. */
export type ScriptedAnswer = string | (Partial<ModelAnswer> & { readonly text: string }) | Error;

export interface ScriptedModelOptions {
  /** Milliseconds until each answer; none unless given. */
  readonly latencyMs?: number;
  /** Model id reported with each answer. */
  readonly name?: string;
}

/**
 * A model in this process that answers from a script: a list, used up in the order of the calls, or a function of the
 * request (the choice for anything that runs at once or resumes, since it needs no order).
 */
export function scriptedModel(
  script: readonly ScriptedAnswer[] | ((request: ModelRequest, call: number) => ScriptedAnswer),
  options: ScriptedModelOptions = {},
): Model {
  const name = options.name ?? 'scripted';
  const latencyMs = options.latencyMs ?? 0;
  let calls = 0;
  const answerTo = (request: ModelRequest): ScriptedAnswer => {
    const call = calls;
    calls += 1;
    if (typeof script === 'function') return script(request, call);
    const answer = script[call];
    if (answer === undefined) throw new BugError(`the script has no answer to call ${call + 1}`);
    return answer;
  };
  return {
    identity: { kind: 'scripted', model: name },
    generate: async (request, { signal }) => {
      signal.throwIfAborted();
      const answer = answerTo(request);
      if (latencyMs > 0) await delay(latencyMs, undefined, { signal });
      if (answer instanceof Error) throw answer;
      return {
        finishReason: 'stop',
        model: name,
        usage: { inputTokens: null, outputTokens: null },
        latencyMs,
        fromCache: false,
        costUsd: null,
        ...(typeof answer === 'string' ? { text: answer } : answer),
      };
    },
  };
}
