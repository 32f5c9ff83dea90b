/** The sale of a new coin that is open, and subscriptions by calls. */
import type { RowOf } from '@tern/protocol/client';
import type { Member, World } from './world.ts';

export type Offering = RowOf<'GET /issue/list'>;

/** In paper mode one sale is always open: the first, as those of operators come later. */
const OPEN = 2;

export async function openOffering(world: World, { session }: Member): Promise<Offering> {
  const { list } = await world.api.data('GET /issue/list', {}, { token: session.token });
  const open = list.filter(({ phase }) => phase === OPEN);
  return open.toSorted((one, other) => one.ID - other.ID)[0]!;
}

let keys = 0;

/** Buys the quantity; returns the subscription. */
export async function subscribe(
  world: World,
  { session }: Member,
  input: { pid: number; num: string },
) {
  keys += 1;
  const ask = { token: session.token, key: `subscription-${process.pid}-${keys}` };
  return (await world.api.data('POST /issue/buySubmit', input, ask)).issueRecord;
}
