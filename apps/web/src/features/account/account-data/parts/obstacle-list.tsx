/** What is left in an account, each with the page where it can be ended. */
import { Row } from '@tern/ui';
import { useAmountText } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Obstacle } from '../api.ts';
import { obstacleTarget } from '../obstacle-pages.ts';
import { countKey, moneyKey, obstacleId } from '../view-model.ts';

export function ObstacleList({ obstacles }: { obstacles: readonly Obstacle[] }) {
  return obstacles.map((obstacle) => (
    <ObstacleRow key={obstacleId(obstacle)} obstacle={obstacle} />
  ));
}

function ObstacleRow({ obstacle }: { obstacle: Obstacle }) {
  const t = useT();
  const to = useLinks();
  const print = useAmountText(0);
  const { coinname = '', amount = '0', count = 0 } = obstacle;
  const money = moneyKey(obstacle);
  const counted = countKey(obstacle);
  const link = to(...obstacleTarget(obstacle));
  if (money !== undefined) {
    return <Row title={t(money)} value={`${print(amount)} ${coinname}`} {...link} />;
  }
  return (
    <Row
      title={counted === undefined ? t('account-data.frozen') : t(counted, { count })}
      {...link}
    />
  );
}
