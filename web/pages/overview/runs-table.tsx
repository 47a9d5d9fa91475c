import type { ReactNode } from 'react';
import type { AgentKind } from '../../../src/report/view/report-run.js';
import { TableFrame } from '../../parts/data-table.js';
import { RunName } from '../../parts/run-badge.js';
import { Term } from '../../parts/term.js';
import type { RunView } from '../../report/model.js';
import { useTexts } from '../../texts/language.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { OVERVIEW_TEXTS } from './overview-texts.js';

const KINDS: readonly AgentKind[] = ['agent', 'oracle', 'baseline'];

export interface RunColumn {
  readonly key: string;
  readonly title: ReactNode;
  readonly className?: string;
  readonly cell: (run: RunView) => ReactNode;
}

/** One row per run: agents first, then what they have to be measured against. */
export function RunsTable({
  label,
  runs,
  columns,
  isDescribed = false,
  mostRows = Infinity,
}: {
  readonly label: string;
  readonly runs: readonly RunView[];
  readonly columns: readonly RunColumn[];
  /** What each agent does stands below its name. */
  readonly isDescribed?: boolean;
  /** Rows that are drawn; those after them are left out. */
  readonly mostRows?: number;
}): ReactNode {
  const words = useTexts(REPORT_TEXTS);
  const kinds = KINDS.filter((kind) => runs.some(({ run }) => run.kind === kind));
  const inOrder = kinds.flatMap((kind) => runs.filter(({ run }) => run.kind === kind));
  const drawn = new Set(inOrder.slice(0, mostRows));
  const drawnKinds = kinds.filter((kind) => [...drawn].some(({ run }) => run.kind === kind));
  return (
    <TableFrame label={label}>
      <thead>
        <tr>
          <th scope="col" className="left">
            {words.run}
          </th>
          {columns.map(({ key, title, className }) => (
            <th key={key} scope="col" className={className ?? 'right'}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {drawnKinds.map((kind) => (
        <tbody key={kind}>
          {kinds.length > 1 && <KindRow kind={kind} width={columns.length + 1} />}
          {runs
            .filter((view) => view.run.kind === kind && drawn.has(view))
            .map((view) => (
              <tr key={view.index}>
                <th scope="row" className="left">
                  <RunName run={view} />
                  {isDescribed && view.run.agentTitle !== null && (
                    <span className="below agent-title">{view.run.agentTitle}</span>
                  )}
                </th>
                {columns.map(({ key, className, cell }) => (
                  <td key={key} className={className ?? 'right'}>
                    {cell(view)}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      ))}
    </TableFrame>
  );
}

function KindRow({ kind, width }: { readonly kind: AgentKind; readonly width: number }): ReactNode {
  const { kinds, kindHelp } = useTexts(OVERVIEW_TEXTS);
  return (
    <tr className="kind">
      <th scope="rowgroup" colSpan={width}>
        {kind === 'agent' ? kinds[kind] : <Term name={kind} word={kinds[kind]} />}
        {kindHelp[kind] !== '' && <span className="help">{kindHelp[kind]}</span>}
      </th>
    </tr>
  );
}
