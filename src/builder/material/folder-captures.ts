import { extname, join } from 'node:path';
import { plural } from '../../domain/text/plural.js';
import { isThere } from '../../files/is-there.js';
import { fileContent } from '../../formats/file-content.js';
import type { Capture, WorldCapture } from './material.js';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** Captures of a folder that keeps its contents in `screens/` by their hashes; files that are not there are left out and counted. */
export class FolderCaptures {
  readonly captures: Capture[] = [];
  readonly #folder: string;
  readonly #there = new Map<string, boolean>();
  #missing = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What to say of files that are not there. */
  get warnings(): readonly string[] {
    if (this.#missing === 0) return [];
    const files = plural(this.#missing, 'file of a screen is', 'files of screens are');
    return [`${files} not in ${this.#folder}`];
  }

  /** Place of the capture. */
  async add({ size, activity, picture, file, hierarchy }: WorldCapture): Promise<number> {
    const pictureContent = picture === null ? null : await this.#open(picture, file ?? `${picture}.png`);
    const hierarchyContent = hierarchy === null ? null : await this.#open(hierarchy, `${hierarchy}.xml`);
    return (
      this.captures.push({
        size,
        activity,
        picture: pictureContent === null ? null : picture,
        ...(file === undefined ? {} : { file }),
        hierarchy: hierarchyContent === null ? null : hierarchy,
        pictureContent,
        hierarchyContent,
      }) - 1
    );
  }

  async #open(hash: string, name: string): Promise<Capture['pictureContent']> {
    const file = join(this.#folder, 'screens', name);
    let isHere = this.#there.get(name);
    if (isHere === undefined) {
      isHere = await isThere(file);
      this.#there.set(name, isHere);
      if (!isHere) this.#missing += 1;
    }
    if (!isHere) return null;
    const mediaType = MEDIA_TYPES[extname(name)] ?? 'application/xml';
    return { ...fileContent(file, mediaType, { within: this.#folder }), hash };
  }
}
