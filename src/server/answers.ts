import type { RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { shapeReference, type Shape, type ShapeName } from './shapes.js';

type Responses = RouteConfig['responses'];

/** What routes answer that cannot do what they were asked, by status. */
const FAILURES: Readonly<Record<number, string>> = {
  400: 'The request does not fit.',
  401: 'The token is missing or wrong.',
  403: 'Not for a page of another site, nor for this role; or something that only the user may name.',
  404: 'It is not there.',
  409: 'It cannot be done as things are now.',
  413: 'The body is too large.',
  415: 'The body is no JSON.',
  429: 'Too many wrong tokens, or requests, came from there.',
  503: 'The index, the users or the audit log of the server cannot be had now.',
};
/** Any route may answer these. */
const ALWAYS = [401, 403, 429, 503] as const;

/** The answers of a route: those that it succeeds with, and by which statuses it fails. */
export function answersOf(success: Responses, failures: readonly number[] = []): Responses {
  const failed = [...failures, ...ALWAYS].toSorted((a, b) => a - b);
  return {
    ...success,
    ...Object.fromEntries(
      failed.map((status) => [
        status,
        {
          description: FAILURES[status] ?? 'It failed.',
          content: { 'application/json': { schema: shapeReference('Error') } },
        },
      ]),
    ),
  };
}

/** A success that is JSON of a shape. */
export function jsonOf(name: ShapeName, description: string, status = 200): Responses {
  return {
    [status]: { description, content: { 'application/json': { schema: shapeReference(name) } } },
  };
}

/** A success that is bytes or text of some media types. */
export function bytesOf(description: string, mediaTypes: readonly string[]): Responses {
  const schema = { type: 'string' as const, format: 'binary' };
  return {
    200: { description, content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])) },
  };
}

/** Answers with a value of a shape. It is one already, and is not checked again. */
export function answer<N extends ShapeName>(
  context: Context,
  _name: N,
  value: Shape<N>,
  status: 200 | 201 | 202 = 200,
): Response {
  context.header('content-type', 'application/json; charset=utf-8');
  context.header('cache-control', 'no-store');
  return context.body(JSON.stringify(value), status);
}
