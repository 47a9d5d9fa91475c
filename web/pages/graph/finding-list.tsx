import { Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WorldFindings, WorldMap } from '../../../src/report/view/served/world-map.js';
import { Failed } from '../../app/page-state.js';
import { useTexts } from '../../texts/language.js';
import { GRAPH_TEXTS } from './graph-texts.js';
import classes from './graph-page.module.css';

/** Findings that are listed, and screens of each. */
const MOST_FINDINGS = 200;
const MOST_SCREENS = 5;

/** What lint found in a world, the worst first, each with the screens that it is about. */
export function FindingList({
  query,
  map,
  onChoose,
}: {
  readonly query: UseQueryResult<WorldFindings>;
  readonly map: WorldMap;
  readonly onChoose: (node: number) => void;
}): ReactNode {
  const texts = useTexts(GRAPH_TEXTS);
  if (query.error !== null) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Text role="status">{texts.checking}</Text>;
  const { findings, why } = query.data;
  if (why !== null) return <Text role="status">{texts.unchecked(why)}</Text>;
  if (findings.length === 0) return <Text role="status">{texts.foundNothing}</Text>;
  const left = findings.length - MOST_FINDINGS;
  return (
    <section aria-label={texts.found}>
      <Title order={2} size="h4">
        {texts.found}
      </Title>
      <ul className={classes['paths']}>
        {findings.slice(0, MOST_FINDINGS).map(({ rule, severity, message, nodes }, place) => (
          <li key={place}>
            <strong>{texts.severities[severity]}</strong> <code>{rule}</code> {message}{' '}
            {nodes.slice(0, MOST_SCREENS).map((node) => (
              <button key={node} type="button" className={classes['node']} onClick={() => onChoose(node)}>
                {map.nodes.title[node] ?? map.nodes.id[node]}
              </button>
            ))}
          </li>
        ))}
      </ul>
      {left > 0 && <Text c="dimmed">{texts.foundMore(left)}</Text>}
    </section>
  );
}
