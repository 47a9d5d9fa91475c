import type { Dialect, PromptStep } from '../../models/dialects/dialect.js';
import type { AgentRunSettings } from './dialect-identity.js';
import { promptSteps } from './prompt-steps.js';
import type { StepInput } from '../baselines/stateless-agent.js';

/** Earlier steps that an acting model is shown: none, the last one, or as many as its family shows. */
export const HISTORY_KINDS = ['none', 'last', 'family'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** The earlier steps of a kind, as the dialect's prompt shows them. */
export async function rememberedSteps(
  { history, signal }: Pick<StepInput, 'history' | 'signal'>,
  kind: HistoryKind,
  dialect: Dialect,
): Promise<PromptStep[]> {
  const steps = kind === 'family' ? history : kind === 'last' ? history.slice(-1) : [];
  return promptSteps(steps, dialect, { signal });
}

/** What a run names of the history, where it is not the dialect's own. */
export function historySettings(kind: HistoryKind): Partial<AgentRunSettings> {
  return kind === 'family' ? {} : { history: { kind: 'steps', length: kind === 'none' ? 0 : 1 } };
}
