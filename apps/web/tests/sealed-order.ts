/** A buy order of member 7 as an exchange seals it: number 18 of a round of three, with a signed log and a signed number. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import {
  batchTree,
  checkpointText,
  confirmedText,
  confirmedTree,
  formatLogProof,
  formatReceipt,
  hashNodes,
  leafHash,
  memoryTree,
  type OrderReceipt,
  ownerCommitment,
  plainBytes,
  readLeaf,
  rootOfBatches,
  sealStatements,
  sealText,
  signedOrder,
  signNote,
  statementHash,
  toBase64,
} from '@tern/proofs';
import { keyText, ORIGIN, signer } from './published-log.ts';

export const ORDER = 4410;
export const NUMBER = 18;
const NONCE = 'ab'.repeat(16);
const TIME = Date.UTC(2026, 2, 2, 9, 40, 12);
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const evidence = createPrivateKey({
  key: Buffer.concat([PKCS8, Buffer.alloc(32, 9)]),
  type: 'pkcs8',
  format: 'der',
});
export const evidenceKey = createPublicKey(evidence)
  .export({ type: 'spki', format: 'der' })
  .subarray(-32)
  .toString('hex');
export const logKeys = { origin: ORIGIN, list: [{ key: keyText(signer(1)), receipt: null }] };

const OTHER = ownerCommitment({ owner: '8', id: '1' }, NONCE);
const OWN = ownerCommitment({ owner: '7', id: String(ORDER) }, NONCE);
const text = (number: number, ms: number, rest: string) =>
  `tern command 1|btcusdt|${number}|${TIME + ms}|${rest}`;

/** `ahead`: milliseconds at which number 17 arrived; the order itself at 204. */
export function sealedOrder({ ahead = 203 } = {}): OrderReceipt {
  const command = text(
    NUMBER,
    204,
    `place|buy|limit|60000|0.08|||5:59990:0.04,q1:60000:0.04|${OWN}`,
  );
  const texts = [
    text(16, 118, 'quotes|9|59995|1|||'),
    text(17, ahead, `place|buy|limit|59000|1||||${OTHER}`),
    command,
  ];
  const tree = batchTree(texts);
  const root = rootOfBatches([tree.root]);
  const statement = sealText({ symbol: 'btcusdt', first: 16, last: NUMBER, root });
  const { entry, path } = sealStatements('orders', TIME + 900, [statement]);
  const log = memoryTree(hashNodes, [leafHash(plainBytes('before')), leafHash(entry)])!;
  const note = checkpointText({ origin: ORIGIN, size: 2, root: log.root });
  const level = (side: 'buy' | 'sell', price: string, before: string, after: string) => ({
    side,
    price,
    before,
    after,
  });
  return {
    format: 'tern order receipt',
    version: 1,
    command,
    owner: '7',
    id: String(ORDER),
    nonce: NONCE,
    batch: { index: 2, size: 3, path: tree.path(2).map(toBase64) },
    seal: { index: 0, size: 1, path: [] },
    log: formatLogProof({
      extra: formatReceipt({ kind: 'statement', entry, text: statement, index: 0, path: path(0) }),
      index: 1,
      path: log.path(1),
      checkpoint: signNote(note, [signer(1)]),
    }),
    round: [texts],
    book: {
      levels: [
        level('sell', '60010', '0.0291', '0.0291'),
        level('sell', '60000', '0.9684', '0.9284'),
        level('sell', '59990', '0.04', '0'),
        level('buy', '59000', '1', '1'),
      ],
      queue: [
        { from: '5', price: '59990', quantity: '0.04' },
        { from: 'q1', price: '60000', quantity: '0.9684' },
      ],
    },
  };
}

/** What the answer to the order said. `number`: another one than the log has. */
export function saidOf({ command }: OrderReceipt, number = NUMBER): string {
  const { symbol, at } = readLeaf(command)!;
  const said = confirmedText({ symbol, number, at, hash: toBase64(statementHash(command)) });
  const { text: root } = confirmedTree([said])!;
  const signature = sign(null, Buffer.from(root), evidence).toString('hex');
  return signedOrder(said, { index: 0, size: 1, path: [] }, signature);
}
