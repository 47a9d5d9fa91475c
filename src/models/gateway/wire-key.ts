import { canonicalJson } from '../../domain/text/canonical-json.js';
import type { WireRequest } from '../providers/transport/transport.js';
import { sha256 } from './request-key.js';

/** Names of fields whose text, or list of texts, is a picture in base64. */
const PICTURE_FIELDS = new Set(['data', 'image_data', 'multimodal_data']);
const DATA_URL = /^data:([^;,]{0,100});base64,/;
/** Shorter texts in these fields may be anything. */
const SHORTEST_PICTURE = 64;

/** A request as a recording keeps it: each picture as the hash of its bytes, nothing of the headers. */
export interface RecordedRequest {
  /** Path and query of the address; the server may be another one when it is replayed. */
  readonly path: string;
  readonly body: unknown;
}

export function recordedRequest(request: Pick<WireRequest, 'url' | 'body'>): RecordedRequest {
  const { pathname, search } = new URL(request.url);
  const body = Buffer.concat(request.body).toString('utf8');
  return { path: `${pathname}${search}`, body: withoutPictures(JSON.parse(body), '') };
}

/** SHA-256 of what was asked: path and body, which names model and sampling, pictures by their hashes. */
export function wireKey(request: RecordedRequest): string {
  return sha256(canonicalJson(request));
}

function withoutPictures(value: unknown, field: string): unknown {
  if (typeof value === 'string') return pictureHash(value, field) ?? value;
  if (Array.isArray(value)) return value.map((entry: unknown) => withoutPictures(entry, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withoutPictures(entry, name)]),
  );
}

function pictureHash(text: string, field: string): string | null {
  const url = DATA_URL.exec(text);
  if (url !== null) return `picture ${url[1] ?? ''} sha256:${bytesHash(text.slice(url[0].length))}`;
  const isPicture =
    PICTURE_FIELDS.has(field) && text.length >= SHORTEST_PICTURE && !/[^A-Za-z0-9+/=]/.test(text);
  return isPicture ? `picture sha256:${bytesHash(text)}` : null;
}

function bytesHash(base64: string): string {
  return sha256(Buffer.from(base64, 'base64'));
}
