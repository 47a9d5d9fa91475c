import { parsePython } from '../python/parse-module.js';
import type { PythonModule } from '../python/syntax.js';

/** Gives the text of a file of the repository, by its path with `/`; refuses where it is not there. */
export type ReadPromptFile = (path: string) => Promise<string>;

/** What prompts are taken from. */
export interface PromptSources {
  /** Without a byte order mark, its lines ending in LF: a checkout on Windows has other ends than the prompt. */
  text(path: string): Promise<string>;
  /** @throws {PythonSourceError} */
  module(path: string): Promise<PythonModule>;
}

/** The files of one checkout, each read and parsed once. */
export class PromptFiles implements PromptSources {
  readonly #read: ReadPromptFile;
  readonly #texts = new Map<string, Promise<string>>();
  readonly #modules = new Map<string, Promise<PythonModule>>();

  constructor(read: ReadPromptFile) {
    this.#read = read;
  }

  text(path: string): Promise<string> {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const text = this.#read(path).then((read) => read.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));
    this.#texts.set(path, text);
    return text;
  }

  module(path: string): Promise<PythonModule> {
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    const module = this.text(path).then((text) => parsePython(text, path));
    this.#modules.set(path, module);
    return module;
  }
}
