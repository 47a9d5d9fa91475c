import type { z } from 'zod';

/** What a quick parser gives for a value that only the schema itself can judge. */
export const NOT_QUICK = Symbol('not quick');

/**
 * Gives what the schema would give for a valid value, or {@link NOT_QUICK}. That is the value itself where nothing of it is to
 * be left out and its keys are in the schema's order, as those of lines that we wrote are.
 */
export type QuickParser = (value: unknown) => unknown;

type Schema = z.core.$ZodType;

/** What is written for a schema. */
interface Written {
  /** Whether a valid value comes out as it is: the code is then a condition. Else it gives a value or NO. */
  readonly isCondition: boolean;
  /** Code about a variable. */
  readonly code: (variable: string) => string;
}

/** A schema's parser is always the same, and a program that was written and compiled for it is worth keeping. */
const made = new WeakMap<z.ZodType, QuickParser>();

/**
 * A parser of JSON values for the plain part of what schemas can say: objects, unions by a literal, arrays, tuples, records,
 * strings with patterns, numbers with limits. It is a program written for the schema, as a person would write it by hand, and
 * takes a twentieth of the schema's own time, which counts where a journal has a million lines. It never takes what the
 * schema refuses, and gives the same value, keys in the schema's order and unknown ones left out; whatever it does not take
 * has to go to the schema, for its verdict and its words.
 */
export function quickParser(schema: z.ZodType): QuickParser {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const parser = new ParserWriter().parser(schema);
  made.set(schema, parser);
  return parser;
}

const REFUSE: QuickParser = () => NOT_QUICK;
const REFUSED: Written = { isCondition: false, code: () => 'NO' };
const IS_OBJECT = "typeof value === 'object' && value !== null && !Array.isArray(value)";

/**
 * Writes one function for each object, union, array, tuple and record of a schema, with names of fields in quotes, and
 * patterns and sets of words as constants beside it: nothing of what it will read gets into the program.
 */
class ParserWriter {
  readonly #functions: string[] = [];
  readonly #constants: unknown[] = [];
  /** Those whose insides are being written. */
  readonly #open = new Set<Schema>();

  parser(schema: Schema): QuickParser {
    const written = this.#value(schema);
    const constants = this.#constants.map((_, index) => `const c${index} = constants[${index}];`);
    const program = [...constants, ...this.#functions, `return (value) => ${asValue(written, 'value')};`];
    try {
      // oxlint-disable-next-line typescript/no-implied-eval -- written above, from our own schemas alone
      const make = new Function('constants', 'NO', program.join('\n')) as (
        constants: readonly unknown[],
        no: symbol,
      ) => QuickParser;
      return make(this.#constants, NOT_QUICK);
    } catch (error) {
      // Node can be told to make no code from text: the schemas then do all the work.
      if (error instanceof EvalError) return REFUSE;
      throw error;
    }
  }

  #value(schema: Schema): Written {
    // Every schema of zod's own is one of these; the switch refuses those it does not know.
    const { def } = (schema as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case 'string':
        return this.#string(def);
      case 'number':
        return numberCondition(def);
      case 'boolean':
        return condition((name) => `typeof ${name} === 'boolean'`);
      case 'null':
        return condition((name) => `${name} === null`);
      case 'unknown':
        return condition((name) => `${name} !== undefined`);
      case 'literal':
        return this.#oneOf(def.values);
      case 'enum':
        return this.#oneOf(Object.values(def.entries));
      case 'nullable': {
        const { isCondition, code } = this.#value(def.innerType);
        return isCondition
          ? condition((name) => `(${name} === null || ${code(name)})`)
          : { isCondition, code: (name) => `(${name} === null ? null : ${code(name)})` };
      }
      case 'optional':
      case 'readonly':
      case 'default':
        // What is absent is the schema's to say.
        return hasChecks(def) ? REFUSED : this.#value(def.innerType);
      case 'lazy':
        return this.#lazy(schema, def);
      case 'array':
        return this.#array(def);
      case 'tuple':
        return hasChecks(def) || def.rest !== null ? REFUSED : this.#tuple(def.items);
      case 'record':
        return this.#refined(def, this.#record(def));
      case 'object':
        return this.#object(def);
      case 'union':
        return this.#union(def);
      default:
        return REFUSED;
    }
  }

  #string(def: z.core.$ZodStringDef | z.core.$ZodStringFormatDef): Written {
    const checks = (def.checks ?? []).map((check) => {
      // Zod's own checks are these; others are refused below.
      const { def: own } = (check as z.core.$ZodChecks)._zod;
      if (own.check !== 'string_format') return lengthCheck(check);
      return own.format === 'regex' ? this.#matches(own.pattern) : null;
    });
    if ('format' in def) checks.push(def.format === 'datetime' ? this.#matches(def.pattern) : null);
    return def.coerce === true ? REFUSED : allOf((name) => `typeof ${name} === 'string'`, checks);
  }

  #matches(pattern: RegExp | undefined): ((name: string) => string) | null {
    if (pattern === undefined || pattern.global || pattern.sticky) return null;
    const constant = this.#constant(pattern);
    return (name) => `${constant}.test(${name})`;
  }

  #oneOf(values: readonly unknown[]): Written {
    const [first] = values;
    if (values.length === 1 && typeof first === 'string') {
      return condition((name) => `${name} === ${JSON.stringify(first)}`);
    }
    const words = this.#constant(new Set(values));
    return condition((name) => `${words}.has(${name})`);
  }

  #array(def: z.core.$ZodArrayDef): Written {
    const lengths = allOf((name) => `Array.isArray(${name})`, (def.checks ?? []).map(lengthCheck));
    if (!lengths.isCondition) return REFUSED;
    const element = this.#value(def.element);
    return this.#function(`
      if (!${lengths.code('value')}) return NO;
      let parsed = null;
      for (let index = 0; index < value.length; index += 1) {
        const member = value[index];
        const result = ${asValue(element, 'member')};
        if (result === NO) return NO;
        if (parsed === null && result !== member) parsed = value.slice(0, index);
        if (parsed !== null) parsed.push(result);
      }
      return parsed === null ? value : parsed;`);
  }

  #tuple(items: readonly Schema[]): Written {
    const members = items.map((item, index) => {
      const result = asValue(this.#value(item), `value[${index}]`);
      return `
      const r${index} = ${result};
      if (r${index} === NO) return NO;`;
    });
    const isSame = items.map((_, index) => `r${index} === value[${index}]`).join(' && ');
    return this.#function(`
      if (!Array.isArray(value) || value.length !== ${items.length}) return NO;${members.join('')}
      return ${isSame || 'true'} ? value : [${items.map((_, index) => `r${index}`).join(', ')}];`);
  }

  #record({ keyType, valueType }: z.core.$ZodRecordDef): Written {
    // Every key of a JSON object is a string; with more to be said of keys, the schema says it.
    const { def } = (keyType as z.core.$ZodTypes)._zod;
    if (def.type !== 'string' || hasChecks(def) || 'format' in def) return REFUSED;
    return this.#function(`
      if (!(${IS_OBJECT})) return NO;
      const parsed = {};
      let isSame = true;
      for (const key of Object.keys(value)) {
        const member = value[key];
        const result = key === '__proto__' ? NO : ${asValue(this.#value(valueType), 'member')};
        if (result === NO) return NO;
        if (result !== member) isSame = false;
        parsed[key] = result;
      }
      return isSame ? value : parsed;`);
  }

  #object(def: z.core.$ZodObjectDef): Written {
    const names = Object.keys(def.shape);
    // Such a name would be found in every object.
    if (hasChecks(def) || def.catchall !== undefined || names.some((name) => name in Object.prototype)) {
      return REFUSED;
    }
    const fields = Object.entries(def.shape).map(([name, schema], index) => {
      const [field, result] = [`v${index}`, `r${index}`];
      const written = this.#value(schema);
      const read = written.isCondition
        ? `if (!(${written.code(field)})) return NO;`
        : `${result} = ${written.code(field)}; if (${result} === NO) return NO; if (${result} !== ${field}) isSame = false;`;
      return {
        read: `
      const ${field} = value[${JSON.stringify(name)}];${written.isCondition ? '' : ` let ${result};`}
      ${isOptional(schema) ? `if (${field} !== undefined) { count += 1; ${read} }` : `count += 1; ${read}`}`,
        copy: `
      if (${field} !== undefined) parsed[${JSON.stringify(name)}] = ${written.isCondition ? field : result};`,
      };
    });
    const order = this.#constant(names);
    return this.#function(`
      if (!(${IS_OBJECT})) return NO;
      let isSame = true;
      let count = 0;${fields.map(({ read }) => read).join('')}
      if (isSame) {
        let next = 0;
        for (const name in value) {
          while (next < ${names.length} && ${order}[next] !== name) next += 1;
          next += 1;
          count -= 1;
        }
        if (next <= ${names.length} && count === 0) return value;
      }
      const parsed = {};${fields.map(({ copy }) => copy).join('')}
      return parsed;`);
  }

  /** What holds itself, such as groups of groups, is left to the schema from there on: it may be nested without end. */
  #lazy(schema: Schema, def: z.core.$ZodLazyDef): Written {
    if (hasChecks(def) || this.#open.has(schema)) return REFUSED;
    this.#open.add(schema);
    const written = this.#value(def.getter());
    this.#open.delete(schema);
    return written;
  }

  /** With refinements, which change nothing; another check may. */
  #refined(def: { readonly checks?: readonly z.core.$ZodCheck[] | undefined }, written: Written): Written {
    const checks = (def.checks ?? []).map((check) => {
      const { def: own } = check._zod as { readonly def: { readonly check: string; readonly fn?: unknown } };
      return own.check === 'custom' && typeof own.fn === 'function' ? this.#constant(own.fn) : null;
    });
    if (checks.includes(null)) return REFUSED;
    if (checks.length === 0) return written;
    return this.#function(`
      const parsed = ${asValue(written, 'value')};
      if (parsed === NO) return NO;
      return ${checks.map((check) => `${check}(parsed) === true`).join(' && ')} ? parsed : NO;`);
  }

  /** A union by a literal of its options; any other is the schema's to decide. */
  #union(def: z.core.$ZodUnionDef): Written {
    const options = def.options.map((option) => (option as z.core.$ZodTypes)._zod.def);
    if (hasChecks(def) || !options.every((option) => option.type === 'object')) return REFUSED;
    const told = 'discriminator' in def ? String(def.discriminator) : 'type';
    const words = options.map(({ shape }) => wordsOf(shape[told]));
    // An option without such a word, or two with the same one, could be meant by any value.
    if (words.some((own) => own.length === 0) || new Set(words.flat()).size < words.flat().length) {
      return REFUSED;
    }
    const cases = options.map((option, index) => {
      const labels = (words[index] ?? []).map((word) => `case ${JSON.stringify(word)}:`).join(' ');
      return `
        ${labels} return ${this.#object(option).code('value')};`;
    });
    return this.#function(`
      if (!(${IS_OBJECT})) return NO;
      switch (value[${JSON.stringify(told)}]) {${cases.join('')}
        default: return NO;
      }`);
  }

  #constant(value: unknown): string {
    this.#constants.push(value);
    return `c${this.#constants.length - 1}`;
  }

  /** A function of `value`, by its body, that gives a value or NO. */
  #function(body: string): Written {
    const name = `f${this.#functions.length}`;
    this.#functions.push(`function ${name}(value) {${body}\n}`);
    return { isCondition: false, code: (variable) => `${name}(${variable})` };
  }
}

/** The words that a literal allows; none of another schema, nor of a literal that is no word. */
function wordsOf(schema: Schema | undefined): readonly string[] {
  if (schema === undefined) return [];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'literal') return [];
  const words = def.values.filter((value) => typeof value === 'string');
  return words.length < def.values.length ? [] : words;
}

function condition(code: (name: string) => string): Written {
  return { isCondition: true, code };
}

function asValue({ isCondition, code }: Written, name: string): string {
  return isCondition ? `(${code(name)} ? ${name} : NO)` : code(name);
}

/** A condition and more of it; refused where one of them is not known here. */
function allOf(
  first: (name: string) => string,
  others: readonly (((name: string) => string) | null)[],
): Written {
  const known = others.filter((other) => other !== null);
  if (known.length < others.length) return REFUSED;
  return condition((name) => `(${[first, ...known].map((code) => code(name)).join(' && ')})`);
}

/** Of a text or an array; null for another check. */
function lengthCheck(check: z.core.$ZodCheck): ((name: string) => string) | null {
  // Zod's own checks are these.
  const { def } = (check as z.core.$ZodChecks)._zod;
  if (def.check === 'min_length') return (name) => `${name}.length >= ${def.minimum}`;
  if (def.check === 'max_length') return (name) => `${name}.length <= ${def.maximum}`;
  return null;
}

function numberCondition(def: z.core.$ZodNumberDef | z.core.$ZodNumberFormatDef): Written {
  const checks = (def.checks ?? []).map((check) => {
    // Zod's own checks are these; others are refused below.
    const { def: own } = (check as z.core.$ZodChecks)._zod;
    if (own.check !== 'greater_than' && own.check !== 'less_than') return null;
    const { value: limit, inclusive } = own;
    if (typeof limit !== 'number') return null;
    const sign = `${own.check === 'greater_than' ? '>' : '<'}${inclusive ? '=' : ''}`;
    return (name: string) => `${name} ${sign} ${limit}`;
  });
  if ('format' in def) {
    checks.push(def.format === 'safeint' ? (name) => `Number.isSafeInteger(${name})` : null);
  }
  if (def.coerce === true) return REFUSED;
  return allOf((name) => `typeof ${name} === 'number' && Number.isFinite(${name})`, checks);
}

function hasChecks(def: { readonly checks?: readonly unknown[] | undefined }): boolean {
  return (def.checks?.length ?? 0) > 0;
}

function isOptional(schema: Schema): boolean {
  return (schema as z.core.$ZodTypes)._zod.def.type === 'optional';
}
