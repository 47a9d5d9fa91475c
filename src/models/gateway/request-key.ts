import { hash } from 'node:crypto';
import { canonicalJson } from '../../domain/text/canonical-json.js';
import type { Model, ModelRequest } from '../model.js';

/** Changes when what a key covers changes, so that no older entry is taken for a newer one. */
const KEY_VERSION = 1;

/**
 * SHA-256 over everything that can change an answer: the model's identity (endpoint, model id, sampling, serving notes),
 * the messages with each picture by the hash of its bytes, and the request's own sampling. Which dialect wrote the
 * messages does not matter.
 */
export function requestKey(identity: Model['identity'], request: ModelRequest): string {
  const messages = request.messages.map(({ role, content }) => ({
    role,
    content: content.map((part) =>
      part.type === 'image' ? { type: 'image', mediaType: part.mediaType, sha256: sha256(part.data) } : part,
    ),
  }));
  return sha256(canonicalJson({ version: KEY_VERSION, identity, request: { ...request, messages } }));
}

/** Key of one sample of a request. */
export function sampleKey(key: string, sample: string): string {
  return sha256(`${key} ${sample}`);
}

export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}
