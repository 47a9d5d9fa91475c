import { editDistance } from '../../domain/text/edit-distance.js';
import { COMMAND_NAMES } from './fill-command.js';
import { CommandPlaceholderError } from './phone-agent-errors.js';

/** The names that a command may use, as users write them. */
export const COMMAND_PLACEHOLDERS = Object.keys(COMMAND_NAMES)
  .map((name) => `{${name}}`)
  .join(' ');

/** Letters that may be typed wrong in a long name; in a short one fewer, since `{host}` is no slip for `{port}`. */
const MOST_WRONG = 2;
const LETTERS_PER_SLIP = 3;

/**
 * Looks for what a command means to be filled in and will not be, before anything starts. Only a word alone in braces
 * counts: JSON, `${name}` and `{print $1}` are somebody else's.
 *
 * @returns what the user may want to know: words in braces that stay as they are, and names that a shell will read
 * @throws {CommandPlaceholderError} for a word that is nearly a name
 */
export function checkCommand(command: readonly string[]): readonly string[] {
  const left = new Set<string>();
  const shells = new Set<string>();
  for (const [whole, dollar, word = ''] of command.flatMap((one) => [
    ...one.matchAll(/(\$?)\{([A-Za-z][A-Za-z_-]*)\}/g),
  ])) {
    const isName = Object.hasOwn(COMMAND_NAMES, word);
    if (dollar !== '') {
      if (isName) shells.add(whole);
    } else if (!isName) {
      const meant = nearestName(word);
      if (meant !== null) {
        throw new CommandPlaceholderError(`${whole} in the command is nothing that is filled in`, {
          hint: `Did you mean {${meant}}? Filled in: ${COMMAND_PLACEHOLDERS}. If the braces are the agent's own, put the command into a script.`,
        });
      }
      left.add(whole);
    }
  }
  return [
    ...(left.size === 0
      ? []
      : [`${[...left].join(' ')} stays as it is in the command; filled in: ${COMMAND_PLACEHOLDERS}`]),
    ...(shells.size === 0
      ? []
      : [`${[...shells].join(' ')} is left to a shell, because of the $; without it the value is filled in`]),
  ];
}

/** The name that a word is a slip for: another way of writing it, or a few letters away. */
function nearestName(word: string): string | null {
  const plain = word
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
  const near = Object.keys(COMMAND_NAMES)
    .map((name) => ({ name, wrong: editDistance(name, plain) }))
    .filter(({ name, wrong }) => wrong <= Math.min(MOST_WRONG, Math.floor(name.length / LETTERS_PER_SLIP)))
    .toSorted((a, b) => a.wrong - b.wrong);
  return near[0]?.name ?? null;
}
