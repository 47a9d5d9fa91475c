import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import { BugError } from '../../errors.js';
import { canonicalJson, sha256 } from '../../formats/run/canonical-json.js';
import type { JudgeCall } from '../../formats/run/judging/judge-call.js';
import type { JudgeCallLog } from '../../formats/run/judging/judge-call-log.js';
import type { JudgeAnswer, JudgeContext, JudgeQuestion } from '../../judges/judge.js';
import type { ModelAnswer, ModelRequest, ModelRoles } from '../../models/model.js';
import { requestHash } from '../attempt/recorded-models.js';
import { failureOf } from '../failure.js';

export interface JudgeContextOptions {
  readonly judge: string;
  readonly key: ItemKey;
  readonly models: ModelRoles;
  readonly log: JudgeCallLog;
  readonly signal: AbortSignal;
  /** Callback after each answer that was not in the log. */
  readonly onCall: (call: JudgeCall) => void;
}

/** What a judge asks through while it judges one episode: every call is in the log before its answer is used. */
export function judgeContext(options: JudgeContextOptions): JudgeContext {
  const drawn = new Map<string, number>();
  return {
    async ask<Answer>(question: JudgeQuestion<Answer>): Promise<JudgeAnswer<Answer>> {
      let { request } = question;
      for (let unreadable = 0; ; unreadable += 1) {
        const draw = (drawn.get(question.purpose) ?? 0) + 1;
        drawn.set(question.purpose, draw);
        const { text, finishReason } = await draws(options, question, request, draw);
        if (finishReason === 'refusal') return { type: 'refusal', text, unreadable };
        const reading = question.read(text);
        if (reading.type === 'value') return { type: 'value', value: reading.value, text, unreadable };
        const problem = reading.error.message;
        if (unreadable >= question.retries) {
          return { type: 'unreadable', problem, text, unreadable: unreadable + 1 };
        }
        request = question.repair?.(text, problem) ?? request;
      }
    },
  };
}

/** One answer, from the log where it has it. */
async function draws(
  { judge, key, models, log, signal, onCall }: JudgeContextOptions,
  { role, purpose }: Pick<JudgeQuestion<unknown>, 'role' | 'purpose'>,
  request: ModelRequest,
  draw: number,
): Promise<NonNullable<JudgeCall['answer']>> {
  const model = models[role];
  if (model === undefined)
    throw new BugError(`The judge ${judge} asks the role ${role}, which it does not name`);
  const sample = `${itemKeyText(key)} ${purpose} ${draw}`;
  const hash = requestHash(request);
  const callKey = sha256(canonicalJson({ model: model.identity, request: hash, sample }));
  const known = await log.find(callKey);
  if (known !== null && known.answer !== null) return known.answer;
  signal.throwIfAborted();
  const startedAt = performance.now();
  const call = {
    type: 'judge-call',
    ...key,
    key: callKey,
    role,
    purpose,
    draw,
    request: hash,
    prompt: promptOf(request),
  } as const;
  const at = (): string => new Date().toISOString();
  let answer: ModelAnswer;
  try {
    answer = await model.generate(request, { signal, sample });
  } catch (error) {
    signal.throwIfAborted();
    const failed = { answer: null, failure: failureOf(error), ...NOTHING_USED };
    await log.add({ ...call, at: at(), ...failed, latencyMs: performance.now() - startedAt });
    throw error;
  }
  const { text, reasoning, finishReason, usage, costUsd, fromCache, latencyMs } = answer;
  const kept = {
    ...call,
    at: at(),
    answer: {
      text,
      ...(reasoning === undefined ? {} : { reasoning }),
      finishReason,
      model: answer.model,
    },
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    costUsd,
    fromCache,
    latencyMs,
  };
  await log.add(kept);
  onCall(kept);
  return kept.answer;
}

const NOTHING_USED = { inputTokens: 0, outputTokens: 0, costUsd: 0, fromCache: false } as const;

/** The texts of a request; what pictures show is in the run's files by their hashes, or made from those. */
function promptOf({ messages }: ModelRequest): string[] {
  return messages.flatMap(({ role, content }) =>
    content.map((part) => `${role}: ${part.type === 'text' ? part.text : `sha256:${sha256(part.data)}`}`),
  );
}
