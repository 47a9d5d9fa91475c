import { describe, expect, it } from 'vitest';
import { promptSourceText, type OfficialText } from './prompt-source.js';

const text = (repository: string, listed = true): OfficialText => ({
  repository,
  path: 'a.py',
  sha256: 'a'.repeat(64),
  listed,
});
const read = (commit: string | null): { commit: string | null; blob: string } => ({
  commit,
  blob: 'b'.repeat(40),
});

describe('promptSourceText', () => {
  it('names each repository with its commit once', () => {
    const texts = { one: text('own/er'), two: text('own/er'), three: text('other/place', false) };
    const origins = {
      one: read('c'.repeat(40)),
      two: read('c'.repeat(40)),
      three: read(null),
    };
    expect(promptSourceText({ kind: 'official', set: 's', texts }, origins)).toBe(
      'official (own/er@cccccccccccc; other/place@unknown commit, changed text)',
    );
  });

  it('says whose words they are otherwise', () => {
    expect(promptSourceText(null, {})).toBe("Touchstone's wording");
    expect(promptSourceText({ kind: 'user' }, {})).toBe("the user's own files");
  });
});
