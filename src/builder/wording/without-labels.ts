/** A text without what it quotes: labels of an app may hold any words, such as “Tap water” or “Watch later”. */
export function withoutLabels(text: string): string {
  return text.replaceAll(/“[^”]*”|"[^"]*"|「[^」]*」|《[^》]*》/g, ' ');
}
