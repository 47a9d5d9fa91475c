import { canonicalJson, sha256 } from '../formats/run/canonical-json.js';
import type { Failure } from '../formats/run/event.js';
import type { Model, ModelAnswer, ModelRequest, ModelRoles } from '../models/model.js';
import { failureOf } from './failure.js';

/** One call of a model and what came of it. */
export interface RecordedCall {
  readonly role: string;
  /** SHA-256 of the request. */
  readonly request: string;
  readonly answer: ModelAnswer | null;
  readonly failure: Failure | null;
  readonly latencyMs: number;
}

/** The same models; every call is reported once it is over, failed ones too. */
export function recordModels(models: ModelRoles, onCall: (call: RecordedCall) => void): ModelRoles {
  return Object.fromEntries(
    Object.entries(models).map(([role, model]) => [role, recordModel(role, model, onCall)]),
  );
}

function recordModel(role: string, model: Model, onCall: (call: RecordedCall) => void): Model {
  return {
    identity: model.identity,
    async generate(request, options) {
      const hash = requestHash(request);
      const startedAt = performance.now();
      let answer: ModelAnswer;
      try {
        answer = await model.generate(request, options);
      } catch (error) {
        const latencyMs = performance.now() - startedAt;
        onCall({ role, request: hash, answer: null, failure: failureOf(error), latencyMs });
        throw error;
      }
      onCall({ role, request: hash, answer, failure: null, latencyMs: answer.latencyMs });
      return answer;
    },
  };
}

/** SHA-256 of the request as canonical JSON, each picture replaced by the hash of its bytes. */
export function requestHash(request: ModelRequest): string {
  const messages = request.messages.map(({ role, content }) => ({
    role,
    content: content.map((part) =>
      part.type === 'image'
        ? { type: part.type, mediaType: part.mediaType, sha256: sha256(part.data) }
        : part,
    ),
  }));
  return sha256(canonicalJson({ ...request, messages }));
}
