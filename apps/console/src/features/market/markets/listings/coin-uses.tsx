/** Which products may use a listed coin; those that settle or trade by its price need sources. */
import { Checkbox, Note, Text } from '@tern/ui';
import { Part } from '../../../../kernel/page.tsx';
import type { StepProps } from './coin-steps.tsx';
import { type Coin, type CoinUse, USES, usesOf, withCoin } from './draft.ts';
import { listingTexts as texts } from './texts.ts';

/** A few trades of members could make any price. */
const NEED_PRICE: readonly CoinUse[] = ['swap', 'contracts', 'recurring'];

/** Without those that need a price: members alone make it. */
export const unpricedUses = (coin: Coin): CoinUse[] =>
  usesOf(coin).filter((use) => !NEED_PRICE.includes(use));

export function CoinUses({ draft, onChange }: Pick<StepProps, 'draft' | 'onChange'>) {
  const { coin, market } = draft;
  if (coin === null) return <Note>{texts.uses.exists}</Note>;
  const chosen = usesOf(coin);
  const isPriced = market?.feed === 'sources';
  const offered = USES.filter((use) => isPriced || !NEED_PRICE.includes(use));
  const put = (use: CoinUse, isChosen: boolean) => {
    const uses = USES.filter((each) => (each === use ? isChosen : chosen.includes(each)));
    onChange(withCoin(draft, { ...coin, uses }));
  };
  return (
    <Part title={texts.uses.title}>
      <Text as="p" size="label" tone="soft">
        {texts.uses.lead}
      </Text>
      <div>
        {offered.map((use) => (
          <Checkbox
            key={use}
            name={`uses.${use}`}
            isChecked={chosen.includes(use)}
            onChange={(isChosen) => put(use, isChosen)}
          >
            {texts.uses.each[use]}
          </Checkbox>
        ))}
      </div>
      {!isPriced && <Note>{texts.uses.unpriced}</Note>}
    </Part>
  );
}
