import type { ReactNode } from "react";
import { Icon } from "./Icon";

/** One column of a table. */
export interface Column<Row> {
  /** A stable id for keys and sorting. */
  id: string;
  header: string;
  /** Align to the right. */
  numeric?: boolean | undefined;
  /** Make the header a button that sorts. */
  sortable?: boolean | undefined;
  cell(row: Row): ReactNode;
}

/** The column and direction of the sorting. The caller sorts the rows. */
export interface Sorting {
  id: string;
  direction: "ascending" | "descending";
}

interface TableProps<Row> {
  /** The caption for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** Opens a row by a click anywhere in it. Its first cell needs a button that does the same. */
  onOpen?: ((row: Row) => void) | undefined;
  sorting?: Sorting | undefined;
  onSort?: ((sorting: Sorting) => void) | undefined;
}

/** A table. On a narrow screen each row becomes a card. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, onOpen, sorting, onSort } = props;
  const turn = (id: string): Sorting => ({
    id,
    direction:
      sorting?.id === id && sorting.direction === "descending" ? "ascending" : "descending",
  });
  return (
    <table className="table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ id, header, numeric, sortable }) => {
            const sorted = sorting?.id === id ? sorting.direction : undefined;
            return (
              <th key={id} scope="col" data-numeric={numeric} aria-sort={sorted}>
                {sortable && onSort ? (
                  <button className="sort" type="button" onClick={() => onSort(turn(id))}>
                    {header}
                    {sorted && <Icon name={sorted === "ascending" ? "up" : "down"} />}
                  </button>
                ) : (
                  header
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} data-open={onOpen !== undefined} onClick={() => onOpen?.(row)}>
            {columns.map(({ id, header, numeric, cell }) => (
              <td key={id} data-numeric={numeric} data-label={header}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
