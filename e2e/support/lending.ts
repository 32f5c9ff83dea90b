/** Members with loans and fixed terms, made by calls. */
import type { Member, World } from './world.ts';

let keys = 0;

const moneyAsk = ({ session }: Member) => {
  keys += 1;
  return { token: session.token, key: `lending-${process.pid}-${keys}` };
};

/** An application under review; the member is verified. */
export async function applyForLoan(world: World, member: Member, amount: string) {
  const { token } = member.session;
  const { list } = await world.api.data('GET /loan/getLoanList', {}, { token });
  const product = list.find(({ coinname }) => coinname === 'USDT');
  if (product === undefined) throw new Error('no loan in USDT is on offer');
  const input = { loan_id: product.ID, amount, consent: true };
  return (await world.api.data('POST /loan_order/createLoan_order', input, moneyAsk(member))).order;
}

/** A fixed term in USDT. */
export async function buyFixedTerm(world: World, member: Member, money: string) {
  const { token } = member.session;
  const { list } = await world.api.data('GET /financing/getFinancingList', {}, { token });
  const product = list.find(({ coinname }) => coinname === 'USDT');
  if (product === undefined) throw new Error('no fixed term in USDT is on offer');
  const input = { financing_id: product.ID, money };
  const ask = moneyAsk(member);
  return (await world.api.data('POST /financing_order/createFinancing_order', input, ask)).order;
}
