/**
 * How alike two texts are by the set of their lower-case words: F1 of precision and recall; 0 where either has none.
 *
 * Source: published evaluation scripts of OS-Atlas and GUI-R1.
 */
export function tokenF1(expected: string, predicted: string): number {
  const wanted = wordsOf(expected);
  const written = wordsOf(predicted);
  const common = [...written].filter((word) => wanted.has(word)).length;
  if (common === 0) return 0;
  const precision = common / written.size;
  const recall = common / wanted.size;
  return (2 * precision * recall) / (precision + recall);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word !== ''),
  );
}
