import type { ReactNode } from 'react';
import { moment } from '../../../src/report/view/figures.js';
import { TableFrame } from '../../parts/data-table.js';
import { RunBadge } from '../../parts/run-badge.js';
import type { RunView } from '../../report/model.js';
import { useTexts } from '../../texts/language.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { OVERVIEW_TEXTS } from './overview-texts.js';

/** What the runs were configured to do: entries that differ in sight, all others folded away. */
export function Configuration({ runs }: { readonly runs: readonly RunView[] }): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const values = runs.map(({ run }) => new Map(run.identity));
  const paths = [...new Set(runs.flatMap(({ run }) => run.identity.map(([path]) => path)))];
  const differing = paths.filter((path) => new Set(values.map((entries) => entries.get(path))).size > 1);
  return (
    <section className="configuration">
      <h2>{texts.configuration}</h2>
      {runs.length > 1 && (
        <p className="note">{differing.length === 0 ? texts.configurationSame : texts.configurationNote}</p>
      )}
      {differing.length > 0 && <EntryTable runs={runs} paths={differing} values={values} />}
      <details>
        <summary>{texts.configuration}</summary>
        <EntryTable runs={runs} paths={paths} values={values} />
        <ul className="notes">
          {runs.map(({ run, letter, index }) => (
            <li key={index}>
              {`${letter}: ${run.id}, ${texts.statuses[run.status]}`}
              {run.startedAt !== null && `, ${moment(run.startedAt)}`}
              {`, ${run.identityHash.slice(0, 12)}`}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function EntryTable({
  runs,
  paths,
  values,
}: {
  readonly runs: readonly RunView[];
  readonly paths: readonly string[];
  readonly values: readonly ReadonlyMap<string, string>[];
}): ReactNode {
  const { configuration } = useTexts(OVERVIEW_TEXTS);
  const { entry, nothing } = useTexts(REPORT_TEXTS);
  return (
    <TableFrame label={configuration}>
      <thead>
        <tr>
          <th scope="col" className="left">
            {entry}
          </th>
          {runs.map((run) => (
            <th key={run.index} scope="col" className="left">
              {runs.length > 1 ? <RunBadge run={run} /> : run.run.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {paths.map((path) => (
          <tr key={path}>
            <th scope="row" className="left">
              <code>{path}</code>
            </th>
            {values.map((entries, run) => (
              <td key={run} className="value">
                <code>{entries.get(path) ?? nothing}</code>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
