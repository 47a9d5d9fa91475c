import { DatasetError } from '../../../errors.js';
import { GrowingBytes } from '../../../formats/record-files/growing-bytes.js';
import { jsonEscaped } from './json-escaped.js';
import type { JsonListFile } from './json-list-file.js';

/**
 * `his_index.json`: the paths of all earlier screenshots of the episode, by screenshot. A screenshot of several files appears
 * once.
 */
export class HistoryIndex {
  /** The screenshot before each one, `null` before the first: enough to tell whether two histories are the same. */
  readonly #before = new Map<string, string | null>();

  readonly #file: JsonListFile;
  /** Of the episode being added; its memory is used again for the next. */
  readonly #history = new GrowingBytes();

  constructor(file: JsonListFile) {
    this.#file = file;
  }

  /**
   * Adds an episode's screenshots.
   *
   * @throws {DatasetError} when a screenshot has another history already
   */
  add(images: readonly string[]): void {
    const history = this.#history;
    history.clear();
    let before: string | null = null;
    for (const image of images) {
      const name = jsonEscaped(image);
      const known = this.#before.get(image);
      if (known === undefined) {
        this.#before.set(image, before);
        const start = `    "${name}": [`;
        this.#file.add(before === null ? [start, ']'] : [`${start}\n`, history.bytes, '\n    ]']);
      } else if (known !== before) {
        throw new DatasetError(`the screenshot ${image} has two different histories`, {
          hint: 'Each step of each episode needs a screenshot of its own.',
        });
      }
      history.add(`${before === null ? '        "' : ',\n        "'}${name}"`);
      before = image;
    }
  }
}
