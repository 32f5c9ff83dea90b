/** The products that a new server sells, by the fields that name them in calls. */
import type { TestServer } from './server.ts';

/** The offering that is open, and the first fixed term and loan, which are in USDT. */
export async function openProducts(server: TestServer, token: string) {
  const { data } = server.api;
  const first = ({ list }: { list: readonly { ID: number }[] }) => String(list[0]!.ID);
  return {
    pid: first(await data('GET /issue/list', {}, { token })),
    financing_id: first(await data('GET /financing/getFinancingList', {}, { token })),
    loan_id: first(await data('GET /loan/getLoanList', {}, { token })),
  };
}

export type OpenProducts = Awaited<ReturnType<typeof openProducts>>;
