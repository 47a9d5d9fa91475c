/** `1 episode`, `2 episodes`; words that do otherwise bring their own form: `plural(2, 'is', 'are')` is `2 are`. */
export function plural(count: number, word: string, several = `${word}s`): string {
  return `${count} ${count === 1 ? word : several}`;
}
