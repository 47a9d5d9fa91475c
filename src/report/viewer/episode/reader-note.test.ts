import { describe, expect, it } from 'vitest';
import { english } from '../strings-en.js';
import { readerNote } from './reader-note.js';

const run = (...identity: readonly (readonly [string, string])[]) => readerNote({ identity }, english);

describe('readerNote', () => {
  it('names the dialect, and the commands that know it by its name', () => {
    expect(run(['dialect.name', 'generic_call@sent'], ['dialect.version', '2'])).toBe(
      'Read by the dialect generic_call@sent. `touchstone parse --dialect generic_call@sent` shows what an answer means, `touchstone prompts show --dialect generic_call@sent` what is asked for.',
    );
    expect(run(['dialect.name', 'mine'], ['dialect.version', '1+abc'])).toBe('Read by the dialect mine.');
    const plugin = ['plugins.p.version', '1'] as const;
    expect(run(['dialect.name', 'mine'], ['dialect.version', '1'], plugin)).toBe('Read by the dialect mine.');
    expect(run(['dialect', 'null'])).toBeNull();
  });
});
