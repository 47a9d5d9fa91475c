import type { ReactNode } from 'react';
import { percentRange } from '../../../src/report/view/figures.js';
import { TableFrame } from '../../parts/data-table.js';
import { RunBadge } from '../../parts/run-badge.js';
import { Term } from '../../parts/term.js';
import type { RunView } from '../../report/model.js';
import { useTexts } from '../../texts/language.js';
import { OVERVIEW_TEXTS } from './overview-texts.js';
import { profileOfRun, type ProfileCell } from './profile-of-run.js';
import { drawnRuns, LEAST_PER_AXIS, Radar } from './radar.js';

/** What a benchmark measures apart, side by side for several runs, as a table and a radar; nothing where none does. */
export function Profile({ runs }: { readonly runs: readonly RunView[] }): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const profiles = runs.map(profileOfRun).filter((profile) => profile !== null);
  const dimensions = [...new Set(profiles.flatMap(({ cells }) => [...cells.keys()]))];
  if (dimensions.length < 3) return null;
  const enough = profiles.filter(({ cells }) =>
    dimensions.every((dimension) => (cells.get(dimension)?.number.items?.length ?? 0) >= LEAST_PER_AXIS),
  );
  const drawn = drawnRuns(enough, ({ view }) => view);
  return (
    <section className="profile">
      <h2>{texts.profile}</h2>
      <p className="note">{texts.profileNote}</p>
      {enough.length < profiles.length && <p className="note">{texts.noRadar(LEAST_PER_AXIS)}</p>}
      <div className="beside">
        <TableFrame label={texts.profile}>
          <thead>
            <tr>
              <th scope="col" className="left">
                {texts.dimension}
              </th>
              {profiles.map(({ view }) => (
                <th key={view.index} scope="col" className="right">
                  <RunBadge run={view} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dimensions.map((dimension) => (
              <tr key={dimension}>
                <th scope="row" className="left">
                  {dimension}
                </th>
                {profiles.map(({ view, cells }) => (
                  <td key={view.index} className="right">
                    <NumberText cell={cells.get(dimension)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </TableFrame>
        {drawn.length > 0 && (
          <Radar
            label={texts.profileTitle(drawn.map(({ view }) => view.run.label).join(', '))}
            axes={dimensions}
            shapes={drawn.map(({ view, cells }) => ({
              run: view,
              values: dimensions.map((dimension) => cells.get(dimension)?.number.value ?? null),
            }))}
          />
        )}
      </div>
    </section>
  );
}

/** The number, below it its 95 % interval, and the bounds where something is undecided. */
function NumberText({ cell }: { readonly cell: ProfileCell | undefined }): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  if (cell === undefined) return texts.notMeasured;
  const { number, open } = cell;
  return (
    <>
      <span>{number.text}</span>
      {number.interval !== undefined && <span className="below">{percentRange(...number.interval)}</span>}
      {open !== undefined && (
        <span className="below">
          <Term name="bounds" word={texts.bounds} /> {percentRange(...open)}
        </span>
      )}
    </>
  );
}
