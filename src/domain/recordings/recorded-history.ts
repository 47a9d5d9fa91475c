/**
 * What later steps of a recorded episode are shown: `recorded` what the recording did (teacher forcing) · `own` what
 * the agent decided · `none` nothing, so that each screen is shown as if it were the first.
 */
export const RECORDED_HISTORIES = ['recorded', 'own', 'none'] as const;
export type RecordedHistory = (typeof RECORDED_HISTORIES)[number];

/** For titles: `recorded history`, `no history`. */
export function historyWords(history: RecordedHistory): string {
  return `${history === 'none' ? 'no' : history} history`;
}
