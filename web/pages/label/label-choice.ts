import { EPISODE_LABEL_PASSES, type EpisodeLabelPass } from '../../../src/domain/scores/episode-label.js';
import { textsOf, type Search } from '../../app/search.js';

/** Which queue the page is about, as its address has it. */
export interface LabelChoice {
  readonly runs: readonly string[];
  readonly labeller: string;
  readonly pass: EpisodeLabelPass;
  readonly wanted: 'all' | 'failed';
  /** Empty: all. */
  readonly sample: string;
  readonly seed: string;
}

export function readLabelChoice(search: Search): LabelChoice {
  const first = (name: string): string => textsOf(search, name)[0] ?? '';
  return {
    runs: textsOf(search, 'runs'),
    labeller: first('labeller'),
    pass: EPISODE_LABEL_PASSES.find((pass) => pass === first('pass')) ?? 'blind',
    wanted: first('wanted') === 'failed' ? 'failed' : 'all',
    sample: /^[1-9]\d{0,6}$/.test(first('sample')) ? first('sample') : '',
    seed: /^\d{1,9}$/.test(first('seed')) ? first('seed') : '1',
  };
}

/** The choice as a query of the server's routes. */
export function labelQuery({ runs, ...choice }: LabelChoice): string {
  const query = new URLSearchParams(runs.map((run) => ['runs', run]));
  for (const [name, value] of Object.entries(choice)) if (value !== '') query.append(name, value);
  return query.toString();
}
