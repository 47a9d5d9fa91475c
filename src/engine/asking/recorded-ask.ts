import { BugError } from '../../errors.js';
import { canonicalJson, sha256 } from '../../formats/run/canonical-json.js';
import type { RecordedCall } from '../../formats/run/calls/recorded-call.js';
import type { Ask, ModelQuestion, QuestionReply } from '../../models/asking/model-question.js';
import type { ModelAnswer, ModelRequest, ModelRoles } from '../../models/model.js';
import { requestHash } from '../attempt/recorded-models.js';
import { failureOf } from '../failure.js';

/** Where answers are kept; the places of a `CallFile`. */
interface CallRecord {
  find(key: string): Promise<Pick<RecordedCall, 'answer'> | null>;
  add(call: RecordedCall): Promise<void>;
}

export interface RecordedAskOptions {
  /** Who asks, for messages. */
  readonly asker: string;
  /** Put before the purpose in the name of a draw, so that equal questions about different things are different draws. */
  readonly subject: string;
  readonly models: ModelRoles;
  readonly log: CallRecord;
  readonly signal: AbortSignal;
  /** Called before a model is asked, never for an answer from the record; may throw, such as when a budget is spent. */
  readonly beforeCall?: () => void;
  /** Callback after each answer that was not in the record. */
  readonly onCall?: (call: RecordedCall) => void;
}

/** Asks through a record: every call is in it before its answer is used, and what it has is not asked again. */
export function recordedAsk(options: RecordedAskOptions): Ask {
  const drawn = new Map<string, number>();
  return async <Answer>(question: ModelQuestion<Answer>): Promise<QuestionReply<Answer>> => {
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
  };
}

/** One answer, from the record where it has it. */
async function draws(
  { asker, subject, models, log, signal, beforeCall, onCall }: RecordedAskOptions,
  { role, purpose }: Pick<ModelQuestion<unknown>, 'role' | 'purpose'>,
  request: ModelRequest,
  draw: number,
): Promise<NonNullable<RecordedCall['answer']>> {
  const model = models[role];
  if (model === undefined) throw new BugError(`${asker} asks the role ${role}, which it does not name`);
  const sample = `${subject}${subject === '' ? '' : ' '}${purpose} ${draw}`;
  const hash = requestHash(request);
  const callKey = sha256(canonicalJson({ model: model.identity, request: hash, sample }));
  const known = await log.find(callKey);
  if (known !== null && known.answer !== null) return known.answer;
  signal.throwIfAborted();
  beforeCall?.();
  const startedAt = performance.now();
  const call = { key: callKey, role, purpose, draw, request: hash, prompt: promptOf(request) } as const;
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
  onCall?.(kept);
  return kept.answer;
}

const NOTHING_USED = { inputTokens: 0, outputTokens: 0, costUsd: 0, fromCache: false } as const;

/** The texts of a request; what pictures show is kept elsewhere by their hashes, or made from that. */
function promptOf({ messages }: ModelRequest): string[] {
  return messages.flatMap(({ role, content }) =>
    content.map((part) => `${role}: ${part.type === 'text' ? part.text : `sha256:${sha256(part.data)}`}`),
  );
}
