import { randomBytes } from 'node:crypto';
import { UserError } from '../../errors.js';

/** A run's name: when, what, who, and a few random letters; sorts by time and is one plain folder name. */
export function newRunId(benchmark: string, agent: string, now: Date): string {
  const time = now.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const words = [benchmark, agent].map((word) =>
    word
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 24),
  );
  return `${time}-${words.join('-')}-${randomBytes(2).toString('hex')}`;
}

/** A name the user gave to a run. @throws {UserError} when it is not one plain folder name */
export function checkRunId(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name)) return name;
  throw new UserError(`"${name}" cannot name a run`, {
    hint: 'Use up to 128 letters, digits, ".", "_" and "-", a letter or digit first.',
  });
}
