/** What the steps so far hold, in order; looks only at what is new since it was last asked. */
export function growingList<S, T>(steps: readonly S[], part: (step: S) => T | undefined): () => readonly T[] {
  const found: T[] = [];
  return () => {
    for (let next = found.length; next < steps.length; next += 1) {
      const step = steps[next];
      const value = step === undefined ? undefined : part(step);
      if (value === undefined) break;
      found.push(value);
    }
    return found;
  };
}
