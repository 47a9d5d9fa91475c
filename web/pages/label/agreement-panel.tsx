import { Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MeasuredKappa } from '../../../src/domain/scores/judge-measurement.js';
import type { LabelSummary } from '../../../src/report/view/served/label-case.js';
import type { Table as FigureTable } from '../../../src/metrics/tables/table.js';
import { NO_VALUE } from '../../../src/report/view/figures.js';
import { QUERY, useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import { causeTableText } from './cause-table-text.js';
import type { LabelChoice } from './label-choice.js';
import { LABEL_TEXTS } from './label-texts.js';

/** How far people agree so far, and for which causes agents failed. */
export function AgreementPanel({ choice }: { readonly choice: LabelChoice }): ReactNode {
  const texts = useTexts(LABEL_TEXTS);
  const source = useSource();
  const runs = new URLSearchParams(choice.runs.map((run) => ['runs', run])).toString();
  const route = `labels/summary?pass=${choice.pass}&${runs}`;
  const { data } = useQuery({
    queryKey: QUERY.labels(choice.runs, route),
    queryFn: async () => (await source.ask(route)) as LabelSummary,
  });
  const mayLabel = source.features.has('notes');
  if (data === undefined) return null;
  if (data.labellers.length === 0) return mayLabel ? null : <Text role="status">{texts.nobody}</Text>;
  const agreement = data;
  // Whoever labels blind must not see whose count goes up.
  const tables = choice.pass === 'blind' ? [] : data.causes;
  return (
    <Stack>
      <Title order={2} size="h4">
        {texts.agreement}
      </Title>
      <Text>
        {agreement.labellers
          .map(({ name, labelled }) => `${name}: ${labelled} ${texts.labelled}`)
          .join(' · ')}
      </Text>
      {agreement.pairs.length > 0 && (
        <Table.ScrollContainer
          minWidth={400}
          type="native"
          tabIndex={0}
          role="region"
          aria-label={texts.agreement}
        >
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.labellers}</Table.Th>
                <Table.Th>{texts.together}</Table.Th>
                <Table.Th>{texts.kappa}</Table.Th>
                <Table.Th>{texts.causeKappa}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {agreement.pairs.map(({ labellers, verdict, causes }) => (
                <Table.Tr key={labellers.join('\n')}>
                  <Table.Td>{labellers.join(' · ')}</Table.Td>
                  <Table.Td>{verdict.n}</Table.Td>
                  <Table.Td>{kappaText(verdict)}</Table.Td>
                  <Table.Td>{causesText(causes)}</Table.Td>
                </Table.Tr>
              ))}
              {agreement.labellers.length > 2 && (
                <Table.Tr>
                  <Table.Td>{texts.allTogether}</Table.Td>
                  <Table.Td>{agreement.group.n}</Table.Td>
                  <Table.Td>{kappaText(agreement.group)}</Table.Td>
                  <Table.Td>{NO_VALUE}</Table.Td>
                </Table.Tr>
              )}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {agreement.disagreed.length > 0 && (
        <Text>
          {texts.disagreed(agreement.disagreed.length)}{' '}
          {mayLabel && (
            <Link
              to="/label"
              search={{ ...choice, runs: [...choice.runs], pass: 'adjudication', labeller: '', choose: '1' }}
            >
              {texts.adjudicate}
            </Link>
          )}
        </Text>
      )}
      {tables.map((table) => (
        <CauseTable key={table.id} table={table} />
      ))}
    </Stack>
  );
}

function CauseTable({ table }: { readonly table: FigureTable }): ReactNode {
  const { title, columns, rows } = causeTableText(table, useTexts(LABEL_TEXTS));
  return (
    <Table.ScrollContainer minWidth={400} type="native" tabIndex={0} role="region" aria-label={title}>
      <Table captionSide="top">
        <Table.Caption>{title}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name, place) => (
              <Table.Th key={place}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, number) => (
            <Table.Tr key={number}>
              {row.map((text, place) => (
                <Table.Td key={place}>{text}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Of each set of causes by itself; named where there are several. */
function causesText(causes: LabelSummary['pairs'][number]['causes']): string {
  if (causes.length === 0) return NO_VALUE;
  return causes
    .map(({ set, kappa }) => (causes.length === 1 ? kappaText(kappa) : `${set}: ${kappaText(kappa)}`))
    .join(' · ');
}

function kappaText({ value, interval }: MeasuredKappa): string {
  if (value === null) return NO_VALUE;
  const [low, high] = interval ?? [null, null];
  return low === null || high === null
    ? value.toFixed(2)
    : `${value.toFixed(2)} (${low.toFixed(2)} – ${high.toFixed(2)})`;
}
