import type { ReactNode } from 'react';
import { percent, percentRange } from '../../../src/report/view/figures.js';
import type { ReportAbility } from '../../../src/report/view/report-run.js';
import { TableFrame } from '../../parts/data-table.js';
import { Follow } from '../../parts/follow.js';
import { RateBar } from '../../parts/rate-bar.js';
import { RunBadge } from '../../parts/run-badge.js';
import type { RunView } from '../../report/model.js';
import { useTexts } from '../../texts/language.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { OVERVIEW_TEXTS } from './overview-texts.js';
import { drawnRuns, LEAST_PER_AXIS, Radar } from './radar.js';

/** Bars for every atomic capability, and a radar from three on; nothing where the tasks name none. */
export function Capabilities({ runs }: { readonly runs: readonly RunView[] }): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const words = useTexts(REPORT_TEXTS);
  const shown = runs.filter(({ run }) => run.abilities.length > 0);
  const names = [...new Set(shown.flatMap(({ run }) => run.abilities.map(({ ability }) => ability)))];
  if (names.length === 0) return null;
  const enough = shown.filter((run) => isEnough(run, names));
  const drawn = drawnRuns(enough, (run) => run);
  return (
    <section className="capabilities">
      <h2>{texts.capabilities}</h2>
      <p className="note">{texts.capabilitiesNote}</p>
      {names.length >= 3 && enough.length < shown.length && (
        <p className="note">{texts.noRadar(LEAST_PER_AXIS)}</p>
      )}
      <div className="beside">
        <TableFrame label={texts.capabilities}>
          <thead className="visually-hidden">
            <tr>
              {[texts.capability, words.run, words.interval, words.success, words.counted].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          {names.map((name) => (
            <AbilityRows key={name} name={name} runs={shown} />
          ))}
        </TableFrame>
        {names.length >= 3 && drawn.length > 0 && (
          <Radar
            label={texts.radarTitle(drawn.map(({ run }) => run.label).join(', '))}
            axes={names}
            shapes={drawn.map((run) => ({ run, values: names.map((name) => shareOf(abilityOf(run, name))) }))}
          />
        )}
      </div>
    </section>
  );
}

function AbilityRows({
  name,
  runs,
}: {
  readonly name: string;
  readonly runs: readonly RunView[];
}): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const rows = runs.flatMap((run) => {
    const found = abilityOf(run, name);
    return found === undefined ? [] : [{ run, found }];
  });
  return (
    <tbody className="ability">
      {rows.map(({ run, found }, index) => (
        <tr key={run.index}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={rows.length} className="left">
              {name}
            </th>
          )}
          <td className="badge-cell">{runs.length > 1 && <RunBadge run={run} />}</td>
          <td className="bar-cell">
            <RateBar rate={{ value: shareOf(found), low: found.low, high: found.high }} run={run.index} />
          </td>
          <td className="right" title={percentRange(found.low, found.high)}>
            <Follow run={run} filter={{ ability: name }}>
              {percent(shareOf(found))}
            </Follow>
          </td>
          <td className="right muted">{texts.capabilityCell(found.reached, found.counted)}</td>
        </tr>
      ))}
    </tbody>
  );
}

/** Whether every axis of the run's shape rests on enough milestones to be drawn. */
function isEnough(run: RunView, names: readonly string[]): boolean {
  return names.every((name) => (abilityOf(run, name)?.counted ?? 0) >= LEAST_PER_AXIS);
}

function abilityOf({ run }: RunView, name: string): ReportAbility | undefined {
  return run.abilities.find(({ ability }) => ability === name);
}

function shareOf(ability: ReportAbility | undefined): number | null {
  return ability === undefined || ability.counted === 0 ? null : ability.reached / ability.counted;
}
