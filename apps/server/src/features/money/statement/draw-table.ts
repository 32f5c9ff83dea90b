/** Draws the rows of a CSV as the pages of a PDF, with the CSV in it: the same bytes for the same table. */
import { drawInProcess } from './draw-in-process.ts';

/** The bundler copies its folder beside the bundle (tools/bundle-server.mjs). */
const DRAWING = new URL('./drawing/draw-table-process.mjs', import.meta.url);

export interface TablePdf {
  readonly title: string;
  /** Below the title of the first page; five at most. */
  readonly notes: readonly string[];
  /** Columns of the CSV with their head, and their share of the width. */
  readonly columns: readonly {
    readonly name: string;
    readonly head: string;
    readonly share: number;
    readonly isRight?: boolean;
    /** In ISO 8601. */
    readonly isTime?: boolean;
  }[];
  /** With a head; ten thousand rows take some seconds. */
  readonly csv: Uint8Array;
  /** Of its making. Epoch milliseconds. */
  readonly at: number;
}

/** @throws busy when too many wait; Error when the process fails */
export const drawTablePdf = (table: TablePdf): Promise<Uint8Array> => drawInProcess(DRAWING, table);
