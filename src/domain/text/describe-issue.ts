import type { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'text',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list',
};

/** What is wrong with a value, as what it must be instead. Formats and rules of our own bring their words along. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `it must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (issue.origin === 'string') return 'it must not be empty';
      return issue.inclusive === true
        ? `it must be ${issue.minimum} or more`
        : `it must be more than ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `it must have at most ${issue.maximum} characters`;
      return issue.inclusive === true
        ? `it must be ${issue.maximum} or less`
        : `it must be less than ${issue.maximum}`;
    case 'invalid_value':
      return `it must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `it must not have ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return issue.discriminator === undefined
        ? issue.message
        : `it is none of the known kinds${kindsOf(issue)}`;
    default:
      return issue.message;
  }
}

/** The kinds that there are, where they are known by name. */
function kindsOf({ options }: z.core.$ZodIssueInvalidUnion & { readonly options?: unknown }): string {
  return Array.isArray(options) && options.length > 0 ? ` (${options.map(String).join(', ')})` : '';
}
