/** Loans of members on a server, approved over the console by two operators. */
import type { Console, EnrolledOperator } from './operator-client.ts';
import type { Person } from './people.ts';
import type { TestServer } from './server.ts';

/** One loan of each verified member, in order. */
export async function creditedLoans(
  server: TestServer,
  consoleApi: Console,
  { people, loan_id }: { people: readonly Person[]; loan_id: string },
): Promise<number[]> {
  const operators = [
    await consoleApi.enrolled(['reviewer']),
    await consoleApi.enrolled(['approver']),
  ] as const;
  const application = { loan_id, amount: '1000', consent: true };
  const ids: number[] = [];
  for (const { token } of people) {
    const { order } = await server.api.data('POST /loan_order/createLoan_order', application, {
      token,
    });
    await approveLoan(consoleApi, operators, order.ID);
    ids.push(order.ID);
  }
  return ids;
}

/** @throws Error when an approval is refused */
export async function approveLoan(
  consoleApi: Console,
  operators: readonly [EnrolledOperator, EnrolledOperator],
  loanId: number,
): Promise<void> {
  const ID = await reviewOf(consoleApi, operators[0].token, loanId);
  for (const [stage, { token }] of [
    ['first', operators[0]],
    ['second', operators[1]],
  ] as const) {
    await consoleApi.data('POST /operator/review/claim', { ID }, token);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, token);
    const { hash } = rereview;
    await consoleApi.data('POST /operator/review/approve', { ID, stage, hash }, token);
  }
}

/** The id of the review of an application. */
export async function reviewOf(
  consoleApi: Console,
  token: string,
  loanId: number,
): Promise<number> {
  const filter = { kind: 'loan', search: String(loanId) };
  const { list } = await consoleApi.data('GET /operator/review/list', filter, token);
  return list[0]!.ID;
}
