import { VisuallyHidden } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { useTexts } from '../../texts/language.js';
import { RUNS_TEXTS } from './runs-texts.js';
import { nextOrder, RUN_COLUMNS, type RunOrder } from './sort-runs.js';
import classes from './runs-page.module.css';

/** Columns of the list of runs, and what they are called. It does not change while people scroll. */
export const RunsTableHead = memo(function RunsTableHead({
  order,
  hasMenu,
  onOrder,
}: {
  readonly order: RunOrder;
  readonly hasMenu: boolean;
  readonly onOrder: (order: RunOrder) => void;
}): ReactNode {
  const texts = useTexts(RUNS_TEXTS);
  return (
    <>
      <colgroup>
        <col className={classes['columnTick']} />
        {RUN_COLUMNS.map((column) => (
          <col key={column} className={classes[`column-${column}`]} />
        ))}
        {hasMenu && <col className={classes['columnMenu']} />}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{texts.compareColumn}</VisuallyHidden>
          </th>
          {RUN_COLUMNS.map((column) => (
            <th
              key={column}
              scope="col"
              aria-sort={
                order.column !== column ? undefined : order.isDescending ? 'descending' : 'ascending'
              }
            >
              <button
                type="button"
                className={classes['sort']}
                title={texts.sortBy(texts.columns[column])}
                onClick={() => onOrder(nextOrder(order, column))}
              >
                {texts.columns[column]}
                <span aria-hidden="true">
                  {order.column === column && (order.isDescending ? ' ↓' : ' ↑')}
                </span>
              </button>
            </th>
          ))}
          {hasMenu && (
            <th scope="col">
              <VisuallyHidden>{texts.control}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
    </>
  );
});
