import { StoreRefusedError, StoreUnreachableError } from '../../files/object-store-errors.js';

/** An answer that is no success. */
export interface S3Answer {
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** The beginning of its body; empty for HEAD. */
  readonly body: string;
}

/** What was asked of which bucket, for messages. */
export interface S3Question {
  readonly place: string;
  readonly bucket: string;
  readonly region: string;
  /** Milliseconds since 1970, by this machine. */
  readonly now: number;
}

const KEYS = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'TokenRefreshRequired',
  'InvalidSecurity',
]);
const REGION = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
]);
const PASSING = new Set([
  'SlowDown',
  'InternalError',
  'ServiceUnavailable',
  'RequestTimeout',
  'OperationAborted',
]);

/** The code of an answer, such as `NoSuchBucket`; empty where it has none. */
export function codeOf({ body }: S3Answer): string {
  return textOf(body, 'Code') ?? '';
}

/** Whether the same may be asked again and succeed. */
export function isPassing(answer: S3Answer): boolean {
  const { status } = answer;
  return status >= 500
    ? codeOf(answer) !== 'NotImplemented'
    : [408, 409, 425, 429].includes(status) || PASSING.has(codeOf(answer));
}

/**
 * An answer as what the user is told. Nothing of its text is repeated: it may contain what was signed.
 *
 * Source: Amazon S3 API Reference, "Error responses"
 */
export function refusalOf(answer: S3Answer, question: S3Question): StoreRefusedError | StoreUnreachableError {
  const { place, bucket, region } = question;
  const code = codeOf(answer);
  const named = `status ${answer.status}${/^\w{1,64}$/.test(code) ? `, ${code}` : ''}`;
  if (isPassing(answer)) {
    return new StoreUnreachableError(`The store of ${place} cannot be used now (${named})`, {
      hint: 'It is tried again; see whether the store is in order.',
    });
  }
  const refused = (message: string, hint: string): StoreRefusedError =>
    new StoreRefusedError(`${message} (${named})`, { hint });
  if (code === 'NoSuchBucket') {
    return refused(
      `There is no bucket ${bucket}`,
      'Make it, or name another; AWS_ENDPOINT_URL says which store is asked.',
    );
  }
  if (code === 'RequestTimeTooSkewed') {
    return refused(
      `The clock of this machine and that of the store of ${place} are ${clocksApart(answer, question)} apart`,
      'Set the clock of this machine.',
    );
  }
  const its = regionOf(answer);
  if (REGION.has(code) || answer.status === 301 || answer.status === 307) {
    return refused(
      `The bucket ${bucket} is ${its === null ? 'in another region' : `in ${its}`}, and was asked for in ${region}`,
      `Set AWS_REGION${its === null ? '' : `=${its}`}.`,
    );
  }
  if (KEYS.has(code)) {
    return refused(
      `The store of ${place} does not take the keys`,
      'Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN; temporary keys run out.',
    );
  }
  if (answer.status === 401 || answer.status === 403) {
    return refused(
      `The keys have no right to what is asked of ${place}`,
      'They need s3:GetObject, s3:PutObject and s3:ListBucket there.',
    );
  }
  return refused(
    `The store of ${place} refuses what is asked`,
    'See what the code means in the documentation of the store.',
  );
}

/** The text of the first element of a name. */
export function textOf(xml: string, element: string): string | null {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return found === undefined ? null : decodeXml(found);
}

function decodeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

function regionOf({ headers, body }: S3Answer): string | null {
  const named = headers.get('x-amz-bucket-region') ?? textOf(body, 'Region');
  return named !== null && /^[a-z0-9-]{1,40}$/.test(named) ? named : null;
}

function clocksApart({ headers, body }: S3Answer, { now }: S3Question): string {
  const its = Date.parse(textOf(body, 'ServerTime') ?? headers.get('date') ?? '');
  return Number.isNaN(its) ? 'too far' : `${Math.round(Math.abs(its - now) / 60_000)} minutes`;
}
