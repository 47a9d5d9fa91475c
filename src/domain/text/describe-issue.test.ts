import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssue } from './describe-issue.js';

const KINDS = z.discriminatedUnion('type', [
  z.object({ type: z.literal('a') }),
  z.object({ type: z.literal('b') }),
]);

describe('describeIssue', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.number(), 'x', 'it must be a number'],
    [z.string(), 1, 'it must be text'],
    [z.string().max(3), 'long', 'it must have at most 3 characters'],
    [z.int().min(2), 1, 'it must be 2 or more'],
    [z.enum(['a', 'b']), 'c', 'it must be one of a, b'],
    [z.strictObject({}), { a: 1, b: 2 }, 'it must not have a, b'],
    [KINDS, { type: 'c' }, 'it is none of the known kinds (a, b)'],
    [z.string().refine(() => false, { error: 'own words' }), 'x', 'own words'],
  ])('says what a value must be (%#)', (schema, value, words) => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    expect(issue === undefined ? '' : describeIssue(issue)).toBe(words);
  });
});
