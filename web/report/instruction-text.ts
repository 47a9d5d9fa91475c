import type { ReportTask } from '../../src/report/view/report-task.js';

/** The instruction in the asked language where the task has it, else in its first. */
export function instructionText(
  { instructions }: Pick<ReportTask, 'instructions'>,
  language: string | null,
): string {
  const exact = language === null ? undefined : instructions[language];
  const close = Object.entries(instructions).find(([tag]) => tag.split('-')[0] === language);
  return exact ?? close?.[1] ?? Object.values(instructions)[0] ?? '';
}
