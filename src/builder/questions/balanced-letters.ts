import { OPTION_LETTERS, type OptionLetter } from '../../domain/questions/question.js';
import { randomStream, type RandomStream } from '../../domain/random.js';

/** Letters of the true options of so many questions: each as often as the others, give or take one, in a random order. Same seed, same letters. */
export function balancedLetters(count: number, seed: number): readonly OptionLetter[] {
  const random = randomStream('letters', seed);
  const letters: OptionLetter[] = [];
  while (letters.length < count) letters.push(...shuffled(OPTION_LETTERS, random));
  return letters.slice(0, count);
}

/** The list in a random order. */
export function shuffled<T>(list: readonly T[], random: RandomStream): T[] {
  const result = [...list];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const at = random.below(last + 1);
    [result[last], result[at]] = [result[at] as T, result[last] as T];
  }
  return result;
}
