import { UserError } from '../../errors.js';

/** Where in a store contents are. */
export interface S3Place {
  readonly bucket: string;
  /** What keys begin with: empty, or with a slash at its end. */
  readonly prefix: string;
}

/**
 * Reads `s3://bucket/prefix`. A message never repeats the text: somebody may have written a key into it.
 *
 * @throws {UserError} for anything else
 *
 * Source: names of buckets and safe characters of keys, Amazon S3 User Guide, "Bucket naming rules", "Naming Amazon S3 objects"
 */
export function parseS3Place(place: string): S3Place {
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*))?$/.exec(place);
  const parts = (found?.[2] ?? '').split('/').filter((part) => part !== '');
  if (found === null || parts.some((part) => part === '.' || part === '..')) {
    throw new UserError('The address of the pictures is not s3://BUCKET/PREFIX', {
      hint: 'A bucket has 3 to 63 small letters, digits, "-" and "."; a prefix letters, digits, ".", "_", "-" and "/". Keys belong into the environment.',
    });
  }
  const [, bucket = ''] = found;
  return { bucket, prefix: parts.map((part) => `${part}/`).join('') };
}
