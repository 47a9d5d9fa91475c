import type { RandomStream } from '../../../src/domain/random.js';

/** Texts that break what takes them for anything but texts. */
const HOSTILE = [
  '<script>window.hacked = 1</script>',
  '"><img src=x onerror="window.hacked = 2">',
  '</script></title></textarea><svg onload="window.hacked = 3; alert(1)">',
  '<iframe srcdoc="<script>parent.hacked = 4</script>"></iframe>',
  '<a href="javascript:window.hacked = 5">x</a> [x](javascript:window.hacked=5)',
  '{{constructor.constructor("window.hacked = 6")()}} ${7*7} <%= 7*7 %> #{7*7}',
  '<!-- ]]> --> &lt;b&gt; &#x3c;script&#x3e;',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '\u202egnp.exe\u202c \u2066isolated\u2069 \u200f',
  'nul \0 bell \u0007 escape \u001b[31mred\u001b[0m',
  'half \ud83d of a pair',
  '\udc00 the other half',
  'lines \u2028 and \u2029 and \r\n and \u0085',
  "'; DROP TABLE episodes; --",
  '../../../../etc/passwd %2e%2e%2f %00 ?a=b#c',
  'Z\u0351\u036b\u0343a\u0360\u0317l\u0321\u0359g\u0322o\u0334'.repeat(20),
  '\ufeff\u200b\u00ad👩‍👩‍👧‍👦',
] as const;

/** Characters of the few texts that are very long. */
const LONG = 20_000;

/** Gives a text of its own each time it is called, and counts them. */
export class HostileTexts {
  readonly #random: RandomStream;
  #count = 0;

  constructor(random: RandomStream) {
    this.#random = random;
  }

  get count(): number {
    return this.#count;
  }

  next(): string {
    this.#count += 1;
    if (this.#random.below(1000) === 0) return `${'W'.repeat(LONG)} ${this.#count}`;
    return `${HOSTILE[this.#random.below(HOSTILE.length)] ?? ''} ${this.#count}`;
  }

  /** The name of a task, alike for each number: the words that objects of JavaScript have themselves, then the other texts. */
  static idOf(number: number): string {
    const own = [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '%',
      ' ',
      '.',
      '..',
      'half \ud83d',
      '\udc00',
    ];
    return own[number] ?? `${HOSTILE[number % HOSTILE.length] ?? ''} ${number}`;
  }
}
