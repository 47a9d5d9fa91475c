import { officialItems } from '../../models/dialects/mobile-agent/perceived-items.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import type { Perceived } from '../mobile-agent/perceive.js';
import type { HelperQuestion } from '../prompting/ask-helper.js';
import { shownPictures, shownSize } from '../mobile-agent/official-pictures.js';
import { V2_TEXTS } from './mobile-agent-v2-set.js';
import { withoutPurpose, type SaidOperation } from '../../models/dialects/mobile-agent-v2/said-operation.js';

type Question = Pick<HelperQuestion, 'system' | 'parts'>;

/** What the reflector is asked of the last operation. Source: Mobile-Agent-v2 reference code, `get_reflect_prompt`. */
export function officialReflection(
  texts: PromptTexts,
  asked: {
    readonly instruction: string;
    readonly hint: string;
    readonly said: SaidOperation;
    readonly before: Perceived;
    readonly after: Perceived;
  },
): Question {
  const { instruction, hint, said, before, after } = asked;
  const text = texts.build(V2_TEXTS.reflect, {
    values: {
      ...shownSize(after.shown),
      instruction,
      add_info: hint,
      'summary.split(" to ")[0].strip()': withoutPurpose(said.operation),
      action: said.action,
    },
    conditions: { keyboard1: before.keyboard === 'on', keyboard2: after.keyboard === 'on' },
    loops: {
      'clickable_info in clickable_infos1': officialItems(before.shown.elementText),
      'clickable_info in clickable_infos2': officialItems(after.shown.elementText),
    },
  });
  return {
    system: texts.text(V2_TEXTS.reflectSystem),
    parts: [{ type: 'text', text }, ...shownPictures(before.shown), ...shownPictures(after.shown)],
  };
}

/** What the planner is asked of the operations that went well. Source: Mobile-Agent-v2 reference code, `get_process_prompt`. */
export function officialProcess(
  texts: PromptTexts,
  asked: {
    readonly instruction: string;
    readonly hint: string;
    readonly operations: readonly SaidOperation[];
    readonly completed: string;
  },
): Question {
  const { instruction, hint, operations, completed } = asked;
  const last = operations.at(-1);
  const text = texts.build(V2_TEXTS.process, {
    values: {
      instruction,
      add_info: hint,
      completed_content: completed,
      'thought_history[-1]': last?.thought ?? '',
      operation: withoutPurpose(last?.operation ?? ''),
    },
    conditions: { 'add_info != ""': hint !== '', 'len(thought_history) > 1': operations.length > 1 },
    loops: {
      'i in range(len(summary_history))': operations.map(({ operation, action }, index) => ({
        values: {
          'i+1': `${index + 1}`,
          operation: withoutPurpose(operation),
          'action_history[i]': action,
        },
      })),
    },
  });
  return { system: texts.text(V2_TEXTS.processSystem), parts: [{ type: 'text', text }] };
}

/** What the acting model is asked to note. Source: Mobile-Agent-v2 reference code, `get_memory_prompt`, which never gets an insight. */
export function officialMemoryText(texts: PromptTexts): string {
  return texts.build(V2_TEXTS.memory, { values: { insight: '' }, conditions: { 'insight != ""': false } });
}
