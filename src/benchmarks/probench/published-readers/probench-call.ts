import type { Direction } from '../../../domain/geometry.js';

/** An operation of ProBench before its positions are converted. */
export type ProBenchCall =
  | { readonly name: 'Click'; readonly numbers: readonly [x: number, y: number] }
  | { readonly name: 'Swipe'; readonly numbers: readonly [x1: number, y1: number, x2: number, y2: number] }
  | { readonly name: 'Type'; readonly text: string }
  /** Stands for a swipe through the middle of the screen. */
  | { readonly name: 'Scroll'; readonly direction: Direction }
  | { readonly name: 'Back' | 'Enter' | 'Wait' | 'Complete' };

const BARE = ['Back', 'Enter', 'Wait', 'Complete'] as const;

/** The operation without arguments of this name, in any letter case; null where there is none. */
export function bareCall(name: string): ProBenchCall | null {
  const found = BARE.find((known) => known.toLowerCase() === name.toLowerCase());
  return found === undefined ? null : { name: found };
}

/** The operation on one line, as histories show it: `Click(100, 238)`. */
export function printProBenchCall(call: ProBenchCall): string {
  switch (call.name) {
    case 'Click':
    case 'Swipe':
      return `${call.name}(${call.numbers.join(', ')})`;
    case 'Type':
      return `Type(${call.text})`;
    case 'Scroll':
      return `Scroll(${call.direction})`;
    default:
      return `${call.name}()`;
  }
}
