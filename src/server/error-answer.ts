import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { NotRunningError } from '../app/view/control/not-running-error.js';
import { LabelTurnError } from '../app/view/labels/label-turn-error.js';
import { NotThereError } from '../app/view/not-there-error.js';
import { TouchstoneError } from '../errors.js';
import { withoutFolders } from '../report/without-folders.js';
import type { ErrorAnswer } from './shapes.js';

type FailureStatus = 400 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 500 | 503;

/** Codes of what HTTP itself says. */
const CODES: Readonly<Record<number, string>> = {
  400: 'USER',
  404: 'NOT_THERE',
  405: 'METHOD',
  413: 'TOO_LARGE',
  415: 'MEDIA_TYPE',
};

/** What may be there again in a moment. */
const AWAY: ReadonlySet<string> = new Set(['DATABASE_AWAY', 'AUDIT_LOG']);

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
    return bug(error, context);
  }
  if (error.fault === 'bug') return bug(error, context);
  const { message, code, hint } = error;
  // Who has the token need not know the folders of this machine.
  return failure(context, statusOf(error), withoutFolders(message), {
    code,
    hint: hint === undefined ? undefined : withoutFolders(hint),
  });
}

/** What happened is for whoever runs the viewer; a page is told where to find it. */
function bug(error: Error, context: Context): Response {
  const id = randomUUID().slice(0, 8);
  process.emitWarning(`request ${id} (${context.req.method} ${context.req.path}) failed: ${error.message}`, {
    detail: error.stack ?? '',
  });
  return failure(context, 500, 'something went wrong in Touchstone', {
    code: 'BUG',
    hint: `What it was stands under ${id} where the viewer was started.`,
  });
}

function statusOf(error: TouchstoneError): FailureStatus {
  if (error instanceof NotThereError) return 404;
  if (error instanceof NotRunningError || error instanceof LabelTurnError) return 409;
  if (error.code === 'UNTRUSTED') return 403;
  // The request was sound, but what it is about is broken or missing here.
  if (error.fault === 'dataset') return 422;
  // A page keeps what it has, and asks again.
  if (AWAY.has(error.code)) return 503;
  return error.fault === 'user' ? 400 : 500;
}
