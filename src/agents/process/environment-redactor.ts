import { redactor, type Redactor } from '../../models/redact-key.js';

/** Variables whose values go into no journal, and the shortest value that is taken for one. */
const SECRET_NAME = /key|token|secret|passw|credential/i;
const SECRET_LENGTH = 6;

/**
 * Removes secrets of a process's environment from its output: the whole values of variables with secret names. Longest
 * first, so that one that contains another is removed whole.
 */
export function environmentRedactor(environment: NodeJS.ProcessEnv): Redactor {
  const redactors = Object.entries(environment)
    .flatMap(([name, value]) =>
      SECRET_NAME.test(name) && value !== undefined && value.length >= SECRET_LENGTH
        ? [[name, value] as const]
        : [],
    )
    .toSorted(([, a], [, b]) => b.length - a.length)
    // Whole alone: a path or word of the environment has parts that mean nothing.
    .map(([name, value]) => redactor(value, { mark: `[${name}]`, parts: false }));
  return (text) => redactors.reduce((clean, redact) => redact(clean), text);
}
