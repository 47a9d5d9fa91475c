import { z } from 'zod';
import { unsafePathReason } from '../../../formats/safe-path.js';

/** Name of an app as the task files write it, which is also a folder's name; case matters. */
export const AppNameSchema = z.string().superRefine((name, context) => {
  const reason = name.includes('/') ? 'the name of an app holds no slash' : unsafePathReason(name);
  if (reason !== null) context.addIssue({ code: 'custom', message: reason });
});

/** What SPHINX counts: one task on one app. */
export interface SphinxPair {
  readonly task: number;
  readonly app: string;
}

/** Item id of a pair, `task/app`; also its folder below `groundtruth` and below the folder of saved runs. */
export function pairId({ task, app }: SphinxPair): string {
  return `${task}/${app}`;
}
