/** Problems reported for one connection; a hostile one could fill a log otherwise. */
const MOST_TOLD = 20;

/** Passes on the first problems, says once that there are more, and is silent from then on. */
export function limitProblems(tell: (what: string) => void): (what: string) => void {
  let told = 0;
  return (what) => {
    told += 1;
    if (told <= MOST_TOLD) tell(what);
    else if (told === MOST_TOLD + 1) tell('further problems of this connection are not reported');
  };
}
