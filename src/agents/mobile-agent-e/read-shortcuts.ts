import { z } from 'zod';
import { TAP_TYPE_AND_ENTER, type Shortcut } from '../../models/dialects/mobile-agent-e/shortcut.js';
import { findObject, isRecord, readLooseJson } from '../../models/dialects/reading/read-loose-json.js';
import { AgentOptionError } from '../define-agent.js';

const word = z.string().min(1).max(200);
const words = z.union([z.array(word).max(20), z.null()]).transform((list) => list ?? []);
const argumentsMap = z
  .union([z.record(z.string(), z.union([word, z.number()])), z.null()])
  .optional()
  .transform((map) =>
    Object.fromEntries(Object.entries(map ?? {}).map(([name, value]) => [name, String(value)])),
  );

const steps = z
  .array(z.object({ name: word, arguments_map: argumentsMap }))
  .min(1)
  .max(20);

/** A shortcut as the published system writes it. Source: Mobile-Agent-E reference code, `agents.py`. */
const WrittenShortcutSchema = z.object({
  name: word,
  arguments: words,
  description: z.string().max(1000).default(''),
  precondition: z.string().max(1000).default(''),
  atomic_action_sequence: steps,
});
export type WrittenShortcut = z.input<typeof WrittenShortcutSchema>;

/** With the name that earlier versions of ours gave the steps. */
const AnyShortcutSchema = z.preprocess((value) => {
  if (!isRecord(value) || 'atomic_action_sequence' in value || !('shortcut' in value)) return value;
  const { shortcut, ...rest } = value;
  return { ...rest, atomic_action_sequence: shortcut };
}, WrittenShortcutSchema);

/**
 * The shortcut that every agent has, unless there is another one of its name, and those of a JSON list, or of an object with
 * shortcuts by name, as the published code keeps them.
 *
 * @throws {AgentOptionError} when the text is no such list
 */
export function readShortcuts(text: string): Shortcut[] {
  const hint =
    'It is a JSON list of {"name", "arguments", "description", "precondition", "atomic_action_sequence": [{"name", "arguments_map"}]}.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AgentOptionError('the prompt "shortcuts" is not JSON', { hint, cause });
  }
  const parsed = z
    .array(AnyShortcutSchema)
    .max(50)
    .safeParse(isRecord(value) ? Object.values(value) : value);
  if (parsed.success) {
    const given = parsed.data.map(shortcutOf);
    const isGiven = given.some(({ name }) => name === TAP_TYPE_AND_ENTER.name);
    return isGiven ? given : [TAP_TYPE_AND_ENTER, ...given];
  }
  const issue = parsed.error.issues[0];
  throw new AgentOptionError(
    `the prompt "shortcuts": ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    { hint },
  );
}

/** The shortcut that an answer proposes, as it would stand in the list; null where it proposes none that can be used. */
export function readNewShortcut(text: string): WrittenShortcut | null {
  const at = findObject(text, 0, text.length);
  if (at < 0) return null;
  const json = readLooseJson(text, at, { warnings: new Set() });
  if (json.type !== 'json') return null;
  const parsed = AnyShortcutSchema.safeParse(json.value);
  return parsed.success ? parsed.data : null;
}

/** `Name(arguments): what it does. Only where …`, one a line. */
export function shortcutLines(shortcuts: readonly Shortcut[]): string {
  return shortcuts
    .map(({ name, arguments: names, description, precondition }) => {
      const only = precondition === '' ? '' : ` Only where: ${precondition}`;
      return `- ${name}(${names.join(', ')}): ${description}${only}`;
    })
    .join('\n');
}

function shortcutOf({
  atomic_action_sequence: sequence,
  ...said
}: z.output<typeof WrittenShortcutSchema>): Shortcut {
  return { ...said, steps: sequence.map(({ name, arguments_map }) => ({ name, arguments: arguments_map })) };
}
