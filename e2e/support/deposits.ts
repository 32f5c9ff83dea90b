/** Deposits by calls, with images as proof. */
import { png } from '../../apps/server/tests/support/uploads.ts';
import type { Member, World } from './world.ts';

let pictures = 0;

/** A new image, as for a file input. */
export async function proofPicture(name = 'transfer-0911.png') {
  pictures += 1;
  return { name, mimeType: 'image/png', buffer: await png(320 + pictures, 480) };
}

/** A deposit of USDT over TRC20, under review. */
export async function submitDeposit(world: World, { session }: Member, num = '1500') {
  const { token } = session;
  const { buffer } = await proofPicture();
  const image = { base64Str: buffer.toString('base64') };
  const { ID } = await world.api.data('POST /user/uploadBase64', image, { token });
  const { recharge } = await world.api.data(
    'POST /recharge/createRecharge',
    { cate: 1, coin: 'USDT', czline: 'TRC20', num, payimg: ID },
    { token, key: `deposit-${process.pid}-${pictures}` },
  );
  return recharge;
}
