import type { OfficialText, TextOrigin } from '../../domain/prompts/prompt-source.js';
import type { FragmentScope } from '../prompt-sources/fill/build-prompt.js';

/** Official texts by their id in the catalogue, as a prompt set asks for them. */
export interface PromptTexts {
  /** The text as it stands in the source, fields still in it. */
  text(id: string): string;
  /**
   * The text with its fields filled as its source fills them, once: values are never read as templates.
   *
   * @param values by the field's expression in the source; each field of the text needs one
   */
  fill(id: string, values: Readonly<Record<string, string>>): string;
  /**
   * The text that a function of the source puts together, as that function does.
   *
   * @param scope what the function would know, by its words in the source
   */
  build(id: string, scope: FragmentScope): string;
  /** What the text is, and where it was read. */
  describe(id: string): OfficialText & TextOrigin;
}
