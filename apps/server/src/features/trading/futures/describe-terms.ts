/** The current offer: durations with their payout ratios, stakes, the rule, and the markets with contracts. */
import { formatDecimal, ZERO } from '@tern/money';
import type { FuturesConfig } from '@tern/protocol';
import { openingSpan, RULE_TERMS } from '@tern/settlement';
import { isoTime } from '../../../platform/clock.ts';
import { instrumentState } from '../../../kernel/catalog/instruments.ts';
import { memberById } from '../../../kernel/members/members.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { STAKE_ASSET } from './contract.ts';
import { refuseCountries } from './check-country.ts';
import type { FuturesDeps } from './deps.ts';
import { isOpenThrough, offersOf, opensForContracts } from './offered.ts';
import { breakEvenOf } from './rules.ts';
import { futuresSettings, type Offer } from './settings.ts';
import { openAfterMsIn } from './check-placement.ts';

/** @throws not-available in a country where contracts are off */
export async function describeTerms(deps: FuturesDeps, memberId: number): Promise<FuturesConfig> {
  const { database, settings, assets, instruments, clock } = deps;
  const member = await memberById(database, memberId);
  if (member === undefined) throw new Refusal('session-replaced');
  refuseCountries(deps, member, await deps.productRules.residenceOf(database, memberId));
  const { usual } = settings.read(futuresSettings.offers);
  const now = clock.now();
  const endOf = (symbol: string, { seconds }: Offer) => {
    const openAfterMs = openAfterMsIn(deps, symbol);
    return openingSpan({ ...RULE_TERMS, openAfterMs }, now).until + seconds * 1_000;
  };
  return {
    hy_time: usual.map(({ seconds }) => seconds),
    hy_tzed: settings.read(futuresSettings.stakes).map(formatDecimal),
    ...ratiosOf(usual),
    min: formatDecimal(settings.read(futuresSettings.stakeMin).get(STAKE_ASSET) ?? ZERO),
    max: formatDecimal(settings.read(futuresSettings.stakeMax).get(STAKE_ASSET) ?? ZERO),
    coinname: STAKE_ASSET,
    places: assets.get(STAKE_ASSET).scale,
    rule: RULE_TERMS.ruleVersion,
    openWithinMs: RULE_TERMS.openWithinMs,
    staleAfterMs: RULE_TERMS.staleAfterMs,
    markets: instruments.all.flatMap((instrument) => {
      const { symbol, base, quote, hours, state } = instrument;
      const offers = offersOf(deps, instrument);
      const [shortest] = offers;
      if (shortest === undefined) return [];
      const end = endOf(symbol, shortest);
      const isTraded = state === instrumentState.normal;
      const opening = opensForContracts(hours, now, end);
      const market = {
        coinname: symbol,
        base,
        quote,
        isOpen: isTraded && isOpenThrough(hours, now, end),
        hy_time: offers.map(({ seconds }) => seconds),
        ...ratiosOf(offers),
        openAfterMs: openAfterMsIn(deps, symbol),
        opensAt: isTraded && opening !== undefined ? isoTime(opening) : null,
      };
      return [market];
    }),
  };
}

const ratiosOf = (offers: readonly Offer[]) => ({
  hy_ykbl: offers.map(({ ratio }) => formatDecimal(ratio)),
  breakEven: offers.map(({ ratio }) => formatDecimal(breakEvenOf(ratio))),
});
