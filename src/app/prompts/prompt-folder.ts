/** Values of `--prompt-source` that name no folder. */
export const NAMED_PROMPT_SOURCES: readonly string[] = ['touchstone', 'official'];

/** Whether a value of `--prompt-source` is a folder with clones of the authors' repositories. */
export function isPromptFolder(source: string): boolean {
  return !NAMED_PROMPT_SOURCES.includes(source);
}
