import { UserError } from '../../errors.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** How the stores of this process are reached; of the environment alone, never of a run. */
export interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
  readonly region: string;
  /** Origin of a store that is not Amazon's; null for Amazon's. */
  readonly endpoint: string | null;
}

/**
 * Keys, region and endpoint from the variables that Amazon's own tools know.
 *
 * @throws {UserError} where keys are missing or the endpoint is no HTTP address
 *
 * Source: AWS SDKs and Tools Reference Guide, "Environment variables", "Service-specific endpoints"
 */
export function s3AccessOf(environment: Environment): S3Access {
  const valueOf = (...names: readonly string[]): string | null =>
    names.map((name) => environment[name]?.trim() ?? '').find((value) => value !== '') ?? null;
  const accessKeyId = valueOf('AWS_ACCESS_KEY_ID');
  const secretAccessKey = valueOf('AWS_SECRET_ACCESS_KEY');
  if (accessKeyId === null || secretAccessKey === null) {
    throw new UserError('The keys of the S3 store are not set', {
      hint: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN for temporary keys.',
    });
  }
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken: valueOf('AWS_SESSION_TOKEN'),
    region: valueOf('AWS_REGION', 'AWS_DEFAULT_REGION') ?? 'us-east-1',
    endpoint: endpointOf(valueOf('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL')),
  };
}

function endpointOf(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '';
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) {
    throw new UserError('AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL is no address of a store', {
      hint: 'Such as https://minio.example.org:9000, without keys.',
    });
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * What keys of a bucket are appended to. Stores of one's own, and names that a certificate does not cover, have the bucket in
 * the path.
 */
export function bucketAddress(bucket: string, { endpoint, region }: S3Access): string {
  if (endpoint !== null) return `${endpoint}/${bucket}`;
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}
