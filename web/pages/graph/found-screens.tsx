import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WorldMap } from '../../../src/report/view/served/world-map.js';
import { useTexts } from '../../texts/language.js';
import { foundNodes } from './chosen-node.js';
import { GRAPH_TEXTS } from './graph-texts.js';
import classes from './graph-page.module.css';

/** Screens that are listed. */
const MOST_SCREENS = 50;

/** Screens that have the text that is looked for: what a map shows to the eye alone can be chosen here. */
export function FoundScreens({
  map,
  find,
  chosen,
  onChoose,
}: {
  readonly map: WorldMap;
  readonly find: string;
  readonly chosen: number | null;
  readonly onChoose: (node: number) => void;
}): ReactNode {
  const texts = useTexts(GRAPH_TEXTS);
  const nodes = foundNodes(map.nodes, find);
  return (
    <section aria-label={texts.find}>
      <Text role="status">{texts.matches(nodes.length)}</Text>
      {nodes.slice(0, MOST_SCREENS).map((node) => (
        <button
          key={node}
          type="button"
          className={classes['node']}
          aria-pressed={node === chosen}
          onClick={() => onChoose(node)}
        >
          {map.nodes.title[node] ?? map.nodes.id[node]}
        </button>
      ))}
    </section>
  );
}
