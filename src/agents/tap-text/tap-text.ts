import { stop, tap, type Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import { pixelPoint } from '../../domain/geometry.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { answerAction } from '../../domain/questions/question-answer.js';
import { hashText } from '../../domain/random.js';
import { z } from 'zod';
import type { Agent, HistoryEntry } from '../agent.js';
import { statelessAgent } from '../baselines/stateless-agent.js';
import { answerByWords } from './answer-by-words.js';
import { instructionWords, type InstructionWords } from './instruction-words.js';
import { focusedField, idleField, offersOf, screenMark, scrollable } from './screen-offers.js';

/** What the agent finds again in its own history. */
const MemorySchema = z.object({
  /** The screen it saw. */
  screen: z.string(),
  /** What it did there. */
  did: z.string(),
});
type Memory = z.infer<typeof MemorySchema>;

/**
 * Baseline of rules that reads words and understands nothing: it types the texts that the instruction quotes into focused
 * fields; taps what the instruction's words (and the task's apps) name, the best match first, nothing twice on one
 * screen; focuses a field, or submits it; otherwise scrolls, then goes back, then gives up. Questions it answers by words alone.
 */
export function tapTextAgent(): Agent {
  return statelessAgent({
    name: 'tap-text',
    version: '1',
    needs: { hierarchy: true },
    decide: async ({ context, observation, history, signal }) => {
      const content = observation.screen.hierarchy;
      const { question } = observation;
      if (question !== undefined && question.view !== 'native') {
        const bytes = await content?.load({ signal });
        const seen = bytes === undefined ? null : parseHierarchy(bytes, { file: observation.screen.id });
        const reply = answerByWords(question, seen);
        const action = answerAction(question.type, { original: reply, repaired: null });
        return { type: 'action', action, summary: 'answers by words' };
      }
      if (content === null) return decision(stop('failure'), { screen: '', did: 'stop' });
      const hierarchy = parseHierarchy(await content.load({ signal }), { file: observation.screen.id });
      return decide(
        hierarchy,
        instructionWords(context.task.instruction, context.task.apps),
        history.map(memoryOf),
      );
    },
  });
}

function decide(
  hierarchy: UiHierarchy,
  instruction: InstructionWords,
  memories: readonly (Memory | null)[],
): Decision {
  const screen = hashText(screenMark(hierarchy)).join('.');
  const done = new Set(memories.map((memory) => (memory === null ? '' : `${memory.screen} ${memory.did}`)));
  const isNew = (did: string): boolean => !done.has(`${screen} ${did}`);
  const act = (action: Action, did: string): Decision => decision(action, { screen, did });

  const everTyped = new Set(memories.map((memory) => memory?.did));
  const text = instruction.quoted.find((quote) => !everTyped.has(`type ${quote}`));
  const focused = focusedField(hierarchy);
  if (focused !== undefined && text !== undefined) return act({ type: 'type', text }, `type ${text}`);
  const offer = offersOf(hierarchy, instruction).find(({ label }) => isNew(`tap ${label}`));
  if (offer !== undefined) return act(tap(pixelPoint(...offer.node.centre)), `tap ${offer.label}`);
  const idle = idleField(hierarchy);
  if (idle !== undefined && text !== undefined && isNew('focus')) {
    return act(tap(pixelPoint(...idle.centre)), 'focus');
  }
  if (focused !== undefined && instruction.quoted.includes(focused.text) && isNew('enter')) {
    return act({ type: 'key', key: 'ENTER' }, 'enter');
  }
  const list = scrollable(hierarchy);
  for (const direction of ['up', 'left'] as const) {
    if (list !== undefined && isNew(direction)) {
      return act({ type: 'swipe', direction, at: pixelPoint(...list.centre) }, direction);
    }
  }
  if (isNew('back') && memories.length > 0) return act({ type: 'key', key: 'BACK' }, 'back');
  return act(stop(), 'stop');
}

function decision(action: Action, memory: Memory): Decision {
  return { type: 'action', action, summary: memory.did, memory };
}

function memoryOf({ decision: { memory } }: HistoryEntry): Memory | null {
  const parsed = MemorySchema.safeParse(memory);
  return parsed.success ? parsed.data : null;
}
