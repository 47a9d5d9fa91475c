import { STEP_MATCHES, betterMatch, type StepMatch } from './step-verdict.js';

/** An annotated action at a step: the path it belongs to, and the verdict of the prediction against it. */
export interface MatchedPath {
  readonly path: string;
  readonly match: StepMatch;
}

/**
 * Verdicts of an episode whose annotation has several valid paths. A step is right when it matches any path that is still
 * consistent with the episode so far: one that every right step since it was last open belongs to. A wrong step closes no
 * path. Where no path that is still open passes the recorded screen, all that pass it are open again, since the
 * recording continues after any prediction.
 *
 * @param steps for each step, the annotated actions on its screen; at least one
 */
export function followPaths(steps: readonly (readonly MatchedPath[])[]): StepMatch[] {
  let open: ReadonlySet<string> | null = null;
  return steps.map((judged) => {
    const consistent: readonly MatchedPath[] =
      open === null ? judged : judged.filter(({ path }) => open?.has(path));
    const allowed = consistent.length === 0 ? judged : consistent;
    const verdict = bestOf(allowed);
    if (verdict.match) open = new Set(allowed.filter(({ match }) => match.match).map(({ path }) => path));
    return verdict;
  });
}

/** Verdicts where every step accepts every path, independent of earlier steps. */
export function unitePaths(steps: readonly (readonly MatchedPath[])[]): StepMatch[] {
  return steps.map(bestOf);
}

function bestOf(judged: readonly MatchedPath[]): StepMatch {
  return judged.map(({ match }) => match).reduce(betterMatch, STEP_MATCHES.missing);
}
