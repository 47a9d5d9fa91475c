import type { WorldQuestion } from '../formats/suite/questions-file.js';

/** A benchmark's own form of questions about apps, each with four options. */
export interface PublishedQuestions {
  /** As `touchstone build questions --form NAME` has it. */
  readonly name: string;
  /**
   * Questions of a file, without a check against a world; ids are made of their places.
   *
   * @throws {DatasetError} naming file and place
   */
  read(file: string, options: { readonly signal: AbortSignal }): Promise<readonly WorldQuestion[]>;
  /**
   * The text of a file. Questions of the file that is there stay in front, but for those that an earlier call has written.
   *
   * @param before text of that file; null where there is none
   * @throws {DatasetError} where that is no file of the form
   */
  text(questions: readonly WorldQuestion[], before: string | null, file: string): string;
}
