import { DatasetError } from '../../errors.js';

/** A source is there, but the prompt is not where the catalogue knows it, or is made in another way. */
export class PromptStructureError extends DatasetError {
  override readonly code = 'PROMPT_STRUCTURE';
}

/** The prompt that is looked for, and where. */
export interface SoughtPrompt {
  /** Id in the catalogue. */
  readonly id: string;
  /** Path within the repository. */
  readonly file: string;
  /** Names that are filled in, whatever the source sets them to. */
  readonly fields: readonly string[];
}

/** @param line from 1, where it is known */
export function structureError(
  { id, file }: SoughtPrompt,
  message: string,
  line?: number,
): PromptStructureError {
  return new PromptStructureError(`prompt ${id}: ${message}`, {
    place: { file, ...(line === undefined ? {} : { line }) },
    hint: 'The source has been rewritten: check out the commit that the catalogue names.',
  });
}
