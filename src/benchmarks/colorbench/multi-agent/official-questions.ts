import type { HistoryEntry } from '../../../agents/agent.js';
import type { ShownScreen } from '../../../agents/look-at.js';
import type { HelperQuestion } from '../../../agents/prompting/ask-helper.js';
import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { pythonRepr } from '../../../domain/text/python-repr.js';
import type { ModelContent } from '../../../models/model.js';
import type { PromptTexts } from '../../../models/prompt-sets/prompt-texts.js';
import { ROLE_TEXTS } from '../prompt-sets/multi-agent-set.js';
import { readExecutor } from '../published-readers/read-executor.js';
import type { StepRecord } from './step-record.js';

type Question = Pick<HelperQuestion, 'system' | 'parts'>;

/** The records of an episode with each action as the published code keeps it: its object, printed by Python. */
export function officialRecords(
  records: readonly StepRecord[],
  history: readonly HistoryEntry[],
): StepRecord[] {
  return records.map((record, index) => {
    const memory = history[index]?.decision.memory as { readonly answer?: unknown } | undefined;
    if (typeof memory?.answer !== 'string') return record;
    const { action, description } = readExecutor(pythonStrip(memory.answer));
    return { ...record, action: pythonRepr(action), description: pythonStrip(description ?? '') };
  });
}

/** Earlier steps as all roles are told them, without a line break at the end; empty at the first step. */
export function officialProgress(records: readonly StepRecord[]): string {
  const lines = records.map(
    ({ action, description }, index) =>
      `Step ${index + 1}: Action: ${action}; Action description: ${description}\n`,
  );
  return withoutBreaks(lines.join(''));
}

/** The notes of earlier steps, without a line break at the end; empty where none was taken. */
export function officialNotes(records: readonly StepRecord[]): string {
  const lines = records.flatMap(({ note }, index) =>
    note === null ? [] : [`    (${index + 1}). ${note}\n`],
  );
  return withoutBreaks(lines.join(''));
}

function withoutBreaks(text: string): string {
  return text.replace(/\n+$/, '');
}

/** What the planner is asked. Source: ColorBench reference code, `planner_agent.py`. */
export function officialPlannerQuestion(
  texts: PromptTexts,
  said: {
    readonly instruction: string;
    readonly reflection: string | null;
    readonly records: readonly StepRecord[];
    readonly shown: ShownScreen;
  },
): Question {
  const text = texts.fill(ROLE_TEXTS.planner, {
    'self.task': said.instruction,
    reflection_content: said.reflection ?? '',
    history_context: officialProgress(said.records),
    history_memory: officialNotes(said.records),
  });
  return {
    system: texts.text(ROLE_TEXTS.plannerSystem),
    parts: [{ type: 'text', text }, ...picturesOf(said.shown)],
  };
}

/** What the reflector is asked. Source: ColorBench reference code, `reflector_agent.py`. */
export function officialReflectorQuestion(
  texts: PromptTexts,
  said: {
    readonly instruction: string;
    readonly plan: string;
    readonly last: StepRecord;
    readonly before: ShownScreen;
    readonly after: ShownScreen;
  },
): Question {
  const size = said.before.screenshot?.size ?? null;
  const text = texts.fill(ROLE_TEXTS.reflectorBefore, {
    'self.task': said.instruction,
    action_plan: said.plan,
    action: said.last.action,
    action_description: said.last.description,
    pre_img_width: String(size?.width ?? ''),
    pre_img_height: String(size?.height ?? ''),
  });
  return {
    system: texts.text(ROLE_TEXTS.reflectorSystem),
    parts: [
      { type: 'text', text },
      ...picturesOf(said.before),
      ...picturesOf(said.after),
      { type: 'text', text: texts.fill(ROLE_TEXTS.reflectorAfter, {}) },
    ],
  };
}

/** What the memory is asked. Source: ColorBench reference code, `memory_agent.py`. */
export function officialMemoryQuestion(
  texts: PromptTexts,
  said: {
    readonly instruction: string;
    /** The plan, else what the executor says it does. */
    readonly purpose: string;
    readonly answer: string;
    readonly shown: ShownScreen;
  },
): Question {
  const { action } = readExecutor(pythonStrip(said.answer));
  const text = texts.fill(ROLE_TEXTS.memory, {
    'self.task': said.instruction,
    cur_planning: said.purpose,
    action: action === null ? '' : pythonRepr(action),
  });
  return {
    system: texts.text(ROLE_TEXTS.memorySystem),
    parts: [{ type: 'text', text }, ...picturesOf(said.shown)],
  };
}

function picturesOf({ screenshot }: ShownScreen): ModelContent[] {
  return screenshot === null
    ? []
    : [{ type: 'image', mediaType: screenshot.mediaType, data: screenshot.data }];
}
