import type { WorldEnvironment } from '../../domain/live/world-environment.js';
import type { Mode } from '../../domain/mode.js';
import type { ForbiddenKind } from '../../domain/task-fields/forbidden-kind.js';

/** How an answer is drawn. What is absent is not said. */
export interface RecipeSampling {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly maxOutputTokens?: number;
  readonly seed?: number;
}

/** Settings of `touchstone run` that a paper's row decides, by the settings' own names. */
export interface RecipeSettings {
  /** Where tasks are done; where they usually are unless said. */
  readonly env?: WorldEnvironment;
  /** Kinds of actions that are kept from a phone; the usual ones unless said. */
  readonly forbid?: readonly ForbiddenKind[];
  readonly agent: string;
  readonly agentOptions?: Readonly<Record<string, string | number | boolean>>;
  /** `family@variant`; absent where the agent asks in words of its own. */
  readonly dialect?: string;
  readonly dialectOptions?: Readonly<Record<string, string | number | boolean>>;
  readonly mode: Mode;
  readonly split?: string;
  readonly level?: 'high' | 'low';
  readonly history?: 'recorded' | 'own' | 'none';
  readonly historyLength?: number;
  readonly historyPictures?: number;
  readonly benchmarkOptions?: Readonly<Record<string, string | number | boolean>>;
  readonly dimensions?: string;
  readonly modality?: string;
  readonly picture?: string;
  readonly coordinates?: string;
  /** So many items, drawn at random. */
  readonly sample?: number;
  readonly repeats?: number;
  readonly seed?: number;
  readonly repair?: boolean;
}

/** Whose words the paper's models were asked in. */
export type RecipePrompts =
  | {
      readonly type: 'official';
      /** Name of the prompt set that repeats them; null where none does yet. */
      readonly set: string | null;
      /** Switches of that prompt set, as it was used. */
      readonly options?: Readonly<Record<string, string>>;
      /** `owner/name` of the authors' repository. */
      readonly repository: string;
      /** What of them is not published, or was not followed. */
      readonly lacks?: string;
    }
  /** The dialect's own words are those of the authors' code. */
  | { readonly type: 'dialect'; readonly repository: string }
  /** Printed in the paper, or described there, and in no repository. */
  | { readonly type: 'paper'; readonly where: string }
  | { readonly type: 'unknown'; readonly why: string };

/** A model as the paper names it. */
export interface PaperModel {
  readonly name: string;
  /** Ids under which it is served or downloaded; a run that asks one of them asks the paper's model. */
  readonly ids: readonly string[];
}

/** One run of a row, as `touchstone run` takes it. */
export interface Recipe {
  /** Which of the row's runs it is, kebab-case, such as `task` of four splits; absent where there is one alone. */
  readonly part?: string;
  /** The run of another row that is this one as well, so that it is run once; its recipe is the same. */
  readonly runOf?: { readonly table: string; readonly row: string; readonly part?: string };
  /** Name of the benchmark. */
  readonly benchmark: string;
  readonly settings: RecipeSettings;
  readonly prompts: RecipePrompts;
  /** The paper's model of this run, where the row's runs asked several. */
  readonly model?: PaperModel;
  /** As the paper states it, and as its released code sends it; null where it does not say. */
  readonly sampling: { readonly paper: RecipeSampling | null; readonly code: RecipeSampling | null };
  /** Models beside the acting one that need a profile of their own: role to the paper's model. */
  readonly roles?: Readonly<Record<string, string>>;
  /** Options of the agent that name a file of the user's own: option to how the file is made, in the imperative. */
  readonly files?: Readonly<Record<string, string>>;
}

/** What is sent of a recipe's sampling: what the paper states, and what the code sends where the paper is silent. */
export function sentSampling({ sampling }: Pick<Recipe, 'sampling'>): RecipeSampling {
  return { ...sampling.code, ...sampling.paper };
}
