import type { z } from 'zod';
import { describeIssue } from './describe-issue.js';

interface Misfit {
  readonly path: readonly PropertyKey[];
  readonly issue: z.core.$ZodIssue;
}

/**
 * Why a value does not fit its schema, in plain words and for its first misfit alone: `it has no gt`, `its step must be a
 * whole number`. Within a union that of the alternative that came furthest.
 */
export function describeMisfit(value: unknown, { issues }: z.ZodError): string {
  const misfit = furthest(issues);
  if (misfit === null) return 'it does not fit';
  const { path, issue } = misfit;
  if (path.length === 0) return describeIssue(issue);
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const plain = name.replace(/^\./, '');
  if (issue.code !== 'unrecognized_keys' && valueAt(value, path) === undefined) return `it has no ${plain}`;
  const words = describeIssue(issue);
  return words.startsWith('it ') ? `its ${plain}${words.slice('it'.length)}` : `${plain}: ${words}`;
}

function furthest(issues: readonly z.core.$ZodIssue[]): Misfit | null {
  const [issue] = issues;
  if (issue === undefined) return null;
  let best: Misfit = { path: issue.path, issue };
  if (issue.code !== 'invalid_union') return best;
  for (const alternative of issue.errors) {
    const inner = furthest(alternative);
    if (inner === null) continue;
    const path = [...issue.path, ...inner.path];
    if (path.length > best.path.length) best = { path, issue: inner.issue };
  }
  return best;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return at;
}
