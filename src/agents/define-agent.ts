import { z } from 'zod';
import { describeIssue } from '../domain/text/describe-issue.js';
import { missingCall } from '../domain/text/missing-member.js';
import { didYouMean } from '../domain/text/nearest-name.js';
import { UserError } from '../errors.js';
import type { Dialect, ParseProfile } from '../models/dialects/dialect.js';
import type { OfficialPrompts } from '../models/prompt-sets/official-dialect.js';
import type { Agent } from './agent.js';
import { dialectIdentity, dialectRunSettings, type AgentRunSettings } from './prompting/dialect-identity.js';
import { strategyText, type HistoryStrategy } from './prompting/history-strategy.js';
import type { ObservationChoice } from './observation-choice.js';
import { promptHashes } from './prompting/prompt-hashes.js';

/** An agent has no such switch, or it does not take the value. */
export class AgentOptionError extends UserError {
  override readonly code = 'AGENT_OPTION';
}

/** An agent as somebody wrote it lacks a part; every episode would fail on it. */
export class AgentShapeError extends UserError {
  override readonly code = 'AGENT_SHAPE';
  override readonly stopsRun = true;
}

/**
 * Refuses an object of an agent's author that lacks a function.
 *
 * @param what the object in a sentence, such as `the agent mine`
 * @throws {AgentShapeError} naming the function, and the nearest name that is there
 */
export function requireCalls(value: unknown, calls: readonly string[], what: string): void {
  const problem = missingCall(value, calls);
  if (problem === null) return;
  throw new AgentShapeError(`${what} ${problem}`, {
    hint: 'docs/plugins.md says what an agent is made of; `touchstone init plugin agent NAME` writes one that works.',
  });
}

/** A model that an agent asks, by what it asks it for. */
export interface AgentRole {
  /** `actor`, `planner`, `grounder`, `reflector`, … A role that the user binds to no model of its own is the actor's. */
  readonly name: string;
  /** A few words for lists. */
  readonly does: string;
  /** Family (`name` or `name@variant`) in which it is asked, where that is not the acting model's; the user may name another. */
  readonly dialect?: string;
}

/** What an agent is built from, in addition to its own switches. */
export interface AgentParts {
  /**
   * How the model in a role is asked and answers: as the user sets, else as the role's definition sets, else as the
   * actor.
   */
  dialectOf(role: string): Dialect;
  readonly profile: ParseProfile;
  /** What the user wants the acting model to be shown. */
  readonly observation: ObservationChoice;
  /** Prompts of the agent's own by name, the user's in place of the definition's. */
  readonly prompts: Readonly<Record<string, string>>;
  /** What of earlier steps the acting model is to be shown; absent: what its family shows. */
  readonly history?: HistoryStrategy;
  /** The official prompts in place of the agent's own; absent where it asks in its own. */
  readonly official?: OfficialPrompts;
}

/** What an agent brings to be listed and made by name. */
export interface AgentDefinitionParts<Shape extends z.ZodRawShape> {
  /** Name on the command line: kebab-case. */
  readonly name: string;
  /** One line for lists. */
  readonly title: string;
  /** Models it asks; empty: none. The first one acts. */
  readonly roles: readonly AgentRole[];
  /** Whether it is given the graph and the milestones. */
  readonly privileged?: boolean;
  /** Family (`name` or `name@variant`) that it speaks unless the user names another; `generic_call` unless given. */
  readonly dialect?: string;
  /** How its published code reads answers: so they are read unless the user says otherwise, in families that have that reader. */
  readonly parsing?: ParseProfile;
  /**
   * Its switches, each with a default and a `.describe('…')` for lists: `z.object({ reflection:
   * z.boolean().default(true).describe('looks back at each step') })`. The user sets one with `--agent-option
   * reflection=false`; all of them are part of the run's identity. None unless given.
   */
  readonly options?: z.ZodObject<Shape>;
  /** Prompt templates of its own, which a user may replace by file; those of its dialects are not among them. */
  readonly prompts?: Readonly<Record<string, string>>;
  /**
   * Shows its acting model of earlier steps what its user chooses (`parts.history`, which `actorOf` hands on): for agents whose
   * method does not decide that. No unless given.
   */
  readonly takesHistory?: boolean;
  create(parts: AgentParts, options: z.infer<z.ZodObject<Shape>>): Agent;
  /** What a run names where it differs from the acting dialect's: an agent that shows something else states it here. */
  identify?(parts: AgentParts, options: z.infer<z.ZodObject<Shape>>): Partial<AgentRunSettings>;
  /** What is said before a run begins: sentences about switches that decide what is measured. None unless given. */
  notes?(options: z.infer<z.ZodObject<Shape>>): readonly string[];
}

/** One switch of an agent, as lists show it. */
export interface AgentOptionInfo {
  readonly name: string;
  readonly does: string;
  readonly default: unknown;
}

/** An agent as it is registered, listed and made. */
export interface AgentDefinition {
  readonly name: string;
  readonly title: string;
  readonly roles: readonly AgentRole[];
  readonly privileged: boolean;
  readonly dialect: string;
  /** Absent: as for any agent. */
  readonly parsing?: ParseProfile;
  readonly options: readonly AgentOptionInfo[];
  readonly prompts: Readonly<Record<string, string>>;
  readonly takesHistory: boolean;
  /**
   * @param given switches by name; a text stands for the number or truth value that it spells where one is asked for
   * @throws {AgentOptionError} naming the switches there are
   */
  create(parts: AgentParts, given: Readonly<Record<string, unknown>>): MadeAgent;
}

/** An agent, and what a run with it names. */
export interface MadeAgent {
  readonly agent: Agent;
  readonly runSettings: Partial<AgentRunSettings>;
  /** For the user to read before a run begins. */
  readonly notes?: readonly string[];
}

/**
 * An agent that can be asked for by name. Its switches, the dialects of its roles and its prompts become part of its
 * settings, and so of a run's identity, without its doing. To add one to the command line, put its definition on the list
 * in `src/registry/agents.ts`.
 */
export function defineAgent<Shape extends z.ZodRawShape>(
  definition: AgentDefinitionParts<Shape>,
): AgentDefinition {
  const { name, title, roles, privileged = false, dialect = 'generic_call', prompts = {} } = definition;
  const { takesHistory = false, parsing } = definition;
  requireCalls(definition, ['create'], `the agent ${name}`);
  // Without switches the shape is empty.
  const switches = definition.options ?? (z.object({}) as z.ZodObject<Shape>);
  return {
    name,
    title,
    roles,
    privileged,
    dialect,
    ...(parsing === undefined ? {} : { parsing }),
    prompts,
    takesHistory,
    options: optionsOf(switches),
    create: (parts, given) => {
      const options = readOptions(name, switches, given);
      const made = definition.create(parts, options);
      const dialects = Object.fromEntries(
        roles.map((role) => [role.name, dialectIdentity(parts.dialectOf(role.name))]),
      );
      const settings = {
        ...made.settings,
        ...(Object.keys(options).length === 0 ? {} : { options }),
        ...(roles.length === 0 ? {} : { dialects, profile: parts.profile }),
        ...(Object.keys(prompts).length === 0 ? {} : { prompts: promptHashes(parts.prompts) }),
        ...(parts.history === undefined ? {} : { history: strategyText(parts.history) }),
      };
      const [acting] = roles;
      const runSettings: Partial<AgentRunSettings> =
        acting === undefined ? {} : dialectRunSettings(parts.dialectOf(acting.name), parts);
      return {
        agent: { ...made, settings },
        runSettings: {
          ...runSettings,
          ...(acting === undefined
            ? {}
            : { prompts: { ...runSettings.prompts, ...promptHashes(parts.prompts) } }),
          ...definition.identify?.(parts, options),
        },
        notes: definition.notes?.(options) ?? [],
      };
    },
  };
}

function readOptions<Shape extends z.ZodRawShape>(
  agent: string,
  schema: z.ZodObject<Shape>,
  given: Readonly<Record<string, unknown>>,
): z.infer<z.ZodObject<Shape>> {
  const names = Object.keys(schema.shape);
  const hint = names.length === 0 ? `${agent} has no switches.` : `${agent} has ${names.join(', ')}.`;
  const unknown = Object.keys(given).find((option) => !names.includes(option));
  if (unknown !== undefined)
    throw new AgentOptionError(`${agent} has no switch "${unknown}"`, {
      hint: `${didYouMean(unknown, names)}${hint}`,
    });
  const shape: Readonly<Record<string, unknown>> = schema.shape;
  const values = Object.fromEntries(
    Object.entries(given).map(([option, value]) => [option, spelled(value, shape[option] as z.ZodType)]),
  );
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const words = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${describeIssue(issue)}`);
  const missing = names.filter((option) => !(option in values) && isAtFault(parsed.error, option));
  const write = missing.map((option) => `--agent-option ${option}=…`).join(' ');
  throw new AgentOptionError(`${agent}: ${words.join('; ')}`, {
    hint: missing.length === 0 ? hint : `Write it as ${write}. ${hint}`,
  });
}

/** Whether an option is among what does not fit. */
function isAtFault(error: z.ZodError, option: string): boolean {
  return error.issues.some(({ path }) => path[0] === option);
}

/** The value itself where it fits, else what its text spells as JSON (`false`, `4`, `["a"]`) where that is of the type. */
function spelled(value: unknown, type: z.ZodType): unknown {
  if (typeof value !== 'string' || type.safeParse(value).success) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    const result = type.safeParse(parsed);
    return result.success || result.error.issues[0]?.code !== 'invalid_type' ? parsed : value;
  } catch {
    return value;
  }
}

function optionsOf(schema: z.ZodObject): AgentOptionInfo[] {
  return Object.entries(schema.shape).map(([name, option]) => {
    const type = option as z.ZodType;
    const standard = type.safeParse(undefined);
    return { name, does: type.description ?? '', default: standard.success ? standard.data : null };
  });
}
