import type { Observation } from '../../domain/screen.js';
import type { Task } from '../../domain/task.js';
import type { StartCheck } from '../../environments/start-check/checked-start.js';
import { conductOf, firstOccurrence } from '../../evaluators/conduct/occurrences.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { quoteText } from '../../domain/text/quote-text.js';

/** Texts of the start screen that a message shows. */
const SHOWN_TEXTS = 5;

/** Whether the first screen of an episode meets a task's preconditions. @throws {DatasetError} from it, for a broken rule */
export function startCheck(task: Task): StartCheck {
  return async (seen, state, options) => {
    const trajectory = { steps: [{ screen: seen.screen, state, action: null }] };
    const conduct = conductOf(trajectory, options);
    for (const [index, precondition] of (task.preconditions ?? []).entries()) {
      const found = await firstOccurrence(precondition, conduct, `task ${task.id}`);
      if (found !== null) continue;
      const wanted =
        precondition.type === 'state'
          ? `one of the states ${precondition.states.map((one) => `"${one}"`).join(', ')}`
          : `a screen on which its rule holds`;
      return `precondition ${index + 1} of task "${task.id}" does not hold: it wants ${wanted}, and the start screen is ${await seenText(seen, state, options)}`;
    }
    return null;
  };
}

async function seenText(
  { screen }: Observation,
  state: string | null,
  options: { readonly signal: AbortSignal },
): Promise<string> {
  const where = state ?? screen.activity?.activity ?? screen.id;
  if (screen.hierarchy === null) return `"${where}"`;
  const { nodes } = parseHierarchy(await screen.hierarchy.load(options), { file: screen.id });
  const texts = [...new Set(nodes.map(({ text }) => text).filter((text) => text !== ''))];
  if (texts.length === 0) return `"${where}"`;
  return `"${where}" with ${texts
    .slice(0, SHOWN_TEXTS)
    .map((text) => quoteText(text))
    .join(', ')}`;
}
