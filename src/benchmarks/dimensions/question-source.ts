import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { DatasetError } from '../../errors.js';
import type { DimensionSource } from './dimension-source.js';
import { benchmarkItemOf, questionEnvironment, type QuestionItem } from './question-item.js';
import { scoreQuestion } from './score-question.js';

/** A dimension whose items are questions. */
export function questionSource(
  source: Pick<DimensionSource, 'dimension' | 'files' | 'warnings'> & {
    readonly questions: () => AsyncIterable<QuestionItem> | Iterable<QuestionItem>;
  },
  { signal }: { readonly signal: AbortSignal },
): DimensionSource {
  const { dimension, files, warnings, questions } = source;
  const hierarchyOf = lastHierarchy(signal);
  return {
    dimension,
    files,
    warnings,
    async *items() {
      for await (const question of questions()) {
        yield {
          item: benchmarkItemOf(question),
          open: async () => questionEnvironment(question),
          score: (episode, mode) => scoreQuestion(question, episode, mode, hierarchyOf),
        };
      }
    },
  };
}

/** Keeps the last screen that was read: a question is scored in one mode after the other. */
function lastHierarchy(signal: AbortSignal): (item: QuestionItem) => Promise<UiHierarchy> {
  let last: { readonly screen: string; readonly hierarchy: Promise<UiHierarchy> } | null = null;
  return ({ screen }) => {
    if (last?.screen === screen.id) return last.hierarchy;
    const hierarchy = read(screen, signal);
    last = { screen: screen.id, hierarchy };
    // Whoever waits for it gets its error.
    hierarchy.catch(() => undefined);
    return hierarchy;
  };
}

async function read({ id, hierarchy }: QuestionItem['screen'], signal: AbortSignal): Promise<UiHierarchy> {
  if (hierarchy === null) {
    throw new DatasetError(`screen "${id}" has no UI hierarchy to judge by`, {
      hint: 'Record UI hierarchies as well, or leave the question out.',
    });
  }
  return parseHierarchy(await hierarchy.load({ signal }), { file: id });
}
