import { Sigma } from 'sigma';

/** What draws a map, and can be kept from it while screens are added: it would place all of them anew with each frame. */
export class HeldSigma extends Sigma {
  #isHeld = false;

  hold(): void {
    this.#isHeld = true;
  }

  /** Draws at once what was kept back. */
  release(): void {
    this.#isHeld = false;
    this.refresh({ partialGraph: {} });
  }

  override scheduleRender(): this {
    return this.#isHeld ? this : super.scheduleRender();
  }
}
