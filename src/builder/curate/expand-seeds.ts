import { z } from 'zod';
import { fillTemplate } from '../../models/dialects/fill-template.js';
import type { ModelRequest } from '../../models/model.js';
import { readChecked, reads, unreadable, type Reading } from '../../models/readers/reading.js';

/** Seeds of one app, in one language, that a model is to write more of. */
export interface SeedGroup {
  readonly app: string;
  readonly language: string;
  /** Kind of task, with what it means; the model is told. */
  readonly kind?: { readonly name: string; readonly description: string };
  readonly seeds: readonly string[];
  /** Instructions that there are already, so that they do not come again. */
  readonly existing?: readonly string[];
  /** How many are asked for. */
  readonly count: number;
}

/** Most candidates that are taken from one answer. */
const MOST = 200;

/** What a model is asked for, in our own words: the paper prints none. Placeholders are those of `expansionRequest`. */
export const EXPANSION_PROMPT = `You write test tasks for an agent that uses the phone app {{app}} by tapping and typing.
People wrote these tasks:
{{seeds}}
{{existing}}
Write {{count}} new tasks for the same app, in the language {{language}}.
{{kind}}
Each task can be done within this app alone, says exactly what is to be reached, and whether it was reached can be seen on the screen. It needs no payment, no private data and no message to a stranger.
Vary features of the app, sentence patterns and words: a task that differs from another in a name or number only is of no use.
Answer with a JSON array of strings, one task each, and nothing else.`;

/**
 * The request for more tasks. A prompt of one's own may use `app`, `language`, `count`, `seeds`, `existing` and `kind`.
 *
 * @throws {UserError} for a prompt with another placeholder
 */
export function expansionRequest(group: SeedGroup, prompt = EXPANSION_PROMPT): ModelRequest {
  const { app, language, kind, seeds, existing = [], count } = group;
  const listed = (instructions: readonly string[]): string =>
    instructions.map((instruction) => `- ${JSON.stringify(instruction)}`).join('\n');
  const text = fillTemplate(prompt, {
    app: JSON.stringify(app),
    language: JSON.stringify(language),
    count: String(count),
    seeds: listed(seeds),
    existing: existing.length === 0 ? '' : `These exist as well:\n${listed(existing)}`,
    kind: kind === undefined ? '' : `All of them are of the kind ${kind.name}: ${kind.description}`,
  });
  return { messages: [{ role: 'user', content: [{ type: 'text', text }] }] };
}

const InstructionsSchema = z.array(z.string().trim().min(1).max(1000)).min(1).max(MOST);

/** The instructions of an answer: the JSON array of texts that ends with its last bracket, fenced or not. Equal ones are given once. */
export function readExpansion(text: string): Reading<readonly string[]> {
  return readChecked(text, (answer) => {
    const end = answer.lastIndexOf(']');
    // An array of strings: the first bracket that gives one, since instructions may hold brackets.
    const starts = [...answer.slice(0, end).matchAll(/\[/g)].slice(0, MOST).map(({ index }) => index);
    for (const start of starts) {
      const read = InstructionsSchema.safeParse(parsed(answer.slice(start, end + 1)));
      if (read.success) return reads([...new Set(read.data)]);
    }
    return unreadable('the answer holds no JSON array of instructions');
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
