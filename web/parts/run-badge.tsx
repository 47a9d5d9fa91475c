import type { ReactNode } from 'react';
import type { RunView } from '../report/model.js';
import './marks.css';

/** Colours that charts go through; letters tell runs apart where colours repeat or are not seen. */
const RUN_COLOURS = 6;

/** Class that gives what is inside the colour of a run as `--run`. */
export function runColour(index: number): string {
  return `run-${index % RUN_COLOURS}`;
}

/** The letter of a run on its colour. */
export function RunBadge({ run }: { readonly run: RunView }): ReactNode {
  return (
    <span className={`run-badge ${runColour(run.index)}`} title={run.run.label}>
      {run.letter}
    </span>
  );
}

/** Letter and name. */
export function RunName({ run }: { readonly run: RunView }): ReactNode {
  return (
    <span className="run-name">
      <RunBadge run={run} />
      <span>{run.run.label}</span>
    </span>
  );
}
