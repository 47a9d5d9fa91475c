import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { FAULT_RULES, type FaultRule } from '../../../src/environments/android/faults/fault-class.js';
import type { VectorSuite } from '../vector-suite.js';

const RuleSchema = z.object({
  stage: z.string(),
  owner: z.string(),
  ownerInAction: z.string().optional(),
  retry: z.string(),
  effect: z.string(),
});

/** Owner, retry and effect of each class of fault; the messages are ours. */
export const faultRules: VectorSuite = {
  system: 'android',
  file: 'classes.json',
  run: async ({ shared, report }) => {
    const text = await readFile(join(shared, 'vectors/android/classes.json'), 'utf8');
    const classes = z.record(z.string(), RuleSchema).parse(JSON.parse(text));
    const ours: Readonly<Record<string, FaultRule>> = FAULT_RULES;
    for (const [name, expected] of Object.entries(classes)) {
      const rule = ours[name];
      const actual = rule === undefined ? undefined : RuleSchema.parse({ ...rule });
      // An owner that does not change in an action need not be said twice.
      const { ownerInAction = expected.owner, ...rest } = expected;
      const isEqual = isDeepStrictEqual(
        { ...actual, ownerInAction: actual?.ownerInAction ?? actual?.owner },
        { ...rest, ownerInAction },
      );
      report(name, isEqual ? null : `${JSON.stringify(actual)} in place of ${JSON.stringify(expected)}`);
    }
    for (const name of Object.keys(ours)) {
      if (!Object.hasOwn(classes, name)) report(name, 'is ours alone');
    }
  },
};
