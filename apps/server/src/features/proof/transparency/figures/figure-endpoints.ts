/** The public figures as files: a table of each, and all of them (ADR 51). */
import { figureFiles, type PublicFigures } from '@tern/protocol';
import { csvLine } from '../../../../platform/csv.ts';
import type { RawAnswer, RawEndpoint } from '../../../../platform/http/raw-endpoint.ts';
import { limitedFile, missingFile } from '../../public-log/index.ts';
import { figureTable } from './figure-tables.ts';

/** Figures change every five minutes. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=60',
};

/** `read` answers the figures as published. */
export function figureEndpoints(read: () => Promise<PublicFigures | undefined>): RawEndpoint[] {
  const file = (name: string, type: string, print: (figures: PublicFigures) => string) => ({
    method: 'GET' as const,
    path: `/transparency/${name}`,
    answer: limitedFile(async () => {
      const figures = await read();
      return figures === undefined ? missingFile : attached(name, type, print(figures));
    }),
  });
  return [
    ...figureFiles.map((figure) =>
      file(`${figure}.csv`, 'text/csv; charset=utf-8', (figures) => {
        const { heads, rows } = figureTable(figure, figures);
        return [heads, ...rows.map((row) => row.map((cell) => String(cell ?? '')))]
          .map(csvLine)
          .join('');
      }),
    ),
    file('figures.json', 'application/json; charset=utf-8', (figures) =>
      JSON.stringify(figures, undefined, 2),
    ),
  ];
}

const attached = (name: string, type: string, body: string): RawAnswer => ({
  status: 200,
  body,
  headers: {
    ...HEADERS,
    'content-type': type,
    'content-disposition': `attachment; filename="tern-${name}"`,
  },
});
