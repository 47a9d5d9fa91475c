import type {
  AbstractEdgeProgram,
  AbstractNodeProgram,
  EdgeProgramType,
  NodeProgramType,
} from 'sigma/rendering';

/** In the place of a program that is not there yet, or never used: each one has shaders compiled while the page stands still. */
export const DrawsNothing = class implements AbstractNodeProgram, AbstractEdgeProgram {
  readonly drawLabel = undefined;
  readonly drawHover = undefined;

  process(): void {
    // There is nothing to be drawn with it.
  }

  reallocate(): void {
    // That needs no memory.
  }

  render(): void {
    // Nor is it seen.
  }

  kill(): void {
    // It holds nothing.
  }
} satisfies NodeProgramType & EdgeProgramType;
