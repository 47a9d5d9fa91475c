import { TouchstoneError } from '../../../errors.js';
import type { ResultsFolder } from '../results-folder.js';
import type { ScaledPictures } from '../scaled-pictures.js';
import { stepScreen } from '../step-screen.js';
import {
  drawAnimation,
  MOST_FRAMES,
  type AnimationFrame,
  type DrawAnimationOptions,
} from './draw-animation.js';
import { privateScreens } from './private-screens.js';

type Folder = Pick<ResultsFolder, 'path' | 'episode' | 'screen'>;

/**
 * Episodes of a folder as animated pictures, by what the folder shows: its lines of the journal alone are read, and screens
 * that the folder withholds are in none. One is drawn at a time, each takes tens of megabytes.
 */
export class EpisodeAnimations {
  readonly #folder: Folder;
  readonly #pictures: Pick<ScaledPictures, 'get'>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: Folder, pictures: Pick<ScaledPictures, 'get'>) {
    this.#folder = folder;
    this.#pictures = pictures;
  }

  /**
   * @throws {NotThereError} where there is no such run or episode
   * @throws {UserError} where its screens show people's data, or nothing has been done yet
   */
  async draw(run: string, item: string, repeat: number, options: DrawAnimationOptions): Promise<Uint8Array> {
    const drawn = this.#last.then(() => {
      options.signal.throwIfAborted();
      return this.#draw(run, item, repeat, options);
    });
    this.#last = drawn.catch(() => undefined);
    return drawn;
  }

  async #draw(run: string, item: string, repeat: number, options: DrawAnimationOptions): Promise<Uint8Array> {
    const { episode } = await this.#folder.episode(run, item, repeat);
    const { steps } = episode;
    if (steps.some(({ noPicture }) => noPicture === 'withheld')) throw privateScreens(run);
    const frames: AnimationFrame[] = [];
    for (const [number, step] of steps.slice(0, MOST_FRAMES).entries()) {
      options.signal.throwIfAborted();
      const screen = stepScreen(step);
      const picture = screen === null ? null : await this.#picture(run, screen, options.width);
      const caption = `${number + 1} / ${steps.length}`;
      frames.push({ picture, size: step.size, marks: step.marks, caption });
    }
    return drawAnimation(frames, options);
  }

  /** As small as it is shown: so a whole episode of them is held at once. A picture that is lost leaves its step in place. */
  async #picture(
    run: string,
    screen: NonNullable<ReturnType<typeof stepScreen>>,
    width: number,
  ): Promise<Uint8Array | null> {
    const key = `${run} ${'hash' in screen ? screen.hash : `id ${screen.id}`}`;
    try {
      const load = (): ReturnType<Folder['screen']> => this.#folder.screen(run, screen, 'picture');
      return (await this.#pictures.get(key, width, load))?.bytes ?? null;
    } catch (error) {
      if (error instanceof TouchstoneError) return null;
      throw error;
    }
  }
}
