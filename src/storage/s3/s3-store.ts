import { FILE_LIMITS } from '../../files/file-limits.js';
import { isObjectHash, objectHash, objectPath } from '../../files/object-hash.js';
import { ObjectDamagedError, ObjectMissingError } from '../../files/object-store-errors.js';
import type { ObjectStore, StoredObject, StoreOptions } from '../../files/object-store.js';
import type { S3Access } from './s3-access.js';
import { S3Client, type S3ClientOptions } from './s3-client.js';
import { parseS3Place } from './s3-place.js';
import { codeOf, textOf } from './s3-refusal.js';

/** Written when a store is prepared: shows that keys, bucket, region and clock are right. */
const MARKER = 'touchstone-files.json';
const MARKER_TEXT = '{"formatVersion":1}\n';

/** Hashes remembered as kept; a picture that comes again soon is not sent again. */
const MOST_KNOWN = 100_000;

/** Bytes of a page of a listing: a thousand keys of at most a kilobyte. */
const PAGE_BYTES = 8 * 1024 * 1024;

/**
 * Contents in a bucket of an S3-compatible store, under `<prefix><first two digits>/<SHA-256>`. What is sent is signed with its
 * hash, so that the store refuses what was changed on the way; what comes is hashed before it is given out.
 *
 * Source: Amazon S3 API Reference, PutObject (conditional writes, checksums), GetObject, HeadObject, ListObjectsV2
 */
export class S3Store implements ObjectStore {
  readonly place: string;
  readonly #client: S3Client;
  readonly #prefix: string;
  /** Hash → its upload, under way or done. */
  readonly #known = new Map<string, Promise<void>>();
  /** Whether the store knows `If-None-Match` of an upload. */
  #isConditional = true;

  /** @throws {UserError} for an address that is none */
  constructor(place: string, access: S3Access, options: Pick<S3ClientOptions, 'wait'> = {}) {
    const parsed = parseS3Place(place);
    this.place = `s3://${parsed.bucket}/${parsed.prefix}`.replace(/\/$/, '');
    this.#prefix = parsed.prefix;
    this.#client = new S3Client({ ...options, access, place: parsed, placeText: this.place });
  }

  async prepare({ signal }: StoreOptions = {}): Promise<void> {
    await this.#send(`${this.#prefix}${MARKER}`, Buffer.from(MARKER_TEXT), { isNew: false, signal });
  }

  /** Others may wait for the same upload: it ends by its own time limit alone. */
  async put(bytes: Uint8Array): Promise<string> {
    const hash = objectHash(bytes);
    let sending = this.#known.get(hash);
    if (sending === undefined) {
      sending = this.#keep(hash, bytes);
      this.#known.set(hash, sending);
      sending.catch(() => this.#known.delete(hash));
      if (this.#known.size > MOST_KNOWN) {
        for (const oldest of this.#known.keys()) {
          this.#known.delete(oldest);
          break;
        }
      }
    }
    await sending;
    return hash;
  }

  async get(hash: string, { signal }: StoreOptions = {}): Promise<Uint8Array> {
    const bytes = await this.#fetch(hash, signal);
    if (objectHash(bytes) === hash) return bytes;
    // Once more: what a proxy in between kept broken may come whole now.
    const again = await this.#fetch(hash, signal);
    if (objectHash(again) === hash) return again;
    throw new ObjectDamagedError(this.#nameOf(hash));
  }

  async has(hash: string, { signal }: StoreOptions = {}): Promise<boolean> {
    const found = await this.#head(hash, signal);
    if (found?.checksum !== undefined && found.checksum !== null && found.checksum !== checksumOf(hash)) {
      throw new ObjectDamagedError(this.#nameOf(hash));
    }
    return found !== null;
  }

  async *list({ signal }: StoreOptions = {}): AsyncGenerator<StoredObject> {
    let after: string | null = null;
    do {
      const query: Record<string, string> = { 'list-type': '2', prefix: this.#prefix };
      if (after !== null) query['continuation-token'] = after;
      const { body } = await this.#client.ask({
        method: 'GET',
        key: '',
        query,
        maxBytes: PAGE_BYTES,
        signal,
      });
      const page = new TextDecoder().decode(body);
      for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const hash = (textOf(entry, 'Key') ?? '').slice(this.#prefix.length + 3);
        const bytes = Number(textOf(entry, 'Size') ?? Number.NaN);
        if (!isObjectHash(hash) || textOf(entry, 'Key') !== this.#key(hash)) continue;
        yield { hash, bytes };
      }
      after = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : null;
    } while (after !== null);
  }

  async #keep(hash: string, bytes: Uint8Array): Promise<void> {
    const key = this.#key(hash);
    const isSent = await this.#send(key, bytes, { isNew: true });
    if (isSent || (await this.#isWhole(hash, bytes))) return;
    await this.#send(key, bytes, { isNew: false });
  }

  /** Whether what is there already are these bytes. */
  async #isWhole(hash: string, bytes: Uint8Array): Promise<boolean> {
    const found = await this.#head(hash);
    if (found === null || found.bytes !== bytes.byteLength) return false;
    if (found.checksum !== null) return found.checksum === checksumOf(hash);
    return objectHash(await this.#fetch(hash)) === hash;
  }

  /** Sends an object. Gives false where it was to be new and is there. */
  async #send(
    key: string,
    bytes: Uint8Array,
    { isNew, signal }: { readonly isNew: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<boolean> {
    const hash = objectHash(bytes);
    const isConditional = isNew && this.#isConditional;
    const reply = await this.#client.ask({
      method: 'PUT',
      key,
      headers: {
        'x-amz-content-sha256': hash,
        'x-amz-checksum-sha256': checksumOf(hash),
        'content-type': 'application/octet-stream',
        ...(isConditional ? { 'if-none-match': '*' } : {}),
      },
      body: bytes,
      expects: isConditional ? [412, 501] : [],
      maxBytes: 64 * 1024,
      signal,
    });
    if (reply.status === 412) return false;
    if (reply.status !== 501) return true;
    this.#isConditional = false;
    return await this.#send(key, bytes, { isNew: false, signal });
  }

  async #fetch(hash: string, signal?: AbortSignal): Promise<Uint8Array> {
    const maxBytes = FILE_LIMITS.picture;
    const reply = await this.#client.ask({
      method: 'GET',
      key: this.#key(hash),
      expects: [404],
      maxBytes,
      signal,
    });
    if (reply.status === 404) await this.#missing(hash, reply.body, signal);
    return reply.body;
  }

  /** Null where there is none. */
  async #head(
    hash: string,
    signal?: AbortSignal,
  ): Promise<{ readonly bytes: number; readonly checksum: string | null } | null> {
    const { status, headers } = await this.#client.ask({
      method: 'HEAD',
      key: this.#key(hash),
      headers: { 'x-amz-checksum-mode': 'ENABLED' },
      expects: [301, 400, 403, 404],
      maxBytes: 0,
      signal,
    });
    if (status === 404) return null;
    if (status >= 300) {
      // Answers to HEAD do not say why. Where the same can be fetched, it is there.
      const bytes = await this.#fetch(hash, signal).catch((error: unknown) => {
        if (error instanceof ObjectMissingError) return null;
        throw error;
      });
      return bytes === null ? null : { bytes: bytes.byteLength, checksum: checksumOf(objectHash(bytes)) };
    }
    // A checksum of parts ends in `-N`, and is none of the whole.
    const checksum = headers.get('x-amz-checksum-sha256');
    return {
      bytes: Number(headers.get('content-length') ?? Number.NaN),
      checksum: checksum === null || checksum.includes('-') ? null : checksum,
    };
  }

  /** @throws {ObjectMissingError | StoreRefusedError} */
  async #missing(hash: string, body: Uint8Array, signal: AbortSignal | undefined): Promise<never> {
    const answer = { status: 404, headers: new Headers(), body: new TextDecoder().decode(body) };
    // Asked again, the refusal names the bucket.
    if (codeOf(answer) === 'NoSuchBucket') {
      await this.#client.ask({ method: 'GET', key: this.#key(hash), maxBytes: FILE_LIMITS.picture, signal });
    }
    throw new ObjectMissingError(this.#nameOf(hash));
  }

  #key(hash: string): string {
    return `${this.#prefix}${objectPath(hash)}`;
  }

  #nameOf(hash: string): string {
    return `${this.place}/${objectPath(hash)}`;
  }
}

/** A SHA-256 as headers have it. */
function checksumOf(hash: string): string {
  return Buffer.from(hash, 'hex').toString('base64');
}
