import { UserError } from '../../errors.js';
import type { Decision } from '../../domain/decision.js';
import type { Screen } from '../../domain/screen.js';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';
import { elementText } from '../../observations/elements/element-text.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { Agent } from '../agent.js';
import { locateElements } from '../locate-elements.js';
import { statelessAgent, type StepInput } from '../baselines/stateless-agent.js';
import { readHumanAnswer } from './read-human-answer.js';

/** Where a human is asked. */
export interface HumanConsole {
  /** Shows lines, and nothing else until the next call. */
  show(text: string): void;
  /** The next line that the human writes; null at the end of the input. */
  ask(question: string, options: { signal: AbortSignal }): Promise<string | null>;
  /** Puts a picture where the human can open it; returns its path. */
  showPicture(bytes: Uint8Array, mediaType: string): Promise<string>;
}

/** Nobody is there to answer. */
export class NoHumanError extends UserError {
  override readonly code = 'NO_HUMAN';
  override readonly stopsRun = true;
}

const HELP = [
  'Answer with one call: Click(x, y), Click(7) for element 7, LongPress(…), Swipe(x1, y1, x2, y2), Type(text), Back(),',
  'Home(), Enter(), Open(app), Wait(), Complete(), Answer(text). Positions are pixels of the picture. "?" shows this again,',
  '"quit" ends the run here; `touchstone resume` goes on at this step.',
].join('\n');

/**
 * A person at the terminal: sees the task, the path of the screenshot and the elements of the screen, and writes one call
 * per step. Run it with one episode at a time.
 */
export function humanAgent(options: { readonly console: HumanConsole }): Agent {
  return statelessAgent({
    name: 'human',
    version: '1',
    decide: (step) => decide(step, options.console),
  });
}

async function decide(step: StepInput, human: HumanConsole): Promise<Decision> {
  const { context, observation, history, signal } = step;
  const { screen } = observation;
  if (history.length === 0) human.show(`\nTask: ${context.task.instruction}\n${HELP}`);
  const { text, elements } = await elementsOf(screen, signal);
  const picture = screen.picture === null ? null : await screen.picture.load({ signal });
  const path =
    picture === null || screen.picture === null
      ? 'no picture'
      : await human.showPicture(picture, screen.picture.mediaType);
  human.show(
    `\nStep ${history.length + 1} of at most ${context.maxSteps}: ${path}${text === '' ? '' : `\n${text}`}`,
  );
  for (;;) {
    const line = await human.ask('> ', { signal });
    if (line === null) {
      throw new NoHumanError('the input ended and nobody answers', {
        hint: 'Run the human agent in a terminal; `touchstone resume` goes on where you stopped.',
      });
    }
    const read = readHumanAnswer(line, screen.size, elements);
    if (read.type === 'quit') {
      throw new NoHumanError('you ended the run', { hint: 'It goes on at this step once it is resumed.' });
    }
    if (read.type === 'action') {
      const action = locateElements(read.action, elements, screen.size);
      return {
        type: 'action',
        action,
        summary: genericCall.create().printCall(action, { screen: screen.size }) ?? line,
      };
    }
    human.show(read.type === 'help' ? HELP : `${read.message}. ${HELP}`);
  }
}

async function elementsOf(screen: Screen, signal: AbortSignal) {
  if (screen.hierarchy === null) return { text: '', elements: null };
  const hierarchy = parseHierarchy(await screen.hierarchy.load({ signal }), { file: screen.id });
  return elementText(hierarchy, 'list', { screen: screen.size, range: null });
}
