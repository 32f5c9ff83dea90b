/** The last price of each market, as members read them. */
import { HttpConnection } from './http-connection.ts';
import type { PricedMarket } from './order-mix.ts';

/** The first `count` markets of the list, over a connection of its own. */
export async function readPrices(port: number, count: number): Promise<PricedMarket[]> {
  const connection = await HttpConnection.open(port);
  try {
    return await readPricesBy(connection, count);
  } finally {
    connection.close();
  }
}

export async function readPricesBy(
  connection: HttpConnection,
  count: number,
): Promise<PricedMarket[]> {
  const body = `{"from":1,"page":1,"pageSize":${count}}`;
  const answer = await connection.send(
    `POST /api/base/tradelist HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  return (JSON.parse(answer) as { data: { list: PricedMarket[] } }).data.list;
}
