import { canonicalJson, sha256 } from '../../formats/run/canonical-json.js';
import type { Failure } from '../../formats/run/journal/event.js';
import type { SentRequest } from '../../formats/run/requests/sent-request.js';
import type {
  Model,
  ModelAnswer,
  ModelRequest,
  ModelRetry,
  ModelRoles,
  ModelWait,
} from '../../models/model.js';
import { failureOf } from '../failure.js';

/** One call of a model and what came of it. */
export interface RecordedCall {
  readonly role: string;
  /** SHA-256 of the request. */
  readonly request: string;
  /** What that is the hash of. */
  readonly sent: SentRequest;
  readonly answer: ModelAnswer | null;
  readonly failure: Failure | null;
  /** Attempts that failed before this outcome. */
  readonly retries: readonly ModelRetry[];
  readonly latencyMs: number;
}

export interface RecordingOptions {
  /** Callback after each call, failed ones too. */
  onCall(call: RecordedCall): void;
  /** Callback before the wait of a call that is made again. */
  onRetry(retry: ModelRetry): void;
  /** Callback when a call waits. */
  onWait(wait: ModelWait): void;
  /** Name of the sample that the next call with this request draws. */
  nextSample(requestHash: string): string;
}

/** The same models; every call is named as a sample, and reported once it is over. */
export function recordModels(models: ModelRoles, recording: RecordingOptions): ModelRoles {
  return Object.fromEntries(
    Object.entries(models).map(([role, model]) => [role, recordModel(role, model, recording)]),
  );
}

function recordModel(role: string, model: Model, recording: RecordingOptions): Model {
  return {
    identity: model.identity,
    async generate(request, options) {
      const sent = sentRequest(request);
      const hash = hashOf(sent);
      const startedAt = performance.now();
      const retries: ModelRetry[] = [];
      const call = { role, request: hash, sent, retries };
      let answer: ModelAnswer;
      try {
        answer = await model.generate(request, {
          sample: recording.nextSample(hash),
          ...options,
          onRetry: (retry) => {
            retries.push(retry);
            recording.onRetry(retry);
            options.onRetry?.(retry);
          },
          onWait: (wait) => {
            recording.onWait(wait);
            options.onWait?.(wait);
          },
        });
      } catch (error) {
        const latencyMs = performance.now() - startedAt;
        recording.onCall({ ...call, answer: null, failure: failureOf(error), latencyMs });
        throw error;
      }
      recording.onCall({ ...call, answer, failure: null, latencyMs: answer.latencyMs });
      return answer;
    },
  };
}

/** SHA-256 of the request as canonical JSON, each picture replaced by the hash of its bytes. */
export function requestHash(request: ModelRequest): string {
  return hashOf(sentRequest(request));
}

/** The request with each picture replaced by the hash of its bytes. */
function sentRequest(request: ModelRequest): SentRequest {
  const messages = request.messages.map(({ role, content }) => ({
    role,
    content: content.map((part) =>
      part.type === 'image'
        ? { type: part.type, mediaType: part.mediaType, sha256: sha256(part.data) }
        : part,
    ),
  }));
  return { ...request, messages };
}

function hashOf(sent: SentRequest): string {
  return sha256(canonicalJson(sent));
}
