/** A market on a test database with sealed chains, and contracts to prove. */
import { type Amount, decimal, type Rate } from '@tern/money';
import { RULE_TERMS } from '@tern/settlement';
import {
  createTransparency,
  type ProvableContract,
  type ReceiptedContract,
  type Transparency,
} from '../../src/features/proof/transparency/index.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { createSecretBox, type SecretBox } from '../../src/platform/secret-box.ts';
import { callRoute } from './call-route.ts';
import { openPublicLog } from './open-public-log.ts';
import { type RunningMarket, runMarket } from './running-market.ts';

export interface SealedMarket extends RunningMarket {
  readonly transparency: Transparency;
  /** The `data` of a transparency call. */
  ask(path: string, input?: unknown): Promise<unknown>;
  /** The current signing key, hexadecimal. */
  publicKey(): Promise<string>;
  /** A contract accepted now. */
  accept(over?: Partial<ProvableContract>): ReceiptedContract;
}

const box = createSecretBox(new Uint8Array(32).fill(1));

export async function sealedMarket(
  database: Database,
  at: string | number,
  { secretBox = box, marketSeed = 'test' }: { secretBox?: SecretBox; marketSeed?: string } = {},
): Promise<SealedMarket> {
  const running = await runMarket(database, at);
  const transparency = createTransparency({
    database,
    clock: running.clock,
    log: createLog('silent'),
    secretBox,
    instruments: running.instruments,
    ticks: running.market.ticks,
    marketSeed,
    publicLog: await openPublicLog(database, running.clock),
  });
  await transparency.start?.();
  const ask = (path: string, input: unknown = {}) => callRoute(transparency.routes, path, input);
  return {
    ...running,
    transparency,
    ask,
    async publicKey() {
      const { list } = (await ask('/transparency/keys')) as { list: { publicKey: string }[] };
      return list[0]?.publicKey ?? '';
    },
    accept(over = {}) {
      const contract: ProvableContract = {
        id: '1000001',
        direction: 'up',
        stake: decimal<Amount>('100'),
        acceptedAt: running.clock.now(),
        terms: {
          ...RULE_TERMS,
          symbol: 'btcusdt',
          durationSeconds: 30,
          payoutRatio: decimal<Rate>('0.85'),
          asset: 'USDT',
          assetScale: 6,
        },
        ...over,
      };
      return { ...contract, receipt: transparency.signReceipt(contract) };
    },
  };
}
