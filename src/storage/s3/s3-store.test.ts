import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openS3Server, S3_KEYS, type S3Fault } from '../../../test/fixtures/s3-server.js';
import { objectHash, objectPath } from '../../files/object-hash.js';
import { objectStoreContract } from '../../testing/contracts/object-store-contract.js';
import { bucketAddress, s3AccessOf } from './s3-access.js';
import { parseS3Place } from './s3-place.js';
import { S3Store } from './s3-store.js';

const BYTES = Buffer.from('a picture');
const HASH = objectHash(BYTES);
const wait = async (): Promise<void> => undefined;

function storeOf(environment: Readonly<Record<string, string>>, place = 's3://pictures/runs'): S3Store {
  return new S3Store(place, s3AccessOf(environment), { wait });
}

describe('S3Store', () => {
  for (const isModern of [true, false]) {
    const servers = new Map<unknown, Awaited<ReturnType<typeof openS3Server>>>();
    for (const { name, run } of objectStoreContract({
      create: async () => {
        const server = await openS3Server('pictures');
        server.isModern = isModern;
        server.pageSize = 2;
        const store = storeOf(server.environment);
        servers.set(store, server);
        const open = () => storeOf(server.environment);
        return { store, open, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
      },
      spoil: async (store, hash) => {
        servers
          .get(store)
          ?.buckets.get('pictures')
          ?.set(`runs/${objectPath(hash)}`, Buffer.from('a pixture'));
      },
    }))
      it(`${name} (${isModern ? 'with' : 'without'} checksums and conditions)`, run);
  }

  it('sends a content once, whoever has sent it', async () => {
    await using server = await openS3Server('pictures');
    const store = storeOf({ ...server.environment, AWS_SESSION_TOKEN: 'a-token' });
    await Promise.all([store.put(BYTES), store.put(BYTES)]);
    await store.put(BYTES);
    await storeOf(server.environment).put(BYTES);
    expect(server.requests.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'PUT 200',
      'PUT 412',
      'HEAD 200',
    ]);
    expect(server.requests[0]?.headers['x-amz-security-token']).toBe('a-token');
  });

  it.each([
    ['a bucket that is not there', {}, 's3://nowhere', 'There is no bucket nowhere'],
    [
      'another region',
      { AWS_REGION: 'us-east-1' },
      undefined,
      'is in eu-test-1, and was asked for in us-east-1',
    ],
    ['a key that nobody knows', { AWS_ACCESS_KEY_ID: 'AKIAOTHER' }, undefined, 'does not take the keys'],
    ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'wrong' }, undefined, 'does not take the keys'],
  ])('refuses %s, and tells no secret', async (_, changed, place, message) => {
    await using server = await openS3Server('pictures');
    const store = storeOf({ ...server.environment, ...changed }, place);
    for (const ask of [() => store.prepare(), () => store.put(BYTES), () => store.get(HASH)]) {
      const error: unknown = await ask().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'STORE_REFUSED', fault: 'user', stopsRun: true });
      expect(String(error)).toContain(message);
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(
        /AKIA|secret\/|Signature=/,
      );
    }
    // Nothing is tried again; only what a fetch says is asked a second time, for its reason.
    expect(server.requests.length).toBeLessThanOrEqual(4);
  });

  it.each<[string, S3Fault, string]>([
    ['no rights', { status: 403, code: 'AccessDenied' }, 'no right'],
    [
      'a clock that is wrong',
      {
        status: 403,
        body: `<Error><Code>RequestTimeTooSkewed</Code><ServerTime>${new Date(Date.now() + 3_600_000).toISOString()}</ServerTime></Error>`,
      },
      'are 60 minutes apart',
    ],
    [
      'a redirect',
      {
        status: 301,
        code: 'PermanentRedirect',
        headers: { location: 'http://127.0.0.1:1/', 'x-amz-bucket-region': 'eu-2' },
      },
      'is in eu-2',
    ],
  ])('refuses %s, HEAD as well', async (_, fault, message) => {
    await using server = await openS3Server('pictures');
    server.fault = () => fault;
    const store = storeOf(server.environment);
    for (const ask of [() => store.put(BYTES), () => store.get(HASH), () => store.has(HASH)]) {
      await expect(ask()).rejects.toThrow(message);
    }
  });

  it('gives up after some attempts, as an outage that runs wait for', async () => {
    await using server = await openS3Server('pictures');
    server.fault = () => ({ status: 503, code: 'SlowDown' });
    const error: unknown = await storeOf(server.environment)
      .put(BYTES)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'STORE_UNREACHABLE',
      fault: 'environment',
      pausesRun: true,
      attempts: 5,
    });
    const nobody = { ...server.environment, AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' };
    await expect(storeOf(nobody).get(HASH)).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' });
  });

  it('gives the same bytes whatever fails in between', async () => {
    await using server = await openS3Server('pictures');
    const faults = fc.constantFrom<S3Fault | null>(
      null,
      { status: 500, code: 'InternalError' },
      { status: 409, code: 'OperationAborted' },
      { drop: 'before' },
      { drop: 'after' },
      'cut',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 2000 }), { minLength: 1, maxLength: 3 }),
        fc.array(faults, { maxLength: 3 }),
        fc.boolean(),
        async (contents, planned, isModern) => {
          server.isModern = isModern;
          const left = [...planned];
          server.fault = () => left.shift() ?? null;
          const hashes = await Promise.all(contents.map((bytes) => storeOf(server.environment).put(bytes)));
          left.push(...planned);
          const store = storeOf(server.environment);
          const got = await Promise.all(hashes.map((hash) => store.get(hash)));
          for (const [index, hash] of hashes.entries()) {
            const given = Buffer.from(contents[index] ?? []);
            expect(Buffer.from(got[index] ?? [])).toEqual(given);
            expect(server.buckets.get('pictures')?.get(`runs/${objectPath(hash)}`)).toEqual(given);
          }
        },
      ),
      // Some hundred requests, none of which waits: seconds on a machine that does much else.
      { numRuns: 25, endOnFailure: true },
    );
  }, 60_000);
});

describe('an address', () => {
  it.each([
    's3://',
    's3://a',
    's3://key:secret@bucket/x',
    's3://bucket/../x',
    's3://bucket/a b',
    'https://bucket',
  ])('is none: %s, and is not repeated', (place) => {
    const read = (): unknown => parseS3Place(place);
    expect(read).toThrow('is not s3://BUCKET/PREFIX');
    expect(read).not.toThrow('secret');
  });

  it('is of the bucket at Amazon, and of the path elsewhere', () => {
    const at = (bucket: string, more: Record<string, string>): string =>
      bucketAddress(bucket, s3AccessOf({ ...S3_KEYS, ...more }));
    expect(at('b-1', { AWS_REGION: 'eu-west-1' })).toBe('https://b-1.s3.eu-west-1.amazonaws.com');
    expect(at('b.1', { AWS_REGION: 'cn-north-1' })).toBe('https://s3.cn-north-1.amazonaws.com.cn/b.1');
    expect(at('b-1', { AWS_ENDPOINT_URL: 'http://minio:9000/' })).toBe('http://minio:9000/b-1');
    expect(() => at('b-1', { AWS_ENDPOINT_URL: 'http://a:b@minio' })).toThrow('is no address');
    expect(() => s3AccessOf({})).toThrow('keys of the S3 store are not set');
  });
});
