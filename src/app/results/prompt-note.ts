import { promptSourceText } from '../../domain/prompts/prompt-source.js';
import type { RunIndex } from '../../formats/run/run-index.js';

/**
 * The sentence of a run's tables that says whose words its models were asked in; null where none was asked.
 *
 * @param options.published whether the paper's rows stand in the same table
 */
export function promptNote(
  { start }: Pick<RunIndex, 'start'>,
  { published }: { readonly published: boolean },
): string | null {
  const { identity, operation } = start;
  if (Object.keys(identity.models).length === 0) return null;
  const source = identity.promptSource ?? null;
  const said = `Prompt: ${promptSourceText(source, operation.promptOrigins ?? {})}.`;
  const isPapers = source?.kind === 'official' && Object.values(source.texts).every(({ listed }) => listed);
  return published && !isPapers ? `${said} The published rows were asked in their authors' words.` : said;
}
