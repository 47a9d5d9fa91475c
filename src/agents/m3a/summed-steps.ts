import { z } from 'zod';
import type { Decision, FormatError } from '../../domain/decision.js';
import type { PromptStep } from '../../models/dialects/dialect.js';
import { notCarriedOut } from '../../models/dialects/m3a-json/published-m3a-action.js';
import type { HistoryEntry } from '../agent.js';
import type { StepInput } from '../baselines/stateless-agent.js';
import type { Actor } from '../prompting/ask-actor.js';
import { promptSteps } from '../prompting/prompt-steps.js';
import { REMARKS } from './m3a-prompts.js';

/** Most of a summary that is kept, bytes of JSON; models are asked for 50 words. */
export const KEPT_SUMMARY_BYTES = 4_000;

/** A step's summary of the one before it. */
const MemorySchema = z.object({ previous: z.string().nullable() });

/** How an agent that sums up its steps tells of them. */
export interface SummedSteps {
  readonly actor: Actor;
  /** The call of a step in the acting model's grammar; null for an answer that nobody could read. */
  readonly callOf: (entry: HistoryEntry) => string | null;
  /** The remark on an action that was tried in vain; null where the published code forgets the step. */
  readonly failed: ((name: string) => string) | null;
}

/**
 * Earlier steps as `Action selected: <json>. <summary>`, or the remark that stands for one that did nothing.
 *
 * Source: AndroidWorld reference code, `m3a.py` and `t3a.py`.
 *
 * @param previous summary of the latest step; those before it are in the memory of the steps
 */
export async function summedSteps(
  step: StepInput,
  previous: string | null,
  how: SummedSteps,
): Promise<PromptStep[]> {
  const { dialect } = how.actor;
  const { history } = step;
  const steps = await promptSteps(history, { ...dialect, history: { steps: null, pictures: 0 } }, step);
  const shown = steps.map((one, index): PromptStep => {
    const entry = history[index];
    const next = history[index + 1];
    const remark = next === undefined ? previous : previousOf(next.decision);
    if (entry?.decision.type !== 'action') return { ...one, summary: remark ?? REMARKS.unreadable };
    const selected = `Action selected: ${selectedCall(entry, how)}.`;
    return { ...one, summary: remark === null ? selected : `${selected} ${remark}` };
  });
  const kept = shown.filter((_, index) => !isForgotten(history[index], how));
  return dialect.history.steps === null ? kept : kept.slice(Math.max(kept.length - dialect.history.steps, 0));
}

/** The action of a step as its summary names it: as the model wrote it, where it is read as the published code reads. */
export function selectedCall(entry: HistoryEntry, { actor, callOf }: SummedSteps): string {
  const { decision } = entry;
  const native = decision.type === 'action' ? decision.action.native : undefined;
  const isRead = actor.profile.startsWith('reference:') && entry.isTeacherForced !== true;
  return (isRead ? native?.text : undefined) ?? callOf(entry) ?? 'none';
}

/** What stands in the history for a step that did nothing. Source: AndroidWorld reference code; the words are ours. */
export function remarkOn({ kind, message }: FormatError, { failed }: Pick<SummedSteps, 'failed'>): string {
  const name = notCarriedOut(message);
  if (name !== null) return failed?.(name) ?? REMARKS.unreadable;
  switch (kind) {
    case 'empty_output':
    case 'no_action':
    case 'missing_section':
      return REMARKS.unreadable;
    case 'element_not_found':
      return REMARKS.noSuchElement;
    default:
      return REMARKS.noAction;
  }
}

/** Whether a step leaves no trace in the history, as in the published code one whose action failed does. */
function isForgotten(entry: HistoryEntry | undefined, { failed }: SummedSteps): boolean {
  if (entry?.decision.type !== 'format_error' || failed !== null) return false;
  return notCarriedOut(entry.decision.error.message) !== null;
}

function previousOf({ memory }: Decision): string | null {
  const parsed = MemorySchema.safeParse(memory);
  return parsed.success ? parsed.data.previous : null;
}
