/**
 * Which visit of a screen this is, for screens that a route passes several times: the one whose earlier steps come last
 * in the prompt.
 *
 * @param indices places of the route that show the screen, ascending, at least one
 * @param told what the prompt says of each step of the route where it shows it; null for steps without words
 */
export function chooseVisit(
  indices: readonly number[],
  { text, told }: { readonly text: string; readonly told: readonly (string | null)[] },
): number {
  const [first = 0, ...others] = indices;
  if (others.length === 0) return first;
  const numbered = Math.max(
    0,
    ...[...text.matchAll(/\bstep (\d{1,3}) of \d{1,3} of my way\b/gi)].map(([, n]) => Number(n)),
  );
  if (numbered > 0 && indices.includes(numbered)) return numbered;
  let best = first;
  let most = -1;
  for (const index of indices) {
    const matched = stepsTold(index, text, told);
    if (matched > most) [best, most] = [index, matched];
  }
  return best;
}

/**
 * How many of the steps before a place the prompt shows, last first, each before the one after it; -1 where it lacks
 * the last.
 */
function stepsTold(index: number, text: string, told: readonly (string | null)[]): number {
  if (index === 0) return 0;
  let end = text.length;
  let count = 0;
  for (let before = index - 1; before >= 0; before -= 1) {
    const words = told[before];
    const at = words === null || words === undefined ? -1 : text.lastIndexOf(words, end - 1);
    if (at < 0) return count === 0 ? -1 : count;
    count += 1;
    end = at;
  }
  // The prompt shows the whole way, from its beginning.
  return count + 1;
}
