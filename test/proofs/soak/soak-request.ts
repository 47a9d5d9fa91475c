import type { RandomStream } from '../../../src/domain/random.js';

/** One thing that a client asks of a phone, and what tells that it got it. */
export type SoakRequest =
  | { readonly kind: 'shell'; readonly line: string; readonly answer: RegExp }
  /** A screenshot as PNG. */
  | { readonly kind: 'picture' }
  /** Puts a file there and gets it back: two requests in one. */
  | { readonly kind: 'file'; readonly path: string; readonly bytes: Uint8Array }
  /** Begins something that goes on for ever, and leaves as soon as it has begun. */
  | { readonly kind: 'leave'; readonly line: string };

/** How often each is drawn, of 100. */
const SHARES = { tap: 30, swipe: 8, key: 8, text: 8, question: 20, picture: 12, dump: 6, file: 4 } as const;
const QUESTIONS: readonly (readonly [line: string, answer: RegExp])[] = [
  ['wm size', /^Physical size: 540x1170\r?\n?$/],
  ['dumpsys window | grep mCurrentFocus', /mCurrentFocus=Window/],
  ['getprop ro.build.version.sdk', /^\d+\s*$/],
  ['echo one | wc -c', /^4\s*$/],
  ['pm list packages', /package:com\.pocket\.settings/],
  ['no-such-program 2>&1; true', /inaccessible or not found/],
];
const KEYS = ['BACK', 'BACK', 'HOME', 'ENTER', 'DEL'];
const NOTHING = /^\s*$/;

/**
 * What is asked next: as agents do it, in any order.
 *
 * @param part of the client; files are each part's own
 */
export function drawRequest(random: RandomStream, part: number): SoakRequest {
  let place = random.below(100);
  for (const [kind, share] of Object.entries(SHARES) as [keyof typeof SHARES, number][]) {
    if (place < share) return requestOf(kind, random, part);
    place -= share;
  }
  return { kind: 'leave', line: random.below(2) === 0 ? 'logcat' : 'cat' };
}

function requestOf(kind: keyof typeof SHARES, random: RandomStream, part: number): SoakRequest {
  const point = (): string => `${random.below(540)} ${random.below(1170)}`;
  switch (kind) {
    case 'tap':
      return { kind: 'shell', line: `input tap ${point()}`, answer: NOTHING };
    case 'swipe':
      return { kind: 'shell', line: `input swipe ${point()} ${point()} 300`, answer: NOTHING };
    case 'key':
      return { kind: 'shell', line: `input keyevent ${KEYS[random.below(KEYS.length)]}`, answer: NOTHING };
    case 'text':
      return { kind: 'shell', line: `input text word${random.below(1e6)}`, answer: NOTHING };
    case 'question': {
      const [line, answer] = QUESTIONS[random.below(QUESTIONS.length)] ?? ['true', NOTHING];
      return { kind: 'shell', line, answer };
    }
    case 'picture':
      return { kind: 'picture' };
    case 'dump':
      return { kind: 'shell', line: 'uiautomator dump /sdcard/view.xml', answer: /^UI hierchary dumped to/ };
    case 'file': {
      // A few names, so that what the phone holds has an end.
      const path = `/sdcard/Download/${part}-${random.below(8)}.bin`;
      const step = random.below(256);
      const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => (index * step) & 255);
      return { kind: 'file', path, bytes };
    }
    default:
      return kind satisfies never;
  }
}
