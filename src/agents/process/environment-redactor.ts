import { redactor, type Redactor } from '../../models/redact-key.js';

/** Variables whose values go into no journal, and the shortest value that is taken for one. */
const SECRET_NAME = /key|token|secret|passw|credential/i;
const SECRET_LENGTH = 6;

/**
 * Takes secrets that a process was given by its environment out of what it prints: the values of variables whose names say
 * so, each whole. Longest first, so that one that holds another goes whole.
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
