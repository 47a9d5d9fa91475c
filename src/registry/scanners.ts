import { coordinateSpanScanner } from '../scanners/coordinate-span.js';
import { ignoredPopUpScanner } from '../scanners/ignored-pop-up.js';
import { keyguardScanner } from '../scanners/keyguard.js';
import { loopScanner } from '../scanners/loop.js';
import { modelScanner } from '../scanners/model/model-scanner.js';
import { noEffectScanner } from '../scanners/no-effect.js';
import { repeatedFormatErrorScanner } from '../scanners/repeated-format-error.js';
import type { Scanner } from '../scanners/scanner.js';
import { unseenClaimScanner } from '../scanners/unseen-claim.js';

/** Touchstone's own scanners. To add one: a file in `src/scanners/`, and one line here. */
const ENTRIES: readonly Scanner[] = [
  loopScanner,
  noEffectScanner,
  keyguardScanner,
  ignoredPopUpScanner,
  unseenClaimScanner,
  coordinateSpanScanner,
  repeatedFormatErrorScanner,
  modelScanner,
];

export const SCANNERS: ReadonlyMap<string, Scanner> = new Map(ENTRIES.map((one) => [one.name, one]));
