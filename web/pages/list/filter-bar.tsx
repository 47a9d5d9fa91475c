import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo, type ReactNode, type Ref } from 'react';
import type { Outcome } from '../../../src/domain/episode.js';
import { OUTCOMES } from '../../../src/report/view/outcome-numbers.js';
import { OutcomeSign } from '../../parts/outcome-mark.js';
import { isNarrowed, NO_FILTER, type ListFilter, type ListQuery } from '../../report/list-query.js';
import { cellItems } from '../../report/select-rows.js';
import { useReport } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import { OUTCOME_TEXTS, reasonName } from '../../texts/outcome-texts.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { LIST_TEXTS } from './list-texts.js';

/** The controls that narrow a list. */
export function FilterBar({
  query,
  count,
  search,
  onChange,
  onLeave,
}: {
  readonly query: ListQuery;
  /** How much is left of all, in words. */
  readonly count: string;
  readonly search: Ref<HTMLInputElement>;
  readonly onChange: (part: Partial<ListFilter>) => void;
  /** The reader goes on from the search to the list. */
  readonly onLeave: () => void;
}): ReactNode {
  const texts = useTexts(LIST_TEXTS);
  const words = useTexts(REPORT_TEXTS);
  const { model } = useReport();
  return (
    <div className="filter-bar" role="search">
      <TextInput
        ref={search}
        type="search"
        size="sm"
        className="search"
        placeholder={texts.searchHint}
        aria-label={texts.search}
        autoComplete="off"
        spellCheck={false}
        value={query.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (!['Escape', 'Enter', 'ArrowDown'].includes(event.key)) return;
          event.preventDefault();
          onLeave();
        }}
      />
      <OutcomeChips chosen={query.outcomes} onChange={(outcomes) => onChange({ outcomes })} />
      <div className="selects">
        {model.runs.length > 1 && (
          <Choice
            label={words.run}
            all={texts.allRuns}
            values={model.runs.map(({ run }) => run.id)}
            names={model.runs.map(({ run, letter }) => `${letter} · ${run.label}`)}
            value={query.run}
            onChange={(run) => onChange({ run })}
          />
        )}
        {model.apps.length > 1 && (
          <Choice
            label={texts.app}
            all={texts.allApps}
            values={model.apps}
            value={query.app}
            onChange={(app) => onChange({ app })}
          />
        )}
        {model.abilities.length > 1 && (
          <Choice
            label={texts.ability}
            all={texts.allAbilities}
            values={model.abilities}
            value={query.ability}
            onChange={(ability) => onChange({ ability })}
          />
        )}
        {model.index.scanners.length > 0 && (
          <Choice
            label={texts.findings}
            all={texts.allFindings}
            values={['*', ...model.index.scanners.toSorted()]}
            names={[texts.anyFinding, ...model.index.scanners.toSorted()]}
            value={query.finding}
            onChange={(finding) => onChange({ finding })}
          />
        )}
      </div>
      <ExtraFilters query={query} onChange={onChange} />
      <output className="count" aria-live="polite">
        {count}
      </output>
    </div>
  );
}

/** One button per outcome that there is. */
function OutcomeChips({
  chosen,
  onChange,
}: {
  readonly chosen: readonly Outcome[];
  readonly onChange: (outcomes: readonly Outcome[]) => void;
}): ReactNode {
  const { outcome: label } = useTexts(REPORT_TEXTS);
  const { outcomes, outcomeHelp } = useTexts(OUTCOME_TEXTS);
  const { model } = useReport();
  const shown = useMemo(() => {
    const seen = new Set(model.episodes.map(({ outcome }) => outcome));
    return OUTCOMES.filter((outcome) => seen.has(outcome));
  }, [model]);
  const toggle = (outcome: Outcome): void => {
    const others = chosen.filter((other) => other !== outcome);
    onChange(others.length < chosen.length ? others : [...others, outcome]);
  };
  return (
    <div className="chips" role="group" aria-label={label}>
      {shown.map((outcome) => (
        <button
          key={outcome}
          type="button"
          className="chip"
          title={outcomeHelp[outcome]}
          aria-pressed={chosen.includes(outcome)}
          onClick={() => toggle(outcome)}
        >
          <OutcomeSign outcome={outcome} />
          {outcomes[outcome]}
        </button>
      ))}
    </div>
  );
}

/** Filters that other pages lead here with, each with a way to take it off. */
function ExtraFilters({
  query,
  onChange,
}: {
  readonly query: ListQuery;
  readonly onChange: (part: Partial<ListFilter>) => void;
}): ReactNode {
  const texts = useTexts(LIST_TEXTS);
  const words = useTexts(REPORT_TEXTS);
  const outcomeTexts = useTexts(OUTCOME_TEXTS);
  const { model } = useReport();
  const cell = query.cell === null ? null : cellItems(model, query.cell);
  const removable = (name: string, part: Partial<ListFilter>): ReactNode => (
    <button
      type="button"
      className="chip on"
      aria-label={texts.removeFilter(name)}
      onClick={() => onChange(part)}
    >
      {name}
      <span aria-hidden="true"> ×</span>
    </button>
  );
  return (
    <div className="chips extra">
      {query.task !== null && removable(`${words.task} ${query.task}`, { task: null })}
      {query.reason !== null && removable(reasonName(outcomeTexts, query.reason), { reason: null })}
      {query.differs && removable(texts.onlyDiffering, { differs: false })}
      {cell !== null && removable(texts.fromCell(cell.title), { cell: null })}
      {isNarrowed(query) && (
        <button type="button" className="plain" onClick={() => onChange(NO_FILTER)}>
          {texts.clear}
        </button>
      )}
    </div>
  );
}

function Choice({
  label,
  all,
  values,
  names = values,
  value,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly values: readonly string[];
  /** What the reader sees of each value. */
  readonly names?: readonly string[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}): ReactNode {
  return (
    <NativeSelect
      size="sm"
      aria-label={label}
      value={value ?? ''}
      data={[
        { value: '', label: all },
        ...values.map((one, place) => ({ value: one, label: names[place] ?? one })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    />
  );
}
