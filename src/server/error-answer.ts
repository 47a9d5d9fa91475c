import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { NotRunningError } from '../app/view/control/not-running-error.js';
import { NotThereError } from '../app/view/not-there-error.js';
import { TouchstoneError } from '../errors.js';
import type { ErrorAnswer } from './shapes.js';

type FailureStatus = 400 | 403 | 404 | 405 | 409 | 413 | 415 | 500 | 503;

/** Codes of what HTTP itself says. */
const CODES: Readonly<Record<number, string>> = {
  400: 'USER',
  404: 'NOT_THERE',
  405: 'METHOD',
  413: 'TOO_LARGE',
  415: 'MEDIA_TYPE',
};

/** An answer that says what is wrong. */
export function failure(
  context: Context,
  status: FailureStatus,
  error: string,
  {
    code = CODES[status] ?? 'BUG',
    hint,
  }: { readonly code?: string; readonly hint?: string | undefined } = {},
): Response {
  const said: ErrorAnswer = { error, code, ...(hint === undefined ? {} : { hint }) };
  return context.json(said, status);
}

/** What is answered for anything thrown: whose fault it is says the status. */
export function errorAnswer(error: Error, context: Context): Response {
  if (error instanceof HTTPException) {
    const status = error.status === 413 || error.status === 415 ? error.status : 400;
    return failure(context, status, error.message === '' ? 'the request is no JSON' : error.message);
  }
  if (!(error instanceof TouchstoneError)) {
    return failure(context, 500, 'something went wrong in Touchstone', { code: 'BUG' });
  }
  const { message, code, hint } = error;
  return failure(context, statusOf(error), message, { code, hint });
}

function statusOf(error: TouchstoneError): FailureStatus {
  if (error instanceof NotThereError) return 404;
  if (error instanceof NotRunningError) return 409;
  if (error.code === 'UNTRUSTED') return 403;
  // A page keeps what it has, and asks again.
  if (error.code === 'DATABASE_AWAY') return 503;
  return error.fault === 'user' ? 400 : 500;
}
