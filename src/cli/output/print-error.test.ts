import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ModelOutageError } from '../../models/model-errors.js';
import { printError } from './print-error.js';

function printed(stage: { readonly stage?: string }): string {
  const stream = new PassThrough();
  const hint = 'Check that the server is up, then `touchstone resume RUN --retry-voided`.';
  printError(new ModelOutageError('gone', { hint }), { verbose: false, stream, ...stage });
  return String(stream.read());
}

it('names the command of a stage that goes on, in place of a run', () => {
  expect(printed({ stage: 'build explore' })).toContain(
    'Check that the server is up, then call `touchstone build explore …` again.',
  );
  expect(printed({})).toContain('then `touchstone resume RUN --retry-voided`.');
});
