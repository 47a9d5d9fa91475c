import { z } from 'zod';
import { DatasetError } from '../../errors.js';
import type { EnvironmentSnapshot } from '../environment.js';

/** What a live phone is brought back from: its open apps, the latest in front last, and what each says of itself. */
const PhoneSnapshotSchema = z.object({
  task: z.string(),
  isHome: z.boolean(),
  /** What the home screen can be restored from; null for one of our own, which has no state. */
  home: z.unknown(),
  apps: z.array(z.object({ package: z.string(), state: z.unknown() })),
});
export type PhoneSnapshot = z.infer<typeof PhoneSnapshotSchema>;

/** @throws {DatasetError} when this is no snapshot of a live phone, or one with other apps */
export function readPhoneSnapshot(snapshot: EnvironmentSnapshot, packages: readonly string[]): PhoneSnapshot {
  const read = PhoneSnapshotSchema.safeParse(snapshot);
  const hint = 'Resume with the apps the run was started with.';
  if (!read.success) throw new DatasetError('this is not a snapshot of a live phone', { hint });
  const unknown = read.data.apps.find((app) => !packages.includes(app.package));
  if (unknown === undefined) return read.data;
  throw new DatasetError(`the snapshot has an app "${unknown.package}" open that this phone has not`, {
    hint,
  });
}
