/** Where the operator sends money for the treasury over each network, and what is held of each asset beside what members own (ADR 62). */
import { type Amount, formatDecimal, subtract, ZERO } from '@tern/money';
import { exchangePositions } from '../../../../kernel/ledger/exchange-position.ts';
import { networksByAsset } from '../../../../kernel/networks/networks.ts';
import type { Rail } from '../../../../kernel/rails/rail.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';

export async function showTreasuryMoney({
  database,
  rails,
  log,
}: Deps<'database' | 'rails' | 'log'>) {
  const coins = await networksByAsset(database);
  const places = [];
  for (const rail of rails.all) {
    if (rail.treasuryAddress === undefined || rail.state === undefined) continue;
    const state = await rail.state();
    const { network, confirmations, height, readAt, blocked } = state;
    places.push({
      czline: network,
      coins: [...coins.keys()].filter((asset) => rail.serves(asset, network)),
      address: await addressOf(rail, log),
      confirmations,
      height,
      readAt: isoTime(readAt),
      blocked: blocked ?? null,
    });
  }
  return { networks: places, position: await positionsOf(database) };
}

/** Null before the chain is read: what arrived earlier would never be seen. */
async function addressOf(rail: Rail, log: Deps<'log'>['log']): Promise<string | null> {
  try {
    return (await rail.treasuryAddress?.()) ?? null;
  } catch (err) {
    log.warn({ err, rail: rail.name }, 'the exchange has no address on a network');
    return null;
  }
}

async function positionsOf(reader: Reader) {
  const positions = await exchangePositions(reader);
  return positions
    .filter(({ held, owed }) => held !== 0n || owed !== 0n)
    .toSorted((one, other) => (one.asset < other.asset ? -1 : 1))
    .map(({ asset, held, owed, lent }) => {
      const { float, level } = floatOf(held, owed);
      return {
        coinname: asset,
        held: formatDecimal(held),
        owed: formatDecimal(owed),
        lent: formatDecimal(lent),
        float: formatDecimal(float),
        level,
      };
    });
}

/** `short`: less is held than members own. `low`: so little more that one large swap or payout uses it up. */
export type FloatLevel = 'enough' | 'low' | 'short';

/** Our choice: below a twentieth of what members own, the exchange should be topped up. */
const LOW_PART = 20n;

/** Of one asset. Units: both amounts in the asset. */
export function floatOf(held: Amount, owed: Amount): { float: Amount; level: FloatLevel } {
  const float = subtract(held, owed);
  if (float < ZERO) return { float, level: 'short' };
  const isLow = owed > ZERO && float * LOW_PART < owed;
  return { float, level: isLow ? 'low' : 'enough' };
}
