import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import { Answered } from '../app/page-state.js';
import { textsOf, type Search } from '../app/search.js';
import { QUERY, useSource } from '../source/use-source.js';
import { useTexts } from '../texts/language.js';
import { REPORT_TEXTS } from '../texts/report-texts.js';
import { Addresses } from './addresses.js';
import { buildModel, type ReportModel } from './model.js';

/** A set of runs with all their episodes, and where their pages are. */
export interface Report {
  readonly model: ReportModel;
  readonly addresses: Addresses;
}

const ReportContext = createContext<Report | null>(null);
const MODELS = new WeakMap<ReportIndex, ReportModel>();

/** Gives everything inside the runs that the address names; of a file, all that it holds. */
export function WithReport({ children }: { readonly children: ReactNode }): ReactNode {
  const texts = useTexts(REPORT_TEXTS);
  const source = useSource();
  const search: Search = useSearch({ strict: false });
  const isOne = !source.features.has('runs');
  const runs = isOne ? [] : textsOf(search, 'runs');
  const isChosen = isOne || runs.length > 0;
  const query = useQuery({
    queryKey: QUERY.index(runs),
    queryFn: ({ signal }) => source.index(runs, signal),
    enabled: isChosen,
  });
  if (!isChosen) {
    return (
      <Text>
        {texts.noRunChosen} <Anchor href="#/">{texts.chooseRuns}</Anchor>
      </Text>
    );
  }
  return (
    <Answered query={query}>
      {(index) => (
        <GivenReport index={index} runs={runs}>
          {children}
        </GivenReport>
      )}
    </Answered>
  );
}

function GivenReport({
  index,
  runs,
  children,
}: {
  readonly index: ReportIndex;
  readonly runs: readonly string[];
  readonly children: ReactNode;
}): ReactNode {
  const names = JSON.stringify(runs);
  const report = useMemo(
    () => ({ model: modelOf(index), addresses: new Addresses(JSON.parse(names) as string[]) }),
    [index, names],
  );
  return <ReportContext value={report}>{children}</ReportContext>;
}

export function useReport(): Report {
  const report = useContext(ReportContext);
  if (report === null) throw new Error('There are no runs around this component');
  return report;
}

/** Opens an address of `Addresses`; `replace` leaves no step in the history. */
export function useGo(): (address: string, options?: { readonly replace: boolean }) => void {
  const { history } = useRouter();
  return (address, { replace } = { replace: false }) => {
    const place = address.slice(1);
    if (replace) history.replace(place);
    else history.push(place);
  };
}

/** Built once of each answer: pages come and go. */
function modelOf(index: ReportIndex): ReportModel {
  const known = MODELS.get(index);
  if (known !== undefined) return known;
  const built = buildModel(index);
  MODELS.set(index, built);
  return built;
}
