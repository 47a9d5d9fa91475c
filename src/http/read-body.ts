import type { Context } from 'hono';
import type { z } from 'zod';
import { describeIssue } from '../domain/text/describe-issue.js';
import { UserError } from '../errors.js';

/** The JSON of a request. @throws {UserError} for what is no JSON, or does not fit */
export async function readBody<T extends z.ZodType>(context: Context, schema: T): Promise<z.infer<T>> {
  // What is too large is said by whoever counts.
  const text = await context.req.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UserError('the request is no JSON');
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'it' : issue.path.join('.');
  const words = issue === undefined ? '' : describeIssue(issue).replace(/^it /, '');
  throw new UserError(`the request does not fit: ${place} ${words}`);
}
